import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { HttpRequest, HttpResult } from '../../../ports/network.ts';
import { VenueStatus } from '../market-data/venue-status.ts';
import { KEY } from '../polymarket-harness.fixture.ts';
import { type ApiCredentials, POLYMARKET_DEFAULTS } from '../polymarket-settings.ts';
import { Wallet } from '../signing/wallet.ts';
import { PolymarketClient } from './polymarket-client.ts';

const CREDENTIALS: ApiCredentials = { apiKey: 'key', secret: 'AAEC', passphrase: 'phrase' };
const LOST: HttpResult = { kind: 'lost', why: 'reset' };

const says = (status: number, value: unknown = {}, headers: Record<string, string> = {}): HttpResult => ({
  kind: 'answer',
  status,
  headers,
  body: JSON.stringify(value),
});

/** A client with scripted answers; time passes during each wait. */
function open(
  answer: (request: HttpRequest) => HttpResult,
  credentials: ApiCredentials | null = CREDENTIALS,
) {
  const clock = new ManualClock();
  const sent: string[] = [];
  const request = async (each: HttpRequest): Promise<HttpResult> => {
    sent.push(`${each.method} ${each.path}`);
    return answer(each);
  };
  const settings = { ...POLYMARKET_DEFAULTS, privateKeyHex: KEY, space: 'c0ffee', credentials };
  const mode = new VenueStatus(clock);
  const network = {
    http: () => ({ request, close: async () => {} }),
    socket: () => assert.fail('no socket here'),
  };
  const client = new PolymarketClient({
    network,
    clock,
    venueStatus: mode,
    wallet: new Wallet(settings),
    settings,
  });
  const until = async <Value>(work: Promise<Value>): Promise<Value> => {
    const progress = { isDone: false };
    const end = (): void => void (progress.isDone = true);
    work.then(end, end);
    for (let turns = 0; !progress.isDone && turns < 1_000; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!progress.isDone) clock.advance(50);
    }
    return work;
  };
  return { client, clock, mode, sent, until };
}

/** Cancels an order as the adapter does: its token is reserved first. */
const cancel = async (client: PolymarketClient, id: string): Promise<HttpResult> =>
  (await client.reserveCancels(1)) ? client.cancel([id]) : { kind: 'unsent', why: 'not reserved' };

test('an order is sent once, whatever the answer; a read is tried three times', async () => {
  for (const answer of [LOST, says(503), says(429), says(425)]) {
    const { client, sent, until } = open(() => answer);
    await until(client.submit('{}'));
    assert.deepEqual(sent, ['POST /order']);
    assert.equal((await until(client.readPrivate('/data/orders'))).kind, 'failed');
    assert.equal(sent.length, 4);
  }
});

test('a read with a definite answer is not retried', async () => {
  for (const status of [200, 400, 401, 404]) {
    const { client, sent, until } = open(() => says(status));
    const read = await until(client.readPrivate('/data/order/0xab'));
    assert.deepEqual([read.kind === 'answer' && read.status, sent.length], [status, 1]);
  }
});

test('without credentials no private request is sent', async () => {
  const { client, sent, until } = open(() => says(200), null);
  assert.equal((await until(client.submit('{}'))).kind, 'unsent');
  assert.equal((await until(cancel(client, '0xab'))).kind, 'unsent');
  assert.equal((await until(client.readPrivate('/data/orders'))).kind, 'failed');
  assert.deepEqual(sent, []);
});

test('an exhausted order limit does not affect cancels and reads', async () => {
  const { client, sent, until } = open(() => says(200));
  const orders = await until(Promise.all(Array.from({ length: 100 }, () => client.submit('{}'))));
  const unsent = orders.filter(({ kind }) => kind === 'unsent').length;
  assert.ok(unsent > 0 && unsent <= 52, `${unsent} of 100`);
  assert.equal((await cancel(client, '0xab')).kind, 'answer');
  assert.equal(sent.at(-1), 'DELETE /order');
  assert.deepEqual(
    client.budgets().flatMap(({ name, forCancels }) => (forCancels ? [name] : [])),
    ['cancels'],
  );
});

test('a 429 pauses only that kind of request, for the time given', async () => {
  const { client, clock, until } = open(({ method }) =>
    method === 'POST' ? says(429, {}, { 'retry-after': '2' }) : says(200),
  );
  await until(client.submit('{}'));
  const why = 'own order rate limit reached';
  assert.deepEqual(await until(client.submit('{}')), { kind: 'unsent', reason: 'rate_limited', why });
  assert.equal((await cancel(client, '0xab')).kind, 'answer');
  clock.advance(2_000);
  assert.equal((await client.submit('{}')).kind, 'answer');
});

