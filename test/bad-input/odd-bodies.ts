import { LIMIT_LIST } from '../../src/contract/model/limits.ts';
import { createRestingOrder, createTakingOrder } from '../support/order-bodies.ts';
import type { SeededRandom } from '../support/seeded-values.ts';
import { INVALID_JSON, INVALID_VALUES, type Kind, UNKNOWN_FIELDS } from './odd-values.ts';

type Json = Readonly<Record<string, unknown>>;

/** A valid state-changing request, and the kind of each field of its body. `!` marks a required field. */
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

/** Every state-changing call with a body; `id` is a resting order. */
export const targetsFor = (id: string): readonly Target[] => [
  order(createRestingOrder(), { ...DIRECT, price: 'decimal!' }),
  order(createRestingOrder({ tif: 'GTD', expires_at: TOMORROW }), {
    ...DIRECT,
    price: 'decimal!',
    expires_at: 'time!',
  }),
  order(createTakingOrder(), DIRECT),
  order(createRestingOrder(SPLIT), { ...ROUTED, price: 'decimal!' }),
  order(createTakingOrder({ ...SPLIT, routing: { mode: 'BEST_PRICE' } }), ROUTED),
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
    body: {
      subaccount_id: 'sa_1',
      ...Object.fromEntries(LIMIT_LIST.map(({ kind, name }) => [name, kind === 'count' ? 5 : '5'])),
    },
    fields: {
      subaccount_id: 'text',
      ...Object.fromEntries(
        LIMIT_LIST.map(({ kind, name }) => [name, kind === 'count' ? 'count' : 'limit'] as const),
      ),
    },
  },
  {
    method: 'POST',
    path: '/v1/orders/batch',
    body: { orders: [createRestingOrder(), createTakingOrder()] },
    fields: { orders: 'list!' },
  },
];

type MakeBody = (dice: SeededRandom, target: Target) => Json | string | Uint8Array;

/** Each kind of invalid body. Whatever the random choices, none of the results is a valid request. */
export const INVALID_BODIES: Readonly<Record<string, MakeBody>> = {
  'a wrong value': wrongValue,
  'a field that does not exist': (dice, { body }) => ({
    ...body,
    [`${dice.pick(UNKNOWN_FIELDS)}${dice.below(9)}`]: 1,
  }),
  'a missing field': (dice, target) =>
    dropField(target.body, dice.pick(getRequiredFields(target)) ?? 'none', dice),
  'a field twice': (dice, { body }) => {
    const [name, value] = dice.pick(Object.entries(body).filter(([, each]) => each !== undefined));
    return `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
  },
  'a key of a prototype': (dice, { body }) =>
    `{${JSON.stringify(dice.pick(UNKNOWN_FIELDS.slice(0, 3)))}:${JSON.stringify(body)},${JSON.stringify(body).slice(1)}`,
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
  'not JSON': (dice) => dice.pick(INVALID_JSON),
};

function wrongValue(dice: SeededRandom, { body, fields }: Target): Json {
  const [name, kind] = dice.pick(Object.entries(fields));
  const values = INVALID_VALUES[kind.replace('!', '') as Kind];
  // Null means absent, so it is wrong only for a required field.
  return { ...body, [name]: kind.endsWith('!') && dice.happens(0.1) ? null : dice.pick(values) };
}

const getRequiredFields = ({ fields }: Target): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.endsWith('!') === true);

/** If every field is optional, an unknown field is added instead. */
function dropField(body: Json, name: string, dice: SeededRandom): Json {
  return name in body ? { ...body, [name]: undefined } : { ...body, [`x${dice.below(99)}`]: null };
}
