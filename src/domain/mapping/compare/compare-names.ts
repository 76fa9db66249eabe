import { agrees, type Feature, gap, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { COMMON_WORDS } from '../lexicon/lexicon.ts';
import { normalizeText, toStem } from '../listing-text.ts';

export type Name = readonly string[];

/** People and whatever else has a name that no lexicon knows: another name is another contract. */
export function compareNames(a: ListingFacts, b: ListingFacts): readonly Feature[] {
  const [namesA, namesB] = [a.title.names, b.title.names];
  const left = namesA.filter((name) => !isNameIn(name, a, b));
  const right = namesB.filter((name) => !isNameIn(name, b, a));
  if (left.length > 0 && right.length > 0) return [veto('name', `${tell(left)} / ${tell(right)}`)];
  const missing = [
    ...left.filter((name) => !isDecoration(name, a, b) && !isOfSide(name, a, b)),
    ...right.filter((name) => !isDecoration(name, b, a) && !isOfSide(name, b, a)),
  ];
  if (missing.length > 0) return [gap('name', -0.1, `only one says ${tell(missing)}`)];
  const shared = namesA.filter((name) => namesB.some((other) => other.at(-1) === name.at(-1)));
  return shared.length > 0 ? [agrees('name', 0.15, tell(shared))] : [];
}

/** Said in full, or by the last word alone: "Newsom" is "Gavin Newsom" unless another Newsom is meant. */
export function isNameIn(
  name: Name,
  own: ListingFacts,
  { abbreviations, title, rules, stems }: ListingFacts,
): boolean {
  const last = name.at(-1) ?? '';
  const namesakes = title.names.filter((other) => other.length > 1 && other.at(-1) === last);
  const isOther =
    name.length > 1 && namesakes.length > 0 && namesakes.every((other) => !sharesFirst(name, other));
  if (isOther) return false;
  if (name.every((word) => stems.has(toStem(word)))) return true;
  const isShort =
    stems.has(toStem(last)) && [...title.names, ...rules.names].some((other) => other.at(-1) === last);
  if (isShort && (name.length === 1 || isWho(name, own))) return true;
  return (
    title.names.some((other) => isLonger(name, other)) ||
    isShortFor(name, abbreviations) ||
    own.abbreviations.some(
      (run) =>
        stems.has(run.short) &&
        !COMMON_WORDS.has(run.short) &&
        name.every((word) => run.words.includes(word)),
    )
  );
}

/** "Iván Cepeda Castro" is "Iván Cepeda"; a son or another model has a word more that tells. */
const isLonger = (name: Name, other: Name): boolean =>
  other.length >= 2 &&
  other.every((word) => name.includes(word)) &&
  name.every((word) => other.includes(word) || !TELLING.has(word));
const TELLING: ReadonlySet<string> = new Set(
  'jr sr junior senior pro max ultra mini plus air lite ii iii deluxe extended part'.split(' '),
);

/** The one that is asked about, a person most of all: told last of the outcomes, or first of the question. */
function isWho(name: Name, { listing, participants }: ListingFacts): boolean {
  if (participants.isSingleGame) return true;
  const title = normalizeText(listing.title).toLowerCase();
  const isOutcome = /(?:: | - )[^:]*$/.test(title) && title.endsWith(name.at(-1) ?? '');
  return isOutcome || title.replace(/^will /, '').startsWith(name[0] ?? '');
}

/** "LoL" for "League of Legends". */
const isShortFor = (name: Name, runs: ListingFacts['abbreviations']): boolean =>
  name.length === 1 && (name[0]?.length ?? 0) <= 6 && runs.some(({ short }) => short === name[0]);

/** A name that the title wears while its own "If …, then" asks without it, by a name that the other has. */
function isDecoration(name: Name, { claimStems, claim }: ListingFacts, { title }: ListingFacts): boolean {
  if (claimStems === null || name.some((word) => claimStems.has(toStem(word)))) return false;
  const said = new Set([
    ...claim.names.map((other) => other.at(-1)),
    ...claim.concepts.filter((it) => NAMING.test(it)),
  ]);
  return [...title.names.map((other) => other.at(-1)), ...title.concepts].some(
    (other) => other !== undefined && said.has(other) && (NAMING.test(other) || !other.includes(':')),
  );
}
/** "Iowa State Cyclones": of a side that the other names without its animal. */
const isOfSide = (name: Name, { participants }: ListingFacts, other: ListingFacts): boolean =>
  other.participants.isSingleGame &&
  [participants.winner, participants.loser].some((side) => {
    const words = side?.split(' ') ?? [];
    const rest = words.filter((word) => !name.includes(word));
    return name.every((word) => words.includes(word)) && isNamedBy(rest.length > 0 ? rest : words, other);
  });

/** Whether a word of the side stands in the title of the other. */
const isNamedBy = (words: readonly string[], { listing }: ListingFacts): boolean => {
  const title = new Set(
    normalizeText(listing.title)
      .toLowerCase()
      .split(/[^a-z0-9]+/),
  );
  return words.some((word) => title.has(word));
};
const NAMING = /^(?:company|team|country|place|asset):/;

const sharesFirst = (name: Name, other: Name): boolean =>
  name.slice(0, -1).some((word) => other.includes(word));

const tell = (names: readonly Name[]): string => names.map((name) => name.join(' ')).join(', ');

/**
 * What a kind of concept proves.
 * `identity`: what one title names, the other must name. `facet`: two titles that name different ones
 * differ, but one may leave it unsaid.
 */
export type Role = 'identity' | 'facet';

export const CATEGORY_ROLES: Readonly<Record<string, Role>> = {
  asset: 'identity',
  metric: 'identity',
  company: 'identity',
  team: 'identity',
  contest: 'identity',
  award: 'identity',
  office: 'identity',
  event: 'identity',
  place: 'identity',
  weather: 'identity',
  body: 'identity',
  country: 'identity',
  party: 'identity',
  stage: 'identity',
  span: 'identity',
  landfall: 'identity',
  rank: 'identity',
  medium: 'identity',
  stat: 'identity',
  compass: 'identity',
  post: 'identity',
  phase: 'identity',
  nick: 'identity',
  end: 'identity',
  extreme: 'facet',
  pace: 'facet',
  act: 'facet',
  basis: 'facet',
  gender: 'facet',
  observed: 'facet',
  station: 'facet',
  central: 'facet',
  sport: 'facet',
  scope: 'facet',
};

// So usual that a title may leave them out: the country of most markets, a match of two sides.
export const OPTIONAL_CONCEPTS: ReadonlySet<string> = new Set([
  'country:us',
  'span:game',
  'stage:general',
  'metric:fed-rate',
  'metric:market-cap',
  'office:president',
  'body:congress',
  'metric:share-price',
  'act:win',
  'contest:grand-prix',
  'country:england',
  'rank:top',
  'medium:videogame',
  'place:washington',
  'event:midterms',
  'post:ceo',
]);
