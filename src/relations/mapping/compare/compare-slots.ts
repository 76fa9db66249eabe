import type { Reason } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { getConceptName } from '../lexicon/lexicon.ts';
import { findMatches } from '../listing-text.ts';
import { findSources, findTimesOfDay } from '../proposition.ts';
import { readOnce, readTextsOnce } from '../read-once.ts';
import { isDecided, isForTrophy } from '../soccer-deciders.ts';
import { findRounds } from '../tennis-rounds.ts';
import { findBanks, isAboutPolicyRate } from './compare-banks.ts';
import { readRoles } from './contract-roles.ts';
import { compareBySlots, type Slot } from './slot.ts';
import {
  isUpOrDown,
  readAnnouncement,
  readComparedPrice,
  readIndexes,
  readLeftOut,
  readMeetings,
  readNomination,
  readPostponement,
  readPricedContract,
  readSettings,
  readSpeakers,
  readStepCount,
  readSuccessors,
  readSurveySectors,
  readTiedPlaces,
  readUnchangedPrice,
  UNREAD_TIES,
} from './stated-terms.ts';

const ANY_TIME = 'any time';

const SLOTS: readonly Slot[] = [
  {
    name: 'central',
    isUsed: (a, b) => isAboutPolicyRate(a) && isAboutPolicyRate(b),
    read: readOnce((facts) => toDistinct(findBanks(facts).map(getConceptName))),
    conflict: () => 'veto',
  },
  {
    name: 'station',
    isUsed: (a, b) => hasKind('weather', a) && hasKind('weather', b),
    read: readOnce(({ title, rules }) => readKind('station', [...title.concepts, ...rules.concepts])),
    conflict: () => 'veto',
  },
  {
    name: 'round',
    isUsed: (a, b) => a.participants.isSingleGame && b.participants.isSingleGame,
    read: readOnce(readRounds),
    isRequired: () => false, // the day of the game identifies it too
    conflict: () => 'veto',
  },
  {
    name: 'gender',
    isUsed: (a, b) => isAboutGame(a) && isAboutGame(b) && areTeams(a, b),
    read: readTextsOnce(({ listing }) => [
      WOMEN.test(`${listing.title} ${listing.rules ?? ''}`) ? 'women' : 'men',
    ]),
    conflict: () => 'veto',
  },
  {
    name: 'gender',
    isUsed: (a, b) => !isAboutGame(a) && !isAboutGame(b) && areOfTeams(a, b),
    read: readTextsOnce(({ normalTitle, claimText }) => [
      WOMEN.test(`${normalTitle} ${claimText}`) ? 'women' : 'men, or not stated',
    ]),
    conflict: () => 'gap',
  },
  {
    name: 'price source',
    isUsed: (a, b) => hasKind('asset', a) && hasKind('asset', b),
    read: readTextsOnce((facts) => readPublishers(PRICE_SOURCES, facts)),
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'weather source',
    isUsed: (a, b) => hasKind('weather', a) && hasKind('weather', b),
    read: readTextsOnce((facts) => readPublishers(WEATHER_SOURCES, facts)),
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'figure source',
    isUsed: (a, b) => hasKind('metric', a) && hasKind('metric', b),
    read: readTextsOnce(({ listing }) => findPublishers(FIGURE_SOURCES, listing.rules ?? '')),
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'time zone',
    isUsed: (a, b) => !a.participants.isSingleGame && !b.participants.isSingleGame,
    read: readTextsOnce(({ rulesText }) =>
      toDistinct(findMatches(TIME_ZONES, rulesText).map(([written]) => toZone(written))),
    ),
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'school',
    isUsed: () => true,
    read: readTextsOnce(({ listing }) =>
      toDistinct(findMatches(SCHOOL_STATE, listing.title).map(([school]) => school)),
    ),
    isRequired: (a, b) => isAboutTeams(a) || isAboutTeams(b),
    conflict: () => 'veto',
  },
  {
    name: 'index',
    isUsed: () => true,
    read: readIndexes,
    isRequired: () => false, // "the Nasdaq" alone
    conflict: () => 'veto',
  },
  {
    name: 'setting',
    isUsed: () => true,
    read: readSettings,
    isRequired: () => false,
    conflict: () => 'veto',
  },
  {
    name: 'announcement',
    isUsed: () => true,
    read: readAnnouncement,
    isRequired: (a, b) => [a, b].some((it) => readAnnouncement(it).includes('counts')),
    conflict: () => 'gap',
  },
  {
    name: 'left out',
    isUsed: (a, b) => hasKind('metric', a) && hasKind('metric', b),
    read: readLeftOut,
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'survey',
    isUsed: () => true,
    read: readSurveySectors,
    isRequired: () => false,
    conflict: () => 'veto',
  },
  {
    name: 'compared price',
    isUsed: (a, b) => hasKind('asset', a) && hasKind('asset', b),
    read: readComparedPrice,
    isRequired: (a, b) => [a, b].some((it) => readComparedPrice(it).includes('opening of the day')),
    conflict: () => 'veto',
  },
  {
    name: 'unchanged price',
    isUsed: (a, b) => isUpOrDown(a) && isUpOrDown(b),
    read: readUnchangedPrice,
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'priced contract',
    isUsed: (a, b) => hasKind('asset', a) && hasKind('asset', b),
    read: readPricedContract,
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'steps',
    isUsed: (a, b) => isAboutPolicyRate(a) && isAboutPolicyRate(b),
    read: readStepCount,
    isRequired: () => false,
    conflict: () => 'veto',
  },
  {
    name: 'meetings',
    isUsed: (a, b) => isAboutPolicyRate(a) && isAboutPolicyRate(b),
    read: readMeetings,
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'window',
    isUsed: (a, b) => isUpOrDown(a) && isUpOrDown(b),
    read: readOnce(readWindow),
    conflict: () => 'veto',
  },
  {
    name: 'version',
    isUsed: () => true,
    read: readSuccessors,
    conflict: () => 'gap',
  },
  {
    name: 'speakers',
    isUsed: (a, b) => [a, b].every(({ title }) => title.concepts.includes('act:say')),
    read: readSpeakers,
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'tied places',
    isUsed: (a, b) => !a.participants.isSingleGame && !b.participants.isSingleGame,
    read: readTiedPlaces,
    isRequired: () => true, // the first ten are not the first ten with ties
    conflict: (one, other) => ([...one, ...other].includes(UNREAD_TIES) ? 'gap' : 'veto'),
  },
  {
    name: 'nomination',
    isUsed: () => true,
    read: readNomination,
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'postponement',
    isUsed: (a, b) => a.participants.isSingleGame && b.participants.isSingleGame,
    read: readPostponement,
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'roles',
    isUsed: () => true,
    read: readOnce(readRoles),
    isRequired: () => false, // the names, parties and offices themselves are compared elsewhere
    conflict: () => 'veto',
  },
  {
    name: 'time of day',
    isUsed: (a, b) => !a.participants.isSingleGame && !b.participants.isSingleGame && areOnDay(a, b),
    read: readOnce((facts) => toDistinct(readTimeOfDay(facts))),
    isRequired: (a, b) => [a, b].some((it) => it.title.timesOfDay.length > 0 || changesWithinDay(it)),
    conflict: (one, other) => (one.includes(ANY_TIME) || other.includes(ANY_TIME) ? 'gap' : 'veto'),
  },
];

