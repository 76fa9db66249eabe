import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import {
  createTestApi,
  listen,
  type TestApi,
  type TestApiOptions,
} from '../../test/support/http/http-fakes.ts';
import { ORDER } from '../../test/support/http/http-records.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import { ok } from '../contract/model/result.ts';
import { isRoutable } from './broken-requests.ts';

/** Runs with the API on a real socket, then closes both. */
async function onSocket(
  run: (socket: Socket, bench: TestApi) => Promise<void>,
  options?: TestApiOptions,
): Promise<void> {
  const made = await createTestApi(options);
  const socket = connect(await listen(made.server), '127.0.0.1');
  try {
    await run(socket, made);
  } finally {
    socket.destroy();
    await made.server.close();
  }
}

/** Returns everything that the server sends until it closes the connection. */
async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const piece of socket) text += String(piece);
  return text;
}

const errorIn = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

test('bytes that are not HTTP get the usual error format', () =>
  onSocket(async (socket) => {
    socket.write('HELLO WORLD\r\n\r\n');
    const answer = await answerOn(socket);
    assert.match(answer, /^HTTP\/1\.1 422 /);
    assert.match(answer, /x-request-id: req_/);
    assert.match(answer, /x-server-time: 1782907200000/);
    assert.equal(errorIn(answer).error, 'validation');
  }));

test('endless headers are cut off at a limit', () =>
  onSocket(async (socket) => {
    socket.write(`GET /v1/venues HTTP/1.1\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`);
    const answer = await answerOn(socket);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.equal(errorIn(answer).error, 'payload_too_large');
  }));

test('a contradictory content length is refused', () =>
  onSocket(async (socket) => {
    socket.write('POST /v1/orders HTTP/1.1\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}');
    assert.match(await answerOn(socket), /^HTTP\/1\.1 422 /);
  }));

test('a tunnel and an unknown expectation get the usual error format', async () => {
  const lines = {
    405: 'CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n',
    422: 'POST /v1/orders HTTP/1.1\r\nhost: x\r\nexpect: a miracle\r\ncontent-length: 0\r\n\r\n',
  };
  for (const [status, bytes] of Object.entries(lines)) {
    await onSocket(async (socket) => {
      socket.write(bytes);
      const answer = await answerOn(socket);
      assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), answer);
      assert.match(answer, /x-request-id: req_/);
      assert.match(errorIn(answer).request_id, /^req_/);
    });
  }
});

const IMPATIENT: TestApiOptions = {
  config: { http: { ...DEFAULT_CONFIG.http, headersTimeoutMs: 100, requestTimeoutMs: 200 } },
};

test('endless headers and missing bodies time out', async () => {
  const halves = [
    'GET /v1/venues HTTP/1.1\r\nx-signature:',
    'POST /v1/orders HTTP/1.1\r\nx-signature: good\r\ncontent-length: 10\r\n\r\n{',
  ];
  for (const half of halves) {
    await onSocket(async (socket, { auth }) => {
      socket.write(half);
      const answer = await answerOn(socket);
      assert.match(answer, /^HTTP\/1\.1 422 /);
      assert.deepEqual(errorIn(answer).details.fields, [
        { field: 'request', issue: 'was not received in time' },
      ]);
      assert.equal(auth.seen.length, 0);
    }, IMPATIENT);
  }
});

test('a connection that sends nothing is closed in time, without a response', () =>
  onSocket(async (socket, { auth }) => {
    assert.equal(await answerOn(socket), '');
    assert.equal(auth.seen.length, 0);
  }, IMPATIENT));

test('a caller that disconnects during a body starts no call and causes no error in the log', () =>
  onSocket(async (socket, { server, auth, log }) => {
    const gone = new Promise<void>((resolve) => {
      server.server.once('connection', (peer) => peer.once('close', () => resolve()));
    });
    socket.write('POST /v1/orders HTTP/1.1\r\nx-signature: good\r\ncontent-length: 10\r\n\r\n{');
    await new Promise((resolve) => server.server.once('request', resolve));
    socket.destroy();
    await gone;
    assert.equal(auth.seen.length, 0);
    assert.deepEqual(log.errors, []);
  }));

