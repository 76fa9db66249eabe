import type { Dice } from '../dice.ts';
import { resting, taking } from '../orders.ts';

type Json = Readonly<Record<string, unknown>>;
type Kind = 'decimal' | 'id' | 'enum' | 'text' | 'time' | 'flag' | 'limit' | 'count' | 'object' | 'list';

/** A request that would change something, and what each field of its body is. `!` marks a required one. */
export interface Target {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
  readonly fields: Readonly<Record<string, `${Kind}${'!' | ''}`>>;
}

const ORDER = {
  subaccount_id: 'text!',
  side: 'enum!',
  outcome: 'enum',
  type: 'enum!',
  tif: 'enum',
  qty: 'decimal!',
  routing: 'object',
  client_order_id: 'text',
} as const;
const DIRECT = { ...ORDER, instrument_id: 'id!' } as const;
const ROUTED = { ...ORDER, generic_asset_id: 'id!' } as const;
const SPLIT = { instrument_id: undefined, generic_asset_id: 501, routing: { mode: 'SPLIT' } };
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const order = (body: Json, fields: Target['fields']): Target => ({
  method: 'POST',
  path: '/v1/orders',
  body: { ...body, client_order_id: 'never-accepted' },
  fields,
});

/** Every state-changing call that has a body; `id` is an order that rests. */
export const targetsFor = (id: string): readonly Target[] => [
  order(resting(), { ...DIRECT, price: 'decimal!' }),
  order(resting({ tif: 'GTD', expires_at: TOMORROW }), { ...DIRECT, price: 'decimal!', expires_at: 'time!' }),
  order(taking(), DIRECT),
  order(resting(SPLIT), { ...ROUTED, price: 'decimal!' }),
  order(taking({ ...SPLIT, routing: { mode: 'BEST_PRICE' } }), ROUTED),
  {
    method: 'PATCH',
    path: `/v1/orders/${id}`,
    body: { price: '0.03', qty: '20' },
    fields: { price: 'decimal', qty: 'decimal' },
  },
  {
    method: 'POST',
    path: '/v1/orders/cancel-all',
    body: { subaccount_id: 'sa_1' },
    fields: { subaccount_id: 'text' },
  },
  {
    method: 'POST',
    path: '/v1/risk/cancel-all',
    body: { subaccount_id: 'sa_1' },
    fields: { subaccount_id: 'text!' },
  },
  { method: 'POST', path: '/v1/risk/kill-switch', body: { enabled: true }, fields: { enabled: 'flag!' } },
  {
    method: 'PUT',
    path: '/v1/risk/limits',
    body: { subaccount_id: 'sa_1', max_order_qty: '5', max_position_qty: '5', max_open_orders: 5 },
    fields: {
      subaccount_id: 'text',
      max_order_qty: 'limit',
      max_position_qty: 'limit',
      max_open_orders: 'count',
    },
  },
  {
    method: 'POST',
    path: '/v1/orders/batch',
    body: { orders: [resting(), taking()] },
    fields: { orders: 'list!' },
  },
];

const WRONG_TYPES = [true, false, [], {}, [[]], ['1'], { a: 1 }] as const;
const NO_DECIMALS = [
  ...'+1 -1 -0 1e3 1E-2 .5 5. 01 00 0x10 1_000 1,5 NaN Infinity -Infinity null 1/2 1n --1 1.2.3 １ ٣ ½'.split(
    ' ',
  ),
  '',
  ' ',
  '1 ',
  ' 1',
  '0.5\n',
  '0.5\u0000',
  '0.123456789',
  '1'.repeat(16),
  '9'.repeat(400),
];

