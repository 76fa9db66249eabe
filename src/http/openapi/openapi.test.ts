import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { createTestApi } from '../../../test/support/http/http-fakes.ts';
import { assertMatchesSchema } from '../../../test/support/http/response-schema.ts';
import { DEFAULT_CONFIG } from '../../config/config.ts';
import { REJECTION_CODES } from '../../contract/model/result.ts';
import { publicRoutes } from '../public-routes.ts';
import { RECORDS, routes } from '../routes/routes.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument(DEFAULT_CONFIG, '1.0.0');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** The calls of the contract, sections 5.1 to 5.6, copied verbatim. */
const CONTRACT = `
GET /v1/markets/search
GET /v1/markets
GET /v1/markets/match
GET /v1/markets/{id}
POST /v1/markets/lookup
GET /v1/markets/{id}/book
GET /v1/orderbooks/{id}
GET /v1/orderbooks/generic-asset/{id}
GET /v1/markets/{id}/trades
GET /v1/tradeprints
GET /v1/markets/{id}/stats
GET /v1/candles
GET /v1/prices
GET /v1/venues
GET /v1/venues/health
GET /v1/venues/{name}/health
GET /v1/recorder
POST /v1/replay
POST /v1/orders
POST /v1/orders/preview
GET /v1/orders/{id}
GET /v1/orders/{id}/receipt
GET /v1/orders
PATCH /v1/orders/{id}
DELETE /v1/orders/{id}
POST /v1/orders/cancel-all
POST /v1/orders/batch
POST /v1/complex-orders
POST /v1/complex-orders/preview
POST /v1/complex-orders/cancel-all
GET /v1/complex-orders
GET /v1/complex-orders/{id}
GET /v1/complex-orders/{id}/receipt
PATCH /v1/complex-orders/{id}
DELETE /v1/complex-orders/{id}
POST /v1/complex-orders/{id}/resume
GET /v1/fills
GET /v1/positions
POST /v1/positions/close
POST /v1/positions/merge
POST /v1/positions/merge/preview
POST /v1/positions/split
POST /v1/positions/split/preview
POST /v1/positions/redeem
POST /v1/positions/redeem/preview
GET /v1/positions/operations
GET /v1/positions/operations/{id}
GET /v1/matching/proposals
GET /v1/matching/compare
GET /v1/matching/reviews
GET /v1/matching/reviews/{id}
POST /v1/matching/approve
POST /v1/matching/reject
GET /v1/balances
GET /v1/performance
GET /v1/pnl
GET /v1/pnl/breakdown
GET /v1/pnl/history
GET /v1/fair-values
PUT /v1/fair-values
GET /v1/fees
GET /v1/events
GET /v1/opportunities
GET /v1/opportunities/history
GET /v1/opportunities/{id}/history
GET /v1/generic-events
GET /v1/events/{id}
POST /v1/fees/lookup
GET /v1/risk
GET /v1/risk/limits
PUT /v1/risk/limits
GET /v1/risk/guard
GET /v1/webhooks
POST /v1/webhooks
GET /v1/webhooks/{id}
PATCH /v1/webhooks/{id}
DELETE /v1/webhooks/{id}
POST /v1/webhooks/{id}/rotate
POST /v1/webhooks/{id}/test
GET /v1/webhooks/{id}/deliveries
POST /v1/webhooks/deliveries/{id}/replay
GET /v1/alerts
POST /v1/alerts
DELETE /v1/alerts/{id}
GET /v1/approvals
POST /v1/approvals/{id}
GET /v1/limits
PUT /v1/quotes
GET /v1/quotes
DELETE /v1/quotes
GET /v1/risk/mmp
PUT /v1/risk/mmp
POST /v1/risk/mmp/reset
PUT /v1/risk/guard
POST /v1/risk/kill-switch
POST /v1/risk/cancel-all
GET /v1/generic-assets
GET /v1/generic-assets/{id}
GET /v1/account
GET /v1/subaccounts
GET /v1/time
GET /v1/openapi.json
GET /v1/asyncapi.json
GET /health
GET /metrics
`;

test('the document has every call of the contract, and so has the reference page', () => {
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  assert.deepEqual(described.sort(), [...CONTRACT.trim().split('\n'), 'GET /docs'].sort());
});

test('each operation has a unique name and a response schema', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(names).size, names.length);
  for (const { operation } of operations) assert.ok(operation.responses['200'], operation.operationId);
});

test('only the time, the documents, health and metrics need no signature', () => {
  const open = operations.filter(({ operation }) => operation.security.length === 0).map(({ path }) => path);
  assert.deepEqual(open, [
    '/v1/time',
    '/v1/openapi.json',
    '/v1/asyncapi.json',
    '/health',
    '/metrics',
    '/docs',
  ]);
});

