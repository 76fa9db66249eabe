import { agrees, type Feature, gap, note, veto } from '../evidence.ts';
import type { ListingFacts, TextPassage } from '../extract.ts';
import { findTeamCity } from '../lexicon/lexicon.ts';
import { CATEGORY_ROLES, OPTIONAL_CONCEPTS, type Role } from './compare-names.ts';

/** Facets that rules settle where titles are silent. */
const RULED: ReadonlySet<string> = new Set(['station', 'observed', 'basis', 'gender', 'scope', 'sport']);

export function compareCategories(a: ListingFacts, b: ListingFacts): readonly Feature[] {
  const kinds = Object.entries(CATEGORY_ROLES).flatMap(([kind, role]) => [...compareKind(kind, role, a, b)]);
  const conflicts = [
    ...onlyAnnounced(a, b),
    ...onlyAnnounced(b, a),
    ...ofOneCountry(a, b),
    ...ofOneCountry(b, a),
  ];
  return [...kinds, ...conflicts, ...reversed(a, b)];
}

/** To announce a deed is not to do it, whatever the rules tell of the deed. */
function* onlyAnnounced(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const announced = 'act:announce';
  if (a.title.concepts.includes(announced) && !isSpokenOf(announced, b))
    yield veto('act', 'only one is announced');
}

/** Who does it to whom: a tariff of one on the other is not one of the other on the one. */
function* reversed(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const [one, other] = [of('country', a.title), of('country', b.title)];
  const isTurned = one.length === 2 && one[0] === other[1] && one[1] === other[0];
  if (isTurned && [a, b].every(({ title, listing }) => isDirected(title, listing.title)))
    yield gap('order', -0.1, `${tell(one)} / ${tell(other)}`);
}

const isDirected = ({ concepts }: TextPassage, title: string): boolean =>
  concepts.some((concept) => DIRECTED.has(concept)) || / (?:on|against|from|into|to) /.test(title);
const DIRECTED: ReadonlySet<string> = new Set(
  ['strike', 'invade', 'acquire', 'visit', 'recognise', 'ban', 'blockade', 'sue', 'withdrawal'].map(
    (act) => `act:${act}`,
  ),
);

/** The top of a country is not that of the world. */
function* ofOneCountry(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const [country] = of('country', a.title);
  const isOfWorld = ruled('scope', b).includes('scope:world');
  if (country !== undefined && isOfWorld && !isSpokenOf('scope:world', a) && !isSpokenOf(country, b))
    yield veto('scope', `${tell([country])} / world`);
}

const isSpokenOf = (name: string, { title, rules, claim }: ListingFacts): boolean =>
  title.concepts.includes(name) || (TELLING.test(name) ? claim : rules).concepts.includes(name);

/** What a clause for another case may name without asking for it: "should the nominee withdraw". */
const TELLING = /^(?:act|stage|rank|phase|span|medium|stat|post):/;

function* compareKind(kind: string, role: Role, a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const [titleA, titleB] = [of(kind, a.title), of(kind, b.title)];
  const [said, other] = RULED.has(kind) ? [ruled(kind, a), ruled(kind, b)] : [titleA, titleB];
  const words = `${tell(said)} / ${tell(other)}`;
  if (said.length > 0 && other.length > 0 && !said.some((name) => other.includes(name))) {
    // The title of one may use a word that the rules of the other explain.
    const isExplained = role === 'facet' && (explains(kind, said, b) || explains(kind, other, a));
    if (!isExplained || RULED.has(kind)) return yield veto(kind, words);
    return yield note(kind, -0.05, words);
  }
  const left = titleA.filter((name) => !has(name, b));
  const right = titleB.filter((name) => !has(name, a));
  if (left.length > 0 && right.length > 0) return yield veto(kind, `${tell(left)} / ${tell(right)}`);
  const missing = [
    ...left.filter((name) => !isBeside(name, a)),
    ...right.filter((name) => !isBeside(name, b)),
  ].filter((name) => !isUnsaid(name, a, b) && !(kind === 'country' && isOneOffice(a, b)));
  const isGap = role === 'identity' || kind === 'act';
  if (isGap && missing.length > 0) yield gap(kind, -0.1, `only one says ${tell(missing)}`);
  const byCity =
    kind === 'team'
      ? [
          ...titleA.filter((name) => isNamedByCity(name, b)),
          ...titleB.filter((name) => isNamedByCity(name, a)),
        ]
      : [];
  const shared = [...titleA.filter((name) => titleB.includes(name)), ...byCity];
  if (shared.length > 0) yield agrees(kind, role === 'identity' ? 0.1 : 0.04, tell(shared));
}

/** What the title says and its own "If …, then" does not ask. */
const isBeside = (name: string, { claimStems, rules, claim }: ListingFacts): boolean =>
  claimStems !== null &&
  OWNERS.test(name) &&
  !claim.concepts.includes(name) &&
  !rules.concepts.includes(name);

const OWNERS = /^(?:company|place|country|body|sport):/;

/** So usual, or so plain from what else both say, that a title may leave it out. */
const isUnsaid = (name: string, a: ListingFacts, b: ListingFacts): boolean =>
  OPTIONAL_CONCEPTS.has(name) ||
  [a, b].every((side) => (IMPLIED[name] ?? []).some((kind) => of(kind, side.title).length > 0));
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  'act:meet': ['central', 'metric'],
  'act:form': ['weather'],
  'act:add': ['metric'],
};

/** A person in an office is of the country that has the office, said or not. */
const isOneOffice = (a: ListingFacts, b: ListingFacts): boolean =>
  of('office', a.title).some((office) => b.title.concepts.includes(office)) &&
  a.title.names.some((name) => b.title.names.some((other) => other.at(-1) === name.at(-1)));

const of = (kind: string, { concepts }: TextPassage): readonly string[] => [
  ...new Set(concepts.filter((concept) => concept.startsWith(`${kind}:`))),
];

function ruled(kind: string, { title, rules }: ListingFacts): readonly string[] {
  const said = of(kind, title);
  if (kind === 'station') return [...new Set([...said, ...of(kind, rules)])];
  return said.length > 0 ? said : of(kind, rules);
}

const explains = (kind: string, names: readonly string[], other: ListingFacts): boolean =>
  of(kind, other.claim).some((name) => names.includes(name));

const has = (name: string, facts: ListingFacts): boolean =>
  isSpokenOf(name, facts) || isNamedByCity(name, facts);

// Where two teams of one league play, the city alone names neither.
const SHARED_CITIES: ReadonlySet<string> = new Set([
  'nba/place:los-angeles',
  'nfl/place:new-york',
  'nfl/place:los-angeles',
  'mlb/place:new-york',
  'mlb/place:los-angeles',
  'mlb/place:chicago',
  'nhl/place:new-york',
]);

/** "Boston" stands for the Celtics, and the Celtics for Boston; which sport it is, the contest says. */
export function isNamedByCity(name: string, { title }: ListingFacts): boolean {
  const city = findTeamCity(name);
  if (city !== null)
    return !SHARED_CITIES.has(`${name.slice(5, 8)}/${city}`) && title.concepts.includes(city);
  return name.startsWith('place:') && title.concepts.some((concept) => findTeamCity(concept) === name);
}

const tell = (names: readonly string[]): string =>
  names.map((name) => name.slice(name.indexOf(':') + 1)).join(', ') || 'none';
