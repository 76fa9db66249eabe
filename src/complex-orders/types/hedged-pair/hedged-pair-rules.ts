import {
  FieldReader,
  floorToLot,
  minQty,
  NO_PROGRESS,
  ONE,
  type PairProgress,
  type ParamsOf,
  type Parent,
  type ParentReason,
  type ParentTarget,
  type Price,
  parseDecimal,
  TYPE_DEFINITIONS,
} from '#contract';
import { readBoolean } from '#domain';
import { ANY_OUTCOME, listLegs, openKnownLeg, readTarget } from '../../rules/leg-readers.ts';
import {
  optionalQty,
  readChoice,
  readCount,
  readOutageMs,
  requiredPrice,
} from '../../rules/param-readers.ts';
import {
  NO_WATCH,
  type ParentInput,
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  type Progress,
  planWhole,
  REPEAT_MS,
} from '../../rules/parent-rules.ts';
import { findGap, findHedge, findPairTerms, isLate, NO_PAIR_PROGRESS } from './pair-terms.ts';

const UNHEDGED_MS_DEFAULT = 5_000;
const TABLE = TYPE_DEFINITIONS.HEDGED_PAIR.params;
const LEG_FIELDS = new Set(['instrument_id', 'side', 'outcome', 'binary_outcome', 'price']);

/**
 * HEDGED_PAIR: two legs in equal quantity. The thinner leg takes a clip, and the other one follows what is confirmed
 * (SEQUENTIAL), or both take the clip at once (SIMULTANEOUS). A clip never exceeds what the bound leaves (I-H1).
 *
 * Source  docs/decisions/opportunities-and-hedges.md
 */
export const HEDGED_PAIR_RULES: ParentRules<ParamsOf<'HEDGED_PAIR'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read: readPair,
    findIssues: ({ onLegRisk, chasePrice }, { reduceOnly }) => [
      ...(reduceOnly ? [{ field: 'reduce_only', issue: 'is not allowed for HEDGED_PAIR' }] : []),
      ...(chasePrice === null && onLegRisk !== 'HOLD'
        ? [{ field: 'params.chase_price', issue: 'required', condition: `for ${onLegRisk}` }]
        : []),
      ...(chasePrice !== null && onLegRisk === 'HOLD'
        ? [{ field: 'params.chase_price', issue: 'is not allowed for HOLD' }]
        : []),
    ],
  },
  progress: { ...NO_PROGRESS, pair: NO_PAIR_PROGRESS },
  /** A clip must be tradable on both markets. */
  plan(params, terms, { qtyStep }) {
    const qty = floorToLot(minQty(params.unhedgedQtyMax, terms.qty), qtyStep);
    const price = getLegPrice(params, terms);
    return planWhole(terms, {
      prices: [{ field: 'params.legs.price', price }],
      quantities: [{ field: 'params.unhedged_qty_max', qty }],
      sample: { qty, price },
    });
  },
  watch({ unhedgedMsMax }, { progress }) {
    const since = progress?.pair?.unhedgedAt ?? null;
    return { ...NO_WATCH, dueAt: since === null ? null : ((since + unhedgedMsMax) as typeof since) };
  },
  findProgress: findPairProgress,
  findTerms: (parent, params, input) => findPairTerms(parent, params, input),
  /** A fill is hedged at once; what took nothing is not repeated on the same book. */
  delayMs: (_, { filledQty }) => (filledQty > 0n ? 0 : REPEAT_MS),
};

const getLegPrice = (
  { first, second }: ParamsOf<'HEDGED_PAIR'>,
  { instrumentId, outcome }: Pick<ParentTarget, 'instrumentId' | 'outcome'>,
): Price => (instrumentId === second.instrumentId && outcome === second.outcome ? second : first).price;

