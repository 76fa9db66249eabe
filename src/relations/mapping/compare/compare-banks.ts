import type { ListingFacts } from '../extract.ts';
import type { Quantity } from '../extract-quantities.ts';
import { CONCEPT_RULES } from '../lexicon/lexicon.ts';
import { readOnce } from '../read-once.ts';

/** Whether the listing is about the interest rate of a central bank. */
export const isAboutRates = readOnce(({ title, claim }) =>
  [...title.concepts, ...claim.concepts].some(
    (concept) => concept.startsWith('central:') || /^metric:.*-rate$/.test(concept),
  ),
);

export const isAboutPolicyRate = readOnce(({ title, claim }) =>
  [...title.concepts, ...claim.concepts].some(
    (concept) => concept.startsWith('central:') || concept === 'metric:fed-rate',
  ),
);

/** The banks of the title; if it names none, of the claim, then of the other rules. */
export function findBanks(facts: ListingFacts): readonly string[] {
  for (const part of BANK_PARTS) {
    const banks = facts[part].concepts.filter((concept) => concept.startsWith('central:'));
    if (banks.length > 0) return banks;
  }
  const { stems } = facts;
  const isFed = stems.has('fed') || (stems.has('federal') && (stems.has('fund') || stems.has('reserve')));
  return isFed ? ['central:fed'] : [];
}

const BANK_PARTS = ['title', 'claim', 'rules'] as const;
const BASIS_POINTS = /(?:\d ?|\b)(?:bps?|basis points?)\b/i;
const QUARTER_STEP = 0.25;

/**
 * Quantities as the sets of moves that can occur. Banks with quarter steps move by multiples of 25 basis points, so
 * "more than 25" is "at least 50" and is not "at least 25".
 */
export function toRateMoves(
  quantities: readonly Quantity[],
  a: ListingFacts,
  b: ListingFacts,
): readonly Quantity[] {
  if (!quantities.some(isRate)) return quantities;
  const isQuartered = [a, b].every((facts) => {
    const banks = findBanks(facts);
    return banks.length > 0 && banks.every((bank) => QUARTER_STEP_BANKS.has(bank));
  });
  if (isQuartered && isAboutBound(a) && isAboutBound(b)) return quantities.map(toQuarterLevel);
  return isQuartered ? quantities.map(toQuarterStep) : quantities.map(toExactMove);
}

const isRate = ({ unit, text }: Quantity): boolean => unit === 'pct' || BASIS_POINTS.test(text);

/** Both bounds of the Fed's target range are multiples of 25 basis points. */
const isAboutBound = (facts: ListingFacts): boolean =>
  findBanks(facts).every((bank) => bank === 'central:fed') &&
  [...facts.title.concepts, ...facts.claim.concepts].some((name) => /^bound:(?:upper|lower)$/.test(name));

const toQuarterLevel = (one: Quantity): Quantity =>
  one.unit === 'pct' && !BASIS_POINTS.test(one.text) && isMultiple(one.written)
    ? shiftToSet(one)
    : toQuarterStep(one);

const isMultiple = (value: number): boolean => value % QUARTER_STEP === 0;

/** "Cut by 25 bps" without a comparator is a cut of exactly 25. */
const toExactMove = (one: Quantity): Quantity =>
  one.direction === null && BASIS_POINTS.test(one.text) ? { ...one, direction: 'exact' } : one;

const QUARTER_STEP_BANKS: ReadonlySet<string> = new Set(CONCEPT_RULES.quarterStepBanks);

function toQuarterStep(one: Quantity): Quantity {
  return BASIS_POINTS.test(one.text) && isMultiple(one.written) ? shiftToSet(one) : one;
}

/** The set of multiples of 25 basis points that a threshold includes. */
function shiftToSet(one: Quantity): Quantity {
  if (one.direction !== 'up' && one.direction !== 'down') return toExactMove(one);
  const isShifted = (one.direction === 'up') === one.isStrict;
  const value = one.written + (isShifted ? QUARTER_STEP : 0);
  // The set is the same for both ways to write it, so the comparator no longer counts.
  return { ...one, value, written: value, isStrict: one.direction === 'down' };
}
