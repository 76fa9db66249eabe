import { Type } from 'typebox';
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

export const NewParamsSchema = Type.Object(
  {
    trigger_price: Type.Optional(PriceDecimal),
    trigger_source: Type.Optional(
      Type.Enum([...TRIGGER_SOURCES], {
        description:
          '`TOUCH` (default): the best price that the order would take. `MID`: between bid and ask. `LAST`: the last trade.',
      }),
    ),
    confirm_ms: Type.Optional(Ms(60_000)),
    max_slippage: Type.Optional(PriceDecimal),
    after_partial: Type.Optional(Type.Enum([...AFTER_PARTIAL])),
    fire_if_met: Type.Optional(Type.Boolean()),
    display_qty: Type.Optional(PositiveDecimal),
    displayed_qty: Type.Optional(PositiveDecimal),
    reload_delay_ms: Type.Optional(Ms(3_600_000)),
    reload_delay_s: Type.Optional(Ms(3_600)),
    display_jitter: Type.Optional(Decimal),
    attach_to: Type.Optional(OrderIdSchema),
    entry: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'An order as in `POST /v1/orders`, without its keys.' },
      ),
    ),
    take_profit: Type.Optional(Type.Object({ price: PriceDecimal }, { additionalProperties: false })),
    stop_loss: Type.Optional(
      Type.Object(
        {
          trigger_price: PriceDecimal,
          price: Type.Optional(PriceDecimal),
          max_slippage: Type.Optional(PriceDecimal),
        },
        { additionalProperties: false },
      ),
    ),
    trail: Type.Optional(PriceDecimal),
    trail_percent: Type.Optional(PositiveDecimal),
    activation_price: Type.Optional(PriceDecimal),
    legs: Type.Optional(
      Type.Array(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              'OCO: `instrument_id`, `side`, `outcome`, `type` LIMIT or STOP, `price`, and `params` of a STOP: `trigger_price`, `trigger_source`, `max_slippage`. HEDGED_PAIR: `instrument_id`, `side`, `outcome`, `price` (worst price of its orders).',
          },
        ),
        { minItems: 2, maxItems: 2 },
      ),
    ),
    allow_overfill: Type.Optional(
      Type.Boolean({ description: 'OCO of two LIMIT legs: both rest, and up to twice `qty` may fill.' }),
    ),
    overlap_after_ms: Type.Optional(
      Type.Union([Ms(3_600_000), Type.Null()], {
        description:
          'TP_SL: after its trigger the stop waits so long for the end of the take-profit, then both may fill. Null (default): it always waits.',
      }),
    ),
    duration_ms: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 7 * 86_400_000 })),
    slices: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    style: Type.Optional(Type.Enum([...TWAP_STYLES])),
    catch_up: Type.Optional(Type.Enum([...TWAP_CATCH_UP])),
    finish: Type.Optional(Type.Enum([...TWAP_FINISHES])),
    reference: Type.Optional(
      Type.Enum([...PEG_REFERENCES], {
        description:
          '`NEAR`: the best price of the own side. `FAR`: that of the other side. `MID`: between both.',
      }),
    ),
    offset: Type.Optional(SignedPrice),
    min_stay_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 3_600_000 })),
    peg_min_stay_time_s: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600 })),
    max_moves: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    min_improvement: Type.Optional(PriceDecimal),
    participation: Type.Optional(PositiveDecimal),
    window_ms: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 3_600_000 })),
    min_edge: Type.Optional(Decimal),
    mode: Type.Optional(Type.Enum([...HEDGE_MODES])),
    unhedged_qty_max: Type.Optional(PositiveDecimal),
    unhedged_ms_max: Type.Optional(Ms(3_600_000)),
    on_leg_risk: Type.Optional(Type.Enum([...LEG_RISK_ACTIONS])),
    chase_price: Type.Optional(Decimal),
    accept_settlement_risk: Type.Optional(Type.Boolean()),
    max_outage_ms: Type.Optional(Ms(31 * 86_400_000)),
  },
  {
    additionalProperties: false,
    description:
      'STOP: `trigger_price` (required), `trigger_source`, `confirm_ms`, `max_slippage` and `after_partial` (without a price), `fire_if_met`. ICEBERG: `display_qty` (required; also `displayed_qty`), `reload_delay_ms` (also `reload_delay_s`), `display_jitter`. TP_SL: `take_profit`, `stop_loss` or both, with `attach_to` or `entry`, `overlap_after_ms`. TRAILING_STOP: `trail` or `trail_percent`, `activation_price`, and as STOP. TWAP: `duration_ms` and `slices` (required), `style`, `catch_up`, `finish`. OCO: two `legs`, a LIMIT and a STOP, or two LIMIT with `allow_overfill`. PEG: `reference` (required), `offset` (signed), `min_stay_ms` (also `peg_min_stay_time_s`), `max_moves`. POV: `participation` (required, 0.01 to 0.5), `window_ms`, `finish`. SMART_ROUTE: `min_improvement`, `min_stay_ms`, `max_moves`. HEDGED_PAIR: two `legs` that together pay at least 1, `unhedged_qty_max` (required), `min_edge`, `mode`, `unhedged_ms_max`, `on_leg_risk`, `chase_price` (required for CHASE and UNWIND), `accept_settlement_risk`. All: `max_outage_ms`. A parameter of another type is refused.',
  },
);

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
