import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { object, text } from '../../../contract/model/decoder.ts';
import type { HttpRequest, HttpResult } from '../../../ports/network.ts';
import { CircuitBreaker, KalshiClient, type KalshiClientDeps, type WriteRequest } from './kalshi-client.ts';
import { page } from './kalshi-pages.ts';

const ANSWER: HttpResult = { kind: 'answer', status: 200, headers: {}, body: '{}' };
const LOST: HttpResult = { kind: 'lost', why: 'reset' };

/** A client that never waits for tokens, and a venue that returns the given answer. */
function createClient(answer: () => HttpResult) {
  const clock = new ManualClock();
  const sent: HttpRequest[] = [];
  const request = async (each: HttpRequest): Promise<HttpResult> => {
    sent.push(each);
    return answer();
  };
  const limits = { readMs: 1_000, readWaitMsMax: 0, writeMs: 1_000, writeWaitMsMax: 0 };
  const settings = { restUrl: 'http://venue.test', connectionsMax: 1, ...limits };
  const client = new KalshiClient({
    clock,
    network: { http: () => ({ request, close: async () => {} }) },
    random: { next: () => 0.5, hex: () => '' },
    signer: { headers: () => ({}) },
    settings,
    unknownFields: { note: () => {} },
    onCredentials: () => {},
  } as unknown as KalshiClientDeps);
  return { client, clock, sent };
}

const write = (method: 'POST' | 'DELETE'): WriteRequest<unknown> => ({
  method,
  endpoint: '/orders',
  path: '/orders',
  query: {},
  body: null,
  shard: 0,
  shape: object({}),
});

test('a cancel uses the reserve when orders have used up the budget', async () => {
  const { client, sent } = createClient(() => ANSWER);
  while ((await client.order(write('POST'))).kind === 'ok');
  const orders = sent.length;
  assert.equal((await client.order(write('POST'))).kind, 'unsent');
  assert.equal(await client.reserveCancels('write:0', '/orders', 1), true);
  assert.equal((await client.cancel(write('DELETE'))).kind, 'ok');
  assert.deepEqual([orders > 0, sent.length], [true, orders + 1]);
});

for (const [body, code, message] of [
  [
    '{"error":{"code":"endpoint_moved","message":"use the newer endpoint"}}',
    'endpoint_moved',
    'use the newer endpoint',
  ],
  ['{"message":"maintenance"}', null, 'maintenance'],
  ['{"order":null}', null, '{"order":null}'],
  ['<html>gateway</html>', null, '<html>gateway</html>'],
  ['', null, 'HTTP 200'],
] as const)
  test(`a success without an acknowledgement proves nothing and keeps its words: ${body}`, async () => {
    const { client } = createClient(() => ({ kind: 'answer', status: 200, headers: {}, body }));
    const answer = await client.order({ ...write('POST'), shape: object({ order_id: text }) });
    assert.ok(answer.kind === 'lost', answer.kind);
    assert.deepEqual(answer.venueAnswer, { venueCode: code, venueMessage: message });
  });

test('an order is sent once, also when it is lost', async () => {
  const { client, sent } = createClient(() => LOST);
  assert.equal((await client.order(write('POST'))).kind, 'lost');
  assert.equal(sent.length, 1);
});

test('five consecutive unanswered requests stop orders for five seconds after the last', () => {
  const clock = new ManualClock();
  const breaker = new CircuitBreaker(clock);
  for (let failure = 1; failure <= 4; failure += 1) breaker.failed();
  assert.equal(breaker.whyOpen, null);
  breaker.failed();
  clock.advance(4_999);
  assert.match(breaker.whyOpen ?? '', /^5 consecutive requests/);
  clock.advance(1);
  assert.equal(breaker.whyOpen, null, 'a trial order is allowed');
  breaker.failed();
  assert.match(breaker.whyOpen ?? '', /^6 consecutive requests/);
  breaker.succeeded();
  assert.equal(breaker.whyOpen, null);
});

test('acknowledgements and pages have separate size limits', async () => {
  const { client, sent } = createClient(() => ANSWER);
  await client.order(write('POST'));
  for (const path of ['/portfolio/orders', '/markets', '/events/A-1', '/series', '/seriesx'])
    await client.get(path, { limit: 1 }, object({}));
  const KIB = 1_024;
  const records = 8_192 * KIB;
  const catalogue = 32_768 * KIB;
  assert.deepEqual(
    sent.map(({ answerBytesMax }) => answerBytesMax),
    [256 * KIB, records, catalogue, catalogue, catalogue, records],
  );
});

test('a deeply nested answer proves nothing', async () => {
  const body = `{"order":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
  const { client } = createClient(() => ({ ...ANSWER, body }));
  const answer = await client.order(write('POST'));
  assert.equal(answer.kind === 'lost' && answer.why, 'HTTP 200 with an unreadable body');
});

test('a page above a quarter of a mebibyte is parsed in steps, and is complete', async () => {
  const tickers = Array.from({ length: 2_000 }, (_, number) => ({
    ticker: `KXMARKET-${number}-${'WITH-A-LONG-NAME'.repeat(50)}`,
  }));
  const { client, clock } = createClient(() => ({
    ...ANSWER,
    body: JSON.stringify({ markets: tickers, cursor: '' }),
  }));
  const shape = page('markets', object({ ticker: text }));
  const progress = { isDone: false };
  const reading = client.get('/markets', {}, shape).finally(() => {
    progress.isDone = true;
  });
  let steps = 0;
  for (; !progress.isDone && steps < 100; steps += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1);
  }
  assert.ok(steps > 4, `${steps} steps`);
  const answer = await reading;
  assert.deepEqual(answer.kind === 'ok' && answer.value.items, tickers);
});
