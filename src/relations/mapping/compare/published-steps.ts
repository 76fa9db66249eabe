import type { ListingFacts } from '../extract.ts';
import { type Quantity, toNextCent } from '../extract-quantities.ts';
import { CONCEPT_RULES } from '../lexicon/lexicon.ts';

/**
 * Quantities in the steps in which the figure is published. "Above 2.9%" is "3.0% or more" of inflation, which has one
 * decimal, but not of a vote share; and index points have no next value.
 */
export function toPublishedSteps(
  quantities: readonly Quantity[],
  a: ListingFacts,
  b: ListingFacts,
): readonly Quantity[] {
  if (quantities.some(({ unit }) => unit === 'count') && areShares(a, b))
    return toPublishedSteps(
      quantities.map((one) => (one.unit === 'count' ? { ...one, unit: 'pct' as const } : one)),
      a,
      b,
    );
  const isThreshold = ({ direction }: Quantity): boolean => direction === 'up' || direction === 'down';
  const step = quantities.some((one) => isThreshold(one) && one.unit === 'pct')
    ? findPercentStep(a, b)
    : null;
  const isPrice = quantities.some((one) => isThreshold(one) && one.unit === 'count') && isAboutPrice(a, b);
  return quantities.map((one) => {
    if (!isThreshold(one)) return one;
    if (one.unit === 'pct' && step === 1) return { ...one, unit: 'count', value: toNextStep(one, step) };
    if (one.unit === 'pct') return { ...one, value: step === null ? one.written : toNextStep(one, step) };
    if (one.unit === 'in') return { ...one, value: toNextStep(one, findInchStep(a, b)) };
    return one.unit === 'count' && isPrice ? { ...one, value: toWholeAmount(one) } : one;
  });
}

/** The first value above a strict lower bound, or above an inclusive upper bound. */
function toNextStep({ written, direction, isStrict }: Quantity, step: number): number {
  const isOnStep = Math.abs(written / step - Math.round(written / step)) < 1e-6;
  const isMoved = (direction === 'up') === isStrict;
  return isMoved && isOnStep ? Math.round((written + step) * 1e6) / 1e6 : written;
}

/** Snow is measured in tenths of an inch, and rain in hundredths. */
const findInchStep = (...both: readonly ListingFacts[]): number =>
  both.every((facts) => getConcepts(facts).includes('weather:snow')) ? 0.1 : 0.01;

/** "Above 7,199.99" of a price is 7,200 or more, and so is "above 7,199.9999". Other amounts have no next one. */
function toWholeAmount({ written, direction, isStrict }: Quantity): number {
  const isMoved = (direction === 'up') === isStrict;
  const next = toNextCent(written);
  return isMoved && next % 1 === 0 ? next : written;
}

/** Whether the figure has no steps: its comparator then includes the number itself or not. */
export const isContinuous = ({ unit, value, written }: Quantity): boolean =>
  unit === 'pct' && value === written;

const STEPS: readonly (readonly [step: number, words: RegExp, metrics: ReadonlySet<string>])[] = [
  [
    0.25,
    /\b(?:steps|multiples|increments) of (?:0?\.25\b|25 ?(?:bps?|basis points?)\b|a quarter)|\b(?:quarter[- ]point|25[- ]?(?:bps?|basis[- ]point)) (?:steps|multiples|increments)\b/i,
    new Set(),
  ],
  [
    0.1,
    /\b(?:one|single|first|1)[- ]decimal\b|\bnearest tenth\b|\btenths? of a (?:percent|point)/i,
    new Set(CONCEPT_RULES.tenthMetrics),
  ],
  [
    0.01,
    /\b(?:two|second|2)[- ]decimals?\b|\bnearest hundredth\b|\bhundredths? of a (?:percent|point)/i,
    new Set(CONCEPT_RULES.hundredthMetrics),
  ],
  [1, /\bwhole (?:numbers?|percent\w*)\b/i, new Set(CONCEPT_RULES.wholeMetrics)],
];

/** Whether the figure of both listings is published in steps of a percentage, so that it can be exactly a number. */
export const hasPercentSteps = (a: ListingFacts, b: ListingFacts): boolean => findPercentStep(a, b) !== null;

/** The step of a percentage that a listing states, or that the figure of both has. Null for an unknown one. */
function findPercentStep(...both: readonly ListingFacts[]): number | null {
  const stated = STEPS.find(([, words]) => both.some(({ listing }) => words.test(listing.rules ?? '')));
  const known = STEPS.find(([, , metrics]) =>
    both.every((facts) => getConcepts(facts).some((name) => metrics.has(name))),
  );
  return (stated ?? known)?.[0] ?? null;
}

/** Whether the figure of both titles is always a percentage, so that a number without a sign is one too. */
const areShares = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ title }) => title.concepts.some((name) => SHARES.has(name)));
const SHARES: ReadonlySet<string> = new Set(CONCEPT_RULES.shareMetrics);

const isAboutPrice = (...both: readonly ListingFacts[]): boolean =>
  both.every((facts) => getConcepts(facts).some((name) => name.startsWith('asset:')));

const getConcepts = ({ title, claim }: ListingFacts): readonly string[] => [
  ...title.concepts,
  ...claim.concepts,
];
