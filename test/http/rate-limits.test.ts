import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../support/api-client.ts';
import { createRestingOrder } from '../support/order-bodies.ts';
import type { ApiError, BatchEntry } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({
  rates: 'default',
  settings: {
    'rate.read.per_second': 10,
    'rate.read.burst': 20,
    'rate.write.per_second': 2,
    'rate.write.burst': 6,
    'rate.risk.per_second': 1,
    'rate.risk.burst': 3,
    'rate.failed_auth.per_second': 1,
    'rate.failed_auth.burst': 5,
  },
});
const newApi = async () => service.api(await service.newKey('--permissions', 'read,trade,risk'));
const RATE_LIMITED = [429, 'rate_limited'] as const;
const remaining = ({ headers }: Answer): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

test('a response reports the remaining tokens', async () => {
  const api = await newApi();
  const read = await api.call('GET', '/v1/venues');
  assert.equal(read.headers['ratelimit-policy'], '"read";q=20;w=2');
  assert.match(String(read.headers['ratelimit']), /^"read";r=19;t=\d+$/);
  const write = await api.call('POST', '/v1/orders', createRestingOrder());
  assert.equal(write.headers['ratelimit-policy'], '"write";q=6;w=3');
  assert.equal(remaining(write), 5);
  const risk = await api.call('PUT', '/v1/risk/limits', {});
  assert.match(String(risk.headers['ratelimit']), /^"risk";r=2;t=\d+$/);
});

test('an empty bucket returns 429 with Retry-After, and accepts requests after that delay', async () => {
  const api = await newApi();
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 40 }, () => api.call('GET', '/v1/venues')));
  const refilledMax = Math.ceil((performance.now() - startedAt) / 100); // ten a second
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length >= 20 - refilledMax && refused.length <= 20, `${refused.length} of 40 refused`);
  const [first] = refused as [Answer];
  const error = api.readRefusal(RATE_LIMITED, 'GET', '/v1/venues', first);
  assert.equal(error.details?.['bucket'], 'read');
  const waitMs = error.details?.['retry_after_ms'] as number;
  assert.ok(waitMs > 0 && waitMs <= 1_000);
  assert.ok(Number(first.headers['retry-after']) >= 1);
  assert.equal(remaining(first), 0);
  await new Promise((resolve) => setTimeout(resolve, waitMs + 200));
  assert.equal((await api.call('GET', '/v1/venues')).status, 200);
});

/** Sends the calls at once, so that the bucket gains nothing between them, and counts those without a token. */
async function countLimited(calls: ReadonlyArray<Promise<Answer>>): Promise<number> {
  const answers = await Promise.all(calls);
  const limited = answers.filter(({ status }) => status === 429);
  assert.ok(
    answers.every(({ status }) => [200, 201, 429].includes(status)),
    answers.map(({ text }) => text).join('\n'),
  );
  return limited.length;
}

test('each key and each kind of call has a separate bucket', async () => {
  const [api, other] = [await newApi(), await newApi()];
  const submit = () => api.call('POST', '/v1/orders', createRestingOrder());
  assert.ok((await countLimited(Array.from({ length: 12 }, submit))) > 0, 'the bucket holds 6');
  await other.ok('POST', '/v1/orders', createRestingOrder());
  await api.ok('GET', '/v1/venues');
  const risk = [1, 2, 3].flatMap(() => [
    api.call('POST', '/v1/risk/kill-switch', { enabled: false }),
    api.call('POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' }),
    api.call('POST', '/v1/orders/cancel-all'),
  ]);
  const limited = await countLimited(risk);
  assert.ok(
    limited > 0 && limited <= 6,
    `${limited} of 9 refused: three pass, whatever the calls of the other kinds`,
  );
});

test('a batch costs a token for each order and is refused whole', async () => {
  const api = await newApi();
  const batch = (size: number) => ({ orders: Array.from({ length: size }, () => createRestingOrder()) });
  assert.equal((await api.ok<BatchEntry[]>('POST', '/v1/orders/batch', batch(5))).length, 5);
  await api.refused(RATE_LIMITED, 'POST', '/v1/orders/batch', batch(5));
  await api.ok('POST', '/v1/orders', createRestingOrder());
});

test('a request with a wrong body or without permission costs a token', async () => {
  const api = await newApi();
  const statuses: number[] = [];
  // The bucket gains two tokens a second, so a slow machine needs more than the six that it holds.
  for (let left = 100; left > 0 && statuses.at(-1) !== 429; left -= 1)
    statuses.push((await api.call('POST', '/v1/orders', '{')).status);
  assert.equal(statuses[0], 422);
  assert.equal(statuses.at(-1), 429);
});

test('failed signatures of an address run out, and a good one still passes', async () => {
  const api = await newApi();
  const bad = () =>
    api.send('GET', '/v1/venues', undefined, { ...api.headers('GET', '/v1/venues'), 'X-Key-Id': 'unknown' });
  const answers: Answer[] = [];
  for (let left = 100; left > 0 && answers.at(-1)?.status !== 429; left -= 1) answers.push(await bad());
  assert.deepEqual([answers[0]?.status, answers.at(-1)?.status], [401, 429]);
  const { error, details } = JSON.parse(answers.at(-1)?.text ?? '') as ApiError;
  assert.equal(error, 'rate_limited');
  assert.equal(details?.['bucket'], 'failed_auth');
  assert.ok(Number(answers.at(-1)?.headers['retry-after']) >= 1);
  await api.ok('GET', '/v1/venues');
});
