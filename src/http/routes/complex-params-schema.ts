import { type TProperties, type TSchema, Type } from 'typebox';
import {
  PARENT_TYPES,
  type PairLeg,
  type Param,
  type ParamKind,
  type Parent,
  type ParentParams,
  renderDecimal,
  type StopLoss,
  snakeCase,
  type TriggerSource,
  TYPE_DEFINITIONS,
} from '#contract';
import { listRequested } from '#domain';
import {
  Decimal,
  OrderIdSchema,
  PositiveDecimal,
  PriceDecimal,
  renderOptionalDecimal,
} from './common-schema.ts';

// Schemas and records of parameters follow from the table of their type.

/** A distance of prices, which may be negative. */
const SignedPrice = Type.String({
  pattern: '^-?[01](\\.[0-9]{1,8})?$',
  description: 'Exact decimal from -1 to 1.',
});

const Optional = Type.Optional;

/** @param isAmend  only what changes is named */
function toSchema(param: Param<unknown>, isAmend: boolean): TSchema {
  const { kind, min = 0, max = 0, choices = [], acceptsNull } = param;
  const about = param.about === undefined || isAmend ? {} : { description: param.about };
  const trigger = isAmend ? Optional(PriceDecimal) : PriceDecimal;
  const stop = {
    trigger_price: trigger,
    price: Optional(PriceDecimal),
    max_slippage: Optional(PriceDecimal),
  };
  switch (kind) {
    case 'price':
      return { ...PriceDecimal, ...about };
    case 'cost':
    case 'fraction':
      return { ...Decimal, ...about };
    case 'distance':
      return { ...SignedPrice, ...about };
    case 'qty':
    case 'share':
      return { ...PositiveDecimal, ...about };
    case 'order':
      return { ...OrderIdSchema, ...about };
    case 'flag':
      return Type.Boolean(about);
    case 'choice':
      return Type.Enum([...choices], about);
    case 'count': {
      const bounds = { minimum: min, maximum: max };
      return acceptsNull === true
        ? Type.Union([Type.Integer(bounds), Type.Null()], about)
        : Type.Integer({ ...bounds, ...about });
    }
    case 'takeProfit':
      return Type.Object({ price: PriceDecimal }, { additionalProperties: false, ...about });
    case 'stopLoss':
      return Type.Object(stop, { additionalProperties: false, ...about });
    case 'object':
      return Type.Object({}, { additionalProperties: true, ...about });
    case 'legs':
      return Type.Array(Type.Object({}, { additionalProperties: true, ...about }), {
        minItems: 2,
        maxItems: 2,
      });
    case 'target':
    case 'limit':
    case 'venues':
      throw new Error(`${kind} is not requested under its own name`);
  }
}

/** The parameters that each type requires and accepts. */
export const PARAM_SCHEMAS = PARENT_TYPES.map((title) => {
  const fields: TProperties = {};
  for (const [name, param] of listRequested(title)) {
    const schema = toSchema(param, false);
    fields[name] = param.isRequired === true ? schema : Optional(schema);
  }
  return Type.Object(fields, { additionalProperties: false, title });
});

export const NewParamsSchema = Type.Union(PARAM_SCHEMAS, {
  description: 'The parameters of the `type`. One of another type is refused.',
});

export const AmendedParamsSchema = Type.Object(
  Object.fromEntries(
    PARENT_TYPES.flatMap((type) => [...listRequested(type)])
      .filter(([, { isAmendable }]) => isAmendable === true)
      .map(([name, param]) => [name, Optional(toSchema(param, true))]),
  ),
  { additionalProperties: false },
);

export const ParamsSchema = Type.Object(
  {},
  { additionalProperties: true, description: 'The parameters of the type, with the defaults filled in.' },
);

export function renderComplexParams(parent: Parent): object {
  const { params } = parent;
  const values: Readonly<Record<string, unknown>> = params;
  const table = Object.entries<Param<unknown>>(TYPE_DEFINITIONS[params.type].params);
  const named = table.filter(([, { only }]) => only === undefined);
  return {
    ...renderLegs(params, parent),
    ...Object.fromEntries(
      named.map(([name, { kind }]) => [snakeCase(name), renderParam(kind, values[name])]),
    ),
  };
}

function renderParam(kind: ParamKind, value: unknown): unknown {
  if (typeof value === 'bigint')
    return kind === 'takeProfit' ? { price: renderDecimal(value) } : renderDecimal(value);
  return kind === 'stopLoss' && value !== null ? renderStopLoss(value as StopLoss) : value;
}

/** What a type with legs shows instead of the parameters that hold them. */
function renderLegs(params: ParentParams, parent: Parent): object {
  if (params.type === 'HEDGED_PAIR') return { legs: [renderLimit(params.first), renderLimit(params.second)] };
  if (params.type !== 'OCO') return {};
  const { limitPrice, limitTarget, stop, otherLimit, triggerSource } = params;
  return {
    legs: [
      { ...renderLimit({ ...(limitTarget ?? parent), price: limitPrice }), type: 'LIMIT' },
      ...(otherLimit === null ? [] : [{ ...renderLimit(otherLimit), type: 'LIMIT' }]),
      ...(stop === null ? [] : [renderStopLeg(parent, stop, triggerSource)]),
    ],
    allow_overfill: otherLimit !== null,
  };
}

function renderStopLeg(
  { instrumentId, side, outcome }: Parent,
  stop: StopLoss,
  triggerSource: TriggerSource,
) {
  const { price, ...fired } = renderStopLoss(stop);
  const params = { ...fired, trigger_source: triggerSource };
  return { instrument_id: instrumentId, side, outcome, type: 'STOP', price, params };
}

const renderLimit = ({ instrumentId, side, outcome, price }: PairLeg) => ({
  instrument_id: instrumentId,
  side,
  outcome,
  price: renderDecimal(price),
});

const renderStopLoss = ({ triggerPrice, price, maxSlippage }: StopLoss) => ({
  trigger_price: renderDecimal(triggerPrice),
  price: renderOptionalDecimal(price),
  max_slippage: renderOptionalDecimal(maxSlippage),
});
