import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, get } from '../../../test/support/http/http-call.ts';
import { createTestApi } from '../../../test/support/http/http-fakes.ts';
import { ASSET, LEG, notional, ORDER, qty } from '../../../test/support/http/http-records.ts';
import { ORDER_RECORD } from '../../../test/support/http/wire-records.ts';
import type { Order } from '../../contract/model/order.ts';
import { err, notFound, ok, rejection } from '../../contract/model/result.ts';

test('an order is submitted with its unchanged body and its key from the header', async () => {
  const requested: unknown[] = [];
  const { server } = await createTestApi({
    trading: {
      orders: {
        submit: async (_, body, key) => {
          requested.push([body, key]);
          return ok({ order: ORDER, replayed: requested.length > 1 });
        },
      },
    },
  });
  const submit = () =>
    server.inject({
      method: 'POST',
      url: '/v1/orders',
      headers: { 'x-signature': 'good', 'content-type': 'application/json', 'idempotency-key': 'desk-1' },
      payload: '{"qty":"10","unknown":null}',
    });
  const first = await submit();
  assert.deepEqual(first.json(), ORDER_RECORD);
  assert.equal(first.headers['idempotent-replayed'], undefined);
  assert.deepEqual(requested, [[{ qty: '10', unknown: null }, 'desk-1']]);
  const again = await submit();
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(again.body, first.body);
});

test('a lowered reduce-only order shows its request, and its leg the lowered quantity', async () => {
  const order: Order = { ...ORDER, reduceOnly: true, qty: qty('4'), cappedQty: qty('4') };
  const legs = [{ ...LEG, qty: qty('4') }];
  const { body } = await get('/v1/orders/ord_1042', {
    queries: { order: async () => ok({ ...order, legs }) },
  });
  assert.deepEqual([body.qty, body.capped_qty, body.legs[0]?.qty], ['10', '4', '4']);
});

test('each rejection of the engine has its own status', async () => {
  const refusals = [
    ['kill_switch', 403],
    ['idempotency_conflict', 409],
    ['risk_limit', 422],
    ['market_not_open', 422],
    ['venue_not_tradable', 422],
    ['routing_unavailable', 400],
    ['shutting_down', 503],
  ] as const;
  for (const [code, expected] of refusals) {
    const submit = async () => err(rejection(code, 'no', { why: 1 }));
    const { status, body } = await call('POST', '/v1/orders', {}, { trading: { orders: { submit } } });
    assert.deepEqual([status, body.error, body.details], [expected, code, { why: 1 }]);
  }
});

test('an order is read, amended and cancelled by either form of its id', async () => {
  for (const id of ['ord_1042', '1042']) {
    assert.deepEqual((await get(`/v1/orders/${id}`)).body, ORDER_RECORD);
    assert.deepEqual((await call('PATCH', `/v1/orders/${id}`, { qty: '8' })).body, ORDER_RECORD);
    assert.deepEqual((await call('DELETE', `/v1/orders/${id}`)).body, ORDER_RECORD);
  }
});

test('an unknown or invalid order id is 404', async () => {
  for (const id of ['ord_7', 'ord_', 'ord_0', 'ORD_1042', 'fil_1042', '1042x', '01042', '%20']) {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const { status, body } = await call(method, `/v1/orders/${id}`, method === 'PATCH' ? {} : undefined);
      assert.deepEqual([status, body.details?.resource], [404, 'order'], `${method} ${id}`);
    }
  }
});

test('a cancel accepts no fields', async () => {
  const { status, body } = await call('DELETE', '/v1/orders/ord_1042', { qty: '1' });
  assert.deepEqual([status, body.details.fields[0].field], [422, 'qty']);
});

test('a MARKET order, BEST_PRICE and SPLIT are rendered as in the contract', async () => {
  const shown = async (order: Order) =>
    (await get('/v1/orders/ord_1042', { queries: { order: async () => ok(order) } })).body;
  const split: Order = {
    ...ORDER,
    instrumentId: null,
    genericAssetId: ASSET.genericAssetId,
    status: 'FILLED',
    type: 'MARKET',
    tif: 'IOC',
    price: null,
    priceText: null,
    clientOrderId: null,
    qty: qty('30'),
    qtyText: '30.0',
    fees: notional('0.3'),
    routing: { mode: 'SPLIT', venues: null },
    legs: [
      { ...LEG, price: null, qty: qty('20'), filledQty: qty('20'), filledNotional: notional('10.4') },
      { ...LEG, leg: 2, price: null, qty: qty('10'), filledQty: qty('10'), filledNotional: notional('5.2') },
    ],
  };
  const { legs, ...rest } = await shown(split);
  assert.deepEqual(
    [rest.instrument_id, rest.venue, rest.generic_asset_id, rest.price, rest.qty, rest.filled_qty, rest.fees],
    [null, null, 501, null, '30.0', '30', '0.3'],
  );
  assert.deepEqual([rest.remaining_qty, rest.avg_fill_price, rest.routing], ['0', '0.52', { mode: 'SPLIT' }]);
  assert.deepEqual([legs[0].qty, legs[0].price, legs[1].avg_fill_price], ['20', null, '0.52']);

  const best = await shown({
    ...ORDER,
    instrumentId: null,
    genericAssetId: ASSET.genericAssetId,
    routing: { mode: 'BEST_PRICE', venues: [LEG.venue] },
  });
  assert.deepEqual(
    [best.instrument_id, best.venue, best.routing],
    [1001, 'Demo', { mode: 'BEST_PRICE', venues: ['Demo'] }],
  );

  const unrouted = await shown({
    ...ORDER,
    status: 'REJECTED',
    reason: 'no_liquidity',
    legs: [],
  });
  assert.deepEqual(
    [unrouted.legs, unrouted.filled_qty, unrouted.remaining_qty, unrouted.avg_fill_price, unrouted.reason],
    [[], '0', '0', null, 'no_liquidity'],
  );
});

test('a decimal of the caller is returned as written, also on its leg', async () => {
  const order: Order = { ...ORDER, priceText: '0.480', qtyText: '10.00' };
  const { body } = await get('/v1/orders/ord_1042', { queries: { order: async () => ok(order) } });
  assert.deepEqual(
    [body.price, body.qty, body.legs[0].price, body.legs[0].qty],
    ['0.480', '10.00', '0.480', '10.00'],
  );
  assert.equal(body.remaining_qty, '6');
});

test('an order for an instrument of a venue that is not healthy is refused with the reason of the venue', async () => {
  const submit = async () => err(notFound('instrument'));
  const venues = (() => [{ name: 'Demo' }, { name: 'Kalshi' }]) as never;
  const refuse = async (body: object): Promise<string> =>
    (await call('POST', '/v1/orders', body, { trading: { orders: { submit } }, marketData: { venues } })).body
      .message;
  assert.equal(await refuse({ instrument_id: 'Kalshi:X' }), 'instrument not found; Kalshi: timeout');
  for (const body of [
    { instrument_id: 'Demo:X' },
    { instrument_id: 7 },
    { legs: [{ instrument_id: 'Kalshi:X' }, { instrument_id: 'Kalshi:Y' }] }, // which of them is not said
  ])
    assert.equal(await refuse(body), 'instrument not found');
});
