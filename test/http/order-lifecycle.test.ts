import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, until, untilInTime } from '../api-assertions.ts';
import { divideHalfEven, parseUnits, renderUnits } from '../support/decimal.ts';
import {
  createRestingOrder,
  createTakingOrder,
  getBook,
  getFills,
  getOrder,
  getOrders,
  RAIN,
  submit,
} from '../support/order-bodies.ts';
import type { Fill, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const ended = (order: Order) => [order.status, order.reason, order.remaining_qty, order.pending_action];

/**
 * The result of an order's fills, recomputed: quantity and average price, rounded half to even to 8 places.
 */
function assertIsItsFills(order: Order, fills: readonly Fill[]): void {
  const qty = fills.reduce((sum, fill) => sum + parseUnits(fill.qty), 0n);
  const notional = fills.reduce((sum, fill) => sum + parseUnits(fill.qty) * parseUnits(fill.price), 0n);
  assert.equal(order.filled_qty, renderUnits(qty));
  assert.equal(order.avg_fill_price, qty === 0n ? null : renderUnits(divideHalfEven(notional, qty)));
  for (const fill of fills) {
    assert.deepEqual(
      [fill.order_id, fill.client_order_id, fill.subaccount_id, fill.side, fill.outcome, fill.venue],
      [order.id, order.client_order_id, order.subaccount_id, order.side, order.outcome, 'Demo'],
    );
    if (order.price !== null) {
      const worse = parseUnits(fill.price) - parseUnits(order.price);
      assert.ok(order.side === 'BUY' ? worse <= 0n : worse >= 0n, 'no fill is worse than the limit');
    }
  }
}

const ofOrder = (order: Order): Promise<readonly Fill[]> =>
  getFills(api, order.subaccount_id, `&order_id=${order.id}`);

test('a limit order far from the market rests with one leg at its venue', async () => {
  const order = await submit(api, createRestingOrder({ client_order_id: 'rests' }));
  assert.deepEqual(ended(order), ['OPEN', null, '10', null]);
  assert.deepEqual([order.filled_qty, order.avg_fill_price, order.fees], ['0', null, '0']);
  assert.deepEqual([order.instrument_id, order.venue, order.generic_asset_id], [RAIN, 'Demo', null]);
  const [leg] = order.legs;
  assert.ok(leg?.venue_order_id);
  assert.deepEqual(
    { ...leg, venue_order_id: '' },
    {
      leg: 1,
      venue: 'Demo',
      instrument_id: RAIN,
      venue_order_id: '',
      status: 'OPEN',
      price: '0.02',
      outcome: 'YES',
      qty: '10',
      filled_qty: '0',
      avg_fill_price: null,
      sent_as: null,
      reason: null,
      venue_code: null,
      venue_message: null,
    },
  );
  assert.ok(Date.parse(order.created_at) <= Date.parse(order.updated_at));
  assert.deepEqual(await getOrder(api, order.id), order);
  assert.deepEqual(await getOrder(api, order.id.replace('ord_', '')), order);
  assert.deepEqual(await ofOrder(order), []);
});

test('ids that are not order ids return 404', async () => {
  for (const id of [
    'ord_999999',
    '999999',
    'ord_0',
    'ord_',
    'ord_01',
    'ORD_1',
    'ord_1.0',
    '-1',
    'x',
    'ord_99999999999999999999',
  ]) {
    const error = await api.refused(NOT_FOUND, 'GET', `/v1/orders/${id}`);
    assert.deepEqual(error.details, { resource: 'order' }, id);
  }
});

test('a limit order through the market fills at the prices it finds, best first', async () => {
  const order = await submit(api, createRestingOrder({ price: '0.99', qty: '30' }));
  assert.deepEqual(ended(order), ['FILLED', null, '0', null]);
  const fills = await ofOrder(order);
  assertIsItsFills(order, fills);
  assert.ok(fills.every(({ liquidity }) => liquidity === 'TAKER'));
  const ascending = fills.map(({ price }) => parseUnits(price)).reverse();
  assert.deepEqual(
    ascending,
    [...ascending].sort((a, b) => Number(a - b)),
  );
});

test('a crossing order larger than the book fills what is there and rests with the remainder', async () => {
  const order = await submit(api, createRestingOrder({ instrument_id: 1002, price: '0.98', qty: '1000000' }));
  assert.equal(order.status, 'PARTIAL');
  assert.equal(parseUnits(order.filled_qty) + parseUnits(order.remaining_qty), parseUnits('1000000'));
  const done = await api.ok<Order>('DELETE', `/v1/orders/${order.id}`);
  assert.deepEqual([done.status, done.reason, done.remaining_qty], ['CANCELLED', 'user_cancel', '0']);
  assertIsItsFills(done, await ofOrder(done));
});

test('IOC fills the available quantity and cancels the rest', async () => {
  const none = await submit(api, createRestingOrder({ tif: 'IOC' }));
  assert.deepEqual(ended(none), ['CANCELLED', 'ioc_remainder', '0', null]);
  assert.equal(none.filled_qty, '0');
  const some = await submit(
    api,
    createRestingOrder({ instrument_id: 1006, tif: 'IOC', price: '0.99', qty: '1000000' }),
  );
  assert.deepEqual(ended(some), ['CANCELLED', 'ioc_remainder', '0', null]);
  assert.ok(parseUnits(some.filled_qty) > 0n);
  assertIsItsFills(some, await ofOrder(some));
});

test('FOK fills completely or not at all', async () => {
  const whole = await submit(api, createRestingOrder({ tif: 'FOK', price: '0.99', qty: '5' }));
  assert.equal(whole.status, 'FILLED');
  const none = await submit(api, createRestingOrder({ tif: 'FOK', price: '0.99', qty: '1000000' }));
  assert.deepEqual([...ended(none), none.filled_qty], ['CANCELLED', 'fok_unfilled', '0', null, '0']);
  assert.deepEqual(await ofOrder(none), []);
});

test('MARKET fills at the best price and never rests', async () => {
  const [ask] = (await getBook(api, RAIN)).asks;
  const order = await submit(api, createTakingOrder({ qty: '1' }));
  assert.deepEqual([...ended(order), order.price], ['FILLED', null, '0', null, null]);
  const off = parseUnits(order.avg_fill_price ?? '0') - parseUnits(ask?.price ?? '0');
  assert.ok(off < 5_000_000n && off > -5_000_000n, 'near the ask just seen');
  const greedy = await submit(api, createTakingOrder({ instrument_id: 1009, qty: '1000000' }));
  assert.deepEqual([greedy.status, greedy.reason], ['CANCELLED', 'ioc_remainder']);
  const empty = await submit(api, createTakingOrder({ instrument_id: 1009, qty: '1000000', tif: 'FOK' }));
  assert.deepEqual([empty.status, empty.reason], ['CANCELLED', 'fok_unfilled']);
});

test('GTD rests until its time and expires then, not before', async () => {
  const { order, expiresAt } = await untilInTime(
    'the order is placed before it expires',
    1_500,
    async (ms) => {
      const at = Date.now() + ms;
      const expires_at = new Date(at).toISOString();
      const { status, text } = await api.call(
        'POST',
        '/v1/orders',
        createRestingOrder({ tif: 'GTD', expires_at }),
      );
      const placed = JSON.parse(text) as Order;
      if (Date.now() >= at) return null;
      assert.deepEqual([status, placed.status, placed.expires_at], [200, 'OPEN', expires_at], text);
      return { order: placed, expiresAt: at };
    },
  );
  const done = await until('the order expires', async () => {
    const now = await getOrder(api, order.id);
    return now.status === 'OPEN' ? null : now;
  });
  assert.deepEqual(ended(done), ['EXPIRED', 'expired', '0', null]);
  assert.ok(Date.parse(done.updated_at) >= expiresAt);
  const inMs = await submit(api, createRestingOrder({ tif: 'GTD', expires_at: expiresAt + 3_600_000 }));
  assert.equal(inMs.expires_at, new Date(expiresAt + 3_600_000).toISOString());
  const inSeconds = await submit(
    api,
    createRestingOrder({ tif: 'GTD', expires_at: Math.ceil(expiresAt / 1_000) + 3_600 }),
  );
  assert.equal(inSeconds.status, 'OPEN');
});

test('the list filters by any status and is sorted newest first', async () => {
  const all = await getOrders(api);
  const numbers = all.map(({ id }) => Number(id.slice(4)));
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => b - a),
  );
  for (const status of [
    'PENDING_SUBMISSION',
    'OPEN',
    'PARTIAL',
    'FILLED',
    'CANCELLED',
    'REJECTED',
    'EXPIRED',
  ]) {
    const expected = all.filter((order) => order.status === status).map(({ id }) => id);
    assert.deepEqual(
      (await getOrders(api, 'sa_1', `&status=${status}`)).map(({ id }) => id),
      expected,
      status,
    );
  }
  const ofRain = all.filter((order) => order.instrument_id === RAIN).map(({ id }) => id);
  assert.deepEqual(
    (await getOrders(api, 'sa_1', `&instrument_id=${RAIN}`)).map(({ id }) => id),
    ofRain,
  );
  assert.deepEqual(
    (await getOrders(api, 'sa_1', '&client_order_id=rests')).map(({ client_order_id: id }) => id),
    ['rests'],
  );
});
