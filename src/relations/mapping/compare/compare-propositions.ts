import { gap, type Reason } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import type { Quantity } from '../extract-quantities.ts';
import { isAfterRegularTime } from '../game-events.ts';
import { readGameLine } from '../game-lines.ts';
import {
  BOILERPLATE_WORDS,
  COMMON_WORDS,
  CONCEPT_RULES,
  COUNTING_RULES,
  FILLER_WORDS,
  getConceptName,
} from '../lexicon/lexicon.ts';
import { findMatches, splitWords } from '../listing-text.ts';
import { readStems } from '../listing-words.ts';
import { readOnce, readTextsOnce } from '../read-once.ts';
import { splitSentences } from '../sentences.ts';
import { isDecided, isOfLeague } from '../soccer-deciders.ts';
import { toStem } from '../word-table.ts';
import { hasKind, isPriceIndex, isSeasonOfAward } from './compare-categories.ts';
import { isNameIn, type Name, renderNames } from './compare-names.ts';

/**
 * Compares the claims, that is the conditions for Yes in the rules, for differences that titles do not show.
 * Every difference found here is a gap, never a veto.
 */
export function comparePropositions(a: ListingFacts, b: ListingFacts): readonly Reason[] {
  return [
    ...joinKinds(readCountingKinds(a), readCountingKinds(b)).flatMap(([kind, names]) => [
      ...compareCountingRule(kind, names, a, b),
    ]),
    ...compareSources(a, b),
    ...compareNumberedItems(a, b),
    ...findTimeOfDayLimit(a, b),
    ...findTimeOfDayLimit(b, a),
    ...findExtraConditions(a, b),
    ...findExtraConditions(b, a),
    ...findAlternative(a, b),
    ...findAlternative(b, a),
    ...findAlternativeAct(a, b),
    ...findAlternativeAct(b, a),
    ...findExcludedAct(a, b),
    ...findExcludedAct(b, a),
    ...findTakenOffice(a, b),
    ...findTakenOffice(b, a),
    ...compareClaimConcepts(a, b),
    ...compareClaimThresholds(a, b),
    ...compareClaimWords(a, b),
  ];
}

const COUNTING_KINDS = Object.entries(COUNTING_RULES).map(
  ([kind, names]) => [kind, Object.keys(names)] as const,
);

type CountingKind = (typeof COUNTING_KINDS)[number];

const readCountingKinds = readOnce(({ title, claim, rules }): readonly CountingKind[] =>
  COUNTING_KINDS.filter(([kind]) => hasKind(kind, title) || hasKind(kind, claim) || hasKind(kind, rules)),
);

const joinKinds = (one: readonly CountingKind[], other: readonly CountingKind[]): readonly CountingKind[] =>
  one.length + other.length === 0
    ? []
    : COUNTING_KINDS.filter((it) => one.includes(it) || other.includes(it));

/** The same thing counted in another way. The usual way, which is the first of its kind, may be omitted. */
function* compareCountingRule(
  kind: string,
  names: readonly string[],
  a: ListingFacts,
  b: ListingFacts,
): Generator<Reason> {
  const [one, other] = [getCountingRules(kind, a), getCountingRules(kind, b)];
  if (one.some((name) => other.includes(name))) return;
  if (kind === 'playing' && PLAYED_ALIKE.some((isAlike) => isAlike(a) && isAlike(b))) return;
  const usual = `${kind}:${kind === 'adjustment' && [a, b].every(isYearly) ? 'none' : names[0]}`;
  const words = [one, other].map((rules) => rules.map(getConceptName).join(', ') || 'not stated').join(' / ');
  if ([...one, ...other].some((name) => name !== usual)) yield gap(kind, -0.1, words);
}

/** The change of prices over a year is published without seasonal adjustment. */
const isYearly = ({ title, rules }: ListingFacts): boolean =>
  isPriceIndex(title) && [...title.concepts, ...rules.concepts].includes('basis:yoy');

/** A first half ends before any overtime, whatever the rules say of it. The last part does too, unless they include overtime. */
const endsBeforeOvertime = (facts: ListingFacts): boolean => {
  const part = readGameLine(facts)?.part;
  if (part === undefined) return false;
  return BEFORE_OVERTIME.test(part) || (LAST_PART.test(part) && !WITH_OVERTIME.test(facts.rulesText));
};
const BEFORE_OVERTIME = /^(?:first |second (?:quarter|period)|third quarter)/;
const LAST_PART = /^(?:second half|third period|fourth quarter)$/;
const WITH_OVERTIME =
  /\b(?:includ\w+|plus|and any) (?:any )?(?:overtime|extra time)\b|\b(?:overtime|extra time) (?:\w+ )?(?:counts|is included|included|will count)\b/i;

