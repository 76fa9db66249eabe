import { compareCategories, isNamedByCity } from './compare/compare-categories.ts';
import { compareDates } from './compare/compare-dates.ts';
import { compareGames, findOtherOpponent, findOtherSide } from './compare/compare-games.ts';
import { compareLines } from './compare/compare-lines.ts';
import { compareNames } from './compare/compare-names.ts';
import { comparePlayers } from './compare/compare-players.ts';
import { comparePolarity } from './compare/compare-polarity.ts';
import { comparePropositions } from './compare/compare-propositions.ts';
import { compareQuantities } from './compare/compare-quantities.ts';
import { compareSideRules } from './compare/compare-side-rules.ts';
import { compareSlots } from './compare/compare-slots.ts';
import { type ContractRelation, relateDifferent, relateToOpposite } from './compare/relate-outcomes.ts';
import { readCancellation } from './compare/stated-terms.ts';
import { gap, note, type Reason } from './evidence.ts';
import { extractFacts, type ListingFacts } from './extract.ts';
import type { Quantity } from './extract-quantities.ts';
import { getConceptName, NEUTRAL_WORDS } from './lexicon/lexicon.ts';
import type { Listing } from './listing.ts';
import { findOpposite } from './opposite-listings.ts';
import { findOtherVenueIds } from './published-terms.ts';
import { readOnce } from './read-once.ts';
import { toStem } from './word-table.ts';

export type Verdict = 'same' | 'same-inverted' | 'different' | 'unsure';

/** Whether two listings are the same contract, with a score and every reason for and against. */
export interface ListingComparison {
  readonly verdict: Verdict;
  readonly score: number; // 0..1, in hundredths
  readonly relation: ContractRelation; // of the first listing to the second
  readonly inverted: boolean; // Yes of one is No of the other, if they are the same contract
  readonly reasons: readonly Reason[];
}

export const SAME_MIN = 0.5;
const UNSURE_MIN = 0.35;

/**
 * Compares two listings. Symmetric: swapping them changes only the order of reasons and of their texts.
 *
 * A veto means `different`, whatever else agrees. A gap (only one listing states something) limits the
 * verdict to `unsure`. Without either, the score decides.
 */
export const compareListings = (a: Listing, b: Listing): ListingComparison =>
  compareFacts(extractFacts(a), extractFacts(b));

/** As `compareListings`, for listings whose facts were extracted before. */
export const compareFacts = (a: ListingFacts, b: ListingFacts): ListingComparison =>
  compare(a, b, false) as ListingComparison;

/** As `compareFacts`, but null for different contracts, without looking for further reasons. */
export function proposeFacts(a: ListingFacts, b: ListingFacts): ListingComparison | null {
  const match = compare(a, b, true);
  return match?.verdict === 'different' ? null : match;
}

type Compare = (a: ListingFacts, b: ListingFacts) => Iterable<Reason>;

/** The comparisons in the order of their reasons, after the event or its dates, numbers and polarity. */
const COMPARISONS: readonly Compare[] = [
  findFieldConflicts,
  compareCategories,
  compareSlots,
  compareSideRules,
  compareCancellations,
  compareNames,
  findMissingOrdinals,
  (a, b) => findMissingOrdinals(b, a),
  compareWords,
  comparePropositions,
];

/** Those that can add to the score. The others find vetoes, and gaps that lower it. */
const SCORING: readonly Compare[] = [compareCategories, compareNames, compareWords];

/** A listing that asks for the No of the other is compared as its opposite. */
function compare(a: ListingFacts, b: ListingFacts, endsAtVeto: boolean): ListingComparison | null {
  const oppositeA = findOpposite(a, b);
  const oppositeB = oppositeA === null ? findOpposite(b, a) : null;
  const match = compareAsWritten(oppositeA ?? a, oppositeB ?? b, endsAtVeto);
  if (match === null || (oppositeA ?? oppositeB) === null) return match;
  return toOpposite(match, oppositeA !== null);
}

const OPPOSITE_VERDICTS: Readonly<Record<Verdict, Verdict>> = {
  same: 'same-inverted',
  'same-inverted': 'same',
  different: 'different',
  unsure: 'unsure',
};

const toOpposite = (
  { verdict, score, relation, inverted, reasons }: ListingComparison,
  isFirst: boolean,
): ListingComparison => ({
  verdict: OPPOSITE_VERDICTS[verdict],
  score,
  relation: relateToOpposite(relation, isFirst),
  inverted: !inverted,
  reasons: [...reasons, note('negation', 0, 'one listing pays the opposite outcome')],
});

