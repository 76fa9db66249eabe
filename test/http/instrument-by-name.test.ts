import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/http/routes/routes.ts';
import { RAIN } from '../support/order-bodies.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { open } from '../ws/test-stream.ts';
import { openTrade } from '../ws/trade-client.ts';

// An instrument may be named as Venue:native-id wherever a request has an instrument id, with the same answer.

const UNKNOWN_ID = 987_654;
const UNKNOWN_NAME = 'Demo:no-such-listing';

const service = await startService();
const api = service.api(await service.newKey('--permissions', 'read,trade,risk,review,alerts'));
const market = await api.ok<Instrument>('GET', `/v1/markets/${RAIN}`);
const NAME = `${market.venue}:${market.venue_instrument_id}`;
const hook = await api.ok<{ id: string }>('POST', '/v1/webhooks', {
  url: 'https://hooks.example.com/one',
  events: ['order.updated'],
});

type Id = number | string;
const path = encodeURIComponent;
const order = (id: Id) => ({
  subaccount_id: 'sa_1',
  instrument_id: id,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.02',
  qty: '1',
});
const stop = (id: Id) => ({
  subaccount_id: 'sa_1',
  type: 'STOP',
  instrument_id: id,
  side: 'BUY',
  qty: '1',
  price: '0.97',
  params: { trigger_price: '0.96' },
});
const leg = (id: Id, outcome: string) => ({ instrument_id: id, side: 'BUY', outcome, price: '0.4' });
const pair = (id: Id) => ({
  subaccount_id: 'sa_1',
  type: 'HEDGED_PAIR',
  qty: '1',
  params: { legs: [leg(id, 'YES'), leg(id, 'NO')], unhedged_qty_max: '1' },
});

interface Request {
  readonly target: (id: Id) => string;
  readonly body?: (id: Id) => object;
}
const get = (target: (id: Id) => string): Request => ({ target });
const send = (at: string, body: (id: Id) => object): Request => ({ target: () => at, body });
const members = (id: Id) => ({
  members: [{ instrument_id: id }, { instrument_id: UNKNOWN_ID }],
  why: 'a test',
});

let quoteSeq = 0;

