import type { Reason } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import type { Quantity } from '../extract-quantities.ts';
import { getTerms } from './compare-dates.ts';
import { canBeDrawn } from './compare-games.ts';
import { isNegated } from './compare-polarity.ts';
import { getThresholds, isCompatibleUnit } from './compare-quantities.ts';

/**
 * How the outcomes in which two listings pay Yes relate, from the first to the second. `identity` and `inverted`: one
 * contract. `subset`: the first pays only if the second pays. `disjoint`: never both. `overlap`: both or either may
 * pay. `unsure`: no relation is proven.
 */
export const CONTRACT_RELATIONS = [
  'identity',
  'inverted',
  'subset',
  'superset',
  'overlap',
  'disjoint',
  'unsure',
] as const;
export type ContractRelation = (typeof CONTRACT_RELATIONS)[number];

type SetRelation = Exclude<ContractRelation, 'inverted' | 'unsure'>;

/** The vetoes that compare sets of outcomes of one question. Any other veto means another question. */
const SET_VETOES: ReadonlySet<string> = new Set(['threshold', 'strictness', 'comparator', 'date']);

/**
 * The relation of two listings that are different contracts. It is proven when the listings ask one question about
 * different thresholds or deadlines, or name different sides of one game; otherwise `unsure`.
 */
export function relateDifferent(
  a: ListingFacts,
  b: ListingFacts,
  reasons: readonly Reason[],
  isInverted: boolean,
): ContractRelation {
  const vetoes = reasons.filter(({ kind }) => kind === 'veto').map(({ name }) => name);
  if (vetoes.length === 0 || reasons.some(({ kind, name }) => kind === 'gap' && name !== 'strictness'))
    return 'unsure';
  const isOneGame = reasons.some(({ name }) => name === 'game');
  if (isOneGame)
    return canBeDrawn(a) && canBeDrawn(b) && vetoes.every((name) => name === 'winner')
      ? 'disjoint'
      : 'unsure';
  if (!vetoes.every((name) => SET_VETOES.has(name))) return 'unsure';
  const thresholds = vetoes.some((name) => name !== 'date') ? relateThresholds(a, b) : 'identity';
  const deadlines = vetoes.includes('date') ? relateDeadlines(a, b) : 'identity';
  if (thresholds === null || deadlines === null) return 'unsure';
  const relation = combine(thresholds, deadlines);
  if (relation === 'identity') return 'unsure'; // a veto contradicts it
  if (!isInverted) return relation;
  return AGAINST_COMPLEMENT[isNegated(a.title) ? CONVERSE[relation] : relation];
}

const CONVERSE = {
  subset: 'superset',
  superset: 'subset',
  disjoint: 'disjoint',
  overlap: 'overlap',
} as const;

/** The relation of A to B, given the relation of A to the complement of B. */
const AGAINST_COMPLEMENT: Readonly<Record<Exclude<SetRelation, 'identity'>, ContractRelation>> = {
  subset: 'disjoint',
  superset: 'overlap',
  disjoint: 'subset',
  overlap: 'overlap',
};

/** The relation of A to B, given that of A to the complement of B; with `isFirst`, that of the complement of A to B. */
export function relateToOpposite(relation: ContractRelation, isFirst: boolean): ContractRelation {
  if (relation === 'identity') return 'inverted';
  if (relation === 'inverted') return 'identity';
  if (relation === 'unsure') return 'unsure';
  if (!isFirst) return AGAINST_COMPLEMENT[relation];
  const found = AGAINST_COMPLEMENT[CONVERSE[relation]];
  return found === 'subset' || found === 'superset' ? CONVERSE[found] : found;
}

/** The relation of `A1 and A2` to `B1 and B2`. */
function combine(one: SetRelation, other: SetRelation): SetRelation {
  if (one === 'identity' || one === other) return other;
  if (other === 'identity') return one;
  return one === 'disjoint' || other === 'disjoint' ? 'disjoint' : 'overlap';
}

/** Null unless each listing has one deadline. What happens by the earlier day has happened by the later one. */
function relateDeadlines(a: ListingFacts, b: ListingFacts): SetRelation | null {
  const [one, other] = [a, b].map((facts) => getTerms(facts));
  const [left, right] = [one?.[0], other?.[0]];
  if (one?.length !== 1 || other?.length !== 1 || left?.style !== 'by' || right?.style !== 'by') return null;
  if (left.to === right.to) return 'identity';
  return left.to < right.to ? 'subset' : 'superset';
}

/** Null unless each listing has one threshold or range of one unit. */
function relateThresholds(a: ListingFacts, b: ListingFacts): SetRelation | null {
  const [one, other] = getThresholds(a, b);
  const [left, right] = [one[0], other[0]];
  if (one.length !== 1 || other.length !== 1 || left === undefined || right === undefined) return null;
  if (!isCompatibleUnit(left.unit, right.unit) || left.duration !== right.duration) return null;
  const [first, second] = [toInterval(left), toInterval(right)];
  return first === null || second === null ? null : relateIntervals(first, second);
}

/** The values that pay. `isOpen`: without the bound itself. */
interface Bound {
  readonly at: number;
  readonly isOpen: boolean;
}
interface Interval {
  readonly low: Bound;
  readonly high: Bound;
}
const BELOW_ALL: Bound = { at: -Infinity, isOpen: false };
const ABOVE_ALL: Bound = { at: Infinity, isOpen: false };

function toInterval({ direction, value, written, high, isStrict }: Quantity): Interval | null {
  const isMoved = value !== written; // to the next value that can occur
  if (direction === 'up') return { low: { at: value, isOpen: isStrict && !isMoved }, high: ABOVE_ALL };
  if (direction === 'down') return { low: BELOW_ALL, high: { at: value, isOpen: isStrict || isMoved } };
  if (direction === 'exact') return { low: { at: value, isOpen: false }, high: { at: value, isOpen: false } };
  if (direction !== 'range' || high === null) return null;
  return { low: { at: value, isOpen: false }, high: { at: high, isOpen: false } };
}

function relateIntervals(a: Interval, b: Interval): SetRelation {
  if (isEmpty(a.low, b.high) || isEmpty(b.low, a.high)) return 'disjoint';
  const startsWithin = compareLow(a.low, b.low);
  const endsWithin = -compareLow(negate(a.high), negate(b.high));
  if (startsWithin === 0 && endsWithin === 0) return 'identity';
  if (startsWithin >= 0 && endsWithin <= 0) return 'subset';
  return startsWithin <= 0 && endsWithin >= 0 ? 'superset' : 'overlap';
}

const isEmpty = (low: Bound, high: Bound): boolean =>
  low.at > high.at || (low.at === high.at && (low.isOpen || high.isOpen));

/** Positive when the first lower bound excludes more values than the second. */
const compareLow = (one: Bound, other: Bound): number =>
  one.at === other.at ? Number(one.isOpen) - Number(other.isOpen) : one.at > other.at ? 1 : -1;

const negate = ({ at, isOpen }: Bound): Bound => ({ at: -at, isOpen });
