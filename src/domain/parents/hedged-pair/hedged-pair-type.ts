import {
  choice,
  cost,
  count,
  flag,
  type LegRules,
  legs,
  limit,
  MAX_OUTAGE_MS,
  nullable,
  ONE_LEG,
  type ParamsOf,
  type ParentTypeDefinition,
  qty,
  recordOnly,
  requestOnly,
} from '../../model/param-table.ts';

const PARAMS = {
  legs: requestOnly(
    legs({
      isRequired: true,
      about:
        '`instrument_id`, `side`, `outcome` and `price`, the worst of its orders. Both legs together pay at least 1.',
    }),
  ),
  first: recordOnly(limit()),
  second: recordOnly(limit()),
  minEdge: cost(), // a set costs at most 1 less this, with fees
  mode: choice(['SEQUENTIAL', 'SIMULTANEOUS']),
  unhedgedQtyMax: qty({ isRequired: true }), // by how much the filled quantities of the legs may differ
  unhedgedMsMax: count(0, 3_600_000), // for so long the lagging leg follows within `minEdge`
  onLegRisk: choice(['CHASE', 'UNWIND', 'HOLD']), // what follows then
  // Worst cost of a set by CHASE, and worst loss plus 1 by UNWIND; null: HOLD.
  chasePrice: nullable(cost({ about: 'Required for CHASE and UNWIND.' })),
  acceptSettlementRisk: flag(),
  maxOutageMs: MAX_OUTAGE_MS,
};

export type HedgedPairParams = ParamsOf<'HEDGED_PAIR', typeof PARAMS>;

const PAIR_LEGS: LegRules<HedgedPairParams> = {
  ...ONE_LEG,
  listTargets: ({ first, second }) => [first, second],
  isTogether: () => true,
};

/** Two legs in equal quantity that together pay at least 1. */
export const HEDGED_PAIR_TYPE = {
  price: 'refused',
  contract: 'LEGS',
  params: PARAMS,
  legs: PAIR_LEGS,
} as const satisfies ParentTypeDefinition;
