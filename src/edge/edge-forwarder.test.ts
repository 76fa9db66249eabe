import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { until } from '../../test/api-assertions.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import {
  exchange,
  parseError,
  readAll,
  readBody,
  startEdge,
  startOwner,
  toKnownOwner,
} from './edge.fixture.ts';
import { getClientAddress, getForwardedId } from './node-link.ts';

const OK = 'the body of the owner';

describe('a forwarded request', () => {
  test('E-01: reaches the owner with method, target, headers and body byte for byte', async (t) => {
    const seen: { method: string; url: string; rawHeaders: string[]; body: string }[] = [];
    const owner = await startOwner(t, 'a', async (request, response) => {
      const { method = '', url = '', rawHeaders } = request;
      seen.push({ method, url, rawHeaders, body: await readBody(request) });
      response.writeHead(202, ['X-Twice', '1', 'x-twice', '2', 'Content-Type', 'text/odd']).end(OK);
    });
    const { port } = await startEdge(t, owner.link);
    const body = '{"a" : 1,\r\n"b":"\xe9\x00"}';
    const answer = await exchange(
      port,
      `PUT //v1/a%2Fb/../c?x=%20&&y=1&x=2+3 HTTP/1.1\r\nhOsT: Some.Host:1\r\nX-Key-Id: k\xe9\r\nX-SIGNATURE: abc=\r\nX-Key-Id: second\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    assert.match(answer, /^HTTP\/1\.1 202 /);
    assert.match(answer, /X-Twice: 1\r\nx-twice: 2\r\nContent-Type: text\/odd\r\n/);
    assert.match(answer, /the body of the owner/);
    const [request] = seen;
    assert.ok(request !== undefined && seen.length === 1);
    assert.deepEqual(
      [request.method, request.url, request.body],
      ['PUT', '//v1/a%2Fb/../c?x=%20&&y=1&x=2+3', body],
    );
    assert.deepEqual(request.rawHeaders.slice(0, 10), [
      'hOsT',
      'Some.Host:1',
      'X-Key-Id',
      'k\xe9',
      'X-SIGNATURE',
      'abc=',
      'X-Key-Id',
      'second',
      'Content-Length',
      String(body.length),
    ]);
  });

  for (const [method, length] of [
    ['POST', ['content-length', '0']],
    ['PUT', ['content-length', '0']],
    ['PATCH', ['content-length', '0']],
    ['GET', []],
    ['DELETE', []],
  ] as const)
    test(`E-01: ${method} without a body is forwarded without one, with no header of the connection but its end`, async (t) => {
      const seen: string[][] = [];
      const owner = await startOwner(t, 'a', (request, response) => {
        seen.push(request.rawHeaders.map((text) => text.toLowerCase()));
        response.writeHead(200, { Connection: 'close' }).end(OK);
      });
      const { port } = await startEdge(t, owner.link);
      const ofConnection =
        'Keep-Alive: timeout=9\r\nTE: trailers\r\nProxy-Connection: close\r\nHTTP2-Settings: a\r\nUpgrade: h2c';
      const head = `Host: h\r\n${ofConnection}\r\nExpect: 100-continue\r\n\r\n`;
      const answer = await exchange(port, `${method} /v1/x HTTP/1.1\r\n${head}`);
      assert.match(answer, /connection: close[^]*owner/i);
      const [[host, name, ...others] = []] = seen;
      const [id, connection] = [others.at(-3), others.at(-1)];
      const ofNode = ['crossbook-client-address', '127.0.0.1', 'crossbook-request-id', id];
      const kept = [...length, ...ofNode, 'connection', connection];
      assert.deepEqual([host, name, ...others], ['host', 'h', ...kept]);
    });

  test('E-01: an answer may last longer than the wait for its beginning', async (t) => {
    const clock = new ManualClock();
    const rest = Promise.withResolvers<void>();
    const owner = await startOwner(t, 'a', async (_, response) => {
      response.write('the first part, ');
      await rest.promise;
      response.end('and the last');
    });
    const { port } = await startEdge(t, owner.link, { clock });
    const client = connect(port, '127.0.0.1');
    const answer = readAll(client);
    client.write('GET /v1/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    await once(client, 'data');
    clock.advance(600_000);
    rest.resolve();
    assert.match(await answer, /the first part, [^]*and the last/);
  });

  test('E-04: is ended at the owner too when its client leaves', async (t) => {
    const gotIt = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const owner = await startOwner(t, 'a', (_, response) => {
      response.once('close', left.resolve);
      gotIt.resolve();
    });
    const { port } = await startEdge(t, owner.link);
    const client = connect(port, '127.0.0.1');
    client.write('GET /v1/x HTTP/1.1\r\nHost: h\r\n\r\n');
    await gotIt.promise;
    client.destroy();
    await left.promise;
  });

  test('E-07: a new key of the same owner is used from the next request on', async (t) => {
    const owner = await startOwner(t, 'a', (_, response) => void response.end(OK));
    const { edge, port } = await startEdge(t, { ...owner.link, key: 'cd'.repeat(32) });
    const request = 'GET /v1/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    assert.equal(parseError(await exchange(port, request)).body.error, 'not_owner');
    edge.setOwner(toKnownOwner(owner.link));
    assert.match(await exchange(port, request), /the body of the owner/);
  });

  test('E-02: states the address and request id of the edge, whatever the client states, of a handshake too', async (t) => {
    const seen: string[] = [];
    const owner = await startOwner(t, 'a', (request, response) => {
      seen.push(`${getClientAddress(request)} ${getForwardedId(request)}`);
      response.end();
    });
    owner.server.on('upgrade', (request, socket) => {
      seen.push(`${getClientAddress(request)} ${getForwardedId(request)}`);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    const { port } = await startEdge(t, owner.link);
    const forged = 'Crossbook-Client-Address: 203.0.113.9\r\nCROSSBOOK-REQUEST-ID: req_chosen';
    for (const connection of ['close', 'Upgrade\r\nUpgrade: websocket'])
      await exchange(port, `GET /v1/x HTTP/1.1\r\nHost: h\r\n${forged}\r\nConnection: ${connection}\r\n\r\n`);
    assert.equal(seen.length, 2);
    for (const each of seen) assert.match(each, /^127\.0\.0\.1 req_[0-9a-f]{12}$/);
    const headers = { 'crossbook-client-address': '203.0.113.9', 'crossbook-request-id': 'req_1' };
    const direct = { socket: { remoteAddress: '198.51.100.1' }, headers };
    assert.equal(getClientAddress(direct as never), '198.51.100.1', 'not from a node');
    assert.equal(getForwardedId(direct as never), null);
  });

  test('E-03: is refused with not_owner and Retry-After while no owner is known', async (t) => {
    const { port, metrics } = await startEdge(t, null);
    const answer = parseError(await exchange(port, 'POST /v1/orders HTTP/1.1\r\nHost: h\r\n\r\n'));
    assert.deepEqual([answer.status, answer.retryAfter, answer.body.error], [503, '1', 'not_owner']);
    assert.deepEqual(answer.body.details, { owner: null, outcome: 'not_stored', retry_after_ms: 1_000 });
    assert.equal(metrics.values.get('edge_requests_total no_owner'), 1);
  });

  test('E-03: is refused with not_owner when the owner cannot be reached, and was not sent', async (t) => {
    const owner = await startOwner(t, 'a', () => assert.fail('nothing is received'));
    await owner.listener.close();
    const { port } = await startEdge(t, owner.link);
    const answer = parseError(await exchange(port, 'POST /v1/orders HTTP/1.1\r\nHost: h\r\n\r\n'));
    assert.deepEqual([answer.status, answer.retryAfter, answer.body.error], [503, '1', 'not_owner']);
    assert.equal(answer.body.details['owner'], 'a');
    assert.equal(answer.body.details['outcome'], 'not_stored');
  });

  for (const [method, outcome, connection] of [
    ['POST', 'unknown', 'new'],
    ['POST', 'unknown', 'reused'],
    ['DELETE', 'unknown', 'reused'],
    ['GET', 'not_stored', 'reused'],
  ]) {
    test(`E-04: ${method} without an answer on a ${connection} connection is sent once and reported as ${outcome}`, async (t) => {
      let received = 0;
      const owner = await startOwner(t, 'a', (request, response) => {
        if (request.url === '/v1/first') return void response.end();
        received += 1;
        request.resume();
        return void request.once('end', () => request.socket.destroy());
      });
      const { port, metrics } = await startEdge(t, owner.link);
      if (connection === 'reused')
        await exchange(port, 'GET /v1/first HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
      const answer = parseError(await exchange(port, `${method} /v1/orders HTTP/1.1\r\nHost: h\r\n\r\n`));
      assert.deepEqual([answer.status, answer.retryAfter], [503, '1']);
      assert.equal(answer.body.error, 'journal_unavailable');
      assert.equal(answer.body.details['outcome'], outcome);
      assert.equal(metrics.values.get('edge_requests_total unknown'), 1);
      assert.equal(received, 1);
    });
  }

  test('E-04: is not sent to the next owner after the first one got it', async (t) => {
    const received: string[] = [];
    const gotIt = Promise.withResolvers<void>();
    const first = await startOwner(t, 'a', () => {
      received.push('a');
      gotIt.resolve();
    });
    const second = await startOwner(t, 'b', (_, response) => {
      received.push('b');
      response.end();
    });
    const { port, edge } = await startEdge(t, first.link);
    const answering = exchange(port, 'POST /v1/orders HTTP/1.1\r\nHost: h\r\n\r\n');
    await gotIt.promise;
    edge.setOwner(toKnownOwner(second.link));
    const answer = parseError(await answering);
    assert.deepEqual([answer.status, answer.body.details['outcome']], [503, 'unknown']);
    assert.deepEqual(received, ['a']);
    assert.match(
      await exchange(port, 'POST /v1/orders HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n'),
      /^HTTP\/1\.1 200 /,
    );
    assert.deepEqual(received, ['a', 'b']);
  });

  test('E-05: a later request of one connection does not overtake an earlier one', async (t) => {
    const received: string[] = [];
    const release = Promise.withResolvers<void>();
    const owner = await startOwner(t, 'a', async (request, response) => {
      received.push(request.url ?? '');
      if (request.url === '/v1/1') await release.promise;
      response.end(request.url);
    });
    const { port } = await startEdge(t, owner.link);
    const requests = [1, 2, 3].map((each) => `POST /v1/${each} HTTP/1.1\r\nHost: h\r\n\r\n`).join('');
    const answering = exchange(port, `${requests}GET /v1/4 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
    await until('the first request is received', () => (received.length > 0 ? true : null));
    // A request of another connection arrives after those behind the first one would have.
    await exchange(port, 'GET /v1/other HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    assert.deepEqual(received, ['/v1/1', '/v1/other']);
    release.resolve();
    assert.equal(
      [...(await answering).matchAll(/\/v1\/\d/g)].map(([path]) => path).join(),
      '/v1/1,/v1/2,/v1/3,/v1/4',
    );
    assert.deepEqual(received, ['/v1/1', '/v1/other', '/v1/2', '/v1/3', '/v1/4']);
  });
});

describe('an edge', () => {
  test('E-06: health and metrics are those of the node itself', async (t) => {
    const paths: string[] = [];
    const owner = await startOwner(t, 'a', (request, response) => {
      paths.push(request.url ?? '');
      response.end('{}');
    });
    const { port } = await startEdge(t, owner.link);
    const read = async (path: string) =>
      exchange(port, `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
    const health = await until('the owner has answered', async () => {
      const text = await read('/health');
      return text.includes('"edge":"ok"') ? text : null;
    });
    assert.match(health, /^HTTP\/1\.1 200 [\s\S]*"role":"standby"/);
    assert.match(await read('/metrics'), /the metrics of this node/);
    assert.match(await read('/v1/time'), /\{\}$/);
    assert.deepEqual(paths, ['/v1/time']);
  });

  test('E-07: a connection without the key of the cluster is refused, and nothing is sent on it', async (t) => {
    const owner = await startOwner(t, 'a', () => assert.fail('nothing is received'));
    const { port } = await startEdge(t, { ...owner.link, key: 'cd'.repeat(32) });
    const answer = parseError(await exchange(port, 'POST /v1/orders HTTP/1.1\r\nHost: h\r\n\r\n'));
    assert.deepEqual([answer.status, answer.body.error], [503, 'not_owner']);
    assert.equal(answer.body.details['outcome'], 'not_stored');
    assert.ok((owner.metrics.values.get('edge_links_refused_total') ?? 0) >= 1);
  });

  test('an edge that is not enabled refuses every call with the name of the owner', async (t) => {
    const owner = await startOwner(t, 'a', () => assert.fail('nothing is received'));
    const { port } = await startEdge(t, owner.link, { isEnabled: false });
    const answer = parseError(await exchange(port, 'POST /v1/orders HTTP/1.1\r\nHost: h\r\n\r\n'));
    assert.deepEqual(
      [answer.status, answer.body.error, answer.body.details['owner']],
      [503, 'not_owner', 'a'],
    );
  });

  for (const profile of ['sandbox', 'live'] as const)
    test(`without an owner it checks the Host of a page of this machine under ${profile} as an owner does`, async (t) => {
      const { port } = await startEdge(t, null, { isEnabled: false, profile });
      const statusOf = async (path: string, host: string, method = 'GET'): Promise<number> => {
        const answer = await exchange(port, `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
      };
      for (const path of ['/v1/time', '/v1/openapi.json', '/health', '/metrics']) {
        assert.equal(await statusOf(path, 'page.example'), 403, path);
        assert.notEqual(await statusOf(path, 'localhost'), 403, path);
      }
      // Signed calls of a live service come under any name, since a page cannot sign them.
      const signed = profile === 'live' ? 503 : 403;
      assert.equal(await statusOf('/v1/orders', 'page.example'), signed);
      assert.equal(await statusOf('/v1/time', 'page.example', 'POST'), signed);
      assert.equal(await statusOf('/v1/orders', '127.0.0.1'), 503);
    });

  test('an owner that closes finishes a forwarded request first', async (t) => {
    const release = Promise.withResolvers<void>();
    const gotIt = Promise.withResolvers<void>();
    const owner = await startOwner(t, 'a', async (_, response) => {
      gotIt.resolve();
      await release.promise;
      response.end(OK);
    });
    const { port } = await startEdge(t, owner.link);
    const answering = exchange(port, 'POST /v1/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    await gotIt.promise;
    const closing = owner.listener.close();
    release.resolve();
    await closing;
    assert.match(await answering, /the body of the owner/);
  });
});

describe('a tunnelled stream', () => {
  const HANDSHAKE =
    'GET /v1/ws/orders?key_id=k&sig=a%2B HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const ACCEPTED = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';

  /** An owner that accepts the handshake, sends some bytes, and ends its connection. */
  async function streamThrough(t: Parameters<typeof startOwner>[0], sent: Buffer, isReset = true) {
    const targets: string[] = [];
    const owner = await startOwner(t, 'a', (_, response) => void response.end());
    owner.server.on('upgrade', (request, socket) => {
      targets.push(`${request.url} ${getClientAddress(request)}`);
      socket.on('error', () => undefined);
      socket.write(ACCEPTED);
      socket.write(sent);
      socket.on('data', (chunk: Buffer) => {
        if (chunk.toString('latin1') !== 'ready') return;
        if (isReset) socket.destroy();
        else socket.end();
      });
    });
    const { port, metrics } = await startEdge(t, owner.link);
    assert.equal(metrics.values.get('edge_streams'), 0);
    const client = connect(port, '127.0.0.1');
    client.write(HANDSHAKE);
    let text = '';
    client.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    await until('the stream has begun', () => (text.length >= ACCEPTED.length + sent.length ? true : null));
    assert.equal(metrics.values.get('edge_streams'), 1);
    client.write('ready');
    await once(client, 'close');
    await until('the stream is not counted', () => (metrics.values.get('edge_streams') === 0 ? true : null));
    assert.deepEqual(targets, ['/v1/ws/orders?key_id=k&sig=a%2B 127.0.0.1']);
    return Buffer.from(text.slice(ACCEPTED.length), 'latin1');
  }

  const RESTART = Buffer.from([0x88, 0x02, 0x03, 0xf4]);
  const frame = (size: number): Buffer =>
    size < 126
      ? Buffer.concat([Buffer.from([0x81, size]), Buffer.alloc(size, 0x88)])
      : Buffer.concat([Buffer.from([0x81, 126, size >> 8, size & 0xff]), Buffer.alloc(size, 0x88)]);

  test('E-08: gets a close frame with 1012 when the owner is lost between two frames', async (t) => {
    const sent = Buffer.concat([frame(5), frame(0), frame(300)]);
    assert.deepEqual(await streamThrough(t, sent), Buffer.concat([sent, RESTART]));
  });

  test('E-13: stops the owner while its client does not read, and passes everything on once it does', async (t) => {
    const PIECES = 1_000;
    const piece = frame(64_000);
    let sent = 0;
    const owner = await startOwner(t, 'a', (_, response) => void response.end());
    owner.server.on('upgrade', (_, socket) => {
      socket.on('error', () => undefined);
      socket.write(ACCEPTED);
      const fill = (): void => {
        for (let isFree = true; isFree && sent < PIECES; sent += 1) isFree = socket.write(piece);
        if (sent === PIECES) socket.end();
      };
      socket.on('drain', fill);
      fill();
    });
    const { port } = await startEdge(t, owner.link);
    const client = connect(port, '127.0.0.1');
    client.write(HANDSHAKE);
    let [last, unchanged] = [-1, 0];
    await until('the owner sends no more', () => {
      unchanged = sent > 0 && sent === last ? unchanged + 1 : 0;
      last = sent;
      return unchanged > 5 ? true : null;
    });
    assert.ok(sent < PIECES, 'this node keeps what its client has not read');
    let received = 0;
    client.on('data', ({ length }: Buffer) => void (received += length));
    await once(client, 'close');
    assert.deepEqual([sent, received], [PIECES, ACCEPTED.length + PIECES * piece.length + RESTART.length]);
  });

  test('E-08: gets no more bytes when the owner is lost within a frame', async (t) => {
    const sent = frame(300).subarray(0, 200);
    assert.deepEqual(await streamThrough(t, sent), sent);
  });

  test('E-08: gets no second close frame after that of the owner', async (t) => {
    const sent = Buffer.concat([frame(3), Buffer.from([0x88, 0x02, 0x03, 0xe9])]);
    assert.deepEqual(await streamThrough(t, sent, false), sent);
  });

  test('what a client sends right behind its handshake reaches the owner', async (t) => {
    const owner = await startOwner(t, 'a', (_, response) => void response.end());
    const received = Promise.withResolvers<string>();
    owner.server.on('upgrade', (_, socket, head) => {
      socket.write(ACCEPTED);
      if (head.length > 0) received.resolve(head.toString('latin1'));
      socket.once('data', (chunk: Buffer) => received.resolve(chunk.toString('latin1')));
    });
    const { port } = await startEdge(t, owner.link);
    const client = connect(port, '127.0.0.1');
    client.write(`${HANDSHAKE}the first frame`);
    assert.equal(await received.promise, 'the first frame');
    client.destroy();
  });

  test('a handshake is refused with not_owner while no owner is known or can be reached', async (t) => {
    const { port } = await startEdge(t, null);
    const answer = parseError(await exchange(port, HANDSHAKE));
    assert.deepEqual([answer.status, answer.retryAfter, answer.body.error], [503, '1', 'not_owner']);
    const owner = await startOwner(t, 'a', () => assert.fail('nothing is received'));
    await owner.listener.close();
    const second = await startEdge(t, owner.link);
    const client = connect(second.port, '127.0.0.1');
    client.write(HANDSHAKE);
    assert.equal(parseError(await readAll(client)).body.details['owner'], 'a');
    assert.equal(second.metrics.values.get('edge_streams'), 0, 'a refused one is not counted');
  });
});
