import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Crossbook, MatchDecision, NewComplexOrder, NewOrder } from '../src/index.ts';
import { FakeService } from './fake-server.ts';

const ALERT = { when: { kind: 'fill' }, to: ['webhook:wh_1'] };
const HOOK = { url: 'https://example.com/hooks', events: ['fill.created'] };
const STOP: NewComplexOrder = {
  subaccount_id: 'sa_1',
  type: 'STOP',
  instrument_id: 1001,
  side: 'SELL',
  qty: '20',
  params: { trigger_price: '0.4' },
  idempotency_key: 's-1',
};
const LIMIT: NewOrder = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.48',
  qty: '10',
  client_order_id: 'desk-1',
};
const PAIR: MatchDecision = { members: [{ instrument_id: 1001 }, { instrument_id: 2001 }], why: 'one day' };
const id = 'ord_1042';
const sa = { subaccount_id: 'sa_1' };

/** Every method once: its arguments, and the request that the service must receive. */
const METHODS: readonly [
  name: string,
  call: (c: Crossbook) => Promise<unknown>,
  wire: string,
  body?: unknown,
][] = [
  [
    'markets.search',
    (c) => c.markets.search({ q: 'rain', venue: 'Demo', status: 'OPEN', limit: 5 }),
    'GET /v1/markets/search?limit=5&q=rain&status=OPEN&venue=Demo',
  ],
  ['orders.preview', (c) => c.orders.preview(LIMIT), 'POST /v1/orders/preview', LIMIT],
  ['orders.receipt', (c) => c.orders.receipt(id), 'GET /v1/orders/ord_1042/receipt'],
  ['markets.list', (c) => c.markets.list({ venue: 'Demo' }), 'GET /v1/markets?venue=Demo'],
  [
    'markets.match',
    (c) => c.markets.match({ ticker: 'RAIN-LON-JUL01' }),
    'GET /v1/markets/match?ticker=RAIN-LON-JUL01',
  ],
  ['markets.get by id', (c) => c.markets.get(1001), 'GET /v1/markets/1001'],
  [
    'markets.get by native id',
    (c) => c.markets.get('Demo:RAIN-LON-JUL01'),
    'GET /v1/markets/Demo%3ARAIN-LON-JUL01',
  ],
  [
    'markets.lookup',
    (c) => c.markets.lookup([1001, 1002]),
    'POST /v1/markets/lookup',
    { instrument_ids: [1001, 1002] },
  ],
  ['markets.book', (c) => c.markets.book(1001, { depth: 3 }), 'GET /v1/markets/1001/book?depth=3'],
  ['markets.trades', (c) => c.markets.trades(1001, { limit: 1 }), 'GET /v1/markets/1001/trades?limit=1'],
  ['markets.stats', (c) => c.markets.stats(1001), 'GET /v1/markets/1001/stats'],
  ['books.get', (c) => c.books.get(1001), 'GET /v1/orderbooks/1001'],
  [
    'books.aggregated',
    (c) => c.books.aggregated(501, sa),
    'GET /v1/orderbooks/generic-asset/501?subaccount_id=sa_1',
  ],
  [
    'prints.list',
    (c) => c.prints.list({ instrument_id: 1001, limit: 1 }),
    'GET /v1/tradeprints?instrument_id=1001&limit=1',
  ],
  [
    'candles.list',
    (c) => c.candles.list({ instrument_id: 1001, interval: '5m', start: 1782900000000 }),
    'GET /v1/candles?instrument_id=1001&interval=5m&start=1782900000000',
  ],
  [
    'prices.list',
    (c) => c.prices.list({ instrument_id: 1001, type: 'aggregated' }),
    'GET /v1/prices?instrument_id=1001&type=aggregated',
  ],
  ['venues.list', (c) => c.venues.list(), 'GET /v1/venues'],
  ['venues.health', (c) => c.venues.health(), 'GET /v1/venues/health'],
  ['venues.history', (c) => c.venues.history('Demo'), 'GET /v1/venues/Demo/health'],
  ['genericAssets.list', (c) => c.genericAssets.list({ q: 'rain' }), 'GET /v1/generic-assets?q=rain'],
  ['genericAssets.get', (c) => c.genericAssets.get(501), 'GET /v1/generic-assets/501'],
  [
    'matching.proposals',
    (c) => c.matching.proposals({ verdict: 'same', limit: 5 }),
    'GET /v1/matching/proposals?limit=5&verdict=same',
  ],
  [
    'matching.compare',
    (c) => c.matching.compare([1001, 2001]),
    'GET /v1/matching/compare?instrument_ids=1001%2C2001',
  ],
  [
    'matching.reviews',
    (c) => c.matching.reviews({ status: 'SUSPENDED' }),
    'GET /v1/matching/reviews?status=SUSPENDED',
  ],
  ['matching.review', (c) => c.matching.review(1000001), 'GET /v1/matching/reviews/1000001'],
  ['matching.approve', (c) => c.matching.approve(PAIR), 'POST /v1/matching/approve', PAIR],
  ['matching.reject', (c) => c.matching.reject(PAIR), 'POST /v1/matching/reject', PAIR],
  ['orders.create', (c) => c.orders.create(LIMIT), 'POST /v1/orders', LIMIT],
  ['orders.batch', (c) => c.orders.batch([LIMIT]), 'POST /v1/orders/batch', { orders: [LIMIT] }],
  [
    'orders.list',
    (c) => c.orders.list({ ...sa, status: 'OPEN' }),
    'GET /v1/orders?status=OPEN&subaccount_id=sa_1',
  ],
  ['orders.get', (c) => c.orders.get(id), 'GET /v1/orders/ord_1042'],
  ['orders.get by number', (c) => c.orders.get(1042), 'GET /v1/orders/1042'],
  [
    'orders.amend',
    (c) => c.orders.amend(id, { price: '0.47', qty: '8' }),
    'PATCH /v1/orders/ord_1042',
    { price: '0.47', qty: '8' },
  ],
  ['orders.cancel', (c) => c.orders.cancel(id), 'DELETE /v1/orders/ord_1042'],
  ['orders.cancelAll', (c) => c.orders.cancelAll(sa), 'POST /v1/orders/cancel-all', sa],
  ['orders.cancelAll everywhere', (c) => c.orders.cancelAll(), 'POST /v1/orders/cancel-all', {}],
  ['complexOrders.create', (c) => c.complexOrders.create(STOP), 'POST /v1/complex-orders', STOP],
  ['complexOrders.preview', (c) => c.complexOrders.preview(STOP), 'POST /v1/complex-orders/preview', STOP],
  [
    'complexOrders.list',
    (c) => c.complexOrders.list({ ...sa, status: 'PAUSED', type: 'STOP' }),
    'GET /v1/complex-orders?status=PAUSED&subaccount_id=sa_1&type=STOP',
  ],
  ['complexOrders.get', (c) => c.complexOrders.get('cpx_7'), 'GET /v1/complex-orders/cpx_7'],
  ['complexOrders.receipt', (c) => c.complexOrders.receipt(7), 'GET /v1/complex-orders/7/receipt'],
  [
    'complexOrders.amend',
    (c) => c.complexOrders.amend('cpx_7', { params: { trigger_price: '0.38' } }),
    'PATCH /v1/complex-orders/cpx_7',
    { params: { trigger_price: '0.38' } },
  ],
  ['complexOrders.cancel', (c) => c.complexOrders.cancel('cpx_7'), 'DELETE /v1/complex-orders/cpx_7'],
  ['complexOrders.cancelAll', (c) => c.complexOrders.cancelAll(sa), 'POST /v1/complex-orders/cancel-all', sa],
  ['complexOrders.resume', (c) => c.complexOrders.resume('cpx_7'), 'POST /v1/complex-orders/cpx_7/resume'],
  [
    'fills.list',
    (c) => c.fills.list({ ...sa, order_id: id }),
    'GET /v1/fills?order_id=ord_1042&subaccount_id=sa_1',
  ],
  ['balances.list', (c) => c.balances.list(sa), 'GET /v1/balances?subaccount_id=sa_1'],
  ['positions.list', (c) => c.positions.list(sa), 'GET /v1/positions?subaccount_id=sa_1'],
  [
    'positions.merge',
    (c) => c.positions.merge({ ...sa, instrument_id: 1001, idempotency_key: 'm' }),
    'POST /v1/positions/merge',
    { ...sa, instrument_id: 1001, idempotency_key: 'm' },
  ],
  [
    'positions.split',
    (c) => c.positions.split({ ...sa, instrument_id: 1001, qty: '5', idempotency_key: 's' }),
    'POST /v1/positions/split',
    { ...sa, instrument_id: 1001, qty: '5', idempotency_key: 's' },
  ],
  [
    'positions.redeem',
    (c) => c.positions.redeem({ ...sa, instrument_id: 1001, idempotency_key: 'r' }),
    'POST /v1/positions/redeem',
    { ...sa, instrument_id: 1001, idempotency_key: 'r' },
  ],
  [
    'positions.previewOperation',
    (c) => c.positions.previewOperation('redeem', { ...sa, instrument_id: 1001 }),
    'POST /v1/positions/redeem/preview',
    { ...sa, instrument_id: 1001 },
  ],
  [
    'positions.operations',
    (c) => c.positions.operations({ ...sa, kind: 'MERGE', limit: 9 }),
    'GET /v1/positions/operations?kind=MERGE&limit=9&subaccount_id=sa_1',
  ],
  ['positions.operation', (c) => c.positions.operation('pop_77'), 'GET /v1/positions/operations/pop_77'],
  [
    'pnl.list',
    (c) => c.pnl.list({ ...sa, interval: '5m', venue: 'Demo', limit: 9 }),
    'GET /v1/pnl?interval=5m&limit=9&subaccount_id=sa_1&venue=Demo',
  ],
  [
    'pnl.history',
    (c) => c.pnl.history({ ...sa, limit: 9 }),
    'GET /v1/pnl/history?limit=9&subaccount_id=sa_1',
  ],
  ['alerts.list', (c) => c.alerts.list(), 'GET /v1/alerts'],
  ['alerts.create', (c) => c.alerts.create(ALERT), 'POST /v1/alerts', ALERT],
  ['alerts.delete', (c) => c.alerts.delete('alr_1'), 'DELETE /v1/alerts/alr_1'],
  ['webhooks.list', (c) => c.webhooks.list(), 'GET /v1/webhooks'],
  ['webhooks.get', (c) => c.webhooks.get('wh_1'), 'GET /v1/webhooks/wh_1'],
  ['webhooks.create', (c) => c.webhooks.create(HOOK), 'POST /v1/webhooks', HOOK],
  [
    'webhooks.change',
    (c) => c.webhooks.change('wh_1', { enabled: false }),
    'PATCH /v1/webhooks/wh_1',
    { enabled: false },
  ],
  ['webhooks.delete', (c) => c.webhooks.delete('wh_1'), 'DELETE /v1/webhooks/wh_1'],
  ['webhooks.rotate', (c) => c.webhooks.rotate('wh_1'), 'POST /v1/webhooks/wh_1/rotate'],
  ['webhooks.test', (c) => c.webhooks.test('wh_1'), 'POST /v1/webhooks/wh_1/test'],
  [
    'webhooks.deliveries',
    (c) => c.webhooks.deliveries('wh_1', { limit: 5 }),
    'GET /v1/webhooks/wh_1/deliveries?limit=5',
  ],
  ['webhooks.deliveriesPage', (c) => c.webhooks.deliveriesPage('wh_1'), 'GET /v1/webhooks/wh_1/deliveries'],
  [
    'webhooks.deliveriesAll',
    (c) => c.webhooks.deliveriesAll('wh_1').next(),
    'GET /v1/webhooks/wh_1/deliveries?limit=100',
  ],
  ['webhooks.replay', (c) => c.webhooks.replay('msg_1_2'), 'POST /v1/webhooks/deliveries/msg_1_2/replay'],
  ['fairValues.get', (c) => c.fairValues.get(sa), 'GET /v1/fair-values?subaccount_id=sa_1'],
  [
    'fairValues.set',
    (c) => c.fairValues.set({ ...sa, values: [] }),
    'PUT /v1/fair-values',
    { ...sa, values: [] },
  ],
  ['events.list', (c) => c.events.list({ q: 'rain', status: 'OPEN' }), 'GET /v1/events?q=rain&status=OPEN'],
  ['events.listPage', (c) => c.events.listPage({ limit: 5 }), 'GET /v1/events?limit=5'],
  [
    'events.listAll',
    (c) => c.events.listAll({ series: 'KXFED' }).next(),
    'GET /v1/events?limit=200&series=KXFED',
  ],
  [
    'events.listGeneric',
    (c) => c.events.listGeneric({ q: 'fed', venue: 'Kalshi' }),
    'GET /v1/generic-events?q=fed&venue=Kalshi',
  ],
  ['events.listGenericPage', (c) => c.events.listGenericPage({ limit: 5 }), 'GET /v1/generic-events?limit=5'],
  ['events.get', (c) => c.events.get('evt_31'), 'GET /v1/events/evt_31'],
  [
    'opportunities.list',
    (c) => c.opportunities.list({ kind: 'CROSS', min_edge: '0.01', include: 'unreviewed' }),
    'GET /v1/opportunities?include=unreviewed&kind=CROSS&min_edge=0.01',
  ],
  [
    'opportunities.history',
    (c) => c.opportunities.history({ kind: 'CROSS', since: '2026-07-01T00:00:00Z' }),
    'GET /v1/opportunities/history?kind=CROSS&since=2026-07-01T00%3A00%3A00Z',
  ],
  [
    'opportunities.historyPage',
    (c) => c.opportunities.historyPage({ asset: 501, limit: 5 }),
    'GET /v1/opportunities/history?asset=501&limit=5',
  ],
  [
    'opportunities.historyAll',
    (c) => c.opportunities.historyAll({ limit: 5 }).next(),
    'GET /v1/opportunities/history?limit=5',
  ],
  ['opportunities.curve', (c) => c.opportunities.curve('opp_91'), 'GET /v1/opportunities/opp_91/history'],
  ['fees.list', (c) => c.fees.list({ venue: 'Demo' }), 'GET /v1/fees?venue=Demo'],
  [
    'fees.lookup',
    (c) => c.fees.lookup({ instrument_ids: [1001], price: '0.5', qty: '10' }),
    'POST /v1/fees/lookup',
    { instrument_ids: [1001], price: '0.5', qty: '10' },
  ],
  [
    'pnl.breakdown',
    (c) => c.pnl.breakdown({ ...sa, by: 'category' }),
    'GET /v1/pnl/breakdown?by=category&subaccount_id=sa_1',
  ],
  [
    'pnl.performance',
    (c) => c.pnl.performance({ ...sa, by: 'tag', venue: 'Demo' }),
    'GET /v1/performance?by=tag&subaccount_id=sa_1&venue=Demo',
  ],
  ['risk.state', (c) => c.risk.state(sa), 'GET /v1/risk?subaccount_id=sa_1'],
  ['risk.limits', (c) => c.risk.limits(), 'GET /v1/risk/limits'],
  ['risk.limits of a subaccount', (c) => c.risk.limits(sa), 'GET /v1/risk/limits?subaccount_id=sa_1'],
  [
    'risk.setLimits',
    (c) => c.risk.setLimits({ ...sa, max_order_qty: '50', max_open_orders: null }),
    'PUT /v1/risk/limits',
    { ...sa, max_order_qty: '50', max_open_orders: null },
  ],
  [
    'quotes.put',
    (c) => c.quotes.put({ ...sa, quote_seq: 812, quotes: [{ instrument_id: 1001, bid: null }] }),
    'PUT /v1/quotes',
    { ...sa, quote_seq: 812, quotes: [{ instrument_id: 1001, bid: null }] },
  ],
  ['quotes.get', (c) => c.quotes.get(sa), 'GET /v1/quotes?subaccount_id=sa_1'],
  ['quotes.pull', (c) => c.quotes.pull(sa), 'DELETE /v1/quotes?subaccount_id=sa_1'],
  ['quotes.protection', (c) => c.quotes.protection(sa), 'GET /v1/risk/mmp?subaccount_id=sa_1'],
  [
    'quotes.setProtection',
    (c) => c.quotes.setProtection({ ...sa, max_filled_qty: '500' }),
    'PUT /v1/risk/mmp',
    { ...sa, max_filled_qty: '500' },
  ],
  ['quotes.resetProtection', (c) => c.quotes.resetProtection(sa), 'POST /v1/risk/mmp/reset', sa],
  ['risk.guard', (c) => c.risk.guard(sa), 'GET /v1/risk/guard?subaccount_id=sa_1'],
  [
    'risk.setGuard',
    (c) => c.risk.setGuard({ ...sa, timeout_ms: 5_000 }),
    'PUT /v1/risk/guard',
    { ...sa, timeout_ms: 5_000 },
  ],
  ['approvals.list', (c) => c.approvals.list({ status: 'PENDING' }), 'GET /v1/approvals?status=PENDING'],
  [
    'approvals.approve',
    (c) => c.approvals.approve('apr_7'),
    'POST /v1/approvals/apr_7',
    { decision: 'approve' },
  ],
  [
    'approvals.reject',
    (c) => c.approvals.reject('apr_7'),
    'POST /v1/approvals/apr_7',
    { decision: 'reject' },
  ],
  ['limits', (c) => c.limits(), 'GET /v1/limits'],
  ['replay', (c) => c.replay('step'), 'POST /v1/replay', { op: 'step' }],
  ['replay until a time', (c) => c.replay('seek', 5), 'POST /v1/replay', { op: 'seek', until: 5 }],
  ['recorder', (c) => c.recorder(), 'GET /v1/recorder'],
  ['risk.killSwitch', (c) => c.risk.killSwitch(true), 'POST /v1/risk/kill-switch', { enabled: true }],
  ['risk.killSwitch off', (c) => c.risk.killSwitch(false), 'POST /v1/risk/kill-switch', { enabled: false }],
  ['risk.cancelAll', (c) => c.risk.cancelAll(sa), 'POST /v1/risk/cancel-all', sa],
  ['account.get', (c) => c.account.get(), 'GET /v1/account'],
  ['subaccounts.list', (c) => c.subaccounts.list(), 'GET /v1/subaccounts'],
  ['time', (c) => c.time(), 'GET /v1/time'],
  ['health', (c) => c.health(), 'GET /health'],
  ['metrics', (c) => c.metrics(), 'GET /metrics'],
  ['openapi', (c) => c.openapi(), 'GET /v1/openapi.json'],
  ['asyncapi', (c) => c.asyncapi(), 'GET /v1/asyncapi.json'],
];

