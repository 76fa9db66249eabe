import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notFound, refusal } from '../../core/kernel/refusal.ts';
import { ok, refuse } from '../../core/kernel/result.ts';
import type { Order } from '../../core/orders/order.ts';
import { type BenchOptions, bench } from './testing/fakes.ts';
import { ACCOUNT_LIMITS, ASSET, BOOK, LEG, notional, ORDER, price, qty } from './testing/records.ts';
import { assertMatchesSchema } from './testing/schema.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Serves the calls that need nothing special. */
const standard = bench();

/** A signed call, its answer checked against the published schema. */
async function call(method: Method, url: string, body?: unknown, options?: BenchOptions) {
  const { server } = await (options === undefined ? standard : bench(options));
  const answer = await server.inject({
    method,
    url,
    headers: { 'x-signature': 'good', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const path = url.split('?')[0] ?? url;
  assertMatchesSchema(method, path, answer.statusCode, answer.json());
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const get = (url: string, options?: BenchOptions) => call('GET', url, undefined, options);

const INSTRUMENT_RECORD = {
  instrument_id: 1001,
  venue: 'Demo',
  venue_instrument_id: 'RAIN-LON-JUL01',
  ticker: 'RAIN-LON-JUL01',
  slug: 'rain-in-london-on-july-1',
  title: 'Will it rain in London on July 1?',
  description: 'Resolves YES if the Met Office records 0.2 mm or more.',
  category: 'Weather',
  status: 'OPEN',
  market_type: 'binary',
  outcomes: ['YES', 'NO'],
  generic_asset_id: 501,
  price_tick: '0.01',
  min_price: '0.01',
  max_price: '0.99',
  qty_step: '1',
  min_qty: '1',
  open_time: '2026-06-01T00:00:00.000Z',
  close_time: '2026-07-01T23:00:00.000Z',
  result: null,
  updated_at: '2026-06-30T09:00:00.000Z',
};

const ORDER_RECORD = {
  id: 'ord_1042',
  client_order_id: 'desk-1',
  subaccount_id: 'sa_1',
  status: 'PARTIAL',
  instrument_id: 1001,
  generic_asset_id: null,
  venue: 'Demo',
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  expires_at: null,
  price: '0.48',
  qty: '10',
  filled_qty: '4',
  remaining_qty: '6',
  avg_fill_price: '0.47',
  fees: '0',
  routing: { mode: 'DIRECT' },
  legs: [
    {
      leg: 1,
      venue: 'Demo',
      instrument_id: 1001,
      venue_order_id: 'D-77',
      status: 'PARTIAL',
      price: '0.48',
      qty: '10',
      filled_qty: '4',
      avg_fill_price: '0.47',
    },
  ],
  pending_action: null,
  reason: null,
  created_at: '2026-07-01T12:00:00.004Z',
  updated_at: '2026-07-01T12:00:00.011Z',
};

test('search answers one page and passes every parameter on', async () => {
  const asked: unknown[] = [];
  const search = async (query: unknown) => {
    asked.push(query);
    return ok({ items: [], nextCursor: null });
  };
  const page = await get('/v1/markets/search');
  assert.deepEqual(page.body, { items: [INSTRUMENT_RECORD], next_cursor: 'eyJrIjoxMDAxfQ' });
  await get(
    '/v1/markets/search?q=rain+in%20l%C3%B6ndon&venue=Demo&status=OPEN&category=Weather&cursor=c&limit=200',
    {
      marketData: { search },
    },
  );
  await get('/v1/markets/search?q=', { marketData: { search } });
  assert.deepEqual(asked, [
    { q: 'rain in löndon', venue: 'Demo', status: 'OPEN', category: 'Weather', cursor: 'c', limit: 200 },
    { q: null, venue: null, status: null, category: null, cursor: null, limit: 50 },
  ]);
});

test('a cursor that search refuses is invalid_cursor', async () => {
  const search = async () => refuse(refusal('invalid_cursor', 'no such page'));
  const { status, body } = await get('/v1/markets/search?cursor=x', { marketData: { search } });
  assert.deepEqual([status, body.error], [422, 'invalid_cursor']);
});

test('markets are listed whole, and found by id, native id, ticker and slug', async () => {
  assert.deepEqual((await get('/v1/markets?venue=Demo')).body, [INSTRUMENT_RECORD]);
  assert.deepEqual((await get('/v1/markets/1001')).body, INSTRUMENT_RECORD);
  assert.deepEqual((await get('/v1/markets/Demo:RAIN-LON-JUL01')).body, INSTRUMENT_RECORD);
  assert.deepEqual((await get('/v1/markets/match?ticker=RAIN-LON-JUL01')).body, INSTRUMENT_RECORD);
});

test('a match with neither ticker nor slug is refused, one that finds nothing is 404', async () => {
  const neither = await get('/v1/markets/match?venue=Demo');
  assert.deepEqual([neither.status, neither.body.error], [422, 'validation']);
  assert.equal((await get('/v1/markets/match?slug=none')).status, 404);
});

test('an instrument that cannot exist is as unknown as one that does not', async () => {
  for (const id of [
    '9',
    '0',
    '-1',
    '1.5',
    '1e3',
    'Demo:',
    ':x',
    'Nowhere:x',
    'demo:RAIN-LON-JUL01',
    '9007199254740993',
    'x',
  ]) {
    for (const path of [
      `/v1/markets/${id}`,
      `/v1/markets/${id}/book`,
      `/v1/orderbooks/${id}`,
      `/v1/markets/${id}/stats`,
    ]) {
      const { status, body } = await get(path);
      assert.deepEqual([status, body.details], [404, { resource: 'instrument' }], path);
    }
  }
});

test('lookup takes integers only, names the first that is none, and has a maximum', async () => {
  const lookup = (body: unknown) => call('POST', '/v1/markets/lookup', body);
  assert.deepEqual((await lookup({ instrument_ids: [1002, 1001] })).body.map(idOf), [1002, 1001]);
  assert.deepEqual((await lookup({ instrument_ids: [] })).body, []);
  const fieldOf = async (body: unknown) => (await lookup(body)).body.details.fields[0].field;
  assert.equal(await fieldOf({}), 'instrument_ids');
  assert.equal(await fieldOf({ instrument_ids: '1' }), 'instrument_ids');
  assert.equal(await fieldOf({ instrument_ids: null }), 'instrument_ids');
  for (const bad of ['1001', 1.5, 0, -1, 2 ** 53, null, true]) {
    assert.equal(await fieldOf({ instrument_ids: [1, bad] }), 'instrument_ids[1]');
  }
  assert.equal(await fieldOf({ instrument_ids: [1], extra: 1 }), 'extra');
  assert.equal(await fieldOf([1]), 'body');
  const tooMany = await lookup({ instrument_ids: Array.from({ length: 101 }, (_, at) => at + 1) });
  assert.deepEqual([tooMany.status, tooMany.body.error], [422, 'lookup_too_large']);
  assert.deepEqual(tooMany.body.details, { max: 100, given: 101 });
});

const idOf = (record: { instrument_id: number }): number => record.instrument_id;

const BOOK_RECORD = {
  instrument_id: 1001,
  bids: [
    { price: '0.47', qty: '120' },
    { price: '0.46', qty: '300' },
  ],
  asks: [{ price: '0.49', qty: '80' }],
  timestamp: 1782907200000,
  sequence: 88121,
};

test('books come light or whole, best level first', async () => {
  assert.deepEqual((await get('/v1/markets/1001/book')).body, BOOK_RECORD);
  assert.deepEqual((await get('/v1/orderbooks/1001')).body, BOOK_RECORD);
  assert.deepEqual((await get('/v1/orderbooks/Demo:RAIN-LON-JUL01')).body, BOOK_RECORD);
  assert.deepEqual((await get('/v1/markets/1001/book?depth=1')).body.bids, [{ price: '0.47', qty: '120' }]);
});

test('the light book holds ten levels, the full one all', async () => {
  const bids = Array.from({ length: 25 }, (_, at) => ({ price: price(`0.${50 - at}`), qty: qty('1') }));
  const options: BenchOptions = { marketData: { book: () => ok({ ...BOOK, bids }) } };
  assert.equal((await get('/v1/markets/1001/book', options)).body.bids.length, 10);
  assert.equal((await get('/v1/orderbooks/1001', options)).body.bids.length, 25);
});

test('a book that moved is never answered with its old text', async () => {
  let book = BOOK;
  const { server } = await bench({ marketData: { book: () => ok(book) } });
  const read = async () =>
    (await server.inject({ url: '/v1/markets/1001/book', headers: { 'x-signature': 'good' } })).json();
  await read();
  book = { ...BOOK, asks: [{ price: price('0.5'), qty: qty('1') }], sequence: 88122 };
  assert.deepEqual((await read()).asks, [{ price: '0.5', qty: '1' }]);
  book = { ...book, timestamp: (book.timestamp + 1) as typeof book.timestamp };
  assert.equal((await read()).timestamp, 1782907200001);
});

test('a book that an external venue does not give is 503', async () => {
  const book = () => refuse(refusal('venue_unavailable', 'no book'));
  const { status, body } = await get('/v1/markets/1001/book', { marketData: { book } });
  assert.deepEqual([status, body.error], [503, 'venue_unavailable']);
});

test('an aggregated book shows who holds what; its subaccount must exist', async () => {
  const book = await get('/v1/orderbooks/generic-asset/501?subaccount_id=sa_1');
  assert.deepEqual(book.body.bids, [
    { price: '0.47', qty: '120', breakdown: [{ venue: 'Demo', instrument_id: 1001, qty: '120' }] },
  ]);
  const noSubaccount = await get('/v1/orderbooks/generic-asset/501?subaccount_id=sa_9');
  assert.deepEqual([noSubaccount.status, noSubaccount.body.details.resource], [404, 'subaccount']);
  for (const id of ['502', 'x', '0', 'Demo:501']) {
    const { status, body } = await get(`/v1/orderbooks/generic-asset/${id}`);
    assert.deepEqual([status, body.details.resource], [404, 'generic_asset']);
  }
});

test('trades and prints are one record, with their defaults', async () => {
  const asked: unknown[] = [];
  const options: BenchOptions = {
    marketData: {
      prints: async (query) => {
        asked.push(query);
        return [];
      },
    },
  };
  const print = {
    id: 70012,
    instrument_id: 1001,
    venue: 'Demo',
    price: '0.47',
    qty: '4',
    side: 'BUY',
    timestamp: 1782907200008,
  };
  assert.deepEqual((await get('/v1/markets/1001/trades')).body, [print]);
  assert.deepEqual((await get('/v1/tradeprints')).body, [print]);
  await get('/v1/markets/1001/trades?limit=7', options);
  await get('/v1/tradeprints', options);
  await get('/v1/tradeprints?instrument_id=Demo:RAIN-LON-JUL01&after_id=5&limit=1000', options);
  assert.deepEqual(asked, [
    { instrumentId: 1001, limit: 7, afterId: null },
    { instrumentId: null, limit: 100, afterId: null },
    { instrumentId: 1001, limit: 1000, afterId: 5 },
  ]);
  assert.equal((await get('/v1/tradeprints?instrument_id=9')).status, 404);
});

test('a statistic that the venue does not tell is left out', async () => {
  const { body } = await get('/v1/markets/1001/stats');
  assert.deepEqual(body, { instrument_id: 1001, volume_24h: '1520', open_interest: '800' });
});

test('candles and prices pass their defaults and ranges on', async () => {
  const asked: unknown[] = [];
  const remember = async (query: unknown) => {
    asked.push(query);
    return [];
  };
  const options: BenchOptions = { marketData: { candles: remember, prices: remember } };
  assert.deepEqual((await get('/v1/candles?instrument_id=1001')).body, [
    { t: 1782907200000, o: '0.45', h: '0.49', l: '0.44', c: '0.47', v: '310' },
  ]);
  assert.deepEqual((await get('/v1/prices?instrument_id=1001')).body, [
    { timestamp: 1782907200000, price: '0.47' },
  ]);
  await get('/v1/candles?instrument_id=1001', options);
  await get(
    '/v1/candles?instrument_id=1001&interval=5m&limit=3&start=1782907200&end=2026-07-02T00:00:00Z',
    options,
  );
  await get('/v1/prices?instrument_id=1001', options);
  await get('/v1/prices?instrument_id=1001&type=aggregated', options);
  assert.deepEqual(asked, [
    { instrumentId: 1001, limit: 500, start: null, end: null, interval: '1h' },
    { instrumentId: 1001, limit: 3, start: 1782907200000, end: 1782950400000, interval: '5m' },
    { instrumentId: 1001, limit: 100, start: null, end: null, bucket: null },
    { instrumentId: 1001, limit: 100, start: null, end: null, bucket: '1h' },
  ]);
});

test('a query parameter that is wrong is 422 and named', async () => {
  const wrong = [
    ['/v1/candles', 'instrument_id'],
    ['/v1/candles?instrument_id=', 'instrument_id'],
    ['/v1/candles?instrument_id=1001&interval=2h', 'interval'],
    ['/v1/candles?instrument_id=1001&interval=1H', 'interval'],
    ['/v1/candles?instrument_id=1001&limit=0', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=1001', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=-5', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=1.5', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=ten', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=1&limit=1', 'limit'],
    ['/v1/candles?instrument_id=1001&start=yesterday', 'start'],
    ['/v1/candles?instrument_id=1001&end=2026-02-31T00:00:00Z', 'end'],
    ['/v1/candles?instrument_id=1001&start=1782907200&end=1782907199', 'end'],
    ['/v1/prices?instrument_id=1001&type=TICKS', 'type'],
    ['/v1/tradeprints?after_id=-1', 'after_id'],
    ['/v1/markets/1001/trades?limit=5000', 'limit'],
    ['/v1/markets/1001/book?depth=0', 'depth'],
    ['/v1/markets/search?status=open', 'status'],
    ['/v1/markets/search?venue=demo', 'venue'],
    ['/v1/markets/search?venue=', 'venue'],
    ['/v1/markets/search?limit=201', 'limit'],
    [`/v1/markets/search?q=${'x'.repeat(201)}`, 'q'],
    ['/v1/markets/search?q=%FF', 'q'],
    ['/v1/markets/search?q=a%00b', 'q'],
    ['/v1/markets?venue=Elsewhere', 'venue'],
    ['/v1/generic-assets?venue=Elsewhere', 'venue'],
    ['/v1/orders', 'subaccount_id'],
    ['/v1/orders?subaccount_id=', 'subaccount_id'],
    ['/v1/orders?subaccount_id=a%20b', 'subaccount_id'],
    ['/v1/orders?subaccount_id=sa_1&status=DONE', 'status'],
    ['/v1/orders?subaccount_id=sa_1&limit=0', 'limit'],
    ['/v1/fills', 'subaccount_id'],
    ['/v1/fills?subaccount_id=sa_1&order_id=fil_1', 'order_id'],
    ['/v1/positions', 'subaccount_id'],
    ['/v1/risk', 'subaccount_id'],
  ] as const;
  for (const [url, field] of wrong) {
    const { status, body } = await get(url);
    assert.deepEqual([status, body.error, body.details?.fields?.[0]?.field], [422, 'validation', field], url);
  }
});

test('parameters that no call knows are ignored, even twice', async () => {
  assert.equal((await get('/v1/positions?subaccount_id=sa_1&x=1&x=2&%FF=%FF')).status, 200);
});

test('venues tell what they can do and how they are', async () => {
  assert.deepEqual((await get('/v1/venues')).body, [
    {
      name: 'Demo',
      status: 'LIVE',
      capabilities: {
        trading: true,
        simulated: true,
        amend: 'native',
        amend_qty_increase: true,
        tif: ['GTC', 'IOC', 'FOK', 'GTD'],
      },
    },
  ]);
  assert.deepEqual((await get('/v1/venues/health')).body, [
    { venue: 'Demo', healthy: true, latency_ms: 0, checked_at: '2026-07-01T12:00:00.000Z', reason: null },
    { venue: 'Kalshi', healthy: false, checked_at: '2026-07-01T12:00:00.000Z', reason: 'timeout' },
  ]);
});

test('generic assets carry their status and venues', async () => {
  const { body } = await get('/v1/generic-assets/501');
  assert.equal(body.status, 'OPEN');
  assert.deepEqual(body.venues, ['Kalshi', 'Polymarket']);
  assert.deepEqual((await get('/v1/generic-assets?instrument_id=1001')).body, [body]);
  assert.equal((await get('/v1/generic-assets?instrument_id=9')).status, 404);
  assert.equal((await get(`/v1/generic-assets/${ASSET.genericAssetId + 1}`)).status, 404);
});

test('an order is submitted with its body as it came and its key from the header', async () => {
  const asked: unknown[] = [];
  const { server } = await bench({
    trading: {
      submit: async (_, body, key) => {
        asked.push([body, key]);
        return ok({ order: ORDER, replayed: asked.length > 1 });
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
  assert.deepEqual(asked, [[{ qty: '10', unknown: null }, 'desk-1']]);
  const again = await submit();
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(again.body, first.body);
});

test('what the engine refuses leaves with its own status', async () => {
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
    const submit = async () => refuse(refusal(code, 'no', { why: 1 }));
    const { status, body } = await call('POST', '/v1/orders', {}, { trading: { submit } });
    assert.deepEqual([status, body.error, body.details], [expected, code, { why: 1 }]);
  }
});

test('an order is read, amended and cancelled by either spelling of its id', async () => {
  for (const id of ['ord_1042', '1042']) {
    assert.deepEqual((await get(`/v1/orders/${id}`)).body, ORDER_RECORD);
    assert.deepEqual((await call('PATCH', `/v1/orders/${id}`, { qty: '8' })).body, ORDER_RECORD);
    assert.deepEqual((await call('DELETE', `/v1/orders/${id}`)).body, ORDER_RECORD);
  }
});

test('an order id that is unknown or could be none is 404', async () => {
  for (const id of ['ord_7', 'ord_', 'ord_0', 'ORD_1042', 'fil_1042', '1042x', '01042', '%20']) {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const { status, body } = await call(method, `/v1/orders/${id}`, method === 'PATCH' ? {} : undefined);
      assert.deepEqual([status, body.details?.resource], [404, 'order'], `${method} ${id}`);
    }
  }
});

test('a cancel has no fields to carry', async () => {
  const { status, body } = await call('DELETE', '/v1/orders/ord_1042', { qty: '1' });
  assert.deepEqual([status, body.details.fields[0].field], [422, 'qty']);
});

test('a market order, a best price and a split are shown as the contract has them', async () => {
  const shown = async (order: Order) =>
    (await get('/v1/orders/ord_1042', { trading: { order: async () => ok(order) } })).body;
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

test("a decimal the caller set comes back in the caller's spelling, on its leg too", async () => {
  const order: Order = { ...ORDER, priceText: '0.480', qtyText: '10.00' };
  const { body } = await get('/v1/orders/ord_1042', { trading: { order: async () => ok(order) } });
  assert.deepEqual(
    [body.price, body.qty, body.legs[0].price, body.legs[0].qty],
    ['0.480', '10.00', '0.480', '10.00'],
  );
  assert.equal(body.remaining_qty, '6');
});

test('a batch answers each item in its place, refused ones with their reason', async () => {
  const submitBatch: NonNullable<BenchOptions['trading']>['submitBatch'] = async () =>
    ok([
      { ok: true, order: ORDER },
      {
        ok: false,
        clientOrderId: 'b-2',
        refusal: refusal('validation', 'price is required for LIMIT', { fields: [] }),
      },
    ]);
  for (const body of [{ orders: [{}, {}] }, [{}, {}]]) {
    const { body: entries } = await call('POST', '/v1/orders/batch', body, { trading: { submitBatch } });
    assert.deepEqual(entries, [
      { index: 0, ...ORDER_RECORD },
      {
        index: 1,
        id: null,
        client_order_id: 'b-2',
        status: 'REJECTED',
        error: 'validation',
        message: 'price is required for LIMIT',
        details: { fields: [] },
      },
    ]);
  }
});

const emptyItems = (length: number): object[] => Array.from({ length }, () => ({}));

test('a batch pays a token per item, at least one and at most its maximum', async () => {
  const { server, rates } = await bench();
  const batch = (payload: string) =>
    server.inject({
      method: 'POST',
      url: '/v1/orders/batch',
      headers: { 'x-signature': 'good', 'content-type': 'application/json' },
      payload,
    });
  for (const payload of [
    '[{},{},{}]',
    '{"orders":[{},{}]}',
    '[]',
    '{}',
    '{',
    JSON.stringify(emptyItems(80)),
  ]) {
    await batch(payload);
  }
  assert.deepEqual(
    rates.taken.map((taken) => Number(taken.split(' ')[2])),
    [3, 2, 1, 1, 1, 50],
  );
});

test('a batch that is empty, too long, no array or has other fields is refused whole', async () => {
  const submitBatch = () => assert.fail('the engine was asked');
  const refused = async (body: unknown) => {
    const { status, body: error } = await call('POST', '/v1/orders/batch', body, {
      trading: { submitBatch },
    });
    assert.equal(status, 422);
    return error;
  };
  assert.equal((await refused({ orders: [] })).details.fields[0].field, 'orders');
  assert.equal((await refused({})).details.fields[0].field, 'orders');
  assert.equal((await refused({ orders: {} })).details.fields[0].field, 'orders');
  assert.equal((await refused({ orders: [{}], atomic: true })).details.fields[0].field, 'atomic');
  const tooLarge = await refused(emptyItems(51));
  assert.deepEqual([tooLarge.error, tooLarge.details], ['batch_too_large', { max: 50, given: 51 }]);
});

test('cancel-all takes its subaccount from body or query, or none', async () => {
  const asked: unknown[] = [];
  const options: BenchOptions = {
    trading: {
      cancelAll: async (_, subaccountId, reason) => {
        asked.push([subaccountId, reason]);
        return ok({
          subaccountId,
          cancelled: [ORDER.id],
          pending: [],
          failed: [{ id: ORDER.id, refusal: refusal('venue_unavailable', 'venue did not answer') }],
        });
      },
    },
  };
  const answer = await call('POST', '/v1/orders/cancel-all', { subaccount_id: 'sa_1' }, options);
  assert.deepEqual(answer.body, {
    subaccount_id: 'sa_1',
    cancelled: 1,
    cancelled_order_ids: ['ord_1042'],
    pending_order_ids: [],
    failed: [{ id: 'ord_1042', error: 'venue_unavailable', message: 'venue did not answer' }],
  });
  await call('POST', '/v1/orders/cancel-all?subaccount_id=sa_1', undefined, options);
  await call('POST', '/v1/orders/cancel-all?subaccount_id=sa_1', { subaccount_id: 'sa_1' }, options);
  await call('POST', '/v1/orders/cancel-all', { subaccount_id: null }, options);
  await call('POST', '/v1/orders/cancel-all', undefined, options);
  await call('POST', '/v1/risk/cancel-all?subaccount_id=sa_1', undefined, options);
  assert.deepEqual(asked, [
    ['sa_1', 'cancel_all'],
    ['sa_1', 'cancel_all'],
    ['sa_1', 'cancel_all'],
    [null, 'cancel_all'],
    [null, 'cancel_all'],
    ['sa_1', 'risk_cancel_all'],
  ]);
});

test('a cancel-all that is not clear about whom it means cancels nothing', async () => {
  const options: BenchOptions = { trading: { cancelAll: () => assert.fail('orders were cancelled') } };
  const calls = [
    ['/v1/orders/cancel-all?subaccount_id=sa_2', { subaccount_id: 'sa_1' }],
    ['/v1/orders/cancel-all?subaccount_id=', undefined],
    ['/v1/orders/cancel-all', { subaccount_id: '' }],
    ['/v1/orders/cancel-all', { subaccount_id: 1 }],
    ['/v1/orders/cancel-all', { subacount_id: 'sa_1' }],
    ['/v1/orders/cancel-all', ['sa_1']],
    ['/v1/risk/cancel-all', undefined],
    ['/v1/risk/cancel-all', { subaccount_id: null }],
  ] as const;
  for (const [url, body] of calls) {
    const { status, body: error } = await call('POST', url, body, options);
    assert.deepEqual([status, error.error], [422, 'validation'], url);
  }
});

test('fills are listed with their filters; an order that is not there is 404', async () => {
  const { body } = await get('/v1/fills?subaccount_id=sa_1&order_id=1042&instrument_id=1001&start=1&end=2');
  assert.deepEqual(body, [
    {
      id: 'fil_9001',
      order_id: 'ord_1042',
      client_order_id: 'desk-1',
      subaccount_id: 'sa_1',
      instrument_id: 1001,
      venue: 'Demo',
      venue_trade_id: 'T-5531',
      side: 'BUY',
      outcome: 'YES',
      price: '0.47',
      qty: '4',
      fee: '0',
      liquidity: 'TAKER',
      realized_pnl: '0',
      timestamp: 1782907200008,
    },
  ]);
  assert.equal((await get('/v1/fills?subaccount_id=sa_1&order_id=7')).status, 404);
  assert.equal((await get('/v1/fills?subaccount_id=sa_1&instrument_id=7')).status, 404);
});

test('a subaccount that is not there is 404 on every call that names one', async () => {
  const calls = [
    ['GET', '/v1/orders?subaccount_id=sa_9'],
    ['GET', '/v1/fills?subaccount_id=sa_9'],
    ['GET', '/v1/positions?subaccount_id=sa_9'],
    ['GET', '/v1/risk?subaccount_id=sa_9'],
    ['GET', '/v1/risk/limits?subaccount_id=sa_9'],
    ['POST', '/v1/orders/cancel-all?subaccount_id=sa_9'],
    ['POST', '/v1/risk/cancel-all?subaccount_id=sa_9'],
  ] as const;
  for (const [method, url] of calls) {
    const { status, body } = await call(method, url);
    assert.deepEqual([status, body.details], [404, { resource: 'subaccount' }], url);
  }
});

test('NO held is a position sold in YES terms', async () => {
  assert.deepEqual((await get('/v1/positions?subaccount_id=sa_1')).body, [
    {
      instrument_id: 1001,
      side: 'SELL',
      qty: '10',
      avg_price: '0.6',
      unrealized_pnl: '0.5',
      subaccount_id: 'sa_1',
      venue: 'Demo',
      outcome: 'NO',
      mark_price: '0.55',
      realized_pnl: '0',
      updated_at: '2026-07-01T12:00:00.011Z',
    },
  ]);
});

test('risk state and limits read as the contract has them', async () => {
  const limits = { max_order_qty: '50', max_position_qty: '100', max_open_orders: 20 };
  const none = { max_order_qty: null, max_position_qty: null, max_open_orders: null };
  assert.deepEqual((await get('/v1/risk?subaccount_id=sa_1')).body, {
    subaccount_id: 'sa_1',
    breached: true,
    breaches: [{ limit: 'max_position_qty', scope: 'subaccount', max: '100', value: '140' }],
    kill_switch_active: false,
    open_orders: 3,
    position_qty: '140',
    limits,
    account_limits: none,
    timestamp: 1782907200000,
  });
  const ofSubaccount = { subaccount_id: 'sa_1', ...limits, updated_at: '2026-07-01T12:00:00.000Z' };
  assert.deepEqual((await get('/v1/risk/limits?subaccount_id=sa_1')).body, ofSubaccount);
  assert.deepEqual((await get('/v1/risk/limits')).body, { subaccount_id: null, ...none, updated_at: null });
  assert.equal(ACCOUNT_LIMITS.updatedAt, null);
  assert.deepEqual(
    (await call('PUT', '/v1/risk/limits', { subaccount_id: 'sa_1', max_order_qty: null })).body,
    ofSubaccount,
  );
});

test('a limits body reaches the engine with its nulls: there they clear', async () => {
  const bodies: unknown[] = [];
  const setLimits = async (_: unknown, body: unknown) => {
    bodies.push(body);
    return refuse(notFound('subaccount'));
  };
  await call('PUT', '/v1/risk/limits', { max_order_qty: null, x: 1 }, { trading: { setLimits } });
  assert.deepEqual(bodies, [{ max_order_qty: null, x: 1 }]);
});

test('the kill switch answers whom it covers', async () => {
  assert.deepEqual((await call('POST', '/v1/risk/kill-switch', { enabled: true })).body, {
    enabled: true,
    kill_switch_active: true,
    subaccounts: ['sa_1'],
    updated_at: '2026-07-01T12:00:00.000Z',
  });
});

test('account and subaccounts tell a caller where it stands', async () => {
  assert.deepEqual((await get('/v1/account')).body, {
    account_id: 'acc_1',
    key_id: 'key_demo_1',
    permissions: ['read', 'trade', 'risk'],
    subaccounts: ['sa_1'],
    expires_at: null,
    server_time: 1782907200000,
  });
  assert.deepEqual((await get('/v1/subaccounts')).body, [
    { subaccount_id: 'sa_1', name: 'Desk one', status: 'ACTIVE', kill_switch_active: false },
  ]);
});
