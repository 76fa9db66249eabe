import { type TProperties, type TSchema, Type } from 'typebox';
import { renderDecimal } from '../../../domain/model/money.ts';
import {
  AFTER_PARTIAL,
  HEDGE_MODES,
  LEG_RISK_ACTIONS,
  type PairLeg,
  type Parent,
  type ParentParams,
  type ParentType,
  PEG_REFERENCES,
  type StopLoss,
  TRIGGER_SOURCES,
  type TriggerSource,
  TWAP_CATCH_UP,
  TWAP_FINISHES,
  TWAP_STYLES,
} from '../../../domain/model/parent.ts';
import {
  Decimal,
  OrderIdSchema,
  PositiveDecimal,
  PriceDecimal,
  renderOptionalDecimal,
} from './common-schema.ts';

/** A distance of prices, which may be negative. */
const SignedPrice = Type.String({
  pattern: '^-?[01](\\.[0-9]{1,8})?$',
  description: 'Exact decimal from -1 to 1.',
});

const Ms = (maximum: number) => Type.Integer({ minimum: 0, maximum });

const Optional = Type.Optional;
const MaxOutage = Optional(
  Type.Integer({
    minimum: 0,
    maximum: 31 * 86_400_000,
    description: 'A pause that is longer than this needs `resume`.',
  }),
);
const AnyObject = (description: string) => Type.Object({}, { additionalProperties: true, description });

/** How a trigger is watched and what follows it. */
const FIRING = {
  trigger_source: Optional(
    Type.Enum([...TRIGGER_SOURCES], {
      description:
        '`TOUCH` (default): the best price that the order would take. `MID`: between bid and ask. `LAST`: the last trade.',
    }),
  ),
  confirm_ms: Optional(Ms(60_000)),
  max_slippage: Optional({ ...PriceDecimal, description: 'Only without a `price`.' }),
  after_partial: Optional(Type.Enum([...AFTER_PARTIAL], { description: 'Only without a `price`.' })),
};
const MOVES = {
  min_stay_ms: Optional(Type.Integer({ minimum: 100, maximum: 3_600_000 })),
  peg_min_stay_time_s: Optional(
    Type.Integer({ minimum: 1, maximum: 3_600, description: 'Another name of `min_stay_ms`, in seconds.' }),
  ),
  max_moves: Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
};
const twoLegs = (description: string) => Type.Array(AnyObject(description), { minItems: 2, maxItems: 2 });

