import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, readFields, until, untilInTime, VALIDATION } from '../api-assertions.ts';
import { parseUnits } from '../support/decimal.ts';
import {
  createRestingOrder,
  createTakingOrder,
  type Fields,
  getBook,
  getFills,
  getOrder,
  submit,
} from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const amend = (id: string, fields: Fields): Promise<Order> => api.ok('PATCH', `/v1/orders/${id}`, fields);
const ORDER_NOT_OPEN = [409, 'order_not_open'] as const;
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A partially filled order: its quantity exceeded the liquidity of the market. */
const partial = (instrumentId: number): Promise<Order> =>
  submit(api, createRestingOrder({ instrument_id: instrumentId, price: '0.97', qty: '1000000' }));

test('price and quantity change, the id and the rest stay', async () => {
  const order = await submit(api, createRestingOrder({ client_order_id: 'amended' }));
  const moved = await amend(order.id, { price: '0.03' });
  assert.deepEqual(
    { ...moved, legs: [], updated_at: '' },
    { ...order, price: '0.03', legs: [], updated_at: '' },
  );
  assert.equal(moved.legs.at(-1)?.price, '0.03');
  const smaller = await amend(order.id.slice(4), { qty: '4' });
  assert.deepEqual([smaller.id, smaller.qty, smaller.remaining_qty], [order.id, '4', '4']);
  const larger = await amend(order.id, { qty: '12', price: '0.02' });
  assert.deepEqual(
    [larger.qty, larger.remaining_qty, larger.price, larger.status],
    ['12', '12', '0.02', 'OPEN'],
  );
  assert.deepEqual(await getOrder(api, order.id), larger);
  const { bids } = await getBook(api, order.instrument_id ?? 0);
  assert.equal(
    bids.find(({ price }) => price === '0.03'),
    undefined,
  );
});

test('a price through the market fills at once', async () => {
  const order = await submit(api, createRestingOrder());
  const filled = await amend(order.id, { price: '0.99' });
  assert.deepEqual([filled.status, filled.filled_qty, filled.remaining_qty], ['FILLED', '10', '0']);
  assert.ok((await getFills(api, 'sa_1', `&order_id=${order.id}`)).length > 0);
});

test('the time in force may change between GTC and GTD, and the expiry may move later', async () => {
  const order = await submit(api, createRestingOrder());
  const gtd = await amend(order.id, { tif: 'GTD', expires_at: soon(3_600_000) });
  assert.equal(gtd.tif, 'GTD');
  const later = soon(7_200_000);
  assert.equal((await amend(order.id, { expires_at: later })).expires_at, later);
  const gtc = await amend(order.id, { tif: 'GTC' });
  assert.deepEqual([gtc.tif, gtc.expires_at], ['GTC', null]);
  const short = await untilInTime('the amend is decided before its expiry', 800, async (ms) => {
    const { id } = await submit(api, createRestingOrder());
    const change = { tif: 'GTD', expires_at: soon(ms) };
    const { status } = await api.call('PATCH', `/v1/orders/${id}`, change);
    if (Date.now() >= Date.parse(change.expires_at)) return null;
    assert.equal(status, 200);
    return id;
  });
  await until('it expires', async () => ((await getOrder(api, short)).status === 'EXPIRED' ? true : null));
});

for (const [what, fields, field] of [
  ['nothing', {}, 'body'],
  ['a null', { price: null }, 'body'],
  ['an immutable field', { side: 'SELL' }, 'side'],
  ['an immutable field together with a valid one', { price: '0.03', subaccount_id: 'sa_1' }, 'subaccount_id'],
  ['an unknown field', { prize: '0.03' }, 'prize'],
  ['a price off the grid', { price: '0.025' }, 'price'],
  ['a price beyond the ends', { price: '1' }, 'price'],
  ['a number for a price', { price: 0.03 }, 'price'],
  ['a quantity of zero', { qty: '0' }, 'qty'],
  ['a quantity off the grid', { qty: '1.5' }, 'qty'],
  ['a tif that does not rest', { tif: 'IOC' }, 'tif'],
  ['GTD without a time', { tif: 'GTD' }, 'expires_at'],
  ['a time without GTD', { expires_at: soon(60_000) }, 'expires_at'],
  ['GTC with a time', { tif: 'GTC', expires_at: soon(60_000) }, 'expires_at'],
  ['a time that is over', { tif: 'GTD', expires_at: soon(-1_000) }, 'expires_at'],
] as const) {
  test(`an amend with ${what} is refused and changes nothing`, async () => {
    const order = await submit(api, createRestingOrder());
    const error = await api.refused(VALIDATION, 'PATCH', `/v1/orders/${order.id}`, fields);
    assert.ok(readFields(error).includes(field), JSON.stringify(error));
    assert.deepEqual(await getOrder(api, order.id), order);
  });
}

test('fills are kept; a quantity at or below the filled quantity is refused', async () => {
  const order = await partial(1002);
  assert.equal(order.status, 'PARTIAL');
  const filled = parseUnits(order.filled_qty);
  for (const qty of [order.filled_qty, '1']) {
    assert.deepEqual(readFields(await api.refused(VALIDATION, 'PATCH', `/v1/orders/${order.id}`, { qty })), [
      'qty',
    ]);
  }
  const lowered = await amend(order.id, { qty: '900000' });
  assert.equal(lowered.status, 'PARTIAL');
  assert.ok(parseUnits(lowered.filled_qty) >= filled);
  assert.equal(parseUnits(lowered.filled_qty) + parseUnits(lowered.remaining_qty), parseUnits('900000'));
  await api.ok('DELETE', `/v1/orders/${order.id}`);
});

test('only an order that is open or partial can be amended', async () => {
  const filled = await submit(api, createTakingOrder({ qty: '1' }));
  const cancelled = await submit(api, createRestingOrder({ tif: 'IOC' }));
  for (const { id, status } of [filled, cancelled]) {
    const error = await api.refused(ORDER_NOT_OPEN, 'PATCH', `/v1/orders/${id}`, { price: '0.03' });
    assert.equal(error.details?.['status'], status);
  }
  await api.refused(NOT_FOUND, 'PATCH', '/v1/orders/ord_999999', { price: '0.03' });
});

test('concurrent amends and a cancel end in one consistent state', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await submit(api, createRestingOrder());
    const prices = ['0.03', '0.04', '0.05'];
    const answers = await Promise.all([
      ...prices.map((price) => api.call('PATCH', `/v1/orders/${id}`, { price })),
      api.call('DELETE', `/v1/orders/${id}`),
    ]);
    for (const { status, text } of answers) assert.ok(status === 200 || status === 409, text);
    const done = await until('the order is cancelled', async () => {
      const now = await getOrder(api, id);
      return now.status === 'CANCELLED' ? now : null;
    });
    assert.deepEqual([done.pending_action, done.reason, done.remaining_qty], [null, 'user_cancel', '0']);
  }
});
