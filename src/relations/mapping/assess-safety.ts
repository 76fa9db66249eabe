import { type ListingComparison, SAME_MIN } from './compare-listings.ts';
import type { Reason } from './evidence.ts';

/**
 * What a comparison means for a person who holds both listings as one contract. `SAFE`: one proposition, and no rule is known
 * to differ. `CAUTION`: YES and NO agree, and a named rule differs, such as what a void contract pays. `BLOCK`: the outcomes
 * may differ, or nothing proves that they agree.
 */
export const SAFETY_LEVELS = ['SAFE', 'CAUTION', 'BLOCK'] as const;
export type SafetyLevel = (typeof SAFETY_LEVELS)[number];

/** A rule that differs between the listings: its name and both statements. */
export type SafetyClause = Pick<Reason, 'name' | 'words'>;

export interface Safety {
  readonly level: SafetyLevel;
  readonly clauses: readonly SafetyClause[]; // none for SAFE, at least one otherwise
}

type Compared = Pick<ListingComparison, 'verdict' | 'score' | 'inverted' | 'reasons'>;

/**
 * The level follows from the verdict and its reasons. It never allows more than the verdict: a pair that is `unsure` is not
 * proposed at any level.
 *
 * @param isInverted  the orientation in which the listings are held; by default that of the comparison
 */
export function assessSafety(match: Compared, isInverted: boolean = match.inverted): Safety {
  const { verdict, score, inverted, reasons } = match;
  const blocking = reasons.filter(isBlocking).map(toClause);
  if (verdict !== 'different' && isInverted !== inverted) blocking.push(OTHER_ORIENTATION);
  if (blocking.length > 0) return { level: 'BLOCK', clauses: blocking };
  if (verdict === 'different' || score < SAME_MIN)
    return {
      level: 'BLOCK',
      clauses: [{ name: 'score', words: `too little agrees: ${score} of at least ${SAME_MIN}` }],
    };
  const clauses = reasons.filter(isDifferentRule).map(toClause);
  return { level: clauses.length === 0 ? 'SAFE' : 'CAUTION', clauses };
}

/** The level of a whole asset: the worst of its members, with the clauses of all members that have it. */
export function joinSafety(levels: readonly Safety[]): Safety {
  const level = SAFETY_LEVELS.findLast((each) => levels.some((it) => it.level === each)) ?? 'BLOCK';
  return { level, clauses: levels.filter((it) => it.level === level).flatMap(({ clauses }) => clauses) };
}

const OTHER_ORIENTATION: SafetyClause = {
  name: 'orientation',
  words: 'the texts say that YES of one listing is the other side of the other listing',
};

const toClause = ({ name, words }: Reason): SafetyClause => ({ name, words });

/** What is not one of the named rules is part of the question, so its difference may be one of the outcome. */
const isBlocking = ({ kind, name }: Reason): boolean =>
  kind === 'veto' || (kind === 'gap' && !SETTLEMENT_RULES.has(name));

const isDifferentRule = ({ kind, name }: Reason): boolean =>
  (kind === 'gap' && SETTLEMENT_RULES.has(name)) || (kind === 'note' && NOTED_RULES.has(name));

/**
 * Rules that decide how one proposition is settled in a rare case. The weather of another publisher is not one of
 * them: two publishers often differ by a degree on an ordinary day.
 */
export const SETTLEMENT_RULES: ReadonlySet<string> = new Set([
  'absence', // a player who does not play
  'draw',
  'postponement',
  'price source',
  'retirement',
  'several winners',
  'source',
  'unchanged price',
]);

/** Differences that do not lower the verdict. `date`: neither listing states a day, or they close far apart. */
export const NOTED_RULES: ReadonlySet<string> = new Set(['cancellation', 'comparator', 'date']);
