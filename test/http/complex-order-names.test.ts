import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submit } from '../support/order-bodies.ts';
import type { Fill, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

// The calls of clients that use the other names of fields and parameters, as raw requests: five types, the reads and cancels.

interface ComplexOrder {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly idempotency_key: string | null;
  readonly outcome: string | null;
  readonly generic_asset_id: number | null;
  readonly params: Readonly<Record<string, unknown>>;
}

interface CancelSummary {
  readonly subaccount_id: string | null;
  readonly cancelled: number | readonly string[];
  readonly cancelled_complex_order_ids: readonly string[];
  readonly pending_complex_order_ids: readonly string[];
  readonly failed: readonly unknown[];
}

const COMPLEX = '/v1/complex-orders';
const service = await startService();
const api = service.api();
const FAR = { subaccount_id: 'sa_1', instrument_id: 1001, side: 'BUY', qty: '10', price: '0.02' } as const;

const create = (body: object): Promise<ComplexOrder> => api.ok('POST', COMPLEX, body);
const get = (id: string): Promise<ComplexOrder> => api.ok('GET', `${COMPLEX}/${id}`);

test('ICEBERG reads displayed_qty, reload_delay_s and binary_outcome, and client_order_id as its key', async () => {
  const body = {
    ...FAR,
    type: 'ICEBERG',
    binary_outcome: 'YES',
    client_order_id: 'other-names-1',
    params: { displayed_qty: '4', reload_delay_s: 2 },
  };
  const { id, params, idempotency_key, outcome } = await create(body);
  assert.deepEqual([params['display_qty'], params['reload_delay_ms']], ['4', 2_000]);
  assert.deepEqual([idempotency_key, outcome], ['other-names-1', 'YES']);
  const own = { ...FAR, type: 'ICEBERG', outcome: 'YES', idempotency_key: 'other-names-1' };
  const same = { ...own, params: { display_qty: '4', reload_delay_ms: 2_000 } };
  assert.equal((await create(same)).id, id, 'both names mean the same request');
});

test('PEG reads peg_min_stay_time_s', async () => {
  const { params } = await create({
    ...FAR,
    type: 'PEG',
    post_only: true,
    params: { reference: 'NEAR', peg_min_stay_time_s: 3 },
  });
  assert.equal(params['min_stay_ms'], 3_000);
});

test('SMART_ROUTE reads peg_min_stay_time_s, and its asset', async () => {
  const { instrument_id: _, ...terms } = FAR;
  const [asset] = await api.ok<readonly { readonly generic_asset_id: number }[]>('GET', '/v1/generic-assets');
  assert.ok(asset !== undefined);
  const { generic_asset_id: id } = asset;
  const routed = { ...terms, type: 'SMART_ROUTE', generic_asset_id: id, params: { peg_min_stay_time_s: 2 } };
  const { params, generic_asset_id } = await create(routed);
  assert.deepEqual([params['min_stay_ms'], generic_asset_id], [2_000, id]);
});

test('STOP and TP_SL protect a bought position', async () => {
  const bought = await submit(api, { ...FAR, type: 'LIMIT', tif: 'IOC', price: '0.97' });
  const filled = await api.ok<Order>('GET', `/v1/orders/${bought.id}`);
  assert.equal(filled.status, 'FILLED');
  const { price: _, ...terms } = FAR;
  const stop = { ...terms, side: 'SELL', type: 'STOP', params: { trigger_price: '0.01' } };
  assert.equal((await create(stop)).status, 'WAITING');
  const exits = { take_profit: { price: '0.98' }, stop_loss: { trigger_price: '0.01' } };
  const protection = { subaccount_id: 'sa_1', type: 'TP_SL', params: { attach_to: bought.id, ...exits } };
  const { id, params } = await create(protection);
  assert.deepEqual([params['attach_to'], (await get(id)).type], [bought.id, 'TP_SL']);
  const fills = await api.ok<readonly Fill[]>('GET', `/v1/fills?subaccount_id=sa_1&order_id=${bought.id}`);
  assert.ok(fills.length > 0);
});

test('the list, one cancel and cancel-all answer for all of them', async () => {
  const listed = await api.ok<readonly ComplexOrder[]>('GET', `${COMPLEX}?subaccount_id=sa_1`);
  assert.deepEqual(
    listed.map(({ type }) => type),
    ['TP_SL', 'STOP', 'SMART_ROUTE', 'PEG', 'ICEBERG'],
  );
  const [exit, ...others] = listed;
  assert.ok(exit !== undefined);
  await api.ok('DELETE', `${COMPLEX}/${exit.id}`);
  const summary = await api.ok<CancelSummary>('POST', `${COMPLEX}/cancel-all`, { subaccount_id: 'sa_1' });
  const ended = new Set([...summary.cancelled_complex_order_ids, ...summary.pending_complex_order_ids]);
  for (const { id } of others) assert.ok(ended.has(id), `${id} in ${JSON.stringify(summary)}`);
  assert.deepEqual([summary.subaccount_id, summary.failed], ['sa_1', []]);
});