/** The parameters of each type. A new type does not compile without them. */
export const PARAM_SCHEMAS = {
  STOP: params('STOP', { trigger_price: PriceDecimal, ...FIRING, fire_if_met: Optional(Type.Boolean()) }),
  ICEBERG: params('ICEBERG', {
    display_qty: Optional({
      ...PositiveDecimal,
      description: 'Required, under this name or as `displayed_qty`.',
    }),
    displayed_qty: Optional({ ...PositiveDecimal, description: 'Another name of `display_qty`.' }),
    reload_delay_ms: Optional(Ms(3_600_000)),
    reload_delay_s: Optional(Ms(3_600)),
    display_jitter: Optional(Decimal),
  }),
  TP_SL: params('TP_SL', {
    attach_to: Optional({ ...OrderIdSchema, description: 'The entry; or `entry`, which places it.' }),
    entry: Optional(AnyObject('An order as in `POST /v1/orders`, without its keys.')),
    take_profit: Optional(
      Type.Object(
        { price: PriceDecimal },
        { additionalProperties: false, description: 'This, `stop_loss` or both.' },
      ),
    ),
    stop_loss: Optional(
      Type.Object(
        {
          trigger_price: PriceDecimal,
          price: Optional(PriceDecimal),
          max_slippage: Optional(PriceDecimal),
        },
        { additionalProperties: false },
      ),
    ),
    overlap_after_ms: Optional(
      Type.Union([Ms(3_600_000), Type.Null()], {
        description:
          'After its trigger the stop waits so long for the end of the take-profit, then both may fill. Null (default): it always waits.',
      }),
    ),
  }),
  TRAILING_STOP: params('TRAILING_STOP', {
    trail: Optional({ ...PriceDecimal, description: 'This or `trail_percent`.' }),
    trail_percent: Optional(PositiveDecimal),
    activation_price: Optional(PriceDecimal),
    ...FIRING,
  }),
  TWAP: params('TWAP', {
    duration_ms: Type.Integer({ minimum: 1_000, maximum: 7 * 86_400_000 }),
    slices: Type.Integer({ minimum: 1, maximum: 1_000 }),
    style: Optional(Type.Enum([...TWAP_STYLES])),
    catch_up: Optional(Type.Enum([...TWAP_CATCH_UP])),
    finish: Optional(Type.Enum([...TWAP_FINISHES])),
  }),
  OCO: params('OCO', {
    legs: twoLegs(
      '`instrument_id`, `side`, `outcome`, `type` LIMIT or STOP, `price`, and `params` of a STOP: `trigger_price`, `trigger_source`, `max_slippage`. A LIMIT and a STOP, or two LIMIT with `allow_overfill`.',
    ),
    allow_overfill: Optional(
      Type.Boolean({ description: 'Of two LIMIT legs: both rest, and up to twice `qty` may fill.' }),
    ),
  }),
  PEG: params('PEG', {
    reference: Type.Enum([...PEG_REFERENCES], {
      description:
        '`NEAR`: the best price of the own side. `FAR`: that of the other side. `MID`: between both.',
    }),
    offset: Optional(SignedPrice),
    ...MOVES,
  }),
  POV: params('POV', {
    participation: { ...PositiveDecimal, description: 'From 0.01 to 0.5.' },
    window_ms: Optional(Type.Integer({ minimum: 1_000, maximum: 3_600_000 })),
    finish: Optional(Type.Enum([...TWAP_FINISHES])),
  }),
  HEDGED_PAIR: params('HEDGED_PAIR', {
    legs: twoLegs(
      '`instrument_id`, `side`, `outcome` and `price`, the worst of its orders. Both legs together pay at least 1.',
    ),
    min_edge: Optional(Decimal),
    mode: Optional(Type.Enum([...HEDGE_MODES])),
    unhedged_qty_max: PositiveDecimal,
    unhedged_ms_max: Optional(Ms(3_600_000)),
    on_leg_risk: Optional(Type.Enum([...LEG_RISK_ACTIONS])),
    chase_price: Optional({ ...Decimal, description: 'Required for CHASE and UNWIND.' }),
    accept_settlement_risk: Optional(Type.Boolean()),
  }),
  SMART_ROUTE: params('SMART_ROUTE', { min_improvement: Optional(PriceDecimal), ...MOVES }),
} satisfies { readonly [Kind in ParentType]: TSchema };

function params<Fields extends TProperties>(title: ParentType, fields: Fields) {
  return Type.Object({ ...fields, max_outage_ms: MaxOutage }, { additionalProperties: false, title });
}

export const NewParamsSchema = Type.Union(Object.values(PARAM_SCHEMAS), {
  description: 'The parameters of the `type`. One of another type is refused.',
});

export const AmendedParamsSchema = Type.Object(
  {
    take_profit: Type.Optional(Type.Object({ price: PriceDecimal }, { additionalProperties: false })),
    stop_loss: Type.Optional(
      Type.Object(
        {
          trigger_price: Type.Optional(PriceDecimal),
          price: Type.Optional(PriceDecimal),
          max_slippage: Type.Optional(PriceDecimal),
        },
        { additionalProperties: false },
      ),
    ),
    trigger_price: Type.Optional(PriceDecimal),
    display_qty: Type.Optional(PositiveDecimal),
    displayed_qty: Type.Optional(PositiveDecimal),
    trail: Type.Optional(PriceDecimal),
    trail_percent: Type.Optional(PositiveDecimal),
    offset: Type.Optional(SignedPrice),
  },
  { additionalProperties: false },
);