/** The typed slots of the main condition. */
export const compareSlots = (a: ListingFacts, b: ListingFacts): readonly Reason[] =>
  compareBySlots(SLOTS, a, b);

const toDistinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

const readKind = (kind: string, concepts: readonly string[]): readonly string[] => [
  ...new Set(concepts.filter((concept) => concept.startsWith(`${kind}:`)).map(getConceptName)),
];

const isAboutGame = readTextsOnce(
  ({ participants, normalTitle }) => participants.isSingleGame || /\bspread: /i.test(normalTitle),
);

/** Women's teams of the name of a men's team: "(W)", "WBB", "women's". The names of players are their own. */
const WOMEN = /\(W\)|\b(?:AFLW|NRLW|PWHL|WBBL)\b|\bC?W(?:BB|NBA|SL)\b|\bWFC\b|\bwomen(?:'s)?\b/i;
const areTeams = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ participants: { sport } }) => sport !== 'tennis' && sport !== 'mma');

/** The outcome is a team or a country, whose name does not say which of its teams plays. */
const areOfTeams = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ title }) => title.groups.has('team') || title.groups.has('country'));

/** Who publishes a traded price. The prices of two sources differ, and a threshold lies between them on some day. */
const PRICE_SOURCES: Publishers = [
  ['CF Benchmarks', /\bCF Benchmarks\b|\bBRTI\b|\b[A-Z]{3,4}USD_RTI\b/],
  ['Binance', /\bBinance\b/],
  ['Coinbase', /\bCoinbase\b/],
  ['Kraken', /\bKraken\b/],
  ['CME', /\b(?:CME|COMEX|NYMEX)\b/],
  ['CoinGecko', /\bCoin ?Gecko\b/i],
  ['Pyth', /\bPyth\b/],
  ['Chainlink', /\bChainlink\b/],
];

