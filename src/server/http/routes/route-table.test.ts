import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRequiredPermission } from '../../../domain/access/access.ts';
import { routes } from './routes.ts';

/**
 * Each route with its permission and its rate bucket, and then: `once` a signature is used once, `stale` it is
 * accepted after the server clock was set back, `safer` it may use the reserve of signatures, `paged` it returns a
 * cursor, `key` it takes an idempotency key, `unaudited` the journal has no entry of the call, `tokens` its cost
 * depends on the body, `optional` the body may be absent.
 */
const ROUTES = `
GET /v1/markets/search read read
GET /v1/markets read read paged
GET /v1/markets/match read read
POST /v1/markets/lookup read read
GET /v1/markets/{id} read read
GET /v1/events read read paged
GET /v1/generic-events read read paged
GET /v1/events/{id} read read
GET /v1/opportunities read read
GET /v1/opportunities/history read read paged
GET /v1/opportunities/{id}/history read read
GET /v1/fees read read
POST /v1/fees/lookup read read
GET /v1/markets/{id}/book read read
GET /v1/orderbooks/{id} read read
GET /v1/orderbooks/generic-asset/{id} read read
GET /v1/markets/{id}/trades read read
GET /v1/tradeprints read read
GET /v1/markets/{id}/stats read read
GET /v1/candles read read
GET /v1/prices read read
GET /v1/venues read read
GET /v1/venues/health read read
GET /v1/venues/{name}/health read read
GET /v1/recorder read read
GET /v1/generic-assets read read
GET /v1/generic-assets/{id} read read
GET /v1/matching/proposals read read
GET /v1/matching/compare read read
GET /v1/matching/reviews read read
GET /v1/matching/reviews/{id} read read
POST /v1/matching/approve review write once
POST /v1/matching/reject review write once
POST /v1/orders trade write once key
POST /v1/orders/preview trade write once unaudited
GET /v1/orders/{id}/receipt read read
GET /v1/orders read read paged
GET /v1/orders/{id} read read
PATCH /v1/orders/{id} trade write once
DELETE /v1/orders/{id} trade write once safer
POST /v1/orders/batch trade write once tokens
POST /v1/orders/cancel-all trade write once stale safer optional
POST /v1/risk/cancel-all risk risk once stale safer optional
POST /v1/complex-orders trade write once key
POST /v1/complex-orders/preview trade write once unaudited
POST /v1/complex-orders/cancel-all trade write once stale safer optional
GET /v1/complex-orders read read paged
GET /v1/complex-orders/{id} read read
GET /v1/complex-orders/{id}/receipt read read
PATCH /v1/complex-orders/{id} trade write once
DELETE /v1/complex-orders/{id} trade write once safer
POST /v1/complex-orders/{id}/resume trade write once optional
PUT /v1/quotes trade quotes once tokens
GET /v1/quotes read read
DELETE /v1/quotes trade quotes once safer
GET /v1/fills read read paged
GET /v1/positions read read
POST /v1/positions/close trade write once key
GET /v1/balances read read
GET /v1/fair-values read read
PUT /v1/fair-values trade write once
GET /v1/pnl read read
GET /v1/pnl/history read read
GET /v1/pnl/breakdown read read
GET /v1/performance read read
GET /v1/risk read read
GET /v1/risk/limits read read
PUT /v1/risk/limits risk risk once
POST /v1/risk/kill-switch risk risk once stale safer
PUT /v1/risk/guard trade risk once
GET /v1/risk/guard read read
PUT /v1/risk/mmp risk risk once
GET /v1/risk/mmp read read
POST /v1/risk/mmp/reset risk risk once
GET /v1/webhooks alerts write
POST /v1/webhooks alerts write once
GET /v1/webhooks/{id} alerts write
PATCH /v1/webhooks/{id} alerts write once
DELETE /v1/webhooks/{id} alerts write once
POST /v1/webhooks/{id}/rotate alerts write once
POST /v1/webhooks/{id}/test alerts write once
GET /v1/webhooks/{id}/deliveries alerts write paged
POST /v1/webhooks/deliveries/{id}/replay alerts write once
GET /v1/approvals read read
POST /v1/approvals/{id} risk risk once
GET /v1/alerts alerts write
POST /v1/alerts alerts write once
DELETE /v1/alerts/{id} alerts write once
GET /v1/limits read read
GET /v1/account read read
GET /v1/subaccounts read read
POST /v1/replay risk risk once unaudited tokens
`
  .trim()
  .split('\n');

test('each route has the permission, the rate bucket and the rules of the table', () => {
  const actual = routes.map((route) =>
    [
      `${route.method} ${route.path}`,
      route.permission,
      route.bucket,
      ...Object.entries({
        once: route.isMutating,
        stale: route.allowsStaleTimestamp === true,
        safer: route.reducesRisk === true,
        paged: route.isPaged === true,
        key: route.takesIdempotencyKey === true,
        unaudited: route.isAudited === false,
        tokens: route.computeTokens !== undefined,
        optional: route.isBodyOptional === true,
      }).flatMap(([word, isSet]) => (isSet ? [word] : [])),
    ].join(' '),
  );
  assert.deepEqual(actual.toSorted(), ROUTES.toSorted());
});

test('the permission of each route is that of its path', () => {
  const ofService = routes.filter(({ path }) => path !== '/v1/replay'); // only a replay serves that one
  for (const { method, path, permission } of ofService)
    assert.equal(permission, getRequiredPermission(method, path), `${method} ${path}`);
});

test('only calls that cannot increase risk are accepted with a stale timestamp or from the reserve', () => {
  for (const { method, path, allowsStaleTimestamp, reducesRisk } of routes) {
    const isCancel = method === 'DELETE' || path.endsWith('/cancel-all') || path.endsWith('/kill-switch');
    assert.ok(isCancel || (!allowsStaleTimestamp && !reducesRisk), `${method} ${path}`);
    if (allowsStaleTimestamp) assert.ok(reducesRisk, `${method} ${path}`);
  }
});
