import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields, VALIDATION } from '../api-assertions.ts';
import { createRestingOrder, getOrders } from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const ORDERS = '/v1/orders';
const LIMITS = '/v1/risk/limits';

test('every response has a unique request id and the server time', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => api.call('GET', '/v1/venues')));
  assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, 3);
  for (const { headers } of answers) {
    assert.ok(Math.abs(Number(headers['x-server-time']) - Date.now()) < 5_000);
  }
});

test('unknown query parameters are ignored', async () => {
  const market = await api.ok('GET', '/v1/markets/1001?utm_source=mail&depth=no');
  assert.deepEqual(market, await api.ok('GET', '/v1/markets/1001'));
});

for (const target of [
  '/v1/markets/search?q=a&q=b',
  '/v1/markets/search?status=OPEN&status=CLOSED',
  '/v1/orders?subaccount_id=sa_1&subaccount_id=sa_2',
  '/v1/risk?subaccount_id=sa_1&subaccount_id=sa_1',
  '/v1/candles?instrument_id=1001&limit=1&limit=2',
  '/v1/tradeprints?limit=1&limit=2',
]) {
  test(`a repeated parameter is refused: ${target}`, async () => {
    await api.refused(VALIDATION, 'GET', target);
  });
}

test('an unknown field is refused by name, and nothing changes', async () => {
  const before = await getOrders(api);
  for (const [method, target, body, field] of [
    ['POST', ORDERS, createRestingOrder({ reduce_onyl: true }), 'reduce_onyl'],
    ['PUT', LIMITS, { max_order_qyt: '5' }, 'max_order_qyt'],
    ['POST', '/v1/risk/kill-switch', { enabled: true, subaccount_id: 'sa_1' }, 'subaccount_id'],
    ['POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1', instrument_id: 1001 }, 'instrument_id'],
    ['POST', '/v1/orders/cancel-all', { subaccount: 'sa_1' }, 'subaccount'],
    ['POST', '/v1/orders/batch', { orders: [createRestingOrder()], atomic: true }, 'atomic'],
  ] as const) {
    const error = await api.refused(VALIDATION, method, target, body);
    assert.deepEqual(readFields(error), [field], target);
    assert.ok(error.message.includes(field));
  }
  assert.deepEqual(await getOrders(api), before);
  const { kill_switch_active } = await api.ok<{ kill_switch_active: boolean }>(
    'GET',
    '/v1/risk?subaccount_id=sa_1',
  );
  assert.equal(kill_switch_active, false);
});

const text = (value: object): string => JSON.stringify(value);
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

for (const [what, body] of [
  ['no JSON', 'qty=10'],
  ['cut JSON', text(createRestingOrder()).slice(0, -1)],
  ['two values', `${text(createRestingOrder())}{}`],
  ['an array', text([createRestingOrder()])],
  ['a string', '"order"'],
  ['a number', '1'],
  ['null', 'null'],
  ['a duplicate key', text(createRestingOrder()).replace('{', '{"qty":"1",')],
  ['a duplicate key in another spelling', text(createRestingOrder()).replace('{', '{"\\u0071ty":"1",')],
  [
    'a duplicate key further down',
    text(createRestingOrder({ routing: {} })).replace('{}', '{"mode":"DIRECT","mode":"SPLIT"}'),
  ],
  ['a prototype key', text(createRestingOrder()).replace('{', '{"__proto__":{"qty":"1"},')],
  ['nesting of nine', nested(9)],
  ['nesting of a million', '['.repeat(500_000)],
  ['a byte order mark', `\uFEFF${text(createRestingOrder())}`],
  [
    'bytes that are no UTF-8',
    Buffer.concat([Buffer.from('{"qty":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
  ],
] as const) {
  test(`a body that is ${what} is refused`, async () => {
    await api.refused(VALIDATION, 'POST', ORDERS, body);
  });
}

test('an absent body counts as an empty object', async () => {
  await api.ok('POST', '/v1/orders/cancel-all');
  await api.ok('PUT', LIMITS);
  assert.deepEqual(readFields(await api.refused(VALIDATION, 'POST', '/v1/risk/kill-switch')), ['enabled']);
});

test('null in an optional field counts as absent', async () => {
  const order = await api.ok<Order>(
    'POST',
    ORDERS,
    createRestingOrder({
      tif: null,
      outcome: null,
      expires_at: null,
      client_order_id: null,
      routing: null,
      generic_asset_id: null,
    }),
  );
  assert.deepEqual(
    [order.tif, order.outcome, order.routing, order.client_order_id],
    ['GTC', 'YES', { mode: 'DIRECT' }, null],
  );
  await api.refused(VALIDATION, 'POST', ORDERS, createRestingOrder({ qty: null }));
});

test('enumerations are upper case and exact', async () => {
  for (const fields of [
    { side: 'buy' },
    { type: 'Limit' },
    { tif: 'gtc' },
    { outcome: 'Yes' },
    { routing: { mode: 'direct' } },
  ]) {
    await api.refused(VALIDATION, 'POST', ORDERS, createRestingOrder(fields));
  }
  for (const query of ['status=open', 'venue=demo', 'venue=DEMO', 'status=', 'venue=']) {
    await api.refused(VALIDATION, 'GET', `/v1/markets/search?${query}`);
  }
  await api.refused(VALIDATION, 'GET', '/v1/orders?subaccount_id=sa_1&status=live');
});

test('another media type or a compressed body returns 415; declared UTF-8 is accepted', async () => {
  const body = text(createRestingOrder());
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'multipart/form-data; boundary=x',
  ]) {
    await api.refused([415, 'unsupported_media_type'], 'POST', ORDERS, body, { 'Content-Type': type });
  }
  await api.refused([415, 'unsupported_media_type'], 'POST', ORDERS, body, { 'Content-Encoding': 'gzip' });
  for (const type of [
    'application/json',
    'application/json;charset=UTF-8',
    'Application/JSON; charset="utf-8"',
  ]) {
    await api.ok('POST', ORDERS, body, { 'Content-Type': type });
  }
});

test('a body of 1 MiB is accepted, and one more byte returns 413', async () => {
  const padded = (bytes: number): string => text({}).replace('}', `${' '.repeat(bytes - 2)}}`);
  await api.ok('POST', '/v1/orders/cancel-all', padded(1_048_576));
  await api.refused([413, 'payload_too_large'], 'POST', '/v1/orders/cancel-all', padded(1_048_577));
  await api.refused([413, 'payload_too_large'], 'POST', '/v1/orders/cancel-all', padded(4_000_000));
});

test('an unsupported method returns 405 with the supported methods', async () => {
  for (const [method, target] of [
    ['DELETE', ORDERS],
    ['POST', '/v1/venues'],
    ['PUT', '/v1/orders/ord_1'],
    ['GET', '/v1/orders/batch'],
    ['GET', '/v1/markets/lookup'],
    ['PATCH', LIMITS],
  ] as const) {
    const answer = await api.call(method, target);
    if (answer.status === 404 && method === 'GET') continue; // `batch` and `lookup` are ids there
    api.readRefusal([405, 'method_not_allowed'], method, target, answer);
    assert.match(answer.headers.allow ?? '', /[A-Z]+(, [A-Z]+)*/);
  }
});

test('a path with an extra slash, a dot or an escape is a different path', async () => {
  for (const target of [
    '/v1/venues/',
    '/v1//venues',
    '/v1/./venues',
    '/v1/orders/../venues',
    '/V1/venues',
    '/v1/Venues',
    '/v1/venues%2F',
    '/v2/venues',
    '/venues',
  ]) {
    await api.refused([404, 'not_found'], 'GET', target);
  }
});
