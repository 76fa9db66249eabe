import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, readFields, VALIDATION } from '../api-assertions.ts';
import { parseUnits } from '../support/decimal.ts';
import { createTakingOrder, getPositions, RAIN, submit } from '../support/order-bodies.ts';
import type { Position } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const LATER = '2099-01-01T00:00:00.000Z';
const PATH = '/v1/fair-values';

type FairPosition = Position & { readonly fair_price?: string; readonly unrealized_at_fair?: string };
const position = async (): Promise<FairPosition> =>
  (await getPositions(api)).find((each) => each.instrument_id === RAIN) ?? assert.fail('no position');
const set = (price: string, change: object = {}) =>
  api.ok('PUT', PATH, {
    subaccount_id: 'sa_1',
    values: [{ instrument_id: RAIN, price, valid_until: LATER, ...change }],
  });

test('a position with a fair value has a second PnL; mark and risk stay', async () => {
  await submit(api, createTakingOrder({ qty: '4' }));
  assert.equal('fair_price' in (await position()), false);
  const stored = {
    subaccount_id: 'sa_1',
    values: [{ instrument_id: RAIN, price: '0.9', valid_until: LATER }],
  };
  assert.deepEqual(await set('0.90'), stored);
  assert.deepEqual(await api.ok('GET', `${PATH}?subaccount_id=sa_1`), stored);
  const { fair_price, unrealized_at_fair: atFair, mark_price, avg_price, qty } = await position();
  assert.equal(fair_price, '0.9');
  assert.notEqual(mark_price, '0.9');
  const gain = (parseUnits('0.9') - parseUnits(avg_price)) * BigInt(qty);
  assert.equal(parseUnits(atFair ?? ''), gain);
  type AtFair = { readonly unrealized_at_fair?: string };
  for (const path of ['/v1/pnl?interval=1m', '/v1/pnl/history?interval=1m', '/v1/pnl/breakdown?by=venue']) {
    const rows = await api.ok<readonly AtFair[]>('GET', `${path}&subaccount_id=sa_1`);
    assert.equal(rows.at(-1)?.unrealized_at_fair, atFair, path);
  }
});

test('a new list replaces the old one', async () => {
  await set('0.5');
  await api.ok('PUT', PATH, { subaccount_id: 'sa_1', values: [] });
  assert.deepEqual(await api.ok('GET', `${PATH}?subaccount_id=sa_1`), { subaccount_id: 'sa_1', values: [] });
  assert.equal('fair_price' in (await position()), false);
});

test('an expired value, a price above 1, a repeated instrument and unknown fields are refused', async () => {
  await set('0.5');
  const value = { instrument_id: RAIN, price: '0.6', valid_until: LATER };
  for (const [body, field] of [
    [{ values: [{ ...value, valid_until: 1_000 }] }, 'valid_until'],
    [{ values: [{ ...value, price: '1.1' }] }, 'price'],
    [{ values: [value, value] }, 'instrument_id'],
    [{ values: 'none' }, 'values'],
    [{ values: [], colour: 'red' }, 'colour'],
  ] as const) {
    const refusal = await api.refused(VALIDATION, 'PUT', PATH, { subaccount_id: 'sa_1', ...body });
    assert.deepEqual(readFields(refusal), [field]);
  }
  assert.equal((await position()).fair_price, '0.5');
});

test('fair values belong to one subaccount', async () => {
  await set('0.5');
  assert.deepEqual(await api.ok('GET', `${PATH}?subaccount_id=sa_2`), { subaccount_id: 'sa_2', values: [] });
  await api.refused(NOT_FOUND, 'GET', `${PATH}?subaccount_id=sa_9`);
  await api.refused(NOT_FOUND, 'PUT', PATH, { subaccount_id: 'sa_9', values: [] });
});
