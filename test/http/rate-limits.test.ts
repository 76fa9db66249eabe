import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../support/api-client.ts';
import { createRestingOrder } from '../support/order-bodies.ts';
import type { ApiError, BatchEntry } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

/** Buckets that gain a token in 100 s, so that what a test uses up stays used up. */
const PER_SECOND = 0.01;
const BURST = { read: 20, write: 6, risk: 3, failed_auth: 5 } as const;

const service = await startService({
  rates: 'default',
  settings: Object.fromEntries(
    Object.entries(BURST).flatMap(([bucket, burst]) => [
      [`rate.${bucket}.per_second`, PER_SECOND],
      [`rate.${bucket}.burst`, burst],
    ]),
  ),
});
const newApi = async () => service.api(await service.newKey('--permissions', 'read,trade,risk'));
const RATE_LIMITED = [429, 'rate_limited'] as const;
const remaining = ({ headers }: Answer): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

test('a response reports the remaining tokens', async () => {
  const api = await newApi();
  const read = await api.call('GET', '/v1/venues');
  assert.equal(read.headers['ratelimit-policy'], '"read";q=20;w=2000');
  assert.match(String(read.headers['ratelimit']), /^"read";r=19;t=\d+$/);
  const write = await api.call('POST', '/v1/orders', createRestingOrder());
  assert.equal(write.headers['ratelimit-policy'], '"write";q=6;w=600');
  assert.equal(remaining(write), 5);
  const risk = await api.call('PUT', '/v1/risk/limits', {});
  assert.match(String(risk.headers['ratelimit']), /^"risk";r=2;t=\d+$/);
});

test('an empty bucket returns 429 with the time until its next token', async () => {
  const api = await newApi();
  const answers = await Promise.all(Array.from({ length: 40 }, () => api.call('GET', '/v1/venues')));
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 40 - BURST.read);
  const [first] = refused as [Answer];
  const error = api.readRefusal(RATE_LIMITED, 'GET', '/v1/venues', first);
  assert.equal(error.details?.['bucket'], 'read');
  const waitMs = error.details?.['retry_after_ms'] as number;
  assert.ok(waitMs > 0 && waitMs <= 1_000 / PER_SECOND, `${waitMs} ms`);
  assert.equal(Number(first.headers['retry-after']), Math.ceil(waitMs / 1_000));
  assert.equal(remaining(first), 0);
});

/** Sends the calls at once and counts those without a token. */
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
  assert.equal(await countLimited(Array.from({ length: 12 }, submit)), 12 - BURST.write);
  await other.ok('POST', '/v1/orders', createRestingOrder());
  await api.ok('GET', '/v1/venues');
  const risk = [1, 2, 3].flatMap(() => [
    api.call('POST', '/v1/risk/kill-switch', { enabled: false }),
    api.call('POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' }),
    api.call('POST', '/v1/orders/cancel-all'),
  ]);
  assert.equal(await countLimited(risk), 9 - BURST.risk);
});

test('a batch costs a token for each order and is refused whole', async () => {
  const api = await newApi();
  const batch = (size: number) => ({ orders: Array.from({ length: size }, () => createRestingOrder()) });
  assert.equal((await api.ok<BatchEntry[]>('POST', '/v1/orders/batch', batch(5))).length, 5);
  await api.refused(RATE_LIMITED, 'POST', '/v1/orders/batch', batch(2));
  await api.ok('POST', '/v1/orders', createRestingOrder());
  await api.refused(RATE_LIMITED, 'POST', '/v1/orders', createRestingOrder());
});

test('a request with a wrong body costs a token', async () => {
  const api = await newApi();
  const statuses: number[] = [];
  for (let call = 0; call <= BURST.write; call += 1)
    statuses.push((await api.call('POST', '/v1/orders', '{')).status);
  assert.deepEqual(statuses, [...Array.from({ length: BURST.write }, () => 422), 429]);
});

test('failed signatures of an address run out, and a good one still passes', async () => {
  const api = await newApi();
  const bad = () =>
    api.send('GET', '/v1/venues', undefined, { ...api.headers('GET', '/v1/venues'), 'X-Key-Id': 'unknown' });
  const answers: Answer[] = [];
  for (let call = 0; call <= BURST.failed_auth; call += 1) answers.push(await bad());
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array.from({ length: BURST.failed_auth }, () => 401), 429],
  );
  const { error, details } = JSON.parse(answers.at(-1)?.text ?? '') as ApiError;
  assert.equal(error, 'rate_limited');
  assert.equal(details?.['bucket'], 'failed_auth');
  assert.ok(Number(answers.at(-1)?.headers['retry-after']) >= 1);
  await api.ok('GET', '/v1/venues');
});