/** With `endsAtVeto`, null as soon as a veto is found. Then another name or category is looked for first. */
function compareAsWritten(
  one: ListingFacts,
  other: ListingFacts,
  endsAtVeto: boolean,
): ListingComparison | null {
  const lines = compareLines(one, other) ?? comparePlayers(one, other);
  const game = lines ?? compareGames(one, other);
  if (endsAtVeto && game?.reasons.some(isVeto) === true) return null;
  const [a, b] = game?.mask() ?? [one, other];
  const dates = game === null ? compareDates(a, b) : [];
  if (endsAtVeto && dates.some(isVeto)) return null;
  const names = compareNames(a, b);
  if (endsAtVeto && names.some(isVeto)) return null;
  // A line of a game is compared with its side: its number alone would invert "lose by 4 or fewer" once more.
  const numbers = lines === null ? compareQuantities(a, b) : { reasons: [], inverted: false };
  const polarity = game ?? comparePolarity(a, b);
  if (endsAtVeto && (numbers.reasons.some(isVeto) || polarity.reasons.some(isVeto))) return null;
  const opponents =
    game === null ? [...findOtherOpponent(a, b), ...findOtherSide(a, b), ...findOtherSide(b, a)] : [];
  const reasons: Reason[] = [...dates, ...opponents, ...numbers.reasons, ...polarity.reasons];
  const scored = new Map(
    SCORING.map((compare) => [compare, compare === compareNames ? names : [...compare(a, b)]]),
  );
  if (endsAtVeto && computeScore([...reasons, ...[...scored.values()].flat()]) < UNSURE_MIN) return null;
  for (const findReasons of COMPARISONS) {
    for (const reason of scored.get(findReasons) ?? findReasons(a, b)) {
      if (endsAtVeto && isVeto(reason)) return null;
      reasons.push(reason);
    }
  }
  const inverted = numbers.inverted !== polarity.inverted;
  const score = computeScore(reasons);
  const verdict = decideVerdict(reasons, score, inverted);
  const relation = VERDICT_RELATIONS[verdict] ?? relateDifferent(a, b, reasons, inverted);
  return { verdict, score, relation, inverted, reasons };
}

function computeScore(reasons: readonly Reason[]): number {
  const sum = reasons.reduce((total, { kind, weight }) => (kind === 'veto' ? total : total + weight), 0);
  return Math.round(Math.min(1, Math.max(0, sum)) * 100) / 100;
}

const isVeto = ({ kind }: Reason): boolean => kind === 'veto';

const VERDICT_RELATIONS: Readonly<Record<Verdict, ContractRelation | null>> = {
  same: 'identity',
  'same-inverted': 'inverted',
  unsure: 'unsure',
  different: null,
};

function decideVerdict(reasons: readonly Reason[], score: number, inverted: boolean): Verdict {
  if (reasons.some(isVeto)) return 'different';
  if (score < UNSURE_MIN) return 'different';
  if (score < SAME_MIN || reasons.some(({ kind }) => kind === 'gap')) return 'unsure';
  return inverted ? 'same-inverted' : 'same';
}

/** What a cancelled event pays does not change which contract it is, but a hedge pays otherwise: a person must see it. */
function* compareCancellations(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [one, other] = [readCancellation(a), readCancellation(b)];
  if (one.length + other.length === 0 || one.join() === other.join()) return;
  const words = [one, other].map((paid) => (paid.length === 0 ? 'not stated' : `pays ${paid.join(' or ')}`));
  yield note('cancellation', 0, words.join(' / '));
}

/** A listing whose structured fields contradict its text is unclear, whatever the other listing says. */
function findFieldConflicts(a: ListingFacts, b: ListingFacts): readonly Reason[] {
  const own = [a, b].flatMap(({ listing: { venue }, published: { conflicts } }) =>
    conflicts.map((words) => gap('fields', -0.1, `${venue}: ${words}`)),
  );
  const others = findOtherVenueIds(a.listing.terms, b.listing.terms);
  const contradictions = [a, b].flatMap(findOtherDirection);
  return [...own, ...contradictions, ...others.map((words) => gap('fields', -0.1, words))];
}

