import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import { err, rejection } from '../../contract/model/result.ts';

test('the curve and its shares are rendered exactly, equity being realized + unrealized − fees', async () => {
  const value = {
    realized_pnl: '12.5',
    unrealized_pnl: '-0.4',
    fees: '1.06',
    fills_without_fee: 0,
    equity: '11.04',
  };
  assert.deepEqual((await get('/v1/pnl?subaccount_id=sa_1')).body, [{ t: 1782903600000, ...value }]);
  assert.deepEqual((await get('/v1/pnl/breakdown?subaccount_id=sa_1&by=venue')).body, [
    { group: 'Demo', ...value },
  ]);
});

test('an invalid filter is refused by its name', async () => {
  const cases = [
    ['subaccount_id=sa_9', 404, undefined],
    ['subaccount_id=sa_1&instrument_id=7', 404, undefined],
    ['subaccount_id=sa_1&interval=2h', 422, 'interval'],
    ['subaccount_id=sa_1&venue=Nowhere', 422, 'venue'],
    ['subaccount_id=sa_1&start=2000&end=1000', 422, 'end'],
    ['subaccount_id=sa_1&limit=1001', 422, 'limit'],
    ['', 422, 'subaccount_id'],
  ] as const;
  for (const [query, status, field] of cases) {
    const answer = await get(`/v1/pnl?${query}`);
    assert.equal(answer.status, status, query);
    assert.equal(answer.body.details?.fields?.[0]?.field, field, query);
  }
  assert.equal((await get('/v1/pnl/breakdown?subaccount_id=sa_1&by=moon')).status, 422);
});

test('an incomplete history is a 503 with its progress and Retry-After', async () => {
  const details = { fills_taken: 500, fills: 501, retry_after_ms: 5_000 };
  const late = async () => err(rejection('catching_up', 'not yet', details));
  const options = { deps: { pnl: { curve: late, shares: late } } };
  for (const path of ['/v1/pnl?subaccount_id=sa_1', '/v1/pnl/breakdown?subaccount_id=sa_1&by=venue']) {
    const { status, headers, body } = await get(path, options);
    assert.deepEqual([status, headers['retry-after'], body.error], [503, '5', 'catching_up'], path);
    assert.deepEqual(body.details, details);
  }
});