test('a chunked body is read completely, and cut off at the limit although it has no length', async () => {
  await onSocket(async (socket) => {
    socket.write(
      'POST /v1/orders HTTP/1.1\r\nx-signature: good\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n',
    );
    socket.write('1\r\n{\r\n1\r\n}\r\n0\r\n\r\n');
    assert.match(await answerOn(socket), /^HTTP\/1\.1 200 /);
  });
  await onSocket(async (socket) => {
    socket.on('error', () => {});
    socket.write('POST /v1/orders HTTP/1.1\r\nx-signature: good\r\ntransfer-encoding: chunked\r\n\r\n');
    const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 20; sent += 1) socket.write(piece);
    socket.write('0\r\n\r\n');
    assert.match(await answerOn(socket), /^HTTP\/1\.1 413 /);
  });
});

test('the body of a GET is covered by its signature and otherwise ignored', () =>
  onSocket(async (socket, { auth }) => {
    socket.write(
      'GET /v1/venues HTTP/1.1\r\nx-signature: good\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{x',
    );
    assert.match(await answerOn(socket), /^HTTP\/1\.1 200 /);
    assert.equal(Buffer.from(auth.seen[0]?.body ?? []).toString(), '{x');
  }));

test('an absolute target and a path with dots match no route', async () => {
  for (const target of ['http://elsewhere/v1/venues', '/v1/../v1/venues', '/./v1/venues', '//v1/venues']) {
    await onSocket(async (socket) => {
      socket.write(`GET ${target} HTTP/1.1\r\nx-signature: good\r\nconnection: close\r\n\r\n`);
      assert.match(await answerOn(socket), /^HTTP\/1\.1 404 /, target);
    });
  }
});

test('two Idempotency-Key headers are refused, as are empty, long and invisible ones', async () => {
  const submit = (headers: string, options?: TestApiOptions) =>
    onSocket(async (socket) => {
      socket.write(
        `POST /v1/orders HTTP/1.1\r\nx-signature: good\r\nconnection: close\r\n${headers}\r\n\r\n`,
      );
      const answer = await answerOn(socket);
      if (options !== undefined) return assert.match(answer, /^HTTP\/1\.1 200 /, headers);
      assert.match(answer, /^HTTP\/1\.1 422 /, headers);
      assert.equal(errorIn(answer).details.fields[0].field, 'Idempotency-Key');
    }, options);
  await submit('Idempotency-Key: a\r\nidempotency-key: a');
  await submit('Idempotency-Key:');
  await submit(`Idempotency-Key: ${'k'.repeat(129)}`);
  await submit('Idempotency-Key: a b');
  await submit('Idempotency-Key: \u00e9');
  const keys: unknown[] = [];
  const remember: TestApiOptions = {
    trading: {
      orders: {
        submit: async (_, __, key) => {
          keys.push(key);
          return ok({ order: ORDER, replayed: false });
        },
      },
    },
  };
  await submit(`Idempotency-Key: ${'k'.repeat(128)}`, remember);
  await submit('x: y', remember);
  assert.deepEqual(keys, ['k'.repeat(128), null]);
});

test('a stopping server finishes running requests and refuses later ones', async () => {
  const began = Promise.withResolvers<void>();
  const barrier = Promise.withResolvers<void>();
  await onSocket(
    async (socket, { server }) => {
      const get = 'GET /v1/orders/ord_1042 HTTP/1.1\r\nx-signature: good\r\n\r\n';
      socket.write(get);
      await began.promise;
      const closed = server.close();
      await new Promise(setImmediate);
      socket.write(get);
      barrier.resolve();
      const answers = (await answerOn(socket)).match(/HTTP\/1\.1 \d+/g);
      assert.deepEqual(answers?.[0], 'HTTP/1.1 200');
      assert.notEqual(answers?.[1], 'HTTP/1.1 200');
      await closed;
    },
    {
      queries: {
        order: async () => {
          began.resolve();
          await barrier.promise;
          return ok(ORDER);
        },
      },
    },
  );
});

test('a request target is routable when it is a decodable absolute path', () => {
  for (const target of ['/', '/v1/orders?q=%zz', '/v1/markets/Demo:A%20B', '/%C3%A9'])
    assert.ok(isRoutable(target), target);
  for (const target of ['', '*', 'v1', 'http://h/v1', '/v1/orders#x', '/%', '/%zz', '/%C3', '/a%ff?q=1']) {
    assert.ok(!isRoutable(target), target);
  }
});