/** The title asks for a number or more, and the condition for the same number or less. */
function findOtherDirection({
  title,
  claim,
  isClaimNegated,
  listing: { venue },
}: ListingFacts): readonly Reason[] {
  const [stated, ...more] = title.quantities.filter(isThreshold);
  const required = claim.quantities.filter(isThreshold);
  if (stated === undefined || more.length > 0 || required.length !== 1) return [];
  const { written, direction, unit, text } = required[0] ?? stated;
  const isContradicted =
    written === stated.written && unit === stated.unit && direction !== stated.direction && !isClaimNegated;
  return isContradicted ? [gap('comparator', -0.1, `${venue}: ${stated.text} / ${text}`)] : [];
}
const isThreshold = ({ direction }: Quantity): boolean => direction === 'up' || direction === 'down';

/**
 * "The first", "the most" or "another" of several, stated by one title alone. "Next" counts only for a
 * departure: there is just one next holder of an office.
 */
function* findMissingOrdinals({ title }: ListingFacts, b: ListingFacts): Generator<Reason> {
  const isDeparture = title.concepts.some((concept) => DEPARTURE.test(concept));
  const missing = title.ordinals.filter(
    (ordinal) =>
      (ordinal !== 'next' || isDeparture) &&
      !(ORDINAL_SYNONYMS[ordinal] ?? [ordinal]).some((word) => b.claimWords.has(word)) &&
      !(
        (ordinal === 'first' ||
          (ordinal === 'most' && title.groups.has('stat') && b.title.groups.has('stat'))) &&
        [...b.title.concepts, ...b.claim.concepts].includes('rank:top')
      ),
  );
  if (missing.length > 0) yield gap('order', -0.1, `only one listing states ${missing.join(', ')}`);
}

const DEPARTURE = /^act:(?:leave|removed|resign|eliminated)$/;
const ORDINAL_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  first: ['first', '1st', 'opening', 'debut'],
  next: ['next', 'first'],
  most: ['most', 'top', 'highest', 'greatest', 'largest', 'best', 'biggest'],
};

const WORDS_WEIGHT = 0.4;
const RULES_SHARE = 0.8; // weight of a title word that only the rules of the other listing contain

/** The share of each title that the other listing also contains, in its title or its rules. */
function* compareWords(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [tokensA, tokensB] = [readTokens(a), readTokens(b)];
  const shares = [computeCoverage(tokensA, tokensB, b), computeCoverage(tokensB, tokensA, a)].filter(
    (part) => part !== null,
  );
  const share = shares.reduce((total, part) => total + part, 0) / Math.max(1, shares.length);
  const missing = [
    ...tokensA.filter((token) => !isTokenIn(token, tokensB, b)),
    ...tokensB.filter((token) => !isTokenIn(token, tokensA, a)),
  ];
  const words =
    missing.length === 0
      ? 'both listings contain all words of the other title'
      : `not in both listings: ${missing.map(getConceptName).join(', ')}`;
  yield note('words', share * WORDS_WEIGHT, words);
  const distinctive = [...findMissingContent(a, b), ...findMissingContent(b, a)];
  if (distinctive.length > 0) yield gap('word', -0.05, `only one listing states ${distinctive.join(', ')}`);
}

/** Title words that the other listing lacks and that may change the contract: "televote", "knockout". */
const findMissingContent = (a: ListingFacts, b: ListingFacts): readonly string[] =>
  a.title.contentStems.filter(
    (stem) => !NEUTRAL_STEMS.has(stem) && !b.affirmedStems.has(stem) && (a.claimStems?.has(stem) ?? true),
  );

const NEUTRAL_STEMS: ReadonlySet<string> = new Set([...NEUTRAL_WORDS].map(toStem));

/** The concepts and words of the title, each once. */
const readTokens = readOnce(({ title: { concepts, names, contentStems } }): readonly string[] => [
  ...new Set([
    ...concepts.filter((concept) => !concept.startsWith('way:')),
    ...names.flat(),
    ...contentStems,
  ]),
]);

function computeCoverage(
  tokens: readonly string[],
  others: readonly string[],
  other: ListingFacts,
): number | null {
  if (tokens.length === 0) return null;
  const shares = tokens.map((token) =>
    others.includes(token) ? 1 : isTokenIn(token, others, other) ? RULES_SHARE : 0,
  );
  return shares.reduce<number>((total, share) => total + share, 0) / tokens.length;
}

const isTokenIn = (token: string, others: readonly string[], other: ListingFacts): boolean =>
  others.includes(token) ||
  other.rules.concepts.includes(token) ||
  other.stems.has(token) ||
  isNamedByCity(token, other);
