import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRequiredPermission } from '../../contract/access/access.ts';
import { routes } from './routes.ts';

/**
 * Each route with its permission and its rate bucket, and then: `once` a signature is used once, `stale` it is
 * accepted after the server clock was set back, `safer` it may use the reserve of signatures, `paged` it returns a
 * cursor, `key` it takes an idempotency key, `unaudited` the journal has no entry of the call, `tokens` its cost
 * depends on the body, `optional` the body may be absent, `agents` an agent key may call it.
 */
const ROUTES = `
GET /v1/markets/search read read agents
GET /v1/markets read read paged agents
GET /v1/markets/match read read agents
POST /v1/markets/lookup read read agents
GET /v1/markets/{id} read read agents
GET /v1/events read read paged agents
GET /v1/generic-events read read paged agents
GET /v1/events/{id} read read agents
GET /v1/opportunities read read agents
GET /v1/opportunities/history read read paged agents
GET /v1/opportunities/{id}/history read read agents
GET /v1/fees read read agents
POST /v1/fees/lookup read read agents
GET /v1/markets/{id}/book read read agents
GET /v1/orderbooks/{id} read read agents
GET /v1/orderbooks/generic-asset/{id} read read agents
GET /v1/markets/{id}/trades read read agents
GET /v1/tradeprints read read agents
GET /v1/markets/{id}/stats read read agents
GET /v1/candles read read agents
GET /v1/prices read read agents
GET /v1/venues read read agents
GET /v1/venues/health read read agents
GET /v1/venues/{name}/health read read agents
GET /v1/recorder read read agents
GET /v1/generic-assets read read agents
GET /v1/generic-assets/{id} read read agents
GET /v1/matching/proposals read read agents
GET /v1/matching/compare read read agents
GET /v1/matching/reviews read read agents
GET /v1/matching/reviews/{id} read read agents
POST /v1/matching/approve review write once
POST /v1/matching/reject review write once
POST /v1/orders trade write once key agents
POST /v1/orders/preview trade write once unaudited agents
GET /v1/orders/{id}/receipt read read agents
GET /v1/orders read read paged agents
GET /v1/orders/{id} read read agents
PATCH /v1/orders/{id} trade write once agents
DELETE /v1/orders/{id} trade write once safer agents
POST /v1/orders/batch trade write once tokens agents
POST /v1/orders/cancel-all trade write once stale safer optional agents
POST /v1/risk/cancel-all risk risk once stale safer optional agents
POST /v1/complex-orders trade write once key
POST /v1/complex-orders/preview trade write once unaudited
POST /v1/complex-orders/cancel-all trade write once stale safer optional agents
GET /v1/complex-orders read read paged agents
GET /v1/complex-orders/{id} read read agents
GET /v1/complex-orders/{id}/receipt read read agents
PATCH /v1/complex-orders/{id} trade write once
DELETE /v1/complex-orders/{id} trade write once safer agents
POST /v1/complex-orders/{id}/resume trade write once optional
PUT /v1/quotes trade quotes once tokens agents
GET /v1/quotes read read agents
DELETE /v1/quotes trade quotes once safer agents
GET /v1/fills read read paged agents
GET /v1/positions read read agents
POST /v1/positions/close trade write once key agents
POST /v1/positions/merge trade write once key agents
POST /v1/positions/merge/preview trade write once unaudited agents
POST /v1/positions/split trade write once key agents
POST /v1/positions/split/preview trade write once unaudited agents
POST /v1/positions/redeem trade write once key agents
POST /v1/positions/redeem/preview trade write once unaudited agents
GET /v1/positions/operations read read paged agents
GET /v1/positions/operations/{id} read read agents
GET /v1/balances read read agents
GET /v1/fair-values read read agents
PUT /v1/fair-values trade write once
GET /v1/pnl read read agents
GET /v1/pnl/history read read agents
GET /v1/pnl/breakdown read read agents
GET /v1/performance read read agents
GET /v1/risk read read agents
GET /v1/risk/limits read read agents
PUT /v1/risk/limits risk risk once
POST /v1/risk/kill-switch risk risk once stale safer agents
PUT /v1/risk/guard trade risk once agents
GET /v1/risk/guard read read agents
PUT /v1/risk/mmp risk risk once
GET /v1/risk/mmp read read agents
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
GET /v1/approvals read read agents
POST /v1/approvals/{id} risk risk once
GET /v1/alerts alerts write
POST /v1/alerts alerts write once
DELETE /v1/alerts/{id} alerts write once
GET /v1/limits read read agents
GET /v1/account read read agents
GET /v1/subaccounts read read agents
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
        agents: route.agents === true,
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
