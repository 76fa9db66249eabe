import fc from 'fast-check';
import { LIMIT_LIST, type LimitKind } from '../../../src/contract/model/limits.ts';
import { ORDER_FLAG_LIST, type OrderFlagKind } from '../../../src/contract/model/order-flags.ts';
import { snakeCase } from '../../../src/contract/model/snake-case.ts';

const pick = <Value>(...values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

const DECIMALS = pick<unknown>(
  '0.48',
  '0.5',
  '1',
  '0',
  '0.0',
  '00.5',
  '0.123456789',
  '10',
  '.5',
  '-1',
  '1e2',
  '',
  5,
  null,
);
const TIMES = pick<unknown>(
  1_782_907_200_000,
  5,
  -1,
  1.5,
  4_102_444_799,
  4_102_444_800,
  999_999_999_999,
  4_102_444_799_999,
  4_102_444_800_000,
  1_782_907_200_000_000,
  '1782907200000',
  '4102444799',
  '4102444800',
  '4102444799999',
  '4102444800000',
  '1782907200.5',
  '2099-12-31T23:59:59.999Z',
  '2100-01-01T00:00:00Z',
  '2026-08-01T00:00:00Z',
  '2028-02-29T00:00:00.5+01:00',
  '2026-02-29T00:00:00Z',
  '2026-08-01T25:00:00Z',
  '2026-08-01',
  '',
  null,
);
const IDS = pick<unknown>(1001, 501, 0, -1, 1.5, '1001', null);
const KEYS = pick<unknown>('desk-1', '', 'with space', 'x'.repeat(129), 5, null);
const TEXTS = pick<unknown>(
  'maker-1',
  'a:b.c_d',
  '',
  'with space',
  'x'.repeat(33),
  'x'.repeat(2_000),
  5,
  null,
);
const ROUTING = fc.oneof(
  fc.record(
    {
      mode: pick<unknown>('DIRECT', 'BEST_PRICE', 'SPLIT', 'FAST', null),
      venues: pick<unknown>(['Demo'], [], 'Demo', [1], null),
      more: pick(1),
    },
    { requiredKeys: [] },
  ),
  pick<unknown>(null, 'DIRECT', []),
);

/** Changes of one body: mostly a few fields, so that many bodies stay valid. */
const near = (base: object, fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.subarray(Object.keys(base), { maxLength: Math.min(2, Object.keys(base).length) }),
      fc.subarray(Object.keys(fields), { maxLength: Math.min(3, Object.keys(fields).length) }),
      fc.record(fields),
    )
    .map(([dropped, changed, values]) => {
      const kept = Object.entries(base).filter(([name]) => !dropped.includes(name));
      return {
        ...Object.fromEntries(kept),
        ...Object.fromEntries(changed.map((name) => [name, values[name]])),
      };
    });

const ORDER = { subaccount_id: 'sa_1', side: 'BUY', qty: '10' };
const LIMIT = { ...ORDER, type: 'LIMIT', price: '0.48', instrument_id: 1001 };
const ROUTED = { ...ORDER, type: 'LIMIT', price: '0.48', generic_asset_id: 501, routing: { mode: 'SPLIT' } };
const MARKET = { ...ORDER, type: 'MARKET', instrument_id: 1001 };
const GTD = { ...LIMIT, tif: 'GTD', expires_at: 1_782_907_300_000 };

const FLAG_KINDS: Readonly<Partial<Record<OrderFlagKind, fc.Arbitrary<unknown>>>> = {
  flag: pick<unknown>(true, false, 'true', 1, null),
  time: TIMES,
  text: TEXTS,
};

const FLAG_FIELDS = Object.fromEntries(
  ORDER_FLAG_LIST.filter(([, { requested }]) => requested !== undefined).map(
    ([name, { kind, choices = [] }]) => [
      snakeCase(name),
      FLAG_KINDS[kind] ?? pick<unknown>(...choices, 'OTHER', null),
    ],
  ),
);

const ORDER_FIELDS = {
  subaccount_id: pick<unknown>('sa_1', '', 'a b', 5, null),
  instrument_id: IDS,
  generic_asset_id: IDS,
  side: pick<unknown>('BUY', 'SELL', 'buy', null),
  outcome: pick<unknown>('YES', 'NO', 'yes', null),
  binary_outcome: pick<unknown>('YES', 'NO', null),
  type: pick<unknown>('LIMIT', 'MARKET', 'STOP', null),
  tif: pick<unknown>('GTC', 'IOC', 'FOK', 'GTD', 'DAY', null),
  price: DECIMALS,
  qty: DECIMALS,
  routing: ROUTING,
  client_order_id: KEYS,
  expires_at: TIMES,
  ...FLAG_FIELDS,
  unknown: pick(1),
};

const NOT_OBJECTS = pick<unknown>(null, [], 'x', 5, true);

export const orders = fc.oneof(
  {
    arbitrary: fc.oneof(...[LIMIT, ROUTED, MARKET, GTD].map((base) => near(base, ORDER_FIELDS))),
    weight: 20,
  },
  { arbitrary: NOT_OBJECTS, weight: 1 },
);

const items = fc.oneof(orders, pick<unknown>(LIMIT, MARKET, ROUTED, GTD));

export const batches = fc.oneof(
  fc.array(items, { maxLength: 2 }),
  fc.array(items, { maxLength: 2 }).map((list) => ({ orders: list })),
  pick<unknown>({ orders: [LIMIT], more: 1 }, { orders: null }, {}, 5, { orders: {} }),
);

const AMEND_FIELDS = {
  price: DECIMALS,
  qty: DECIMALS,
  tif: ORDER_FIELDS.tif,
  expires_at: TIMES,
  side: pick('BUY'),
};
export const amendments = fc.oneof(near({}, AMEND_FIELDS), near({ qty: '8' }, AMEND_FIELDS), NOT_OBJECTS);

const LIMIT_VALUES: Readonly<Record<LimitKind, fc.Arbitrary<unknown>>> = {
  qty: DECIMALS,
  amount: pick<unknown>('0', '5.5', '-1', 5, null),
  count: pick<unknown>(0, 5, -1, 1.5, '5', 2 ** 53, null),
};
const LIMITS = Object.fromEntries(LIMIT_LIST.map(({ kind, name }) => [name, LIMIT_VALUES[kind]]));
export const limitChanges = fc.oneof(
  near({}, { ...LIMITS, subaccount_id: ORDER_FIELDS.subaccount_id, more: pick(1) }),
  NOT_OBJECTS,
);

export const killSwitches = fc.oneof(
  near({ enabled: true }, { enabled: pick<unknown>(true, false, 'true', 1, null), more: pick(1) }),
  NOT_OBJECTS,
);

export const cancelScopes = fc.oneof(
  near({}, { subaccount_id: ORDER_FIELDS.subaccount_id, more: pick(1) }),
  NOT_OBJECTS,
);
