import * as param from '../model/param-table.ts';

const PARAMS = {
  legs: param.requestOnly(
    param.legs({
      isRequired: true,
      about:
        '`instrument_id`, `side`, `outcome` and `price`, the worst of its orders. Both legs together pay at least 1.',
    }),
  ),
  first: param.recordOnly(param.limit()),
  second: param.recordOnly(param.limit()),
  minEdge: param.cost(), // a set costs at most 1 less this, with fees
  mode: param.choice(['SEQUENTIAL', 'SIMULTANEOUS']),
  unhedgedQtyMax: param.qty({ isRequired: true }), // by how much the filled quantities of the legs may differ
  unhedgedMsMax: param.count(0, 3_600_000), // for so long the lagging leg follows within `minEdge`
  onLegRisk: param.choice(['CHASE', 'UNWIND', 'HOLD']), // what follows then
  // Worst cost of a set by CHASE, and worst loss plus 1 by UNWIND; null: HOLD.
  chasePrice: param.nullable(param.cost({ about: 'Required for CHASE and UNWIND.' })),
  acceptSettlementRisk: param.flag(),
  maxOutageMs: param.MAX_OUTAGE_MS,
};

export type HedgedPairParams = param.ParamsOf<'HEDGED_PAIR', typeof PARAMS>;

const PAIR_LEGS: param.LegRules<HedgedPairParams> = {
  ...param.ONE_LEG,
  listTargets: ({ first, second }) => [first, second],
  listPrices: ({ first, second }) => [first.price, second.price],
};

/** Two legs in equal quantity that together pay at least 1. */
export const HEDGED_PAIR_TYPE = {
  price: 'refused',
  contract: 'LEGS',
  params: PARAMS,
  legs: PAIR_LEGS,
} as const satisfies param.ParentTypeDefinition;