/** The club that advances is known after all extra time, whatever the rules list of it. */
const isOfAnyTime = ({ participants: { sport }, normalTitle, rulesText }: ListingFacts): boolean =>
  sport === 'soccer' && isDecided(normalTitle, rulesText);

/** Whether a game has an overtime does not depend on what counts in it. */
const isAboutOvertime = (facts: ListingFacts): boolean => isAfterRegularTime(readGameLine(facts));

const isOfLeagueGame = ({ participants: { sport }, rulesText }: ListingFacts): boolean =>
  sport === 'soccer' && isOfLeague(rulesText);

const PLAYED_ALIKE = [endsBeforeOvertime, isOfAnyTime, isAboutOvertime, isOfLeagueGame];

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
  const isTimed =
    a.title.timesOfDay.length > 0 || (!a.participants.isSingleGame && a.claim.timesOfDay.length > 0);
  if (!isTimed || b.title.timesOfDay.length > 0 || b.claim.timesOfDay.length > 0) return;
  const isAnyTime = [...b.title.concepts, ...b.claim.concepts].some((name) => ANY_TIME.test(name));
  if (isAnyTime) yield gap('time of day', -0.1, 'only one listing requires a time of day');
}
const ANY_TIME = /^(?:observed:touch|extreme:)/;

/** A period, rank, further act or margin that one claim requires and the other listing does not contain. */
function* findExtraConditions(own: ListingFacts, other: ListingFacts): Generator<Reason> {
  const isWeather = other.title.concepts.some((name) => name.startsWith('weather:'));
  const hasDirection = other.title.concepts.some((name) => name.startsWith('way:'));
  const missing = [
    ...own.claim.concepts.filter(
      (name) =>
        LIMITING.test(name) &&
        !(isWeather && name.startsWith('scope:')) &&
        !isSeasonOfAward(name, own, other) &&
        OTHER_MEANINGS[name]?.test(own.claimText) !== true,
    ),
    ...(isOfNextTeam(own) && isOfNextTeam(other) ? [] : own.joinedActs), // "the signing or acquisition of" a player
    ...own.title.concepts.filter((name) => name === 'way:down' && !isWeather && !hasDirection),
  ].filter((name) => !other.title.concepts.includes(name) && !other.rules.concepts.includes(name));
  const ordinals = own.claim.ordinals.filter(
    (ordinal) =>
      ONE_OF_SEVERAL.test(ordinal) &&
      !(ordinal === 'only' && own.participants.isSingleGame) && // "(90 minutes only)" is compared as extra time
      !(ordinal === 'most' && (isPlurality(own, other) || isLeader(own, other))) &&
      !other.stems.has(toStem(ordinal)),
  );
  const words = [...missing.map(getConceptName), ...ordinals, ...findExtraMargins(own, other)];
  if (words.length > 0) yield gap('claim', -0.1, `only one claim requires ${words.join(', ')}`);
}
const isOfNextTeam = readTextsOnce(({ normalTitle }) => /\bnext (?:team|club)\b/i.test(normalTitle));

/** Who has the most assists leads in assists. */
const isLeader = (own: ListingFacts, other: ListingFacts): boolean =>
  [...other.title.concepts, ...other.claim.concepts].includes('rank:top') &&
  [own, other].every(({ title }) => hasKind('stat', title));

/** "The most votes" in other words; and a presidential primary has no runoff, so that they are what wins it. */
const isPlurality = (own: ListingFacts, other: ListingFacts): boolean =>
  MOST_VOTES.test(own.claimText) &&
  (GREATEST_NUMBER.test(other.claimText) || [own, other].every(isOfPresidentialPrimary));
const isOfPresidentialPrimary = ({ normalTitle, claimText }: ListingFacts): boolean =>
  [normalTitle, claimText].some((text) => PRESIDENTIAL_PRIMARY.test(text));
const MOST_VOTES = /\bmost (?:votes|seats)\b/i;
const GREATEST_NUMBER = /\b(?:greatest|highest|largest) (?:number|share) of (?:[a-z]+ )?(?:votes|seats)\b/i;
const PRESIDENTIAL_PRIMARY = /\bpresidential (?:primary|caucus(?:es)?)\b/i;

