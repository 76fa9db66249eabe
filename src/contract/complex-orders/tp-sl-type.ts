import * as param from '../model/param-table.ts';

const PARAMS = {
  // Null only in the request for a bracket, whose entry has no id yet.
  attachTo: param.nullable(param.order({ about: 'The entry; or `entry`, which places it.' })),
  entry: param.requestOnly(param.object({ about: 'An order as in `POST /v1/orders`, without its keys.' })),
  takeProfit: param.nullable(param.takeProfit({ isAmendable: true, about: 'This, `stop_loss` or both.' })),
  stopLoss: param.nullable(param.stopLoss({ isAmendable: true })),
  overlapAfterMs: param.nullable(
    param.count(0, 3_600_000, {
      isAdded: true,
      acceptsNull: true,
      about:
        'After its trigger the stop waits so long for the end of the take-profit, then both may fill. Null (default): it always waits.',
    }),
  ),
  maxOutageMs: param.MAX_OUTAGE_MS,
};

export type TpSlParams = param.ParamsOf<'TP_SL', typeof PARAMS>;

const TP_SL_LEGS: param.LegRules<TpSlParams> = {
  ...param.ONE_LEG,
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
} as const satisfies param.ParentTypeDefinition;
