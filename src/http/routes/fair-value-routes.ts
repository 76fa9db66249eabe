import { Type } from 'typebox';
import {
  describeTimeIssue,
  err,
  type InstrumentId,
  invalidField,
  ok,
  PRICE_ONE,
  parseInputTime,
  parseInstrumentId,
  parsePrice,
  type Rejection,
  type Result,
  renderDecimal,
  renderTime,
  type SubaccountId,
} from '#contract';
import type { FairValue } from '#orders';
import { type Call, type RouteResult, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Amount,
  Decimal,
  InstrumentIdInput,
  InstrumentIdSchema,
  SubaccountIdSchema,
  SubaccountQuery,
  Time,
  TimeInput,
} from './common-schema.ts';

const ValueInput = Type.Object(
  {
    instrument_id: InstrumentIdInput,
    price: Decimal,
    valid_until: Type.Union([TimeInput, Type.Integer({ minimum: 0 })]),
  },
  { expects: 'must have an instrument_id, a price and a valid_until in whole Unix milliseconds or RFC 3339' },
);

const FairValuesBody = Type.Object({
  subaccount_id: SubaccountIdSchema,
  values: Type.Array(ValueInput, {
    expects: 'must be an array of values with instrument_id, price and valid_until',
    examples: [
      [{ instrument_id: 'Demo:RAIN-LON-JUL01', price: '0.46', valid_until: '2026-07-01T18:00:00.000Z' }],
    ],
  }),
});

export const FairValuesSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    values: Type.Array(Type.Object({ instrument_id: InstrumentIdSchema, price: Amount, valid_until: Time })),
  },
  {
    description:
      'Estimates by the caller of what contracts are worth, in YES terms. A second mark of positions, which limits never use.',
    examples: [
      {
        subaccount_id: 'sa_1',
        values: [{ instrument_id: 1001, price: '0.46', valid_until: '2026-07-01T18:00:00.000Z' }],
      },
    ],
  },
);

export const fairValueRoutes = [
  route({
    tag: 'Positions',
    path: '/v1/fair-values',
    name: 'listFairValues',
    agents: true,
    summary: 'List the fair values of a subaccount',
    notes: 'Values that are no longer valid are omitted. A restart of the service clears them.',
    query: SubaccountQuery,
    response: FairValuesSchema,
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) => {
      const values = deps.trading.fairValues.list(caller, query.subaccount_id);
      return respondWith(values, (all) => renderFairValues(query.subaccount_id, all));
    },
  }),
  route({
    tag: 'Positions',
    method: 'PUT',
    permission: 'trade',
    path: '/v1/fair-values',
    name: 'setFairValues',
    summary: 'Replace the fair values of a subaccount',
    notes:
      'At most 1,000 values, each with a `valid_until` in the future. Positions with a valid value have `fair_price` and `unrealized_at_fair`.',
    body: FairValuesBody,
    response: FairValuesSchema,
    rejections: ['not_found'],
    handle: replace,
  }),
];

const readBody = createBodyReader(FairValuesBody);

function replace({ deps, caller, body }: Call): RouteResult {
  const read = readBody(body);
  if (!read.ok) return read;
  const { subaccount_id: subaccountId, values } = read.value;
  const parsed: FairValue[] = [];
  for (const value of values) {
    const fair = toFairValue(value);
    if (!fair.ok) return fair;
    parsed.push(fair.value);
  }
  return respondWith(deps.trading.fairValues.replace(caller, subaccountId, parsed), (all) =>
    renderFairValues(subaccountId, all),
  );
}

interface GivenValue {
  readonly instrument_id: number;
  readonly price: string;
  readonly valid_until: string | number;
}

function toFairValue(given: GivenValue): Result<FairValue, Rejection> {
  const instrumentId: InstrumentId | null = parseInstrumentId(given.instrument_id);
  const price = parsePrice(given.price);
  const validUntil = parseInputTime(given.valid_until);
  if (instrumentId === null) return err(invalidField('instrument_id', 'must be an instrument id'));
  if (price === null || price > PRICE_ONE) return err(invalidField('price', 'must be between 0 and 1'));
  if (validUntil === null) return err(invalidField('valid_until', describeTimeIssue(given.valid_until)));
  return ok({ instrumentId, price, validUntil });
}

const renderFairValues = (subaccountId: SubaccountId, values: readonly FairValue[]) => ({
  subaccount_id: subaccountId,
  values: values.map(({ instrumentId, price, validUntil }) => ({
    instrument_id: instrumentId,
    price: renderDecimal(price),
    valid_until: renderTime(validUntil),
  })),
});
