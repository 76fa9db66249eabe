import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from '../chance.ts';
import { resting } from '../orders.ts';
import { startService } from '../service.ts';
import { assertRefused, assertUnharmed, snapshotOf, stateOf } from './state.ts';

const SEED = 20_260_701;
const service = await startService();
const api = service.api();
const [order] = await stateOf(api);

type Json = unknown;

/** Values that no field of any request takes. */
const POISON: readonly Json[] = [
  -1,
  0,
  1.5,
  2 ** 53,
  -0,
  1e300,
  true,
  false,
  '',
  ' ',
  'x',
  '٣',
  '-1',
  '1e5',
  '0x1',
  'NaN',
  'Infinity',
  '00.1',
  '.1',
  '1.',
  '9'.repeat(40),
  '0.123456789',
  'a'.repeat(5_000),
  '\u0000',
  '\u202e',
  '\ud800',
  '💥',
  '${1+1}',
  "' OR 1=1 --",
  '../../etc/passwd',
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { toString: 1 },
  { length: -1 },
  ['__proto__'],
];

/** Requests that are right as they stand; each round breaks one of them in one place. */
const RIGHT: readonly (readonly [
  method: string,
  target: string,
  body: Readonly<Record<string, Json>>,
  required: readonly string[],
])[] = [
  ['POST', '/v1/orders', resting(), ['subaccount_id', 'instrument_id', 'side', 'type', 'price', 'qty']],
  ['PATCH', `/v1/orders/${order?.id}`, { price: '0.03', qty: '9' }, []],
  [
    'PUT',
    '/v1/risk/limits',
    { subaccount_id: 'sa_1', max_order_qty: '5', max_position_qty: '5', max_open_orders: 5 },
    [],
  ],
  ['POST', '/v1/risk/kill-switch', { enabled: true }, ['enabled']],
  ['POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' }, ['subaccount_id']],
  ['POST', '/v1/orders/cancel-all', { subaccount_id: 'sa_1' }, []],
  ['POST', '/v1/markets/lookup', { instrument_ids: [1001] }, ['instrument_ids']],
];

/** True where the poisoned field is, by chance, a value that this field does take. */
const isHarmless = (field: string, value: Json): boolean =>
  (field === 'max_open_orders' && (value === 0 || Object.is(value, -0))) ||
  (field === 'enabled' && typeof value === 'boolean') ||
  (field === 'instrument_ids' && Array.isArray(value) && value.length === 0) ||
  (field === 'subaccount_id' && value === 'x') ||
  (field === 'routing' && JSON.stringify(value) === '{}');

function broken(chance: Chance): { method: string; target: string; text: string } {
  const [method, target, body, required] = chance.pick(RIGHT);
  const fields = Object.keys(body);
  const field = chance.pick(fields);
  const text = JSON.stringify(body);
  const withField = (value: Json) => JSON.stringify({ ...body, [field]: value });
  switch (chance.below(9)) {
    case 0:
      return { method, target, text: JSON.stringify({ ...body, [`x${field}`]: body[field] }) };
    case 1: {
      const missing = required.length === 0 ? null : chance.pick(required);
      const rest = Object.fromEntries(
        fields.filter((name) => name !== missing).map((name) => [name, body[name]]),
      );
      return { method, target, text: missing === null ? '[]' : JSON.stringify(rest) };
    }
    case 2:
      return { method, target, text: text.slice(0, 1 + chance.below(text.length - 1)) };
    case 3:
      return { method, target, text: text.replace(`"${field}":`, `"${field}":null,"${field}":`) };
    case 4:
      return {
        method,
        target,
        text: text.replace(
          '{',
          `{"${chance.pick(['__proto__', 'constructor', 'prototype'])}":{"admin":true},`,
        ),
      };
    case 5:
      return { method, target, text: `${'{"a":'.repeat(9 + chance.below(3_000))}1` };
    case 6: {
      const at = 1 + chance.below(text.length - 1);
      return {
        method,
        target,
        text:
          text.slice(0, at) + chance.pick(['\u0000', '{', '"', '\\', '\u001f', ']', '//']) + text.slice(at),
      };
    }
    case 7:
      return {
        method,
        target,
        text: withField('@').replace(
          '"@"',
          chance.pick([
            '1e999',
            '-1e999',
            '9'.repeat(400),
            'NaN',
            'undefined',
            '01',
            '+1',
            '0x1',
            '1n',
            "'a'",
          ]),
        ),
      };
    default: {
      const value = chance.pick(POISON);
      return { method, target, text: isHarmless(field, value) ? '"x"' : withField(value) };
    }
  }
}

test('three thousand broken bodies are refused, each in the shape of errors, and change nothing', async () => {
  const chance = new Chance(SEED);
  const before = await snapshotOf(api);
  for (let round = 0; round < 100; round += 1) {
    const requests = Array.from({ length: 30 }, () => broken(chance));
    await Promise.all(
      requests.map(async ({ method, target, text }) => {
        assertRefused(await api.call(method, target, text), `seed ${SEED}: ${method} ${target} ${text}`);
      }),
    );
  }
  assert.equal(await snapshotOf(api), before);
  assertUnharmed(service);
});

test('bodies of random bytes are refused and change nothing', async () => {
  const chance = new Chance(SEED + 1);
  const before = await snapshotOf(api);
  for (let round = 0; round < 300; round += 1) {
    const bytes = Uint8Array.from({ length: 1 + chance.below(200) }, () => chance.below(256));
    assertRefused(await api.call('POST', '/v1/orders', bytes), Buffer.from(bytes).toString('hex'));
  }
  assert.equal(await snapshotOf(api), before);
  assertUnharmed(service);
});

test('a poisoned key reaches no prototype', async () => {
  await api.call('POST', '/v1/orders', '{"__proto__":{"subaccount_id":"sa_1"}}');
  await api.call('PUT', '/v1/risk/limits', '{"constructor":{"prototype":{"max_open_orders":0}}}');
  const limits = await api.ok<Record<string, Json>>('GET', '/v1/risk/limits');
  assert.equal(limits['max_open_orders'], null);
});
