import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { createRestingOrder } from '../support/order-bodies.ts';
import type { SeededRandom } from '../support/seeded-values.ts';
import { checkRefusal, startServiceWithState, testHarmless } from './response-assertions.ts';

const setup = await startServiceWithState();
const { api } = setup;
const ORDER = createRestingOrder({ client_order_id: 'never-accepted' });
const INVALID_HEADERS = [
  '',
  ' ',
  '0',
  '-1',
  '1e13',
  'null',
  '=',
  '====',
  '\u00ff',
  'a'.repeat(9_000),
  '%00',
  '1, 1',
  '{}',
];

type Headers = Record<'X-Key-Id' | 'X-Timestamp' | 'X-Signature', string>;
type Change = (dice: SeededRandom, headers: Headers) => OutgoingHttpHeaders;
const NAMES = ['X-Key-Id', 'X-Timestamp', 'X-Signature'] as const;

/** Invalid ways of signing: none of them leaves a valid signature. */
const INVALID_SIGNATURES: Readonly<Record<string, Change>> = {
  'one header missing': (dice, headers) => dropHeader(headers, dice.pick(NAMES)),
  'one invalid header': (dice, headers) => ({ ...headers, [dice.pick(NAMES)]: dice.pick(INVALID_HEADERS) }),
  'one header twice': (dice, headers) => {
    const name = dice.pick(NAMES);
    return {
      ...headers,
      [name]: [headers[name], dice.happens(0.5) ? headers[name] : dice.pick(INVALID_HEADERS)],
    };
  },
  'one header twice, in another case': (dice, headers) => {
    const name = dice.pick(NAMES);
    return { ...dropHeader(headers, name), [name.toLowerCase()]: [headers[name], headers[name]] };
  },
  'one truncated header': (dice, headers) => {
    const name = dice.pick(NAMES);
    return { ...headers, [name]: headers[name].slice(0, dice.below(headers[name].length - 2)) };
  },
  'two headers exchanged': (dice, headers) => {
    const [one, other] = dice.pick([
      ['X-Key-Id', 'X-Timestamp'],
      ['X-Timestamp', 'X-Signature'],
      ['X-Signature', 'X-Key-Id'],
    ] as const);
    return { ...headers, [one]: headers[other], [other]: headers[one] };
  },
  'a flipped bit in the signature': (dice, headers) => {
    const bytes = Buffer.from(headers['X-Signature'], 'base64');
    const at = dice.below(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << dice.below(8)), at);
    return { ...headers, 'X-Signature': bytes.toString('base64') };
  },
  'another timestamp': (dice, headers) => ({
    ...headers,
    'X-Timestamp': String(Number(headers['X-Timestamp']) + dice.pick([-40_000, -1, 1, 40_000])),
  }),
};

for (const [way, change] of Object.entries(INVALID_SIGNATURES)) {
  testHarmless(`an order signed with ${way} is 401`, setup, async (dice) => {
    for (let count = 0; count < 40; count += 1) {
      const headers = change(dice, api.headers('POST', '/v1/orders', ORDER) as Headers);
      const answer = await api.send('POST', '/v1/orders', ORDER, headers);
      checkRefusal(JSON.stringify(headers), answer, [401]);
    }
  });
}

testHarmless('every kind of invalid idempotency key is refused', setup, async () => {
  const { client_order_id: _, ...keyless } = ORDER;
  const bad = ['', ' ', 'a b', 'a'.repeat(129), 'ä', '\u00a0', 'a\tb', ['a', 'b'], ['a', 'a']];
  for (const key of bad) {
    const answer = await api.call('POST', '/v1/orders', keyless, { 'Idempotency-Key': key });
    checkRefusal(JSON.stringify(key), answer, [422]);
  }
});

const READS = [
  ['/v1/markets/search', 'limit', 'cursor', 'venue', 'status'],
  ['/v1/markets', 'limit', 'cursor', 'venue'],
  ['/v1/markets/1001/trades', 'limit'],
  ['/v1/tradeprints', 'limit', 'instrument_id', 'after_id'],
  ['/v1/candles?instrument_id=1001', 'limit', 'interval', 'start', 'end'],
  ['/v1/prices?instrument_id=1001', 'limit', 'interval', 'type'],
  ['/v1/orders', 'subaccount_id'],
  ['/v1/orders?subaccount_id=sa_1', 'status', 'limit', 'cursor', 'instrument_id'],
  ['/v1/fills?subaccount_id=sa_1', 'limit', 'cursor', 'order_id', 'start', 'end'],
  ['/v1/positions', 'subaccount_id'],
  ['/v1/risk', 'subaccount_id'],
] as const;
const INVALID_VALUES = [
  '-1',
  '1.5',
  '1e3',
  'x',
  '0x1',
  '[]',
  '{}',
  '%00',
  '%ff',
  '%22',
  "'",
  '9'.repeat(400),
  'öé',
];

testHarmless(
  'a query with invalid values never causes a 5xx, and a repeated parameter is refused',
  setup,
  async (dice) => {
    for (let count = 0; count < 400; count += 1) {
      const [path, ...names] = dice.pick(READS);
      const [name, value] = [dice.pick(names), encodeURI(dice.pick(INVALID_VALUES)).replaceAll('%25', '%')];
      const target = `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`;
      checkRefusal(target, await api.call('GET', target));
      const twice = `${target}&${name}=${value}`;
      checkRefusal(twice, await api.call('GET', twice), [422]);
    }
  },
);

testHarmless('invalid percent-encoding never causes a 5xx', setup, async (dice) => {
  for (let count = 0; count < 300; count += 1) {
    const [path] = dice.pick(READS);
    const junk = Array.from({ length: dice.between(1, 12) }, () => dice.pick(JUNK)).join('');
    const target = `${path}${path.includes('?') ? '&' : '?'}${junk}`;
    const answer = await api.call('GET', target);
    if (answer.status !== 200) checkRefusal(target, answer);
  }
});

testHarmless('an unknown id in any spelling is 404', setup, async (dice) => {
  const calls = ['GET', 'PATCH', 'DELETE'] as const;
  for (let count = 0; count < 300; count += 1) {
    const junk = Array.from({ length: dice.between(1, 12) }, () => dice.pick(JUNK)).join('');
    const id = junk.replaceAll(/[?&]/g, '') + dice.pick(['x', '-', '~']);
    const method = dice.pick(calls);
    const target = `/v1/orders/${id}`;
    const answer = await api.call(method, target, method === 'PATCH' ? { price: '0.03' } : undefined);
    checkRefusal(`${method} ${target}`, answer, [404, 405]);
  }
  for (const id of ['', '0', '-1', 'ord_', 'ord_0', 'ord_01', 'ord_1e0', `ord_${'9'.repeat(300)}`]) {
    assert.equal((await api.call('DELETE', `/v1/orders/${id}`)).status, 404, id);
  }
});

const JUNK = [
  '%',
  '%z',
  '%zz',
  '%0',
  '%00',
  '%c3',
  '%c3%28',
  '%ff',
  '%E2%82',
  '&',
  '=',
  '==',
  '&&',
  '+',
  'a',
  '?',
];

const dropHeader = (headers: Headers, name: keyof Headers): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
