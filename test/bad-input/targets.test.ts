import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from '../chance.ts';
import { startService } from '../service.ts';
import { assertRefused, assertUnharmed, snapshotOf, stateOf } from './state.ts';

const SEED = 7_112_026;
const service = await startService();
const api = service.api();
await stateOf(api);

const PATHS = [
  '/v1/markets/@',
  '/v1/markets/@/book',
  '/v1/markets/@/trades',
  '/v1/markets/@/stats',
  '/v1/orderbooks/@',
  '/v1/orderbooks/generic-asset/@',
  '/v1/generic-assets/@',
  '/v1/orders/@',
] as const;

/** Parameters with what they must not be; anything that is left is taken from the bad texts below. */
const QUERIES = [
  '/v1/orders?subaccount_id=@',
  '/v1/orders?subaccount_id=sa_1&status=@',
  '/v1/orders?subaccount_id=sa_1&instrument_id=@',
  '/v1/orders?subaccount_id=sa_1&limit=@',
  '/v1/orders?subaccount_id=sa_1&limit=5&cursor=@',
  '/v1/fills?subaccount_id=@',
  '/v1/fills?subaccount_id=sa_1&order_id=@',
  '/v1/fills?subaccount_id=sa_1&start=@',
  '/v1/fills?subaccount_id=sa_1&end=@',
  '/v1/positions?subaccount_id=@',
  '/v1/risk?subaccount_id=@',
  '/v1/risk/limits?subaccount_id=@',
  '/v1/markets/search?venue=@',
  '/v1/markets/search?status=@',
  '/v1/markets/search?limit=@',
  '/v1/markets/search?cursor=@',
  '/v1/markets?venue=@',
  '/v1/markets/match?ticker=@&venue=Demo',
  '/v1/markets/match?slug=@',
  '/v1/candles?instrument_id=@',
  '/v1/candles?instrument_id=1001&interval=@',
  '/v1/candles?instrument_id=1001&limit=@',
  '/v1/candles?instrument_id=1001&start=@',
  '/v1/prices?instrument_id=1001&type=@',
  '/v1/prices?instrument_id=1001&limit=@',
  '/v1/tradeprints?instrument_id=@',
  '/v1/tradeprints?limit=@',
  '/v1/tradeprints?after_id=@',
  '/v1/generic-assets?venue=@',
  '/v1/generic-assets?instrument_id=@',
  '/v1/orderbooks/generic-asset/501?subaccount_id=@',
] as const;

/** A time of one second after 1970, written with a zero before it, is a time. */
const TAKEN = /(?:start|end)=01$/;

const TEXTS = [
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '+1',
  '01',
  '99999999999999999999999',
  'NaN',
  'null',
  'undefined',
  'true',
  'x',
  'sa 1',
  'ord_x',
  '../orders',
  '..%2f..%2fetc',
  '%00',
  '%0a',
  '%0d%0aX-A:%20b',
  '%ff%fe',
  '%c0%ae',
  '%',
  '%zz',
  '%u0041',
  '%F0%9F%92%A5',
  '%E2%80%AE',
  "'%20OR%201=1",
  '%3Cscript%3E',
  '{}',
  '[]',
  '%7B%7D',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  ';',
  '*',
  '%2A',
  '%25',
  '_',
  'Demo:',
  ':1',
  'Demo:%00',
  'Demo%3A%ff',
  'Nowhere:1',
  'a'.repeat(600),
  '%41'.repeat(500),
  '٣',
  '－1',
  '1%00',
  '1%20',
  '%201',
] as const;

test('thousands of wrong ids and parameters are refused in the shape of errors', async () => {
  const before = await snapshotOf(api);
  const targets = [...PATHS, ...QUERIES]
    .flatMap((pattern) => TEXTS.map((text) => pattern.replace('@', encodeLoose(text))))
    .filter((target) => !TAKEN.test(target));
  assert.ok(targets.length > 1_500);
  for (let at = 0; at < targets.length; at += 40) {
    await Promise.all(
      targets
        .slice(at, at + 40)
        .map(async (target) => assertRefused(await api.call('GET', target), `GET ${target}`)),
    );
  }
  assert.equal(await snapshotOf(api), before);
  assertUnharmed(service);
});

/** As a careless client sends it: what HTTP cannot carry is encoded, everything else is left. */
const encodeLoose = (text: string): string =>
  text.replaceAll(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter));

test('random targets under every method are refused and change nothing', async () => {
  const chance = new Chance(SEED);
  const before = await snapshotOf(api);
  const pieces = [
    'v1',
    'orders',
    'markets',
    'risk',
    'cancel-all',
    'batch',
    '1001',
    'ord_1',
    '..',
    '.',
    '',
    '%2e%2e',
    'kill-switch',
    'limits',
    'ws',
    '~',
    '@',
    'v1%2Forders',
  ];
  for (let round = 0; round < 40; round += 1) {
    const requests = Array.from({ length: 25 }, () => ({
      method: chance.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      target: `/v1/${Array.from({ length: 2 + chance.below(4) }, () => chance.pick(pieces)).join('/')}/x?${chance.pick(['', 'a=b', '&&&', '%', 'q=%ff', '='])}`,
    }));
    await Promise.all(
      requests.map(async ({ method, target }) => {
        const answer = await api.call(method, target, method === 'GET' ? undefined : '{"enabled":"no"}');
        assertRefused(answer, `seed ${SEED}: ${method} ${target}`);
      }),
    );
  }
  assert.equal(await snapshotOf(api), before);
  assertUnharmed(service);
});

test('searches for anything answer with instruments or none, never with a fault', async () => {
  const odd = [
    ...TEXTS,
    ...Array.from({ length: 95 }, (_, at) => encodeURIComponent(String.fromCharCode(32 + at))),
    '%25%25',
    'a%20%25',
    '"',
    '%22%22',
    '%5C',
    'NEAR(a%20b)',
    'a%20OR%20b',
    'x*',
    '%2D%2D',
    'ß',
    'ΟΔΟΣ',
    'I%CC%87',
  ];
  for (const text of odd) {
    const { status, text: body } = await api.call('GET', `/v1/markets/search?q=${encodeLoose(text)}`);
    if (status !== 200) assertRefused({ status, text: body }, text);
    else assert.ok(Array.isArray((JSON.parse(body) as { items: unknown }).items));
  }
  assertUnharmed(service);
});
