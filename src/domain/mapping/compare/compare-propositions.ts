import { gap, type Reason } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import type { Quantity } from '../extract-quantities.ts';
import { BOILERPLATE_WORDS, COUNTING_RULES, getConceptName } from '../lexicon/lexicon.ts';
import { toStem } from '../word-table.ts';
import { hasKind } from './compare-categories.ts';
import { isNameIn, type Name, renderNames } from './compare-names.ts';

/**
 * Compares the claims, that is the conditions for Yes in the rules, for differences that titles do not show.
 * Every difference found here is a gap, never a veto.
 */
export function comparePropositions(a: ListingFacts, b: ListingFacts): readonly Reason[] {
  return [
    ...COUNTING_KINDS.filter(([kind]) => isCounted(kind, a) || isCounted(kind, b)).flatMap(
      ([kind, names]) => [...compareCountingRule(kind, names, a, b)],
    ),
    ...compareSources(a, b),
    ...compareNumberedItems(a, b),
    ...findTimeOfDayLimit(a, b),
    ...findTimeOfDayLimit(b, a),
    ...findExtraConditions(a, b),
    ...findExtraConditions(b, a),
    ...compareClaimWords(a, b),
  ];
}

const COUNTING_KINDS = Object.entries(COUNTING_RULES).map(
  ([kind, names]) => [kind, Object.keys(names)] as const,
);

const isCounted = (kind: string, { title, claim, rules }: ListingFacts): boolean =>
  hasKind(kind, title) || hasKind(kind, claim) || hasKind(kind, rules);

/** The same thing counted in another way. The usual way, which is the first of its kind, may be omitted. */
function* compareCountingRule(
  kind: string,
  names: readonly string[],
  a: ListingFacts,
  b: ListingFacts,
): Generator<Reason> {
  const [one, other] = [getCountingRules(kind, a), getCountingRules(kind, b)];
  if (one.some((name) => other.includes(name))) return;
  const usual = `${kind}:${names[0]}`;
  const words = [one, other].map((rules) => rules.map(getConceptName).join(', ') || 'not stated').join(' / ');
  if ([...one, ...other].some((name) => name !== usual)) yield gap(kind, -0.1, words);
}

/** From title and claim; if these have none, from the rest of the rules. */
function getCountingRules(kind: string, { title, claim, rules }: ListingFacts): readonly string[] {
  const isOfKind = (name: string): boolean => name.startsWith(`${kind}:`);
  const stated = [...title.concepts, ...claim.concepts].filter(isOfKind);
  return stated.length > 0 ? stated : rules.concepts.filter(isOfKind);
}

/** Each listing uses a source that the other does not name. For traded prices, sources are not compared. */
function* compareSources(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const isShared = (kind: RegExp): boolean =>
    a.rules.concepts.some((name) => kind.test(name) && b.rules.concepts.includes(name)) ||
    a.title.concepts.some((name) => kind.test(name) && b.title.concepts.includes(name));
  if (isShared(TRADED_ASSET) || isShared(/^station:/)) return;
  const [left, right] = [findOwnSources(a, b), findOwnSources(b, a)];
  const isPoll = [a, b].some(({ title }) => title.concepts.some((name) => POLL.test(name)));
  const areDifferent = left.length > 0 && right.length > 0;
  if (areDifferent || (isPoll && left.length + right.length > 0))
    yield gap('source', -0.1, `${renderNames(left)} / ${renderNames(right)}`);
}
/** Every pollster publishes a different figure, so one unnamed pollster is enough for a gap. */
const POLL = /^metric:(?:net-|dis)?(?:approval|favorability)$/;
const TRADED_ASSET = /^asset:(?!gas$|eggs$|milk$|beef$)/;

const findOwnSources = (own: ListingFacts, other: ListingFacts): readonly Name[] =>
  own.sources.filter((name) => !isNameIn(name, own, other));

