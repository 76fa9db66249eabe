import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields, VALIDATION } from '../api-assertions.ts';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({
  settings: {
    'orders.outcome_required': true,
    'markets.page_size': 7,
    'http.metrics': false,
    'http.body_bytes_max': 2_048,
  },
});
const api = service.api();

test('orders.outcome_required: an order without an outcome is refused', async () => {
  const error = await api.refused(
    VALIDATION,
    'POST',
    '/v1/orders',
    createRestingOrder({ outcome: undefined }),
  );
  assert.deepEqual(readFields(error), ['outcome']);
  assert.equal((await submit(api, createRestingOrder({ outcome: 'NO' }))).outcome, 'NO');
  assert.equal(
    (await submit(api, createRestingOrder({ outcome: undefined, binary_outcome: 'YES' }))).outcome,
    'YES',
  );
});

test('markets.page_size: the page of a search that names no limit', async () => {
  const { items } = await api.ok<{ items: readonly Instrument[] }>('GET', '/v1/markets/search');
  assert.equal(items.length, 7);
});

test('http.metrics: switched off, the path is not there', async () => {
  const answer = await api.send('GET', '/metrics', undefined, {});
  api.readRefusal([404, 'not_found'], 'GET', '/metrics', answer);
});

test('http.body_bytes_max: a larger body is refused', async () => {
  const body = JSON.stringify(createRestingOrder()).padEnd(2_049);
  await api.refused([413, 'payload_too_large'], 'POST', '/v1/orders', body);
  await api.ok('POST', '/v1/orders', body.slice(0, 2_048));
});

test('an unknown setting, or one of a wrong type, prevents the start', async () => {
  await service.stop();
  for (const settings of [
    { 'orders.batch_maximum': 5 },
    { 'orders.batch_max': 'many' },
    { 'auth.window_ms': 0 },
  ]) {
    service.configure(settings);
    const { code, stderr } = await service.cli('start');
    assert.notEqual(code, 0);
    assert.ok(stderr.includes(Object.keys(settings)[0] ?? ''), stderr);
  }
});

test('two services do not share one folder', async () => {
  service.configure({});
  await service.start();
  const { code, stderr } = await service.cli('start');
  assert.notEqual(code, 0);
  assert.match(stderr, /in use|another|running/i);
  assert.ok(service.isAlive);
});
