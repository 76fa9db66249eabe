import { compareCategories, isNamedByCity } from './compare/compare-categories.ts';
import { compareDates } from './compare/compare-dates.ts';
import { compareNames } from './compare/compare-names.ts';
import { comparePolarity } from './compare/compare-polarity.ts';
import { comparePropositions } from './compare/compare-propositions.ts';
import { compareQuantities } from './compare/compare-quantities.ts';
import { type Feature, gap, note } from './evidence.ts';
import { extractFacts, type ListingFacts, type TextPassage } from './extract.ts';
import { NEUTRAL_WORDS } from './lexicon/lexicon.ts';
import type { Listing } from './listing.ts';
import { toStem } from './listing-text.ts';

export type Verdict = 'same' | 'same-inverted' | 'different' | 'unsure';

/** Whether two listings are one contract, how sure that is, and every reason for and against. */
export interface ListingComparison {
  readonly verdict: Verdict;
  readonly score: number; // 0..1, in hundredths
  readonly inverted: boolean; // which way round, if they are one
  readonly features: readonly Feature[];
}

const SAME_MIN = 0.5;
const UNSURE_MIN = 0.35;

/**
 * Compares two listings. Symmetric: the order of the two changes nothing but the order of words.
 *
 * A veto settles `different` whatever else agrees; a gap (something that only one of them says) can at
 * best be `unsure`; without either, the score decides.
 */
export const compareListings = (a: Listing, b: Listing): ListingComparison =>
  compareFacts(extractFacts(a), extractFacts(b));

/** The same for listings that were read before. */
export function compareFacts(a: ListingFacts, b: ListingFacts): ListingComparison {
  const numbers = compareQuantities(a, b);
  const polarity = comparePolarity(a, b);
  const features = [
    ...compareDates(a, b),
    ...numbers.features,
    ...compareCategories(a, b),
    ...compareNames(a, b),
    ...polarity.features,
    ...onlyOrdered(a, b),
    ...onlyOrdered(b, a),
    ...compareWords(a, b),
    ...comparePropositions(a, b),
  ];
  const inverted = numbers.inverted !== polarity.inverted;
  const sum = features.reduce((total, { kind, weight }) => (kind === 'veto' ? total : total + weight), 0);
  const score = Math.round(Math.min(1, Math.max(0, sum)) * 100) / 100;
  return { verdict: verdictOf(features, score, inverted), score, inverted, features };
}

function verdictOf(features: readonly Feature[], score: number, inverted: boolean): Verdict {
  if (features.some(({ kind }) => kind === 'veto')) return 'different';
  if (score < UNSURE_MIN) return 'different';
  if (score < SAME_MIN || features.some(({ kind }) => kind === 'gap')) return 'unsure';
  return inverted ? 'same-inverted' : 'same';
}

/** The first of several, the most, another: not just any. Who comes next into an office is its only next. */
function* onlyOrdered({ title }: ListingFacts, b: ListingFacts): Generator<Feature> {
  const isDeparture = title.concepts.some((concept) => DEPARTURE.test(concept));
  const missing = title.ordinals.filter(
    (order) =>
      (order !== 'next' || isDeparture) &&
      !(SAME_ORDERS[order] ?? [order]).some((word) => b.claimWords.has(word)) &&
      !(order === 'first' && [...b.title.concepts, ...b.claim.concepts].includes('rank:top')),
  );
  if (missing.length > 0) yield gap('order', -0.1, `only one says ${missing.join(', ')}`);
}

const DEPARTURE = /^act:(?:leave|removed|resign|eliminated)$/;
const SAME_ORDERS: Readonly<Record<string, readonly string[]>> = {
  first: ['first', '1st', 'opening', 'debut'],
  next: ['next', 'first'],
  most: ['most', 'top', 'highest', 'greatest', 'largest', 'best', 'biggest'],
};

const WORDS_WEIGHT = 0.4;
const RULES_SHARE = 0.8; // a word of one title that only the other's rules have

/** How much of each title the other says too, in its title or in its rules. */
function* compareWords(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const [tokensA, tokensB] = [tokensOf(a.title), tokensOf(b.title)];
  const shares = [coverage(tokensA, tokensB, b), coverage(tokensB, tokensA, a)].filter(
    (part) => part !== null,
  );
  const share = shares.reduce((total, part) => total + part, 0) / Math.max(1, shares.length);
  const unsaid = [
    ...tokensA.filter((token) => !isSaid(token, tokensB, b)),
    ...tokensB.filter((token) => !isSaid(token, tokensA, a)),
  ];
  const words =
    unsaid.length === 0 ? 'each says all of the other' : `not in both: ${unsaid.map(bare).join(', ')}`;
  yield note('words', share * WORDS_WEIGHT, words);
  const telling = [...unsaidContent(a, b), ...unsaidContent(b, a)];
  if (telling.length > 0) yield gap('word', -0.05, `only one says ${telling.join(', ')}`);
}

/** A word that may make all the difference: "televote", "knockout". */
const unsaidContent = (a: ListingFacts, b: ListingFacts): readonly string[] =>
  a.title.contentStems.filter(
    (stem) => !IDLE_STEMS.has(stem) && !b.affirmedStems.has(stem) && (a.claimStems?.has(stem) ?? true),
  );

const IDLE_STEMS: ReadonlySet<string> = new Set([...NEUTRAL_WORDS].map(toStem));

const tokensOf = ({ concepts, names, contentStems }: TextPassage): readonly string[] => [
  ...new Set([
    ...concepts.filter((concept) => !concept.startsWith('way:')),
    ...names.flat(),
    ...contentStems,
  ]),
];

function coverage(tokens: readonly string[], others: readonly string[], other: ListingFacts): number | null {
  if (tokens.length === 0) return null;
  const said = tokens.map((token) =>
    others.includes(token) ? 1 : isSaid(token, others, other) ? RULES_SHARE : 0,
  );
  return said.reduce<number>((total, one) => total + one, 0) / tokens.length;
}

const isSaid = (token: string, others: readonly string[], other: ListingFacts): boolean =>
  others.includes(token) ||
  other.rules.concepts.includes(token) ||
  other.stems.has(token) ||
  isNamedByCity(token, other);

const bare = (token: string): string => token.slice(token.indexOf(':') + 1);