test('permissions and buckets are those of the contract', () => {
  const facts = routes
    .filter(({ permission }) => permission !== 'read')
    .map(
      ({ method, path, permission, bucket, isMutating }) =>
        `${method} ${path} ${permission} ${bucket} ${isMutating}`,
    );
  assert.deepEqual(facts.sort(), [
    'DELETE /v1/alerts/{id} alerts write true',
    'DELETE /v1/complex-orders/{id} trade write true',
    'DELETE /v1/orders/{id} trade write true',
    'DELETE /v1/quotes trade quotes true',
    'DELETE /v1/webhooks/{id} alerts write true',
    'GET /v1/alerts alerts write false',
    'GET /v1/webhooks alerts write false',
    'GET /v1/webhooks/{id} alerts write false',
    'GET /v1/webhooks/{id}/deliveries alerts write false',
    'PATCH /v1/complex-orders/{id} trade write true',
    'PATCH /v1/orders/{id} trade write true',
    'PATCH /v1/webhooks/{id} alerts write true',
    'POST /v1/alerts alerts write true',
    'POST /v1/approvals/{id} risk risk true',
    'POST /v1/complex-orders trade write true',
    'POST /v1/complex-orders/cancel-all trade write true',
    'POST /v1/complex-orders/preview trade write true',
    'POST /v1/complex-orders/{id}/resume trade write true',
    'POST /v1/matching/approve review write true',
    'POST /v1/matching/reject review write true',
    'POST /v1/orders trade write true',
    'POST /v1/orders/batch trade write true',
    'POST /v1/orders/cancel-all trade write true',
    'POST /v1/orders/preview trade write true',
    'POST /v1/positions/close trade write true',
    'POST /v1/positions/merge trade write true',
    'POST /v1/positions/merge/preview trade write true',
    'POST /v1/positions/redeem trade write true',
    'POST /v1/positions/redeem/preview trade write true',
    'POST /v1/positions/split trade write true',
    'POST /v1/positions/split/preview trade write true',
    'POST /v1/replay risk risk true',
    'POST /v1/risk/cancel-all risk risk true',
    'POST /v1/risk/kill-switch risk risk true',
    'POST /v1/risk/mmp/reset risk risk true',
    'POST /v1/webhooks alerts write true',
    'POST /v1/webhooks/deliveries/{id}/replay alerts write true',
    'POST /v1/webhooks/{id}/rotate alerts write true',
    'POST /v1/webhooks/{id}/test alerts write true',
    'PUT /v1/fair-values trade write true',
    'PUT /v1/quotes trade quotes true',
    'PUT /v1/risk/guard trade risk true',
    'PUT /v1/risk/limits risk risk true',
    'PUT /v1/risk/mmp risk risk true',
  ]);
  const reads = routes.filter(({ permission }) => permission === 'read');
  assert.ok(reads.every(({ bucket, isMutating }) => bucket === 'read' && !isMutating));
});

test('every reference resolves to a record, and no internal keyword is published', () => {
  const text = JSON.stringify(document);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    assert.ok(document.components.schemas[name], name);
  }
  assert.doesNotMatch(text, /"expects"|"~/);
});

test('each record and each example agree', () => {
  for (const [name, schema] of Object.entries(RECORDS)) {
    const { examples = [] } = schema as { examples?: readonly unknown[] };
    for (const example of examples)
      assert.ok(Compile(schema).Check(example), `${name}: ${JSON.stringify(example)}`);
  }
});

test('each code of the error table is returned by at least one call', () => {
  const reported = JSON.stringify(operations.map(({ operation }) => operation.responses));
  const untold = REJECTION_CODES.filter((code) => !reported.includes(`\`${code}\``));
  // The first belongs to a path, not to a call; the others to the trade socket.
  assert.deepEqual(untold, ['method_not_allowed', 'too_many_in_flight', 'overloaded']);
});

test('the documents are served without a signature', async () => {
  const { server } = await createTestApi();
  assert.deepEqual((await server.inject('/v1/openapi.json')).json(), JSON.parse(JSON.stringify(document)));
  assert.deepEqual((await server.inject('/v1/asyncapi.json')).json(), { asyncapi: '3.0.0' });
  assert.deepEqual((await server.inject('/v1/time')).json(), { timestamp: 1782907200000 });
});

test('the header names of the document follow the setting', () => {
  const config = { ...DEFAULT_CONFIG, auth: { ...DEFAULT_CONFIG.auth, headerPrefixes: ['X-Acme-', 'X-'] } };
  const schemes = JSON.stringify(openApiDocument(config, '1').components.securitySchemes);
  assert.match(schemes, /"X-Acme-Key-Id".*"X-Acme-Timestamp".*"X-Acme-Signature"/);
});

test('a failing health check returns 503 and the same status in its body', async () => {
  const well = await createTestApi();
  const good = await well.server.inject('/health');
  assert.deepEqual(good.json(), {
    status: 'ok',
    version: '1.0.0',
    uptime_s: 12,
    profile: 'sandbox',
    role: 'owner',
    checks: { storage: 'ok', venues: 'ok' },
  });
  const ill = await createTestApi({
    deps: {
      health: () => ({ status: 'fail', role: 'owner', uptimeSeconds: 1, checks: { storage: 'fail' } }),
    },
  });
  const bad = await ill.server.inject('/health');
  assert.equal(bad.statusCode, 503);
  assertMatchesSchema('GET', '/health', 503, bad.json());
});

test('metrics are Prometheus text, and can be left to another port', async () => {
  const { server } = await createTestApi();
  const answer = await server.inject('/metrics');
  assert.equal(answer.body, 'up 1\n');
  assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  const without = await createTestApi({ config: { http: { ...DEFAULT_CONFIG.http, metrics: false } } });
  assert.equal((await without.server.inject('/metrics')).statusCode, 404);
});

test('the reference page shows every call, record and error, and loads and runs nothing', async () => {
  const { server } = await createTestApi();
  const answer = await server.inject('/docs');
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
  for (const { name } of [...routes, ...publicRoutes])
    assert.ok(answer.body.includes(`<article id="${name}">`), name);
  for (const name of Object.keys(RECORDS)) assert.ok(answer.body.includes(`id="record-${name}"`), name);
  for (const code of REJECTION_CODES) assert.ok(answer.body.includes(`<code>${code}</code>`), code);
  assert.doesNotMatch(answer.body, /<script|src=|href="http|url\(/);
});

test('each link of the reference page has a target on it', async () => {
  const { server } = await createTestApi();
  const { body } = await server.inject('/docs');
  for (const [, id = ''] of body.matchAll(/href="#([^"]+)"/g)) assert.ok(body.includes(`id="${id}"`), id);
});