test('a 429 pauses until the date that the venue gives', async () => {
  const { client, clock, until } = open(({ method }) =>
    method === 'POST'
      ? says(
          429,
          {},
          { date: 'Fri, 06 Nov 2026 08:49:40 GMT', 'retry-after': 'Fri, 06 Nov 2026 08:49:45 GMT' },
        )
      : says(200),
  );
  await until(client.submit('{}'));
  clock.advance(4_000);
  assert.equal((await until(client.submit('{}'))).kind, 'unsent');
  clock.advance(1_000);
  assert.equal((await client.submit('{}')).kind, 'answer');
});

test('a cancel is sent at most two seconds after a 429, whatever time the venue gives', async () => {
  const answers = [
    says(429, {}, { 'retry-after': '31536000' }),
    says(429, { retry_after_seconds: '1e300' }),
    says(429, {}, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
  ];
  for (const first of answers) {
    let isThrottled = true;
    const { client, clock, until } = open(() => (isThrottled ? first : says(200)));
    await until(cancel(client, '0xab'));
    assert.match(client.pauses()?.reason ?? '', /throttles cancels/);
    isThrottled = false;
    clock.advance(2_000);
    assert.equal((await cancel(client, '0xab')).kind, 'answer');
    assert.equal(client.pauses(), null);
  }
});

test('a rate limit warning already pauses requests', async () => {
  const { client, until } = open(() => says(200, {}, { 'poly-ratelimit-warning': 'true' }));
  await until(client.submit('{}'));
  assert.equal((await client.submit('{}')).kind, 'unsent');
});

test("order and cancel limits follow the tier in the venue's answers, up and down, and never exceed an address's", async () => {
  const venue = { headers: {} };
  const { client, clock, until } = open(() => says(200, {}, venue.headers));
  const limitsAfter = async (headers: Record<string, string>) => {
    venue.headers = headers;
    await until(client.submit('{}'));
    clock.advance(10_000);
    return ['orders', 'cancels'].map((kind) => {
      const { left, perSecond, burst } =
        client.budgets().find(({ name }) => name === kind) ?? assert.fail(kind);
      return `${left} ${perSecond}/s ${burst}`;
    });
  };
  assert.deepEqual(await limitsAfter({}), ['48 32/s 48', '96 64/s 96']);
  assert.deepEqual(await limitsAfter({ 'poly-ratelimit-tier': 'Silver' }), [
    '240 160/s 240',
    '480 160/s 480',
  ]);
  assert.deepEqual(await limitsAfter({ 'poly-ratelimit-tier': 'elite' }), [
    '720 160/s 720',
    '1440 160/s 1440',
  ]);
  assert.deepEqual(await limitsAfter({}), ['720 160/s 720', '1440 160/s 1440'], 'an answer without headers');
  assert.deepEqual(await limitsAfter({ 'poly-ratelimit-tier': 'copper' }), ['72 48/s 72', '144 96/s 144']);
  assert.deepEqual(await limitsAfter({ 'poly-ratelimit-tier': 'mythril' }), ['48 32/s 48', '96 64/s 96']);
  for (const inherited of ['constructor', '__proto__'])
    assert.deepEqual(await limitsAfter({ 'poly-ratelimit-tier': inherited }), ['48 32/s 48', '96 64/s 96']);
});

test("our tokens never exceed the venue's count", async () => {
  const venue = { remaining: '3' };
  const { client, until } = open(() => says(200, {}, { 'poly-ratelimit-remaining': venue.remaining }));
  const leftOf = (kind: string) => client.budgets().find(({ name }) => name === kind)?.left;
  await until(client.submit('{}'));
  assert.deepEqual([leftOf('orders'), leftOf('cancels')], [3, 96]);
  for (const remaining of ['1000', 'many', '']) {
    venue.remaining = remaining;
    await until(cancel(client, '0xab'));
  }
  assert.equal(leftOf('cancels'), 93, 'a higher count adds nothing');
  venue.remaining = '-64';
  await until(cancel(client, '0xab'));
  assert.equal(leftOf('cancels'), 0);
});

test('a list is read to its last page, else it fails', async () => {
  const pages: Record<string, unknown> = {
    'MA==': { data: [1, 2], next_cursor: 'Mg==' },
    'Mg==': { data: [3], next_cursor: 'LTE=' },
  };
  const cursorOf = ({ path }: HttpRequest) =>
    new URLSearchParams(path.split('?')[1]).get('next_cursor') ?? '';
  const whole = open((request) => says(200, pages[cursorOf(request)]));
  assert.deepEqual(await whole.until(whole.client.listPrivate('/data/trades', { market: 'm' })), {
    kind: 'all',
    items: [1, 2, 3],
  });
  assert.ok(whole.sent.every((path) => path.includes('market=m')));
  const endless = open(() => says(200, { data: [1], next_cursor: 'Mg==' }));
  assert.equal((await endless.until(endless.client.listPrivate('/data/trades', {}))).kind, 'failed');
  const refused = open((request) => (cursorOf(request) === 'Mg==' ? says(400) : says(200, pages['MA=='])));
  assert.equal((await refused.until(refused.client.listPrivate('/data/trades', {}))).kind, 'failed');
});

test('credentials are derived, and created only if the venue has none', async () => {
  const derived = open(() => says(200, CREDENTIALS), null);
  assert.equal(await derived.until(derived.client.obtainCredentials()), null);
  assert.deepEqual([derived.client.credentials, derived.sent], [CREDENTIALS, ['GET /auth/derive-api-key']]);
  const created = open(({ method }) => (method === 'GET' ? says(400) : says(200, CREDENTIALS)), null);
  assert.equal(await created.until(created.client.obtainCredentials()), null);
  assert.deepEqual(created.sent, ['GET /auth/derive-api-key', 'POST /auth/api-key']);
  const silent = open(() => says(500), null);
  assert.equal((await silent.until(silent.client.obtainCredentials()))?.isRefused, false);
  assert.deepEqual(silent.sent, ['GET /auth/derive-api-key'], 'silence is no reason to make new ones');
});

test("a wrong local clock is corrected by the venue's, and a jump of our clock has no effect", async () => {
  const venueTime = { ms: 0 };
  const { client, clock, until } = open(() => says(200, Math.floor(venueTime.ms / 1_000)));
  venueTime.ms = clock.now() + 300;
  await until(client.measureClock());
  assert.equal(client.offsetMs, 0, 'within the second that was venueTime');
  venueTime.ms = clock.now() + 30_000;
  await until(client.measureClock());
  assert.ok(Math.abs(client.offsetMs - 30_000) <= 1_000, String(client.offsetMs));
  const before = client.nowMs();
  clock.jumpWall(3_600_000);
  assert.equal(client.nowMs(), before);
});

test('without a time from the venue the clock correction stays unchanged', async () => {
  for (const answer of [LOST, says(500), says(200, 'soon')]) {
    const { client, until } = open(() => answer);
    assert.equal(await until(client.measureClock()), null);
    assert.equal(client.offsetMs, 0);
  }
});

test('five unanswered requests block new orders; one answer unblocks them', async () => {
  const venue: { answer: HttpResult } = { answer: LOST };
  const { client, mode, until } = open(() => venue.answer);
  for (let ask = 0; ask < 2; ask += 1) await until(client.readPrivate('/data/orders'));
  assert.equal(mode.blockedReason(), 'the venue does not answer');
  venue.answer = says(404);
  await until(client.readPrivate('/data/orders'));
  assert.equal(mode.blockedReason(), null);
});

test('acknowledgements, records and catalogue pages have separate size limits', async () => {
  const limits: (number | undefined)[] = [];
  const { client, until } = open(({ answerBytesMax }) => {
    limits.push(answerBytesMax);
    return says(200);
  });
  await until(client.submit('{}'));
  await until(cancel(client, '0x1'));
  await until(client.readPrivate('/data/orders'));
  await until(client.postQuery('/books', []));
  await until(client.read('gamma', '/markets/keyset', 'discovery'));
  const KIB = 1_024;
  assert.deepEqual(limits, [256 * KIB, 256 * KIB, 8_192 * KIB, 8_192 * KIB, 32_768 * KIB]);
});

test('a deeply nested answer is not read, and a long one is read in steps', async () => {
  const deep = open(() => ({
    kind: 'answer',
    status: 200,
    headers: {},
    body: `{"data":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
  }));
  const answer = await deep.until(deep.client.readPrivate('/data/orders'));
  assert.equal(answer.kind === 'answer' && answer.value, undefined);
  const markets = Array.from({ length: 40_000 }, (_, number) => ({
    id: `a market with a long name, ${number}`,
  }));
  const long = open(() => says(200, { markets }));
  const startedMs = long.clock.monotonicMs();
  const page = await long.until(long.client.read('gamma', '/markets/keyset', 'discovery'));
  assert.deepEqual(page.kind === 'answer' && page.value, { markets });
  assert.ok(long.clock.monotonicMs() - startedMs >= 200, 'the clock went on between the steps');
});
