import {
  count,
  type LegRules,
  MAX_OUTAGE_MS,
  nullable,
  ONE_LEG,
  object,
  order,
  type ParamsOf,
  type ParentTypeDefinition,
  requestOnly,
  stopLoss,
  takeProfit,
} from '../../model/param-table.ts';

const PARAMS = {
  // Null only in the request for a bracket, whose entry has no id yet.
  attachTo: nullable(order({ about: 'The entry; or `entry`, which places it.' })),
  entry: requestOnly(object({ about: 'An order as in `POST /v1/orders`, without its keys.' })),
  takeProfit: nullable(takeProfit({ isAmendable: true, about: 'This, `stop_loss` or both.' })),
  stopLoss: nullable(stopLoss({ isAmendable: true })),
  overlapAfterMs: nullable(
    count(0, 3_600_000, {
      isAdded: true,
      acceptsNull: true,
      about:
        'After its trigger the stop waits so long for the end of the take-profit, then both may fill. Null (default): it always waits.',
    }),
  ),
  maxOutageMs: MAX_OUTAGE_MS,
};

export type TpSlParams = ParamsOf<'TP_SL', typeof PARAMS>;

const TP_SL_LEGS: LegRules<TpSlParams> = {
  ...ONE_LEG,
  mayOverlap: ({ overlapAfterMs }) => overlapAfterMs !== null,
  countResting({ takeProfit, stopLoss, overlapAfterMs }) {
    const limits = [takeProfit, stopLoss?.price ?? null].filter((price) => price !== null).length;
    return overlapAfterMs === null ? Math.min(1, limits) : limits;
  },
};

/** Exits what an entry has filled: a resting take-profit, a stop loss, or both (one of them is not null). */
export const TP_SL_TYPE = {
  price: 'refused',
  contract: 'ENTRY',
  params: PARAMS,
  legs: TP_SL_LEGS,
} as const satisfies ParentTypeDefinition;
