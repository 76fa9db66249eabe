import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createRestingOrder } from '../support/order-bodies.ts';
import type { SeededRandom } from '../support/seeded-values.ts';
import { sendRaw } from './raw-socket.ts';
import { checkRefusal, startServiceWithState, testHarmless } from './response-assertions.ts';

const TIMEOUT_MS = 1_000;
const setup = await startServiceWithState({
  'http.headers_timeout_ms': TIMEOUT_MS,
  'http.request_timeout_ms': TIMEOUT_MS,
});
const { api, service } = setup;
const BODY = JSON.stringify(createRestingOrder({ client_order_id: 'never-accepted' }));

/** A signed order as bytes, with changed or added header lines. */
function signed(change: Readonly<Record<string, string>> = {}, more = '', body = BODY): string {
  const headers = {
    Host: 'localhost',
    ...api.headers('POST', '/v1/orders', BODY),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(BODY)),
    ...change,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /v1/orders HTTP/1.1\r\n${lines.join('')}${more}\r\n${body}`;
}

const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

/** Invalid and unusual request heads. */
const HEADS: Readonly<Record<string, string>> = {
  'no version': 'GET /v1/venues\r\n\r\n',
  'an unknown version': 'GET /v1/venues HTTP/9.9\r\nHost: x\r\n\r\n',
  'an unknown method': 'FETCH /v1/venues HTTP/1.1\r\nHost: x\r\n\r\n',
  'a method in lower case': 'get /v1/venues HTTP/1.1\r\nHost: x\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS greeting': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'a header without a colon': get('/v1/venues', 'X-Key-Id\r\n'),
  'a header with a space in its name': get('/v1/venues', 'X Key: 1\r\n'),
  'a header folded over lines': get('/v1/venues', 'X-Key-Id: a\r\n b\r\n'),
  'a NUL in a header': get('/v1/venues', 'X-Key-Id: a\u0000b\r\n'),
  'a bare CR in a header': get('/v1/venues', 'X-Key-Id: a\rX-Signature: b\r\n'),
  'an injected line': signed({ 'X-Key-Id': `${api.keyId}\r\nX-Key-Id: other` }),
  'an absolute target': get('http://other.example/v1/venues'),
  'a target of dots': get('/v1/../v1/venues'),
  'a target of a double slash': get('//v1/venues'),
  'a target that cannot be decoded': get('/v1/orders/%zz'),
  'a target of broken UTF-8': get('/v1/orders/%c3%28'),
  'a target with a NUL': get('/v1/orders/%00'),
  'a target with a fragment': get('/v1/venues#x'),
  'a target without a slash': get('v1/venues'),
  'the target *': 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'a target of 15 KB': get(`/v1/${'x'.repeat(15_000)}`),
  'a header of 100 KB': get('/v1/venues', `X-Key-Id: ${'x'.repeat(100_000)}\r\n`),
  '3,000 headers': get('/v1/venues', 'a: 1\r\n'.repeat(3_000)),
  'a tunnel': 'CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'an upgrade to nothing known': get('/v1/venues', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'),
  'an unsupported expectation': signed({ Expect: 'a miracle' }),
  'two lengths': signed({}, 'Content-Length: 1\r\n'),
  'a length and chunks': signed({}, 'Transfer-Encoding: chunked\r\n'),
  'a negative length': signed({ 'Content-Length': '-1' }),
  'a length that is no number': signed({ 'Content-Length': 'many' }),
  'a length of 40 digits': signed({ 'Content-Length': '9'.repeat(40) }),
  'an unknown encoding': signed({ 'Content-Length': '' }, 'Transfer-Encoding: gzip\r\n'),
  'a compressed body': signed({ 'Content-Encoding': 'gzip' }),
  'another media type': signed({ 'Content-Type': 'text/html' }),
  'two signatures': signed({}, 'X-Signature: AAAA\r\n'),
  'two timestamps': signed({}, 'X-Timestamp: 1\r\n'),
  'two keys': signed({}, `X-Key-Id: ${api.keyId}\r\n`),
  'two idempotency keys': signed({}, 'Idempotency-Key: a\r\nIdempotency-Key: b\r\n'),
  'another idempotency key': signed({}, 'Idempotency-Key: not-that-of-the-body\r\n'),
};

for (const [odd, bytes] of Object.entries(HEADS)) {
  testHarmless(`a request with ${odd} is refused in the standard error format`, setup, async () => {
    const answers = await sendRaw(service.url, Buffer.from(bytes, 'latin1'));
    assert.ok(answers.length > 0, 'there is an answer');
    for (const answer of answers) checkRefusal(odd, answer);
  });
}

testHarmless(
  'arbitrary bytes are refused in the standard error format, or the request is valid',
  setup,
  async (dice) => {
    // Its signature covers another body: a change that HTTP ignores must not make it an order.
    const order = Buffer.from(signed({}, '', BODY.replace('never-accepted', 'never_accepted')));
    for (let count = 0; count < 400; count += 1) {
      const bytes = dice.happens(0.3) ? randomBytes(dice) : damageBytes(dice, order);
      for (const answer of await sendRaw(service.url, bytes, 60)) {
        checkRefusal(bytes.toString('latin1'), answer);
      }
    }
  },
);

testHarmless('a body over the limit is 413, whether its length is reported or not', setup, async () => {
  const large = ' '.repeat(1024 * 1024 + 1);
  checkRefusal('reported', await api.call('POST', '/v1/orders', large), [413]);
  const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
  const chunked = signed({}, 'Transfer-Encoding: chunked\r\n', chunk).replace(/Content-Length: \d+\r\n/, '');
  const [answer] = await sendRaw(service.url, chunked);
  checkRefusal('in chunks', answer ?? assert.fail('there is an answer'), [413]);
});

testHarmless('a caller that stops sending gets an error and is disconnected', setup, async (dice) => {
  const bytes = signed();
  const cuts = [1, bytes.indexOf('\r\n') + 2, bytes.indexOf('\r\n\r\n') + 4, bytes.length - 1];
  for (let count = 0; count < 20; count += 1) cuts.push(dice.between(1, bytes.length - 1));
  const all = await Promise.all(cuts.map((cut) => sendRaw(service.url, bytes.slice(0, cut))));
  for (const [at, answers] of all.entries()) {
    assert.equal(answers.length, 1, `cut after ${cuts[at]} bytes`);
    for (const answer of answers) checkRefusal(`cut after ${cuts[at]} bytes`, answer);
  }
});

testHarmless('requests of callers that disconnect are discarded', setup, async (dice) => {
  const { hostname, port } = new URL(service.url);
  const bytes = signed();
  for (let count = 0; count < 100; count += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes.slice(0, dice.between(1, bytes.length - 1)));
    if (dice.happens(0.5)) socket.resetAndDestroy();
    else socket.destroy();
  }
});

const randomBytes = (dice: SeededRandom): Buffer =>
  Buffer.from(Array.from({ length: dice.between(1, 300) }, () => dice.below(256)));

/** One to four bytes changed, inserted or removed. */
function damageBytes(dice: SeededRandom, request: Buffer): Buffer {
  let bytes = request;
  for (let left = dice.between(1, 4); left > 0; left -= 1) {
    const at = dice.below(bytes.length - 1);
    const wrong = Buffer.from([dice.below(256)]);
    const kept = dice.pick([at, at + 1]);
    bytes = Buffer.concat([bytes.subarray(0, at), dice.happens(0.7) ? wrong : EMPTY, bytes.subarray(kept)]);
  }
  return bytes;
}

const EMPTY = Buffer.alloc(0);