/** Where the word of a limit means something else: a unit of time, a day, a verb, or the candidate of a party in an election. */
const OTHER_MEANINGS: Readonly<Record<string, RegExp>> = {
  'rank:second': /\b(?:one|per|each|\d+)[- ]second\b|\bsecond votes\b/, // of a German ballot, for the lists
  'span:set': /\bset for (?:[A-Z][a-z]+ \d|\d)|\bsets? (?:the|its|at|to|by|in|on)\b/,
  'stage:nominee':
    /\bnominee of [^.]{1,60}\bwins? [^.]{0,60}\belection\b|\bwinner of [^.]{1,80}\belection (?:was|is) (?:the nominee of|nominated by)\b/,
  'span:playoffs': /\b(?:exclud\w+|not (?:including|counting)|without)\b[^.;]{0,60}\bplay-?offs?\b/,
};

const LIMITING =
  /^(?:span:(?!game$|quarterfinal$|semifinal$|round$)|rank:(?!top$)|stage:(?:nominee|primary)$|scope:world$)/;
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

/** "…, or if the NBER announces it": a name in a second condition that the other listing does not contain. */
function* findAlternative(own: ListingFacts, other: ListingFacts): Generator<Reason> {
  const names = readAlternativeNames(own).filter((name) => !other.stems.has(toStem(name)));
  if (names.length > 0)
    yield gap('claim', -0.1, `only one claim also accepts a condition of ${names.join(', ')}`);
}

const readAlternativeNames = readTextsOnce(({ claimText }): readonly string[] => {
  const [, ...alternatives] = claimText.split(/,? or (?:if|when) /);
  return splitWords(alternatives.join(' '))
    .filter(({ text, isCapital }) => isCapital && !FILLER_WORDS.has(text) && !COMMON_WORDS.has(text))
    .map(({ text }) => text);
});

/** "An initial public offering or a direct listing": a second act that the other listing does not contain. */
function* findAlternativeAct(own: ListingFacts, other: ListingFacts): Generator<Reason> {
  const missing = readAlternativeActs(own).filter(
    (act) => !splitWords(act).some(({ stem }) => other.stems.has(stem)),
  );
  if (missing.length > 0) yield gap('claim', -0.1, `only one claim also accepts ${missing.join(', ')}`);
}

const readAlternativeActs = readTextsOnce(({ claimText }): readonly string[] =>
  findMatches(ALTERNATIVE_ACT, claimText).map(([, act = '']) => act),
);
const ALTERNATIVE_ACT =
  /\bor an? ((?:[a-z]+ ){0,2}(?:listing|merger|removal|withdrawal|dismissal|[a-z]+(?:[ts]ion|ment)))\b/g;

/** An act that the claim of one listing accepts and the rules of the other exclude: "commutations will not count". */
function* findExcludedAct(own: ListingFacts, other: ListingFacts): Generator<Reason> {
  const excluded = readExcludedStems(own);
  if (excluded.length === 0) return;
  const stems = readClaimStems(other);
  const ownExcluded = readExcludedStems(other);
  const accepted = excluded.filter((stem) => stems.has(stem) && !ownExcluded.includes(stem));
  if (accepted.length > 0) yield gap('claim', -0.1, `only one listing excludes ${accepted.join(', ')}`);
}

const readClaimStems = readTextsOnce(({ claimText }) => readStems(claimText.replaceAll(NOT_ACCEPTED, ' ')));
const NOT_ACCEPTED =
  /\([^)]*\)|\b(?:not (?:merely|just|including)|but not|rather than|other than|excluding) [^,;.]*/g;

/** The acts that the rules exclude, without those that the listing itself asks for. */
const readExcludedStems = readTextsOnce((facts): readonly string[] => {
  const words = splitSentences(facts.rulesText)
    .filter((sentence) => EXCLUDES.test(sentence))
    .flatMap((sentence) => findMatches(EXCLUDED, sentence))
    .flatMap(([, subject = '']) => splitWords(subject));
  const stems = words.map(({ stem }) => stem).filter((stem) => ACT_NOUN.test(stem));
  return stems.filter((stem) => !readClaimStems(facts).has(stem));
});
/** The search for what is excluded is slow, and few sentences exclude something. */
const EXCLUDES = /\bnot (?:count|qualif|included|considered|sufficient)|\bexcluded\b/;
const EXCLUDED =
  /([^.;:()]{1,80}?) (?:(?:do|does|will) not (?:count|qualify)|(?:is|are|will be) (?:not (?:counted|included|considered|sufficient)|excluded))\b/g;
/** Nouns of acts: commutation, resignation, reprieve. */
const ACT_NOUN = /(?:[ts]ion|reprieve|repriev|amnest\w*)$/;

