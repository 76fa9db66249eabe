import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields, VALIDATION } from '../api-assertions.ts';
import { RAIN } from '../support/order-bodies.ts';
import { toQuietClock } from '../support/quiet-clock.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ clockShiftMs: toQuietClock() });
const api = service.api();

interface FeeRow {
  readonly instrument_id: number;
  readonly venue: string;
  readonly fees: object | null;
  readonly taker_fee: string | null;
  readonly maker_fee: string | null;
}

const lookup = (body: object): Promise<readonly FeeRow[]> => api.ok('POST', '/v1/fees/lookup', body);

test('the schedules of a venue are those of its open instruments', async () => {
  const all = await api.ok<readonly { venue: string; instruments: number; fees: object }[]>(
    'GET',
    '/v1/fees',
  );
  assert.deepEqual(await api.ok('GET', '/v1/fees?venue=Demo'), all);
  const markets = await api.ok<readonly { status: string; fees: object }[]>('GET', '/v1/markets?venue=Demo');
  const open = markets.filter(({ status }) => status === 'OPEN');
  assert.equal(
    all.reduce((sum, { instruments }) => sum + instruments, 0),
    open.length,
  );
  assert.deepEqual(all[0]?.fees, open[0]?.fees);
  assert.deepEqual(readFields(await api.refused(VALIDATION, 'GET', '/v1/fees?venue=Moon')), ['venue']);
});

test('a lookup has the schedule of each known instrument once, and fees for a price and a quantity', async () => {
  const [row, ...others] = await lookup({ instrument_ids: [RAIN, 99_999_999, RAIN] });
  assert.deepEqual(others, []);
  assert.deepEqual([row?.instrument_id, row?.venue, row?.taker_fee], [RAIN, 'Demo', null]);
  const [priced] = await lookup({ instrument_ids: [RAIN], price: '0.5', qty: '10' });
  assert.deepEqual([priced?.taker_fee, priced?.maker_fee], ['0', '0']); // Demo charges none
});

test('a lookup with one of price and qty, a price above 1, or too many ids is refused', async () => {
  for (const [body, field] of [
    [{ instrument_ids: [RAIN], price: '0.5' }, 'qty'],
    [{ instrument_ids: [RAIN], qty: '1' }, 'price'],
    [{ instrument_ids: [RAIN], price: '1.01', qty: '1' }, 'price'],
    [{ instrument_ids: 'all' }, 'instrument_ids'],
    [{ instrument_ids: [RAIN], colour: 'red' }, 'colour'],
  ] as const)
    assert.deepEqual(readFields(await api.refused(VALIDATION, 'POST', '/v1/fees/lookup', body)), [field]);
  const many = Array.from({ length: 101 }, (_, index) => index + 1);
  await api.refused([422, 'lookup_too_large'], 'POST', '/v1/fees/lookup', { instrument_ids: many });
});

test('the PnL history is the PnL with another default limit', async () => {
  assert.deepEqual(await api.ok('GET', '/v1/pnl/history?subaccount_id=sa_2'), []);
  await api.refused([404, 'not_found'], 'GET', '/v1/pnl/history?subaccount_id=sa_9');
});