/** Values that no field of a kind takes. Zero is no quantity, but a limit of zero is one. */
const WRONG: Readonly<Record<Kind, readonly unknown[]>> = {
  decimal: [...WRONG_TYPES, ...NO_DECIMALS, 0, 1, 0.5, -1, 1e300, '0', '0.000'],
  limit: [...WRONG_TYPES, ...NO_DECIMALS, 0, 1, 0.5, -1, 1e300],
  id: [...WRONG_TYPES, 0, -1, 1.5, 2 ** 53, 1e300, 999_999_999, '1001', 'Demo:X', '', '9'.repeat(400)],
  enum: [
    ...WRONG_TYPES,
    0,
    1,
    '',
    'buy',
    'Yes',
    'LIMIT ',
    ' BUY',
    'BUY\u0000',
    'constructor',
    'x'.repeat(9_999),
  ],
  text: [
    ...WRONG_TYPES,
    0,
    1,
    '',
    'a b',
    'sä',
    'sa_1\n',
    '\u0000',
    '\ud800',
    'x'.repeat(9_999),
    '…',
    '\u202e',
  ],
  time: [
    ...WRONG_TYPES,
    '',
    'soon',
    '2020-01-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    0,
    -1,
    1.5,
    1e300,
    'NaN',
  ],
  flag: [[], {}, 0, 1, -1, '', 'true', 'false', 'yes', null],
  count: [...WRONG_TYPES, -1, 1.5, 1e300, 2 ** 53, '5', '', 'many'],
  object: [true, false, [], 0, 1, '', 'DIRECT', { mode: '' }, { mode: 'direct' }, { mode: 1 }, { mode: [] }],
  list: [true, {}, 0, '', 'orders', [], { 0: {} }, Array.from({ length: 51 }, () => ({}))],
};

const POISON = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' qty',
  'QTY',
  'a',
];
const NO_JSON = [
  ...`{ } [ ] " nul true null 0 "" "{}" undefined NaN {'a':1} {"a":} {"a":1,} [1,] {,} {}{} {}// /**/{}`.split(
    ' ',
  ),
  ...'{"a":01} {"a":+1} {"a":.5} {"a":1e} {"a":"\\x"} <xml/> a=1&b=2 \ufeff{} \u0000'.split(' '),
  '{"a":"\n"}',
  '{"a":1 "b":2}',
];

type Maker = (dice: Dice, target: Target) => Json | string | Uint8Array;

/** Each way of being wrong. Whatever the dice say, no result of these is a request to be taken. */
export const WAYS: Readonly<Record<string, Maker>> = {
  'a wrong value': wrongValue,
  'a field that does not exist': (dice, { body }) => ({
    ...body,
    [`${dice.pick(POISON)}${dice.below(9)}`]: 1,
  }),
  'a missing field': (dice, target) => without(target.body, dice.pick(required(target)) ?? 'none', dice),
  'a field twice': (dice, { body }) => {
    const [name, value] = dice.pick(Object.entries(body).filter(([, each]) => each !== undefined));
    return `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
  },
  'a key of a prototype': (dice, { body }) =>
    `{${JSON.stringify(dice.pick(POISON.slice(0, 3)))}:${JSON.stringify(body)},${JSON.stringify(body).slice(1)}`,
  'nested too deep': (dice, { body }) => {
    const depth = dice.pick([9, 10, 100, 20_000]);
    return `${JSON.stringify(body).slice(0, -1)},"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  },
  'cut short': (dice, { body }) => {
    const text = JSON.stringify(body);
    return text.slice(0, dice.between(1, text.length - 1));
  },
  'not UTF-8': (dice, { body }) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const at = dice.below(bytes.length);
    const wrong = Buffer.from(dice.pick(['ff', 'c0af', 'eda080', '80', 'f8888080', 'fe']), 'hex');
    return Buffer.concat([bytes.subarray(0, at), wrong, bytes.subarray(at)]);
  },
  'not JSON': (dice) => dice.pick(NO_JSON),
};

function wrongValue(dice: Dice, { body, fields }: Target): Json {
  const [name, kind] = dice.pick(Object.entries(fields));
  const values = WRONG[kind.replace('!', '') as Kind];
  // Null stands for a field that is absent: wrong only where one is needed.
  return { ...body, [name]: kind.endsWith('!') && dice.happens(0.1) ? null : dice.pick(values) };
}

const required = ({ fields }: Target): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.endsWith('!') === true);

/** Where every field may be left out, a field that does not exist is put in instead. */
function without(body: Json, name: string, dice: Dice): Json {
  return name in body ? { ...body, [name]: undefined } : { ...body, [`x${dice.below(99)}`]: null };
}
