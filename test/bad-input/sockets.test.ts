import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from '../chance.ts';
import { resting } from '../orders.ts';
import { startService } from '../service.ts';
import { sendRaw } from './raw.ts';
import { assertRefused, assertUnharmed, snapshotOf, stateOf } from './state.ts';

const SEED = 31_337;
const service = await startService({
  settings: { 'http.headers_timeout_ms': 600, 'http.request_timeout_ms': 900 },
});
const api = service.api();
await stateOf(api);
const before = await snapshotOf(api);
const BODY = JSON.stringify(resting());

/** The head of a signed request, with lines of the test's own in place of the usual ones. */
function head(method: string, target: string, body: string, lines: readonly string[] = []): string {
  const signed = Object.entries(api.headers(method, target, body)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${target} HTTP/1.1`, 'Host: crossbook', ...signed, ...lines, '', ''].join('\r\n');
}

const order = (lines: readonly string[], body = BODY): string =>
  head('POST', '/v1/orders', body, ['Content-Type: application/json', ...lines]);
const whole = `Content-Length: ${Buffer.byteLength(BODY)}`;
const send = (...chunks: readonly (string | Uint8Array)[]) => sendRaw(service.url, chunks);

async function assertNothingHappened(): Promise<void> {
  assert.equal(await snapshotOf(api), before);
  assertUnharmed(service);
}

const MALFORMED: Readonly<Record<string, string>> = {
  'no HTTP': 'hello\r\n\r\n',
  'an unknown method': 'BREW /v1/venues HTTP/1.1\r\nHost: x\r\n\r\n',
  'a lower-case method': 'get /v1/venues HTTP/1.1\r\nHost: x\r\n\r\n',
  'HTTP/2 in plain text': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/9.9': 'GET /v1/venues HTTP/9.9\r\nHost: x\r\n\r\n',
  'no host': 'GET /v1/venues HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /v1/venues HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'a NUL in a header': 'GET /v1/venues HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n',
  'a bare LF': 'GET /v1/venues HTTP/1.1\nHost: x\n\n',
  'a folded header': 'GET /v1/venues HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n\r\n',
  'a header without a colon': 'GET /v1/venues HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n',
  'a space before the colon': 'GET /v1/venues HTTP/1.1\r\nHost : x\r\n\r\n',
  'a target with a space': 'GET /v1/ven ues HTTP/1.1\r\nHost: x\r\n\r\n',
  'a target with control characters': 'GET /v1/\u0001 HTTP/1.1\r\nHost: x\r\n\r\n',
  'an absolute target': 'GET http://other/v1/venues HTTP/1.1\r\nHost: x\r\n\r\n',
  'an authority target': 'CONNECT crossbook:80 HTTP/1.1\r\nHost: x\r\n\r\n',
  'an asterisk target': 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'headers of 100 KiB': `GET /v1/venues HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`,
  'three thousand headers': `GET /v1/venues HTTP/1.1\r\nHost: x\r\n${'X-A: a\r\n'.repeat(3_000)}\r\n`,
  'a target of 100 KiB': `GET /v1/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a length that is no number': `${order(['Content-Length: ten'])}${BODY}`,
  'a negative length': `${order(['Content-Length: -5'])}${BODY}`,
  'two lengths': `${order([whole, 'Content-Length: 3'])}${BODY}`,
  'a length and chunks': `${order([whole, 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
  'chunks of no size': `${order(['Transfer-Encoding: chunked'])}zz\r\nabc\r\n0\r\n\r\n`,
  'an unknown transfer coding': `${order(['Transfer-Encoding: gzip, chunked'])}0\r\n\r\n`,
  'chunked twice': `${order(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'])}0\r\n\r\n`,
};

for (const [what, bytes] of Object.entries(MALFORMED)) {
  test(`${what}: refused in the shape of errors, or closed without a word`, async () => {
    const answer = await send(bytes);
    if (answer.status === 0) assert.ok(answer.isClosed, 'silence must end with a close');
    else assertRefused({ status: answer.status, text: bodyOf(answer.text) }, what);
    await assertNothingHappened();
  });
}

/** The body of the first answer: as long as its head says. */
function bodyOf(text: string): string {
  const end = text.indexOf('\r\n\r\n');
  const [headText, rest] = [text.slice(0, end), text.slice(end + 4)];
  const length = Number(/content-length: (\d+)/i.exec(headText)?.[1] ?? rest.length);
  return Buffer.from(rest).subarray(0, length).toString('utf8');
}

test('a body that ends early, or never comes, places no order', async () => {
  for (const bytes of [
    `${order([whole])}${BODY.slice(0, 50)}`,
    order([whole]),
    `${order(['Transfer-Encoding: chunked'])}5\r\n{"sub`,
  ]) {
    const { status } = await sendRaw(service.url, [bytes], 3_000);
    assert.ok(status === 0 || (status >= 400 && status < 500), `${status}`);
  }
  await assertNothingHappened();
});

test('a head that comes too slowly is cut off', async () => {
  const answer = await sendRaw(service.url, ['GET /v1/venues HTTP/1.1\r\nHost: x\r\nX-A:'], 5_000);
  assert.ok(answer.isClosed);
  assert.ok(answer.status === 0 || (answer.status >= 400 && answer.status < 500), answer.text);
  assertUnharmed(service);
});

test('a body far beyond the limit is cut off, whatever it says of its length', async () => {
  const million = Buffer.alloc(1_000_000, 0x20);
  for (const line of [
    'Content-Length: 50000000',
    'Content-Length: 9999999999999999',
    'Transfer-Encoding: chunked',
  ]) {
    const chunk = line.startsWith('T') ? [`${million.length.toString(16)}\r\n`, million, '\r\n'] : [million];
    const answer = await send(order([line]), ...Array.from({ length: 20 }, () => chunk).flat());
    assert.ok(answer.isClosed, line);
    assert.ok(
      answer.status === 0 || (answer.status >= 400 && answer.status < 500),
      `${line}: ${answer.status}`,
    );
  }
  await assertNothingHappened();
});

test('bytes behind a request are a request of their own, not part of it', async () => {
  const second = `GET /v1/venues HTTP/1.1\r\nHost: x\r\n\r\n`;
  const { text } = await send(`${head('GET', '/v1/venues', '')}${second}`);
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ['200', '401']);
});

test('a thousand random heads and bodies leave the service as it was', async () => {
  const chance = new Chance(SEED);
  const pieces = [
    'GET ',
    'POST ',
    '/v1/orders',
    ' HTTP/1.1',
    '\r\n',
    '\r\n\r\n',
    ':',
    ' ',
    'Host: x',
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    '0\r\n\r\n',
    '{}',
    '\u0000',
    '\t',
    'X-Key-Id',
    BODY,
    '%',
    '\r',
    '\n',
    'é',
    ';',
    ',',
  ];
  for (let round = 0; round < 25; round += 1) {
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const bytes = Array.from({ length: 1 + chance.below(14) }, () => chance.pick(pieces)).join('');
        const { status } = await sendRaw(service.url, [bytes], 100);
        assert.ok(status < 500, `seed ${SEED}: ${JSON.stringify(bytes)} → ${status}`);
      }),
    );
  }
  await assertNothingHappened();
});

test('five hundred idle sockets and as many dropped ones take nothing from other callers', async () => {
  const idle = Array.from({ length: 500 }, () =>
    sendRaw(service.url, ['POST /v1/orders HTTP/1.1\r\n'], 2_000),
  );
  const dropped = Array.from({ length: 500 }, () => sendRaw(service.url, [order([whole])], 1));
  await Promise.all(dropped);
  assert.equal((await api.call('GET', '/v1/venues')).status, 200);
  await Promise.all(idle);
  await assertNothingHappened();
});
