import { type Feature, gap } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import type { Quantity } from '../extract-quantities.ts';
import { BOILERPLATE_WORDS, COUNTING_RULES } from '../lexicon/lexicon.ts';
import { toStem } from '../listing-text.ts';
import { isNameIn, type Name } from './compare-names.ts';

/** What the claims tell apart where the titles are one. Nothing here is more than a doubt. */
export function comparePropositions(a: ListingFacts, b: ListingFacts): readonly Feature[] {
  return [
    ...Object.entries(COUNTING_RULES).flatMap(([kind, names]) => [
      ...otherManner(kind, Object.keys(names), a, b),
    ]),
    ...otherSources(a, b),
    ...otherNumbered(a, b),
    ...atMoment(a, b),
    ...atMoment(b, a),
    ...onlyClaimed(a, b),
    ...onlyClaimed(b, a),
    ...unexplained(a, b),
  ];
}

/** Counted another way; the usual way, the first of its kind, may go unsaid. */
function* otherManner(
  kind: string,
  names: readonly string[],
  a: ListingFacts,
  b: ListingFacts,
): Generator<Feature> {
  const [one, other] = [mannersOf(kind, a), mannersOf(kind, b)];
  if (one.some((name) => other.includes(name))) return;
  const usual = `${kind}:${names[0]}`;
  const words = `${one.map(bare).join(', ') || 'unsaid'} / ${other.map(bare).join(', ') || 'unsaid'}`;
  if ([...one, ...other].some((name) => name !== usual)) yield gap(kind, -0.1, words);
}

/** What title and claim say of it, else the rest of the rules. */
function mannersOf(kind: string, { title, claim, rules }: ListingFacts): readonly string[] {
  const isOf = (name: string): boolean => name.startsWith(`${kind}:`);
  const said = [...title.concepts, ...claim.concepts].filter(isOf);
  return said.length > 0 ? said : rules.concepts.filter(isOf);
}

/** Each goes by somebody whom the other does not name. Of prices, exchanges are not judged. */
function* otherSources(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const isShared = (kind: RegExp): boolean =>
    a.rules.concepts.some((name) => kind.test(name) && b.rules.concepts.includes(name)) ||
    a.title.concepts.some((name) => kind.test(name) && b.title.concepts.includes(name));
  if (isShared(TRADED) || isShared(/^station:/)) return;
  const [left, right] = [unnamed(a, b), unnamed(b, a)];
  const isOpinion = [a, b].some(({ title }) => title.concepts.some((name) => OPINION.test(name)));
  const isOther = left.length > 0 && right.length > 0;
  if (isOther || (isOpinion && left.length + right.length > 0))
    yield gap('source', -0.1, `${tell(left)} / ${tell(right)}`);
}
/** Every pollster has a figure of its own. */
const OPINION = /^metric:(?:net-|dis)?(?:approval|favorability)$/;
const TRADED = /^asset:(?!gas$|eggs$|milk$|beef$)/;

const unnamed = (own: ListingFacts, other: ListingFacts): readonly Name[] =>
  own.sources.filter((name) => !isNameIn(name, own, other));

/** Both claims number one kind of thing, and not alike: a weekend of three days and one of four. */
function* otherNumbered(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const numbered = ({ claim }: ListingFacts): readonly Quantity[] =>
    claim.quantities.filter(({ unit }) => unit.startsWith('id:'));
  const [one, other] = [numbered(a), numbered(b)];
  const apart = one.filter(
    ({ unit }) =>
      other.some((its) => its.unit === unit) &&
      !one.some((its) => its.unit === unit && other.some((of) => of.unit === unit && of.value === its.value)),
  );
  if (apart.length > 0) yield gap('number', 0, apart.map(({ text }) => text).join(', '));
}

/** A price at one minute of a day is not any price of that day. */
function* atMoment(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const isAny = [...b.title.concepts, ...b.claim.concepts].some((name) => ANY_TIME.test(name));
  if (a.title.timesOfDay.length > 0 && b.title.timesOfDay.length === 0 && isAny)
    yield gap('time of day', -0.1, 'only one asks for a moment of the day');
}
const ANY_TIME = /^(?:observed:touch|extreme:)/;

/** A part, a rank, a further deed or a margin that one claim asks for and the other listing names nowhere. */
function* onlyClaimed(own: ListingFacts, other: ListingFacts): Generator<Feature> {
  const said = new Set([...other.title.concepts, ...other.rules.concepts]);
  const isWeather = other.title.concepts.some((name) => name.startsWith('weather:'));
  const hasWay = other.title.concepts.some((name) => name.startsWith('way:'));
  const missing = [
    ...own.claim.concepts.filter((name) => LIMITING.test(name) && !(isWeather && name.startsWith('scope:'))),
    ...own.joinedActs,
    ...own.title.concepts.filter((name) => name === 'way:down' && !isWeather && !hasWay),
  ].filter((name) => !said.has(name));
  const orders = own.claim.ordinals.filter(
    (order) => ONE_OF_SEVERAL.test(order) && !other.stems.has(toStem(order)),
  );
  const words = [...missing.map(bare), ...orders, ...marginsOnlyIn(own, other)];
  if (words.length > 0) yield gap('claim', -0.1, `only one asks for ${words.join(', ')}`);
}
const LIMITING =
  /^(?:span:(?!game$|quarterfinal$|semifinal$|round$)|rank:(?!top$)|stage:nominee$|scope:world$)/;
const ONE_OF_SEVERAL = /^(?:most|only|both|neither|another)$/;

/** "wins by at least five points", where neither title has a number. */
function marginsOnlyIn({ title, claim }: ListingFacts, other: ListingFacts): readonly string[] {
  if (title.quantities.length > 0 || other.title.quantities.length > 0) return [];
  return claim.quantities
    .filter(
      ({ text, written }) =>
        MARGIN.test(text) && !other.rules.quantities.some((one) => one.written === written),
    )
    .map(({ text }) => text);
}
const MARGIN = /\b(?:least|more than|over|above)\b/;

/** Each asks something in two words or more that the other has nowhere. */
function* unexplained(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const [left, right] = [wordsOnlyIn(a, b), wordsOnlyIn(b, a)];
  if (left.length > 1 && right.length > 1)
    yield gap('claim', 0, `only one asks: ${[...left, ...right].join(', ')}`);
}

const wordsOnlyIn = ({ claim }: ListingFacts, { stems }: ListingFacts): readonly string[] => [
  ...new Set(claim.contentStems.filter((stem) => !stems.has(stem) && !HARMLESS.has(stem))),
];

/** Words of venues' forms, which say nothing of what is asked. */
const HARMLESS: ReadonlySet<string> = new Set(BOILERPLATE_WORDS.map(toStem));

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
const tell = (names: readonly Name[]): string => names.map((name) => name.join(' ')).join(', ');