/** Starts and ends the time in which the lagging leg must follow. HOLD pauses once it is over. */
function findPairProgress(
  parent: Parent,
  params: ParamsOf<'HEDGED_PAIR'>,
  input: ParentInput,
): Progress | ParentReason | null {
  const gap = findGap(parent, input);
  if (gap === null || parent.liveQty > 0n) return null;
  const pair = parent.progress.pair ?? NO_PAIR_PROGRESS;
  const { isExposed } = gap;
  if (!isExposed && pair.isUnwound) return 'leg_risk';
  const isHeld = parent.status === 'PAUSED' && parent.pausedBy === 'leg_risk';
  if (!isExposed && isHeld) return change(parent, 'continued', {}, NOT_HELD);
  if (!isExposed) return pair.unhedgedAt === null ? null : change(parent, 'hedged', { unhedgedAt: null });
  if (parent.status === 'PAUSED') return null;
  if (pair.unhedgedAt === null) return change(parent, 'unhedged', { unhedgedAt: input.now });
  const isStuck =
    params.onLegRisk === 'HOLD' &&
    isLate(parent, params, input.now) &&
    findHedge(parent, params, gap, input.now) === null;
  const held = { status: 'PAUSED', pausedBy: 'leg_risk', pausedAt: input.now } as const;
  return isStuck ? change(parent, 'paused', { unhedgedAt: null }, held) : null;
}

const NOT_HELD = { status: 'WORKING', pausedBy: null, pausedAt: null, needsResume: false } as const;

const change = (
  { progress }: Parent,
  decision: Progress['decision'],
  pair: Partial<PairProgress>,
  state: Progress['change'] = {},
): Progress => ({
  decision,
  change: {
    ...state,
    progress: { ...progress, pair: { ...(progress.pair ?? NO_PAIR_PROGRESS), ...pair } },
  },
});

function readPair(reader: FieldReader): ParamsOf<'HEDGED_PAIR'> | null {
  const [first, second, ...more] = listLegs({ legs: reader.value('legs') }).map((leg, index) => {
    const inner = openKnownLeg(reader, leg, index, LEG_FIELDS);
    const target = readTarget(new FieldReader(leg), ANY_OUTCOME); // its issues are those of the request already
    const price = requiredPrice(inner, 'price');
    return target === null || price === null ? null : { ...target, price };
  });
  if (first === undefined || second === undefined || more.length > 0)
    reader.addIssue('legs', 'must be two objects');
  const unhedgedQtyMax = optionalQty(reader, 'unhedged_qty_max');
  if (reader.value('unhedged_qty_max') === undefined) reader.addIssue('unhedged_qty_max', 'required');
  const terms = {
    type: 'HEDGED_PAIR',
    minEdge: (reader.optional('min_edge', parseEdge, 'must be a decimal string from 0 to below 1') ??
      0n) as Price,
    mode: readChoice(reader, 'mode', TABLE.mode) ?? 'SEQUENTIAL',
    unhedgedMsMax: readCount(reader, 'unhedged_ms_max', TABLE.unhedgedMsMax) ?? UNHEDGED_MS_DEFAULT,
    onLegRisk: readChoice(reader, 'on_leg_risk', TABLE.onLegRisk) ?? 'HOLD',
    chasePrice: reader.optional(
      'chase_price',
      parseChase,
      'must be a decimal string from 0.5 to 1.5',
    ) as Price | null,
    acceptSettlementRisk: readBoolean(reader, 'accept_settlement_risk'),
    maxOutageMs: readOutageMs(reader),
  } as const;
  if (first === undefined || second === undefined || first === null || second === null) return null;
  return unhedgedQtyMax === null ? null : { ...terms, first, second, unhedgedQtyMax };
}

function parseEdge(value: unknown): bigint | null {
  const edge = parseDecimal(value);
  return edge === null || edge >= ONE ? null : edge;
}

function parseChase(value: unknown): bigint | null {
  const cost = parseDecimal(value);
  return cost === null || cost < ONE / 2n || cost > ONE + ONE / 2n ? null : cost;
}
