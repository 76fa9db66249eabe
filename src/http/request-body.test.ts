import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createTestApi } from '../../test/support/http/http-fakes.ts';
import { err, ok, rejection } from '../contract/model/result.ts';
import { readBody, readIdempotencyKey } from './request-body.ts';

const GOOD = { 'x-signature': 'good' };
const JSON_BODY = { ...GOOD, 'content-type': 'application/json' };

test('a body over the limit is 413, whatever the signature', async () => {
  const { server, auth } = await createTestApi();
  const payload = Buffer.alloc(1024 * 1024 + 1, ' ');
  for (const headers of [JSON_BODY, { 'content-type': 'application/json' }]) {
    const answer = await server.inject({ method: 'POST', url: '/v1/orders', headers, payload });
    assert.equal(answer.statusCode, 413);
    assert.equal(answer.json().error, 'payload_too_large');
    assert.equal(answer.headers.connection, 'close');
  }
  assert.equal(auth.seen.length, 0);
});

test('a request without a known key keeps no body bytes, and an oversize body still returns 413', async () => {
  const { server, auth } = await createTestApi();
  const post = (bytes: number) =>
    server.inject({
      method: 'POST',
      url: '/v1/orders',
      headers: JSON_BODY,
      payload: Buffer.alloc(bytes, ' '),
    });
  auth.isKnown = false;
  await post(1024 * 1024);
  assert.equal((await post(1024 * 1024 + 1)).statusCode, 413);
  auth.isKnown = true;
  await post(1_000);
  assert.deepEqual(
    auth.seen.map(({ body }) => body.length),
    [0, 1_000],
  );
});

test('a body in very many tiny pieces is 413 after the first of them, and one of many usual pieces is read', async () => {
  const send = async (bytes: number, pieces: number) => {
    const body = new PassThrough();
    const reading = readBody(body as never, 1024 * 1024);
    for (let sent = 0; sent < pieces && !body.isPaused(); sent += 1) {
      body.write(Buffer.alloc(bytes, ' '));
      if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    body.end();
    const result = await reading;
    return { result, left: body.readableLength + body.writableLength };
  };
  const tiny = await send(1, 20_000);
  assert.equal(!tiny.result.ok && tiny.result.error.code, 'payload_too_large');
  assert.ok(tiny.left < 1_000, `${tiny.left} bytes were taken after the refusal`);
  const usual = await send(100, 10_000);
  assert.equal(usual.result.ok && usual.result.value.length, 1_000_000);
});

for (const [size, isRead] of [
  [1, true],
  [99, true],
  [100, true],
  [101, false],
  [1_000, false],
] as const)
  test(`a body of ${size} bytes ${isRead ? 'is read whole' : 'is refused'} at a limit of 100, in one piece or several`, async () => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
    for (const pieces of [1, 2, 7]) {
      const body = new PassThrough();
      const reading = readBody(body as never, 100);
      for (let sent = 0; sent < pieces; sent += 1)
        body.write(bytes.subarray((size * sent) / pieces, (size * (sent + 1)) / pieces));
      body.end();
      const result = await reading;
      if (isRead) assert.deepEqual(result.ok && Buffer.from(result.value), bytes);
      else assert.equal(result.ok || result.error.code, 'payload_too_large');
    }
  });

test('another media type or a compressed body is 415; none declared is JSON', async () => {
  const { server } = await createTestApi();
  const ask = async (headers: Record<string, string>) =>
    (
      await server.inject({
        method: 'POST',
        url: '/v1/orders',
        headers: { ...GOOD, ...headers },
        payload: Buffer.from('{}'),
      })
    ).statusCode;
  assert.equal(await ask({ 'content-type': 'text/plain' }), 415);
  assert.equal(await ask({ 'content-type': 'application/json-patch+json' }), 415);
  assert.equal(await ask({ 'content-type': 'application/json; charset=latin1' }), 415);
  assert.equal(await ask({ 'content-type': 'nonsense' }), 415);
  assert.equal(await ask({ 'content-type': 'application/json', 'content-encoding': 'gzip' }), 415);
  assert.equal(await ask({}), 200);
  assert.equal(await ask({ 'content-type': 'application/json' }), 200);
  assert.equal(await ask({ 'content-type': 'APPLICATION/JSON; charset="UTF-8"' }), 200);
  assert.equal(await ask({ 'content-type': 'application/json', 'content-encoding': 'identity' }), 200);
});

test('an absent body counts as an empty object', async () => {
  const bodies: unknown[] = [];
  const { server } = await createTestApi({
    trading: {
      risk: {
        setLimits: async (_, body) => {
          bodies.push(body);
          return err(rejection('forbidden', 'no'));
        },
      },
    },
  });
  await server.inject({ method: 'PUT', url: '/v1/risk/limits', headers: GOOD });
  await server.inject({
    method: 'PUT',
    url: '/v1/risk/limits',
    headers: { ...GOOD, 'content-type': 'text/plain' },
  });
  assert.deepEqual(bodies, [{}, {}]);
});

test('an invalid body never reaches a handler', async () => {
  const { server } = await createTestApi({
    trading: {
      orders: { submit: () => assert.fail('the handler ran') },
    },
  });
  for (const payload of [
    '{',
    '{"a":1,"a":2}',
    '[[[[[[[[[]]]]]]]]]',
    '{"__proto__":{}}',
    Buffer.from([0xff]),
  ]) {
    const answer = await server.inject({ method: 'POST', url: '/v1/orders', headers: JSON_BODY, payload });
    assert.equal(answer.statusCode, 422, String(payload));
    assert.equal(answer.json().error, 'validation');
  }
});

test('an idempotency key is 1 to 128 visible ASCII characters, given once', () => {
  const read = (...keys: readonly string[]) => {
    const rawHeaders = keys.flatMap((key) => ['Idempotency-Key', key]);
    const headers = { 'idempotency-key': keys.join(', ') };
    return readIdempotencyKey({ headers, rawHeaders } as unknown as IncomingMessage);
  };
  for (const key of ['!', '~', 'k'.repeat(128)]) assert.deepEqual(read(key), ok(key));
  for (const key of ['', 'k'.repeat(129), 'a b', 'ä', '\u007f']) assert.equal(read(key).ok, false, key);
  const twice = read('a', 'a');
  assert.match(twice.ok ? '' : JSON.stringify(twice.error.details), /given more than once/);
  const none = { headers: {}, rawHeaders: [] } as unknown as IncomingMessage;
  assert.deepEqual(readIdempotencyKey(none), ok(null));
});