let service: FakeService;
describe('methods', () => {
  before(async () => {
    service = await FakeService.start('/crossbook');
    await service.client().orders.create(LIMIT);
  });
  after(() => service.close());
  beforeEach(() => service.reset());

  for (const [name, call, wire, body] of METHODS) {
    test(`${name} is one signed ${wire.split('?')[0]}`, async () => {
      const result = await call(service.client());
      assert.ok(result);
      const [request, ...others] = service.seen;
      assert.deepEqual(others, []);
      assert.equal(`${request?.method} ${request?.path}${request?.query ? `?${request.query}` : ''}`, wire);
      assert.equal(request?.body, body === undefined ? '' : JSON.stringify(body));
      assert.equal(request?.headers['content-type'], body === undefined ? undefined : 'application/json');
    });
  }

  test('public calls carry no signature', async () => {
    await service.client().time();
    assert.equal(service.seen[0]?.headers['x-signature'], undefined);
  });

  test('metrics are returned as text', async () => {
    assert.equal(await service.client().metrics(), 'crossbook_up 1\n');
  });

  test('an order carries its client_order_id in the body and as Idempotency-Key', async () => {
    await service.client().orders.create(LIMIT);
    assert.equal(service.seen[0]?.headers['idempotency-key'], 'desk-1');
  });

  test('an order without client_order_id gets one, and the caller’s object stays as it was', async () => {
    const order = { ...LIMIT, client_order_id: undefined };
    const created = await service.client().orders.create(order);
    assert.equal(created.client_order_id, 'sdk-00000000-0000-4000-8000-000000000001');
    assert.equal(order.client_order_id, undefined);
  });

  test('each item of a batch gets its own key, and a rejected entry has a null id', async () => {
    const { price: _, ...unpriced } = { ...LIMIT, client_order_id: undefined };
    const orders = [{ ...LIMIT, client_order_id: undefined }, unpriced as NewOrder];
    const [placed, refused] = await service.client().orders.batch(orders);
    assert.equal(placed?.client_order_id, 'sdk-00000000-0000-4000-8000-000000000001');
    assert.equal(refused?.client_order_id, 'sdk-00000000-0000-4000-8000-000000000002');
    assert.ok(refused?.id === null);
    assert.equal(refused.error, 'validation');
  });

  test('a scope that is present but undefined is refused, for it would mean every subaccount', async () => {
    const client = service.client();
    const scope = { subaccount_id: undefined as unknown as string };
    await assert.rejects(client.orders.cancelAll(scope), TypeError);
    await assert.rejects(client.risk.cancelAll(scope), TypeError);
    await assert.rejects(client.risk.setLimits({ ...scope, max_order_qty: '1' }), TypeError);
    assert.deepEqual(service.seen, []);
  });

  test('a number that JSON would write as null is refused: null is no limit, no expiry and no timeout', async () => {
    const client = service.client();
    for (const number of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const refusal = { name: 'TypeError', message: new RegExp(`: ${number} is not a number of a request`) };
      await assert.rejects(client.risk.setLimits({ max_open_orders: number }), refusal);
      await assert.rejects(client.risk.setGuard({ subaccount_id: 'sa_1', timeout_ms: number }), refusal);
      await assert.rejects(client.orders.batch([{ ...LIMIT, instrument_id: number }]), refusal);
    }
    assert.deepEqual(service.seen, []);
  });

  test('an empty id is refused, because its path would be the list', async () => {
    await assert.rejects(service.client().orders.cancel(''), RangeError);
    await assert.rejects(service.client().orders.get('..'), RangeError);
    assert.deepEqual(service.seen, []);
  });

  test('header names follow the configured prefix', async () => {
    await assert.rejects(service.client({ headerPrefix: 'X-Firm-' }).venues.list(), {
      name: 'UnauthorizedError',
    });
    assert.equal(service.seen[0]?.headers['x-firm-key-id'], 'key_demo_1');
  });

  test('an unhealthy service is an answer of health(), not an error', async () => {
    const report = { status: 'fail', version: '1.0.0', uptime_s: 12, checks: { storage: 'fail' } };
    service.answer({ status: 503, body: report });
    assert.deepEqual(await service.client().health(), report);
    service.answer({ status: 503, body: 'gateway has no backend' });
    await assert.rejects(service.client({ maxRetries: 0 }).health(), { name: 'ApiError', status: 503 });
  });

  test('a name is one segment of the path, whatever characters it has', async () => {
    service.answer({ body: {} }, { body: {} }, { body: {} });
    const client = service.client();
    await client.venues.history('A/B?c#d');
    await client.markets.trades('Demo:a b');
    await client.orders.receipt('ord_1');
    assert.deepEqual(
      service.seen.map(({ path }) => path),
      ['/v1/venues/A%2FB%3Fc%23d/health', '/v1/markets/Demo%3Aa%20b/trades', '/v1/orders/ord_1/receipt'],
    );
  });

  test('an error record under a status that is accepted is an error', async () => {
    service.answer({ status: 503, body: { error: 'shutting_down', message: 'the service stops' } });
    await assert.rejects(service.client({ maxRetries: 0 }).health(), { error: 'shutting_down', status: 503 });
  });

  test('the timeout of a call replaces that of the client, and both end the attempt', async () => {
    service.answer('hang', 'hang');
    const client = service.client({ timeoutMs: 300, maxRetries: 0 });
    await assert.rejects(client.venues.list(), { name: 'TimeoutError', message: /within 300 ms/ });
    const patient = service.client({ timeoutMs: 60_000, maxRetries: 0 });
    await assert.rejects(patient.venues.list({ timeoutMs: 200 }), {
      name: 'TimeoutError',
      message: /within 200 ms/,
    });
  });

  test('a finished call leaves no timer and no listener on the signal', async () => {
    const { signal } = new AbortController();
    const client = service.client({ timeoutMs: 60_000 });
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    for (let count = 0; count < 5; count += 1) await client.venues.list({ signal });
    assert.ok(timers() < before + 5, `${timers()} timers after ${before}`);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
