import { agrees, gap, note, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { CONCEPT_RULES, findTeamCity, getConceptName } from '../lexicon/lexicon.ts';
import { readOnce, readTextsOnce } from '../read-once.ts';
import type { TextPassage } from '../text-passage.ts';
import { isAboutPolicyRate } from './compare-banks.ts';

/**
 * What a kind of concept proves.
 * `identity`: a concept of one title must be in the other listing. `facet`: titles with different concepts
 * are different contracts, but one title may omit them.
 */
type Role = 'identity' | 'facet';

type KindRole = readonly [kind: string, role: Role];

const KIND_ROLES: readonly KindRole[] = [
  ...CONCEPT_RULES.identityKinds.map((kind) => [kind, 'identity'] as const),
  ...CONCEPT_RULES.facetKinds.map((kind) => [kind, 'facet'] as const),
];
const READ_FROM_RULES: ReadonlySet<string> = new Set(CONCEPT_RULES.facetsReadFromRules);
const OPTIONAL_CONCEPTS: ReadonlySet<string> = new Set(CONCEPT_RULES.optionalConcepts);
const DIRECTED_ACTS: ReadonlySet<string> = new Set(CONCEPT_RULES.directedActs);
const SHARED_CITIES: ReadonlySet<string> = new Set(CONCEPT_RULES.sharedCities);

const ANNOUNCE = 'act:announce';
const FILE = 'act:s-1';
const OBSERVED = 'observed';

/** Compares the concepts that the lexicon knows, kind by kind. */
export function compareCategories(a: ListingFacts, b: ListingFacts): readonly Reason[] {
  const reasons: Reason[] = [];
  const isFigure = isAboutFigure(a) || isAboutFigure(b);
  for (const [kind, role] of joinInOrder(readStatedRoles(a), readStatedRoles(b)))
    if (kind !== OBSERVED || isFigure) reasons.push(...compareKind(kind, role, a, b));
  reasons.push(
    ...findAnnouncement(a, b),
    ...findAnnouncement(b, a),
    ...findNarrowerScope(a, b),
    ...findNarrowerScope(b, a),
    ...findReversedCountries(a, b),
  );
  return reasons;
}

/** Only a figure is observed at its close or at any time. Other rules say when the market itself closes. */
const isAboutFigure = readOnce(
  ({ title }) => title.quantities.length > 0 || FIGURE_KINDS.some((kind) => title.groups.has(kind)),
);
const FIGURE_KINDS = ['asset', 'metric', 'weather', OBSERVED] as const;

/** The kinds that a listing states, in the order of `KIND_ROLES`. */
const readStatedRoles = readOnce(({ title, rules }): readonly KindRole[] =>
  KIND_ROLES.filter(
    ([kind]) => title.groups.has(kind) || (READ_FROM_RULES.has(kind) && rules.groups.has(kind)),
  ),
);

const joinInOrder = (one: readonly KindRole[], other: readonly KindRole[]): readonly KindRole[] =>
  one.length === other.length && one.every((it, at) => it === other[at])
    ? one
    : KIND_ROLES.filter((it) => one.includes(it) || other.includes(it));

/** To announce an act or to file for it is not to perform it, even if the rules of the other listing name the act. */
function* findAnnouncement(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if (a.title.concepts.includes(FILE) && !isStated(FILE, b))
    yield veto('act', 'only one listing is about a filing');
  if (a.title.concepts.includes(ANNOUNCE) && !isStated(ANNOUNCE, b) && !isAnnouncedDecision(a, b))
    yield veto('act', 'only one listing is about an announcement');
}

/** A central bank announces each of its decisions. */
const isAnnouncedDecision = (...both: readonly ListingFacts[]): boolean => both.every(isAboutPolicyRate);

/** The chart ranks songs only. */
const isAboutHot100 = readTextsOnce(({ normalTitle, claimText }) =>
  [normalTitle, claimText].some((text) => text.includes('Billboard Hot 100')),
);

/** Two countries in opposite order, where the direction counts: a tariff of one on the other. */
function* findReversedCountries(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [one, other] = [getConcepts('country', a.title), getConcepts('country', b.title)];
  const isReversed = one.length === 2 && one[0] === other[1] && one[1] === other[0];
  if (isReversed && [a, b].every(({ title, listing }) => isDirected(title, listing.title)))
    yield gap('order', -0.1, `${renderConcepts(one)} / ${renderConcepts(other)}`);
}

const isDirected = ({ concepts }: TextPassage, title: string): boolean =>
  concepts.some((concept) => DIRECTED_ACTS.has(concept)) || / (?:on|against|from|into|to) /.test(title);

/** A ranking of one country is not a global ranking. */
function* findNarrowerScope(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [country] = getConcepts('country', a.title);
  const isGlobal = getTitleOrRules('scope', b).includes('scope:world');
  if (country !== undefined && isGlobal && !isStated('scope:world', a) && !isStated(country, b))
    yield veto('scope', `${renderConcepts([country])} / world`);
}

const isStated = (concept: string, { title, rules, claim }: ListingFacts): boolean =>
  title.concepts.includes(concept) || (CLAIM_ONLY.test(concept) ? claim : rules).concepts.includes(concept);

/** Concepts that rules also name in clauses for other cases ("should the nominee withdraw"): only the claim counts. */
const CLAIM_ONLY = /^(?:act|stage|rank|phase|span|medium|stat|post):/;

function* compareKind(kind: string, role: Role, a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [titleA, titleB] = [getConcepts(kind, a.title), getConcepts(kind, b.title)];
  const usesRules = READ_FROM_RULES.has(kind);
  const [one, other] = usesRules ? [getTitleOrRules(kind, a), getTitleOrRules(kind, b)] : [titleA, titleB];
  if (one.length > 0 && other.length > 0 && !one.some((name) => other.includes(name))) {
    // One title may use a term that the claim of the other listing explains.
    const isExplained =
      role === 'facet' &&
      (isInClaim(kind, withoutCommonActs(one), b) || isInClaim(kind, withoutCommonActs(other), a));
    const words = `${renderConcepts(one)} / ${renderConcepts(other)}`;
    if (!isExplained || usesRules) return yield veto(kind, words);
    return yield note(kind, -0.05, words);
  }
  const left = titleA.filter((name) => !hasConcept(name, b));
  const right = titleB.filter((name) => !hasConcept(name, a));
  if (left.length > 0 && right.length > 0)
    return yield veto(kind, `${renderConcepts(left)} / ${renderConcepts(right)}`);
  const missing = [
    ...left.filter((name) => !isOutsideClaim(name, a)),
    ...right.filter((name) => !isOutsideClaim(name, b)),
  ].filter(
    (name) =>
      !isOptional(name, a, b) && !(kind === 'country' && (nameSameOffice(a, b) || nameSameBank(a, b))),
  );
  const isRequired = role === 'identity' || kind === 'act';
  if (isRequired && missing.length > 0)
    yield gap(kind, -0.1, `only one listing states ${renderConcepts(missing)}`);
  const byCity =
    kind === 'team'
      ? [
          ...titleA.filter((name) => isNamedByCity(name, b)),
          ...titleB.filter((name) => isNamedByCity(name, a)),
        ]
      : [];
  const shared = [...titleA.filter((name) => titleB.includes(name)), ...byCity];
  if (shared.length > 0) yield agrees(kind, role === 'identity' ? 0.1 : 0.04, renderConcepts(shared));
}

/**
 * Any act can be announced, so an announcement in both listings does not connect two other acts. "Wins" does not connect
 * "a majority" with "the most seats".
 */
const withoutCommonActs = (names: readonly string[]): readonly string[] => {
  const others = names.filter((name) => !COMMON_ACTS.has(name));
  return others.length > 0 ? others : names;
};
const COMMON_ACTS: ReadonlySet<string> = new Set([ANNOUNCE, 'act:win']);

/** An owner or place in the title that the listing's own "If …, then" does not require. */
const isOutsideClaim = (name: string, { claimStems, rules, claim }: ListingFacts): boolean =>
  claimStems !== null && OWNER.test(name) && !claim.concepts.includes(name) && !rules.concepts.includes(name);

const OWNER = /^(?:company|place|country|body|sport):/;

/** Concepts that a title may omit: usual ones, and those that other concepts of both titles imply. */
const isOptional = (name: string, a: ListingFacts, b: ListingFacts): boolean =>
  OPTIONAL_CONCEPTS.has(name) ||
  isSeasonOfAward(name, a, b) ||
  (name === ANNOUNCE && isAnnouncedDecision(a, b)) ||
  (name === 'medium:song' && [a, b].every(isAboutHot100)) ||
  [a, b].every(({ title }) =>
    (CONCEPT_RULES.impliedBy[name] ?? []).some((kind) => getConcepts(kind, title).length > 0),
  );

/** An award such as the most valuable player's, or a trophy for the best record, is for the regular season, whether a listing says so or not. */
export const isSeasonOfAward = (name: string, a: ListingFacts, b: ListingFacts): boolean =>
  name === 'span:regular-season' &&
  (getConcepts('award', a.title).some((award) => b.title.concepts.includes(award)) ||
    [a, b].every(({ normalTitle }) => /\bPresidents?'? Trophy\b/.test(normalTitle)));

/** Both titles name the same person and office. The office implies its country. */
const nameSameOffice = (a: ListingFacts, b: ListingFacts): boolean =>
  getConcepts('office', a.title).some((office) => b.title.concepts.includes(office)) &&
  a.title.names.some((name) => b.title.names.some((other) => other.at(-1) === name.at(-1)));

/** A central bank implies its country. */
const nameSameBank = (a: ListingFacts, b: ListingFacts): boolean =>
  getConcepts('central', a.title).some((bank) => b.title.concepts.includes(bank));

/** The concepts of one kind, each once, in the order of the text. */
const getConcepts = (kind: string, passage: TextPassage): readonly string[] => passage.groups.get(kind) ?? [];

export const hasKind = (kind: string, passage: TextPassage): boolean => passage.groups.has(kind);

function getTitleOrRules(kind: string, { title, rules }: ListingFacts): readonly string[] {
  const inTitle = getConcepts(kind, title);
  if (kind === BASIS && inTitle.length === 0 && isMonthlyChange(title, rules)) return [MONTHLY];
  if (kind === 'station') return [...new Set([...inTitle, ...getConcepts(kind, rules)])];
  return inTitle.length > 0 ? inTitle : getConcepts(kind, rules);
}

const BASIS = 'basis';
const MONTHLY = 'basis:mom';

/** Changes of prices over a year are published without seasonal adjustment, so an adjusted one is over a month. */
const isMonthlyChange = (title: TextPassage, rules: TextPassage): boolean =>
  isPriceIndex(title) && !rules.groups.has(BASIS) && rules.concepts.includes('adjustment:seasonal');

export const isPriceIndex = ({ concepts }: TextPassage): boolean =>
  concepts.some((concept) => PRICE_INDEX.test(concept));
const PRICE_INDEX = /^metric:(?:core-)?(?:cpi|pce)$/;

const isInClaim = (kind: string, names: readonly string[], { claim }: ListingFacts): boolean =>
  getConcepts(kind, claim).some((name) => names.includes(name));

const hasConcept = (name: string, facts: ListingFacts): boolean =>
  isStated(name, facts) || isNamedByCity(name, facts);

/**
 * Whether the title names a team by its city, or a city by its team: "Boston" for the Celtics. Takes any
 * written concept. A city with two teams in the league names neither of them.
 */
export function isNamedByCity(name: string, { title }: ListingFacts): boolean {
  const city = findTeamCity(name);
  if (city !== null)
    return !SHARED_CITIES.has(`${name.slice(5, 8)}/${city}`) && title.concepts.includes(city);
  return name.startsWith('place:') && title.concepts.some((concept) => findTeamCity(concept) === name);
}

const renderConcepts = (names: readonly string[]): string => names.map(getConceptName).join(', ') || 'none';