/** Both claims have a number with the same noun, but different values: a weekend of three or of four days. */
function* compareNumberedItems(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const getNumbered = ({ claim }: ListingFacts): readonly Quantity[] =>
    claim.quantities.filter(({ unit }) => unit.startsWith('id:'));
  const [one, other] = [getNumbered(a), getNumbered(b)];
  const different = one.filter(
    ({ unit }) =>
      other.some((it) => it.unit === unit) &&
      !one.some((it) => it.unit === unit && other.some((of) => of.unit === unit && of.value === it.value)),
  );
  if (different.length > 0) yield gap('number', 0, different.map(({ text }) => text).join(', '));
}

/** One title requires a price at a time of day, the other a price at any time. */
function* findTimeOfDayLimit(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const isAnyTime = [...b.title.concepts, ...b.claim.concepts].some((name) => ANY_TIME.test(name));
  const isTimed =
    a.title.timesOfDay.length > 0 || (!a.participants.isSingleGame && a.claim.timesOfDay.length > 0);
  if (isTimed && b.title.timesOfDay.length === 0 && b.claim.timesOfDay.length === 0 && isAnyTime)
    yield gap('time of day', -0.1, 'only one listing requires a time of day');
}
const ANY_TIME = /^(?:observed:touch|extreme:)/;

/** A period, rank, further act or margin that one claim requires and the other listing does not contain. */
function* findExtraConditions(own: ListingFacts, other: ListingFacts): Generator<Reason> {
  const stated = new Set([...other.title.concepts, ...other.rules.concepts]);
  const isWeather = other.title.concepts.some((name) => name.startsWith('weather:'));
  const hasDirection = other.title.concepts.some((name) => name.startsWith('way:'));
  const missing = [
    ...own.claim.concepts.filter((name) => LIMITING.test(name) && !(isWeather && name.startsWith('scope:'))),
    ...own.joinedActs,
    ...own.title.concepts.filter((name) => name === 'way:down' && !isWeather && !hasDirection),
  ].filter((name) => !stated.has(name));
  const ordinals = own.claim.ordinals.filter(
    (ordinal) => ONE_OF_SEVERAL.test(ordinal) && !other.stems.has(toStem(ordinal)),
  );
  const words = [...missing.map(getConceptName), ...ordinals, ...findExtraMargins(own, other)];
  if (words.length > 0) yield gap('claim', -0.1, `only one claim requires ${words.join(', ')}`);
}
const LIMITING =
  /^(?:span:(?!game$|quarterfinal$|semifinal$|round$)|rank:(?!top$)|stage:nominee$|scope:world$)/;
const ONE_OF_SEVERAL = /^(?:most|only|both|neither|another)$/;

/** Margins such as "wins by at least five points", when neither title has a number. */
function findExtraMargins({ title, claim }: ListingFacts, other: ListingFacts): readonly string[] {
  if (title.quantities.length > 0 || other.title.quantities.length > 0) return [];
  return claim.quantities
    .filter(
      ({ text, written }) =>
        MARGIN.test(text) && !other.rules.quantities.some((it) => it.written === written),
    )
    .map(({ text }) => text);
}
const MARGIN = /\b(?:least|more than|over|above)\b/;

/** Each claim has at least two words that the other listing does not contain. */
function* compareClaimWords(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [left, right] = [findClaimWordsMissingIn(b, a), findClaimWordsMissingIn(a, b)];
  if (left.length > 1 && right.length > 1)
    yield gap('claim', 0, `only one claim contains ${[...left, ...right].join(', ')}`);
}

const findClaimWordsMissingIn = ({ stems }: ListingFacts, { claim }: ListingFacts): readonly string[] => [
  ...new Set(claim.contentStems.filter((stem) => !stems.has(stem) && !BOILERPLATE_STEMS.has(stem))),
];

const BOILERPLATE_STEMS: ReadonlySet<string> = new Set(BOILERPLATE_WORDS.map(toStem));