/** An elected candidate may not take the office, and another person may take it before the election. */
function* findTakenOffice(own: ListingFacts, other: ListingFacts): Generator<Reason> {
  if (readOfficeAct(own) !== 'taken' || readOfficeAct(other) !== 'won') return;
  if (own.claim.spans.some(({ style }) => style === 'on')) return; // the day of the inauguration after an election
  yield gap('office', -0.1, 'only one claim requires that the office is taken');
}

/** What the claim says of an office. Null also where the rules say both: "is inaugurated pursuant to the election". */
const readOfficeAct = readTextsOnce(({ claimText, normalTitle, rulesText }): 'taken' | 'won' | null => {
  if (TAKES_OFFICE.test(claimText)) return ELECTION.test(claimText) ? null : 'taken';
  const isWon = ELECTION.test(claimText) || ELECTION.test(normalTitle);
  return isWon && !TAKES_OFFICE.test(rulesText) && !TAKES_OFFICE.test(normalTitle) ? 'won' : null;
});
const TAKES_OFFICE = /\b(?:sworn in|inaugurated|(?:takes?|assumes?) (?:the )?office)\b/i;
const ELECTION = /\b(?:elected|elections?|primary)\b/i;

/** The claims name other offices, peaks or chambers of a parliament, whatever the titles say. */
function* compareClaimConcepts(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  for (const [kind, isOfKind] of CLAIM_KINDS) {
    const [one, other] = [a, b].map(({ claim }) => claim.concepts.filter(isOfKind));
    const isOther = one?.every((name) => other?.includes(name) === false) === true;
    if (isOther && one?.[0] !== undefined && other?.[0] !== undefined)
      yield gap(kind, -0.1, `${getConceptName(one[0])} / ${getConceptName(other[0])}`);
  }
}
const CLAIM_KINDS: readonly (readonly [kind: string, isOfKind: (concept: string) => boolean])[] = [
  ['peak', (concept) => /^weather:(?:high|low)-temp$/.test(concept)],
  ['chamber', (concept) => CONCEPT_RULES.chambers.some((chamber) => concept === `office:${chamber}`)],
  ['figure', (concept) => /^metric:(?:deliveries|production)$/.test(concept)],
  ['office', (concept) => /^office:(?:lieutenant-)?governor$/.test(concept)],
];

/** No title has a threshold, at most a number as in "six trillion", and none of those in the claims has the same values. */
function* compareClaimThresholds(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if ([a, b].some(({ title }) => title.quantities.some(isBounded))) return;
  const [one, other] = [readClaimThresholds(a), readClaimThresholds(b)];
  if (one.length === 0 || other.length === 0) return;
  const isShared = one.some((it) => other.some((by) => haveSameValues(it, by)));
  const isOneUnit = one.some((it) => other.some((by) => by.unit === it.unit));
  if (isOneUnit && !isShared)
    yield gap(
      'threshold',
      -0.1,
      [one, other].map((some) => some.map(({ text }) => text).join(', ')).join(' / '),
    );
}

/** "At least 1" of a count is "more than 0"; of dollars, "at least" and "more than" one amount differ at the amount. */
const haveSameValues = (one: Quantity, other: Quantity): boolean =>
  one.unit === other.unit &&
  one.direction === other.direction &&
  one.value === other.value &&
  (one.written !== other.written || one.isStrict === other.isStrict);

const isBounded = ({ direction }: Quantity): boolean => direction !== null && direction !== 'exact';

const readClaimThresholds = readOnce(({ claim }): readonly Quantity[] =>
  claim.quantities.filter(
    ({ unit, direction }) => (direction === 'up' || direction === 'down') && !unit.startsWith('id:'),
  ),
);

/** Each claim has at least two words that the other listing does not contain. */
function* compareClaimWords(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [left, right] = [findClaimWordsMissingIn(b, a), findClaimWordsMissingIn(a, b)];
  if (left.length > 1 && right.length > 1)
    yield gap('claim', 0, `only one claim contains ${[...left, ...right].join(', ')}`);
}

const findClaimWordsMissingIn = ({ stems }: ListingFacts, own: ListingFacts): readonly string[] =>
  readClaimWords(own).filter((stem) => !stems.has(stem));

const readClaimWords = readOnce(({ claim }): readonly string[] => [
  ...new Set(claim.contentStems.filter((stem) => !BOILERPLATE_STEMS.has(stem))),
]);

const BOILERPLATE_STEMS: ReadonlySet<string> = new Set(BOILERPLATE_WORDS.map(toStem));