/** A request for each field of a route that takes an instrument, by route. */
const REQUESTS: Readonly<Record<string, readonly Request[]>> = {
  'GET /v1/markets/{id}': [get((id) => `/v1/markets/${path(id)}`)],
  'GET /v1/markets/{id}/book': [get((id) => `/v1/markets/${path(id)}/book`)],
  'GET /v1/orderbooks/{id}': [get((id) => `/v1/orderbooks/${path(id)}`)],
  'GET /v1/markets/{id}/trades': [get((id) => `/v1/markets/${path(id)}/trades`)],
  'GET /v1/markets/{id}/stats': [get((id) => `/v1/markets/${path(id)}/stats`)],
  'GET /v1/tradeprints': [get((id) => `/v1/tradeprints?instrument_id=${path(id)}`)],
  'GET /v1/candles': [get((id) => `/v1/candles?instrument_id=${path(id)}&interval=1m`)],
  'GET /v1/prices': [get((id) => `/v1/prices?instrument_id=${path(id)}&interval=1m`)],
  'GET /v1/generic-assets': [get((id) => `/v1/generic-assets?instrument_id=${path(id)}`)],
  'GET /v1/matching/compare': [get((id) => `/v1/matching/compare?instrument_ids=${path(id)},${RAIN + 1}`)],
  'GET /v1/orders': [get((id) => `/v1/orders?subaccount_id=sa_1&instrument_id=${path(id)}`)],
  'GET /v1/complex-orders': [get((id) => `/v1/complex-orders?subaccount_id=sa_1&instrument_id=${path(id)}`)],
  'GET /v1/fills': [get((id) => `/v1/fills?subaccount_id=sa_1&instrument_id=${path(id)}`)],
  'GET /v1/pnl': [get((id) => `/v1/pnl?subaccount_id=sa_1&interval=1m&instrument_id=${path(id)}`)],
  'GET /v1/pnl/history': [
    get((id) => `/v1/pnl/history?subaccount_id=sa_1&interval=1m&instrument_id=${path(id)}`),
  ],
  'GET /v1/pnl/breakdown': [
    get((id) => `/v1/pnl/breakdown?subaccount_id=sa_1&by=venue&instrument_id=${path(id)}`),
  ],
  'POST /v1/markets/lookup': [send('/v1/markets/lookup', (id) => ({ instrument_ids: [id] }))],
  'POST /v1/fees/lookup': [send('/v1/fees/lookup', (id) => ({ instrument_ids: [id] }))],
  'POST /v1/matching/approve': [send('/v1/matching/approve', members)],
  'POST /v1/matching/reject': [send('/v1/matching/reject', members)],
  'POST /v1/orders': [send('/v1/orders', order)],
  'POST /v1/orders/preview': [send('/v1/orders/preview', order)],
  'POST /v1/orders/batch': [
    send('/v1/orders/batch', (id) => ({ orders: [order(id), order(RAIN)] })),
    send('/v1/orders/batch', (id) => [order(id), order(RAIN)]),
  ],
  'POST /v1/complex-orders': [send('/v1/complex-orders', stop)],
  'POST /v1/complex-orders/preview': [
    send('/v1/complex-orders/preview', stop),
    send('/v1/complex-orders/preview', pair),
  ],
  'PUT /v1/quotes': [
    send('/v1/quotes', (id) => ({
      subaccount_id: 'sa_1',
      quote_seq: (quoteSeq += 1),
      quotes: [{ instrument_id: id, bid: { price: '0.02', qty: '1' }, ask: null }],
    })),
  ],
  'POST /v1/positions/close': [
    send('/v1/positions/close', (id) => ({ subaccount_id: 'sa_1', instrument_id: id })),
  ],
  'POST /v1/positions/merge': [
    send('/v1/positions/merge', (id) => ({ subaccount_id: 'sa_1', instrument_id: id })),
  ],
  'POST /v1/positions/merge/preview': [
    send('/v1/positions/merge/preview', (id) => ({ subaccount_id: 'sa_1', instrument_id: id })),
  ],
  'POST /v1/positions/split': [
    send('/v1/positions/split', (id) => ({ subaccount_id: 'sa_1', instrument_id: id, qty: '1' })),
  ],
  'POST /v1/positions/split/preview': [
    send('/v1/positions/split/preview', (id) => ({ subaccount_id: 'sa_1', instrument_id: id, qty: '1' })),
  ],
  'POST /v1/positions/redeem': [
    send('/v1/positions/redeem', (id) => ({ subaccount_id: 'sa_1', instrument_id: id })),
  ],
  'POST /v1/positions/redeem/preview': [
    send('/v1/positions/redeem/preview', (id) => ({ subaccount_id: 'sa_1', instrument_id: id })),
  ],
  'GET /v1/positions/operations': [
    get((id) => `/v1/positions/operations?subaccount_id=sa_1&instrument_id=${path(id)}`),
  ],
  'PUT /v1/fair-values': [
    send('/v1/fair-values', (id) => ({
      subaccount_id: 'sa_1',
      values: [{ instrument_id: id, price: '0.5', valid_until: '2099-01-01T00:00:00.000Z' }],
    })),
  ],
  'POST /v1/alerts': [
    send('/v1/alerts', (id) => ({
      when: { kind: 'price_crossed', instrument_id: id, price: '0.99', direction: 'UP' },
      to: [`webhook:${hook.id}`],
      once: true,
    })),
  ],
};

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const hasInstrument = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  ((schema.anyOf ?? []).some(hasInstrument) ||
    hasInstrument(schema.items) ||
    Object.entries(schema.properties ?? {}).some(
      ([name, inner]) => /instrument/.test(name) || hasInstrument(inner),
    ));

