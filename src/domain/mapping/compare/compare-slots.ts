import { gap, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { getConceptName } from '../lexicon/lexicon.ts';
import type { TextPassage } from '../text-passage.ts';
import { findBanks, isAboutPolicyRate } from './compare-banks.ts';
import { readRoles } from './contract-roles.ts';

/**
 * One typed slot of a contract, such as the central bank that decides. Both listings of a class must fill it: a slot
 * that only one of them fills is a gap, because silence does not mean the usual value.
 */
interface Slot {
  readonly name: string;
  readonly isUsed: (a: ListingFacts, b: ListingFacts) => boolean; // the class of market that has this slot
  readonly read: (facts: ListingFacts) => readonly string[];
  readonly isRequired?: (a: ListingFacts, b: ListingFacts) => boolean; // false: silence is no gap
  readonly conflict: (one: readonly string[], other: readonly string[]) => 'veto' | 'gap';
}

const ANY_TIME = 'any time';

const SLOTS: readonly Slot[] = [
  {
    name: 'central',
    isUsed: (a, b) => isAboutPolicyRate(a) && isAboutPolicyRate(b),
    read: (facts) => findBanks(facts).map(getConceptName),
    conflict: () => 'veto',
  },
  {
    name: 'station',
    isUsed: (a, b) => hasKind('weather', a) && hasKind('weather', b),
    read: ({ title, rules }) => readKind('station', [...title.concepts, ...rules.concepts]),
    conflict: () => 'veto',
  },
  {
    name: 'round',
    isUsed: (a, b) => a.participants.isSingleGame && b.participants.isSingleGame,
    read: ({ title, claim, rules }) => readRounds([title, claim, rules]),
    isRequired: () => false, // the day of the game identifies it too
    conflict: () => 'veto',
  },
  {
    name: 'gender',
    isUsed: (a, b) => isAboutGame(a) && isAboutGame(b) && areTeams(a, b),
    read: ({ listing }) => [WOMEN.test(`${listing.title} ${listing.rules ?? ''}`) ? 'women' : 'men'],
    conflict: () => 'veto',
  },
  {
    name: 'price source',
    isUsed: (a, b) => hasKind('asset', a) && hasKind('asset', b),
    read: ({ listing }) =>
      PRICE_SOURCES.filter(([, words]) => words.test(listing.rules ?? '')).map(([name]) => name),
    isRequired: () => false,
    conflict: () => 'gap',
  },
  {
    name: 'roles',
    isUsed: () => true,
    read: readRoles,
    isRequired: () => false, // the names, parties and offices themselves are compared elsewhere
    conflict: () => 'veto',
  },
  {
    name: 'time of day',
    isUsed: (a, b) => !a.participants.isSingleGame && !b.participants.isSingleGame && areOnDay(a, b),
    read: readTimeOfDay,
    isRequired: (a, b) => [a, b].some((it) => it.title.timesOfDay.length > 0 || changesWithinDay(it)),
    conflict: (one, other) => (one.includes(ANY_TIME) || other.includes(ANY_TIME) ? 'gap' : 'veto'),
  },
];

/** Compares the typed slots of both listings. No reason for a slot that both leave empty or fill alike. */
export const compareSlots = (a: ListingFacts, b: ListingFacts): readonly Reason[] =>
  SLOTS.filter(({ isUsed }) => isUsed(a, b)).flatMap((slot) => {
    const [one, other] = [slot.read(a), slot.read(b)];
    if (one.some((value) => other.includes(value)) || one.length + other.length === 0) return [];
    const words = [one, other].map((values) => values.join(', ') || 'not stated').join(' / ');
    if (one.length === 0 || other.length === 0)
      return slot.isRequired?.(a, b) === false ? [] : [gap(slot.name, -0.1, words)];
    return [slot.conflict(one, other) === 'veto' ? veto(slot.name, words) : gap(slot.name, -0.1, words)];
  });

const readKind = (kind: string, concepts: readonly string[]): readonly string[] => [
  ...new Set(concepts.filter((concept) => concept.startsWith(`${kind}:`)).map(getConceptName)),
];

const isAboutGame = ({ participants, normalTitle }: ListingFacts): boolean =>
  participants.isSingleGame || /\bspread: /i.test(normalTitle);

/** Women's teams of the name of a men's team: "(W)", "WBB", "women's". The names of players are their own. */
const WOMEN = /\(W\)|\bC?W(?:BB|NBA|SL)\b|\bwomen(?:'s)?\b/i;
const areTeams = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ participants: { sport } }) => sport !== 'tennis' && sport !== 'mma');

/** Who publishes a traded price. The prices of two sources differ, and a threshold lies between them on some day. */
const PRICE_SOURCES: readonly (readonly [name: string, words: RegExp])[] = [
  ['CF Benchmarks', /\bCF Benchmarks\b|\bBRTI\b|\b[A-Z]{3,4}USD_RTI\b/],
  ['Binance', /\bBinance\b/],
  ['Coinbase', /\bCoinbase\b/],
  ['Kraken', /\bKraken\b/],
  ['CoinGecko', /\bCoin ?Gecko\b/i],
  ['Pyth', /\bPyth\b/],
  ['Chainlink', /\bChainlink\b/],
];

/** The round of a tournament, from the first passage that names one. */
function readRounds(passages: readonly TextPassage[]): readonly string[] {
  const named = passages.map(({ concepts }) => readKind('span', concepts).filter((name) => ROUND.test(name)));
  return named.find((rounds) => rounds.length > 0) ?? [];
}
const ROUND = /^(?:quarterfinal|semifinal)$/;

const hasKind = (kind: string, { title }: ListingFacts): boolean => readKind(kind, title.concepts).length > 0;

const areOnDay = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ title, claim }) => [...title.spans, ...claim.spans].some(({ style }) => style === 'on'));

/** Prices and closures are true at one time of the day and not at another. */
const changesWithinDay = ({ title }: ListingFacts): boolean =>
  title.concepts.some((concept) => /^(?:asset:|event:shutdown)/.test(concept));

/** When the condition must hold: at a clock time, or at any time of the day. */
function readTimeOfDay({ title, claim, isAnyTime }: ListingFacts): readonly string[] {
  const times = title.timesOfDay.length > 0 ? title.timesOfDay : claim.timesOfDay;
  if (times.length > 0) return times.map(renderTimeOfDay);
  return isAnyTime ? [ANY_TIME] : [];
}

export const renderTimeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
