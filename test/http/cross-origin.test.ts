import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const ORIGIN = { Origin: 'https://elsewhere.example' };

test('no response is readable by a page of another origin, with or without preflight', async () => {
  const preflight = { ...ORIGIN, 'Access-Control-Request-Method': 'POST' };
  const answers = [
    await api.call('GET', '/v1/venues', undefined, ORIGIN),
    await api.send('GET', '/v1/time', undefined, ORIGIN),
    await api.send('OPTIONS', '/v1/orders', undefined, preflight),
    await api.send('OPTIONS', '/pair', undefined, preflight),
    await api.send('GET', '/', undefined, ORIGIN),
  ];
  for (const { headers } of answers) {
    const corsHeaders = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(corsHeaders, []);
  }
  assert.deepEqual(
    answers.slice(2, 4).map(({ status }) => status),
    [401, 404],
    'a preflight is answered like any call that does not exist',
  );
});