export const ParamsSchema = Type.Object(
  {},
  { additionalProperties: true, description: 'The parameters of the type, with the defaults filled in.' },
);

/** A new type does not compile until its parameters are rendered. */
const RENDERERS: {
  readonly [Kind in ParentType]: (
    params: Extract<ParentParams, { readonly type: Kind }>,
    parent: Parent,
  ) => object;
} = {
  STOP: (params) => ({
    trigger_price: renderDecimal(params.triggerPrice),
    trigger_source: params.triggerSource,
    confirm_ms: params.confirmMs,
    max_slippage: renderOptionalDecimal(params.maxSlippage),
    after_partial: params.afterPartial,
    fire_if_met: params.fireIfMet,
  }),
  ICEBERG: (params) => ({
    display_qty: renderDecimal(params.displayQty),
    reload_delay_ms: params.reloadDelayMs,
    display_jitter: renderDecimal(params.displayJitter),
  }),
  TRAILING_STOP: (params) => ({
    trail: renderOptionalDecimal(params.trail),
    trail_percent: renderOptionalDecimal(params.trailPercent),
    activation_price: renderOptionalDecimal(params.activationPrice),
    trigger_source: params.triggerSource,
    confirm_ms: params.confirmMs,
    max_slippage: renderOptionalDecimal(params.maxSlippage),
    after_partial: params.afterPartial,
  }),
  TWAP: (params) => ({
    duration_ms: params.durationMs,
    slices: params.slices,
    style: params.style,
    catch_up: params.catchUp,
    finish: params.finish,
  }),
  PEG: (params) => ({
    reference: params.reference,
    offset: renderDecimal(params.offset),
    min_stay_ms: params.minStayMs,
    max_moves: params.maxMoves,
  }),
  POV: (params) => ({
    participation: renderDecimal(params.participation),
    window_ms: params.windowMs,
    finish: params.finish,
  }),
  HEDGED_PAIR: (params) => ({
    legs: [renderLimit(params.first), renderLimit(params.second)],
    min_edge: renderDecimal(params.minEdge),
    mode: params.mode,
    unhedged_qty_max: renderDecimal(params.unhedgedQtyMax),
    unhedged_ms_max: params.unhedgedMsMax,
    on_leg_risk: params.onLegRisk,
    chase_price: renderOptionalDecimal(params.chasePrice),
    accept_settlement_risk: params.acceptSettlementRisk,
  }),
  SMART_ROUTE: (params) => ({
    min_improvement: renderOptionalDecimal(params.minImprovement),
    min_stay_ms: params.minStayMs,
    max_moves: params.maxMoves,
  }),
  OCO: ({ limitPrice, limitTarget, stop, otherLimit, triggerSource }, parent) => ({
    legs: [
      { ...renderLimit({ ...(limitTarget ?? parent), price: limitPrice }), type: 'LIMIT' },
      ...(otherLimit === null ? [] : [{ ...renderLimit(otherLimit), type: 'LIMIT' }]),
      ...(stop === null ? [] : [renderStopLeg(parent, stop, triggerSource)]),
    ],
    allow_overfill: otherLimit !== null,
  }),
  TP_SL: ({ attachTo, takeProfit, stopLoss, overlapAfterMs }) => ({
    attach_to: attachTo,
    take_profit: takeProfit === null ? null : { price: renderDecimal(takeProfit) },
    stop_loss: stopLoss === null ? null : renderStopLoss(stopLoss),
    overlap_after_ms: overlapAfterMs,
  }),
};

export function renderComplexParams(parent: Parent): object {
  const { params } = parent;
  const render = RENDERERS[params.type] as (params: ParentParams, parent: Parent) => object;
  return { ...render(params, parent), max_outage_ms: params.maxOutageMs };
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