test('the table has each route that takes an instrument', () => {
  const taking = routes.filter(
    ({ path: at, query, body }) =>
      /(markets|orderbooks)\/\{id\}/.test(at) || hasInstrument(query) || hasInstrument(body),
  );
  assert.deepEqual(
    taking.map(({ method, path: at }) => `${method} ${at}`).toSorted(),
    Object.keys(REQUESTS).toSorted(),
  );
});

/** Status, error code and the instrument that the answer names. */
async function answer(method: string, { target, body }: Request, id: Id): Promise<readonly unknown[]> {
  const given = await api.call(method, target(id), body?.(id));
  const [code] = /"error":"[a-z_]+"/.exec(given.text) ?? [];
  return [given.status, code, given.text.includes(`"instrument_id":${RAIN}`)];
}

/** Refused also with a known listing: no position is held or it is netted, or the other member of the mapping is unknown. */
const REFUSED = new Set([
  'POST /v1/positions/close',
  'POST /v1/positions/merge',
  'POST /v1/positions/merge/preview',
  'POST /v1/positions/split',
  'POST /v1/positions/split/preview',
  'POST /v1/positions/redeem',
  'POST /v1/positions/redeem/preview',
  'POST /v1/matching/approve',
  'POST /v1/matching/reject',
]);

for (const [route, requests] of Object.entries(REQUESTS)) {
  const [method = ''] = route.split(' ');
  test(`${route} has the same answer for a name as for its id`, async () => {
    for (const request of requests) {
      const byId = await answer(method, request, RAIN);
      assert.deepEqual(await answer(method, request, NAME), byId);
      const unknown = await answer(method, request, UNKNOWN_ID);
      assert.deepEqual(await answer(method, request, UNKNOWN_NAME), unknown);
      if (!REFUSED.has(route)) assert.equal(byId[0], 200, `the request of ${route} is valid`);
    }
  });
}

test('a ticker names its instrument as the native id does', async () => {
  const named = `${market.venue}:${market.ticker}`;
  assert.equal((await api.ok<Instrument>('GET', `/v1/markets/${path(named)}`)).instrument_id, RAIN);
  const placed = await api.ok<{ instrument_id: number }>('POST', '/v1/orders', order(named));
  assert.equal(placed.instrument_id, RAIN);
});

test('an order is repeated by its name with the same client order id', async () => {
  const once = { ...order(RAIN), client_order_id: 'named-once' };
  const { id } = await api.ok<{ id: string }>('POST', '/v1/orders', once);
  const again = await api.ok<{ id: string }>('POST', '/v1/orders', { ...once, instrument_id: NAME });
  assert.equal(again.id, id);
});

test('the trade socket takes names', async () => {
  const trade = await openTrade(service, '', api);
  const placed = await trade.request('order.create', order(NAME));
  assert.deepEqual(
    [placed['status'], (placed['body'] as { instrument_id: number }).instrument_id],
    [200, RAIN],
  );
  const refused = await trade.request('order.create', order(UNKNOWN_NAME));
  assert.equal(refused['status'], (await trade.request('order.create', order(UNKNOWN_ID)))['status']);
});

for (const name of ['tradeprints', 'orderbooks']) {
  test(`the stream ${name} takes names in its query and its frames`, async () => {
    const stream = await open(service, `/v1/ws/${name}?instrument_id=${path(NAME)}`, api);
    assert.deepEqual(stream.of('subscribed')[0]?.['instrument_ids'], [RAIN]);
    stream.send({ action: 'unsubscribe', id: 1, instrument_ids: [NAME] });
    assert.deepEqual((await stream.next('unsubscribed'))['instrument_ids'], []);
    stream.send({ action: 'subscribe', id: 2, instrument_ids: [NAME, RAIN + 1] });
    assert.deepEqual((await stream.next('subscribed'))['instrument_ids'], [RAIN, RAIN + 1]);
    stream.send({ action: 'subscribe', id: 3, instrument_ids: [UNKNOWN_NAME] });
    const refused = await stream.next('error');
    assert.deepEqual([refused['id'], JSON.stringify(refused).includes(UNKNOWN_NAME)], [3, true]);
    await stream.close();
  });
}