/**
 * Who publishes an observation of the weather. The daily report of a station holds its peaks, which hourly readings and the
 * readings of another publisher miss, also those of the same station.
 */
const WEATHER_SOURCES: Publishers = [
  ['hourly readings', /\b(?:hourly|timeseries|time series|METARs?|Ogimet)\b/i],
  ['daily report', /\b(?:National Weather Service|NWS|NOWData|Climatological Report|Daily Climate Report)\b/],
  ['The Weather Company', /\b(?:The Weather Company|weather\.com)\b/i],
  ['Wunderground', /\b(?:Wunderground|Weather Underground)\b/i],
  ['AccuWeather', /\bAccuWeather\b/i],
];

/** Who publishes a figure of the economy, by name or initials. */
const FIGURE_SOURCES: Publishers = [
  ['BLS', /\bBLS\b|\bBureau of Labor Statistics\b/],
  ['BEA', /\bBEA\b|\bBureau of Economic Analysis\b/],
  ['ADP', /\bADP\b/],
  ['Census Bureau', /\bCensus Bureau\b/],
  ['ISM', /\bISM\b|\bInstitute for Supply Management\b/],
  ['S&P Global', /\bS&P Global\b/],
  ['ONS', /\bONS\b|\bOffice for National Statistics\b/],
  ['Eurostat', /\bEurostat\b/],
  ['Statistics Canada', /\bStatistics Canada\b|\bStatCan\b/],
];

type Publishers = readonly (readonly [name: string, words: RegExp])[];

/** The first known publisher that the rules name, and the words of every other source. */
function readPublishers(known: Publishers, { listing, rulesText }: ListingFacts): readonly string[] {
  const rules = listing.rules ?? '';
  const found = known.find(([, words]) => words.test(rules));
  if (found !== undefined) return known === PRICE_SOURCES ? findPublishers(known, rules) : [found[0]];
  const sources = findSources(rulesText);
  const initials = sources
    .filter((name) => name.length > 1)
    .map((name) => name.map((word) => word[0]).join(''));
  return toDistinct([...sources.flat().filter((word) => !SOURCE_NOUNS.test(word)), ...initials]);
}

const findPublishers = (known: Publishers, rules: string): readonly string[] =>
  known.filter(([, words]) => words.test(rules)).map(([name]) => name);

