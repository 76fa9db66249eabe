import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, readFields, until, VALIDATION } from '../api-assertions.ts';
import { type Fields, submit } from '../support/order-bodies.ts';
import type { Asset, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const assets = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
const asset = assets.find(({ members }) => members.length === 3) as Asset;

interface Preview {
  readonly mode: string;
  readonly legs: readonly {
    readonly instrument_id: number;
    readonly qty: string;
    readonly expected: unknown;
  }[];
  readonly candidates: readonly { readonly book_sequence: number | null; readonly dropped: string | null }[];
  readonly totals: Readonly<Record<string, string>>;
  readonly risk: readonly { readonly scope: string }[];
}

interface Receipt {
  readonly order: Order;
  readonly decision: { readonly mode: string; readonly legs: readonly unknown[] } | null;
  readonly cost: {
    readonly expected: { readonly cost: string } | null;
    readonly realised: { readonly cost: string };
  };
  readonly latency_ms: Readonly<Record<string, number | null>>;
  readonly events: readonly { readonly type: string; readonly cause: string }[];
  readonly trace_id: string | null;
}

const routed = (mode: string, fields: Fields = {}): Fields => ({
  subaccount_id: 'sa_1',
  generic_asset_id: asset.generic_asset_id,
  side: 'BUY',
  outcome: 'YES',
  type: 'MARKET',
  qty: '20',
  routing: { mode },
  ...fields,
});
const direct = (fields: Fields = {}): Fields => ({
  subaccount_id: 'sa_1',
  instrument_id: asset.members[0]?.instrument_id,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.01',
  qty: '5',
  ...fields,
});

const preview = (body: Fields) => api.ok<Preview>('POST', '/v1/orders/preview', body);
const receipt = (id: string) => api.ok<Receipt>('GET', `/v1/orders/${id}/receipt`);
const getAllOrders = () => api.ok<readonly Order[]>('GET', '/v1/orders?subaccount_id=sa_1');

test('a preview returns legs, books, totals and both risk levels, and places nothing', async () => {
  const before = await getAllOrders();
  for (const mode of ['SPLIT', 'BEST_PRICE']) {
    const seen = await preview(routed(mode, { client_order_id: 'never-used' }));
    assert.equal(seen.mode, mode);
    assert.equal(seen.candidates.length, 3);
    assert.ok(seen.candidates.every(({ book_sequence }) => book_sequence !== null));
    assert.equal(seen.candidates.filter(({ dropped }) => dropped === null).length, seen.legs.length);
    assert.equal(seen.totals['payout'], '20');
    assert.equal(seen.totals['cost'], seen.totals['max_loss']);
    assert.deepEqual(
      seen.risk.map(({ scope }) => scope),
      ['subaccount', 'account'],
    );
  }
  assert.deepEqual(await getAllOrders(), before);
});

test('a DIRECT order can be previewed too: what rests costs its limit', async () => {
  const { legs, totals } = await preview(direct());
  assert.deepEqual(legs[0]?.expected, {
    takes_qty: '0',
    rests_qty: '5',
    avg_price: null,
    fee: '0',
    cost: '0.05',
  });
  assert.deepEqual(totals, { cost: '0.05', fees: '0', max_loss: '0.05', payout: '5' });
});

test('a preview returns the same rejections as an order', async () => {
  const bad = [
    direct({ price: '0.0155' }),
    direct({ qty: '0.5' }),
    direct({ qty: undefined }),
    direct({ subaccount_id: 'sa_none' }),
    direct({ instrument_id: 999_999 }),
    routed('SPLIT', { instrument_id: 1 }),
    routed('SPLIT', { qty: '0.00000001' }),
  ];
  for (const body of bad) {
    const previewed = await api.call('POST', '/v1/orders/preview', body);
    const sent = await api.call('POST', '/v1/orders', body);
    assert.equal(previewed.status, sent.status);
    const [ofPreview, ofOrder] = [previewed, sent].map(({ text }) => ({
      ...JSON.parse(text),
      request_id: '',
    }));
    assert.deepEqual(ofPreview, ofOrder);
  }
});

test('a price between two steps is refused with the nearest valid prices', async () => {
  const error = await api.refused(VALIDATION, 'POST', '/v1/orders/preview', direct({ price: '0.0155' }));
  assert.deepEqual(readFields(error), ['price']);
  assert.match(error.message, /^price must be a multiple of \S+: 0\.01\d* or 0\.0\d+$/);
});

test('a receipt has the decision, the events and expected against realised cost', async () => {
  const order = await submit(api, routed('SPLIT'));
  const done = await until('the order is over and its receipt durable', async () => {
    const shown = await receipt(order.id);
    return shown.latency_ms['done'] === null ? null : shown;
  });
  assert.equal(done.order.id, order.id);
  assert.equal(done.decision?.mode, 'SPLIT');
  assert.equal(done.decision?.legs.length, done.order.legs.length);
  const types = done.events.map(({ type }) => type);
  assert.deepEqual(types.slice(0, 2), ['OrderAccepted', 'OrderRouted']);
  assert.ok(types.includes('FillRecorded'));
  assert.equal(done.events[0]?.cause, 'submit');
  if (done.order.status === 'FILLED') assert.equal(done.cost.expected?.cost, done.cost.realised.cost);
  for (const phase of ['sent', 'acknowledged', 'first_fill']) assert.ok((done.latency_ms[phase] ?? -1) >= 0);
});

test('a receipt names the trace of the request that placed the order', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const traced = await api.ok<Order>('POST', '/v1/orders', direct(), { traceparent });
  assert.equal((await receipt(traced.id)).trace_id, '4bf92f3577b34da6a3ce929d0e0e4736');
  const untraced = await api.ok<Order>('POST', '/v1/orders', direct(), { traceparent: 'not one' });
  assert.equal((await receipt(untraced.id)).trace_id, null);
});

test('a DIRECT order has a receipt without a decision, and it outlives a restart', async () => {
  const own = await startService();
  const order = await submit(own.api(), direct());
  const before = await own.api().ok<Receipt>('GET', `/v1/orders/${order.id}/receipt`);
  assert.equal(before.decision, null);
  assert.deepEqual(before.cost, { expected: null, realised: { cost: '0', fees: '0' } });
  assert.ok(before.events.some(({ type }) => type === 'LegAcknowledged'));
  await own.stop();
  await own.start();
  const again = await own.api().ok<Receipt>('GET', `/v1/orders/${order.id}/receipt`);
  assert.deepEqual(again.events.slice(0, before.events.length), before.events);
  assert.equal(again.latency_ms['sent'], null, 'when it was sent was known in memory only');
});

test('the receipt of an order that the key may not see is not found', async () => {
  await api.refused(NOT_FOUND, 'GET', '/v1/orders/ord_999999/receipt');
});