/** Words that sources of several publishers share. */
const SOURCE_NOUNS =
  /^(?:daily|data|official|report|reports|website|station|airport|international|center|centre|service|services|office|weather|climate|climatological|observations?|history|index|price|prices|usdt?|[a-z]{2,5}usdt?|new|york|city|the|of|and)$/;

/** A day begins and ends at another moment in each of these zones. */
const TIME_ZONES =
  /\b(?:E[SD]?T|P[SD]?T|C[SD]T|CEST|CET|UTC|GMT|IRST|IST|JST|KST|HKT|MSK|AE[SD]T)\b|\b(?:Eastern|Pacific|Central European|Greenwich Mean|Iran|Israel|India|Japan|Korea|Moscow)(?: Standard| Daylight| Summer)? Time\b/g;
const ZONE_NAMES: Readonly<Record<string, string>> = {
  Greenwich: 'UTC',
  GMT: 'UTC',
  Central: 'CET',
  Japan: 'JST',
};

/** "EDT", "EST" and "Eastern Time" are one zone. */
const toZone = (written: string): string => {
  const short = written.replace(/ .*/, '');
  return (
    ZONE_NAMES[short] ??
    short
      .replace(/^(?:E[SD]?T|Eastern)$/, 'ET')
      .replace(/^(?:P[SD]?T|Pacific)$/, 'PT')
      .replace('CEST', 'CET')
  );
};

/** The state after the name of a school that others share: "Miami (OH)". */
const SCHOOL_STATE =
  /[A-Z][A-Za-z.']+ \((?:A[LKZR]|C[AOT]|D[EC]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])\)/g;
const isAboutTeams = ({ participants: { sport } }: ListingFacts): boolean => sport !== null;

/** The round of a tournament, from the first passage that names one. */
function readRounds({
  title,
  claim,
  rules,
  normalTitle,
  rulesText,
  participants,
}: ListingFacts): readonly string[] {
  const text = `${normalTitle} ${rulesText}`;
  if (participants.sport === 'tennis') return findRounds(text);
  if (isForTrophy(normalTitle)) return ['final'];
  if (participants.sport === 'soccer' && isDecided(normalTitle, rulesText)) return findRounds(text);
  const named = [title, claim, rules].map(({ concepts }) =>
    readKind('span', concepts).filter((name) => ROUND.test(name)),
  );
  return named.find((rounds) => rounds.length > 0) ?? [];
}
const ROUND = /^(?:quarterfinal|semifinal)$/;

const hasKind = (kind: string, { title }: ListingFacts): boolean => title.groups.has(kind);

const areOnDay = (a: ListingFacts, b: ListingFacts): boolean => isOnDay(a) && isOnDay(b);
const isOnDay = readOnce(({ title, claim }) =>
  [...title.spans, ...claim.spans].some(({ style }) => style === 'on'),
);

/** Prices and closures are true at one time of the day and not at another. */
const changesWithinDay = ({ title }: ListingFacts): boolean =>
  title.concepts.some((concept) => /^(?:asset:|event:shutdown)/.test(concept));

/** When the condition must hold: at a clock time, or at any time of the day. */
function readTimeOfDay({ title, claim, isAnyTime }: ListingFacts): readonly string[] {
  const times = title.timesOfDay.length > 0 ? title.timesOfDay : claim.timesOfDay;
  if (times.length > 0) return times.map(renderTimeOfDay);
  return isAnyTime ? [ANY_TIME] : [];
}

/** Between which times of the day a price rises or falls: the hour until 5 PM is not its last quarter. Empty for a whole day. */
function readWindow({ title, rulesText }: ListingFacts): readonly string[] {
  const times = title.timesOfDay.length > 1 ? title.timesOfDay : findTimesOfDay(rulesText);
  const bounds = toDistinct(times.map(renderTimeOfDay)).toSorted();
  return bounds.length < 2 ? [] : [bounds.join(' to ')];
}

export const renderTimeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
