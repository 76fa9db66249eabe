import { agrees, gap, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { renderDay } from '../extract-dates.ts';
import {
  hasStartConflict,
  haveOnePublishedStart,
  isGameNumberMissing,
  relateStarts,
} from '../game-starts.ts';
import { findTeamCity } from '../lexicon/lexicon.ts';
import { readScores, splitWords } from '../listing-text.ts';
import { MaskedFacts } from '../masked-facts.ts';
import { DRAW, isSameParticipant } from '../participants.ts';
import { CLUB_AFFIXES, isDistinguishing } from '../side-names.ts';
import { isDecided, isOfTwoLegs } from '../soccer-deciders.ts';
import { findRounds, findRoundTournament, hasGroups } from '../tennis-rounds.ts';
import { MaskedPassage, type TextPassage } from '../text-passage.ts';
import { toStem } from '../word-table.ts';
import { compareDraws } from './compare-draws.ts';
import { isNegated, isSecondOutcome } from './compare-polarity.ts';
import { compareRetirements } from './compare-retirements.ts';
import { findOtherPlayers } from './other-players.ts';

/** Two listings of one game. `mask` gives their facts without the names of the sides and of the tournament. */
export interface GameComparison {
  readonly reasons: readonly Reason[];
  readonly inverted: boolean;
  readonly mask: () => readonly [ListingFacts, ListingFacts];
}

/**
 * Compares the event before the outcome: both listings must be about one game of the same two sides. Null when this
 * cannot be read from both; then the general rules decide.
 */
export function compareGames(a: ListingFacts, b: ListingFacts): GameComparison | null {
  const [one, other] = [a.participants, b.participants];
  if (!one.isSingleGame || !other.isSingleGame) return null;
  if (one.sport !== null && other.sport !== null && one.sport !== other.sport) return null;
  if (haveOtherContests(a, b)) return null;
  const pairing = pairSides(getSides(a), getSides(b));
  if (pairing === null) return null;
  const isWhole = getSides(a).length === 2 && getSides(b).length === 2;
  const day = compareDays(a, b, isWhole);
  if (day === null) return null;
  const names = getSides(a).length === 2 ? getSides(a) : getSides(b);
  const outcome = compareOutcomes(a, b, pairing);
  const reasons = [
    agrees('game', 0.4, names.map(renderSide).join(' – ')),
    day,
    ...outcome.reasons,
    ...findNegation(a, b),
    ...findOtherCampus(a, b, pairing),
    ...findOtherPlayers(a, getSides(a), b, getSides(b), pairing),
    ...compareDraws(a, b, outcome.inverted),
    ...compareRetirements(a, b),
    ...compareExtraTime(a, b),
    ...findDayConflict(a),
    ...findDayConflict(b),
    ...findMissingStart(a, b),
    ...findOtherTournament(a, b),
    ...findOtherTournament(b, a),
    ...findSecondMeeting(a, b),
  ];
  return { reasons, inverted: outcome.inverted, mask: () => [mask(a, b), mask(b, a)] };
}

/** Games of one side against two others of which one name contains the other: "Michigan" and "Michigan State". */
export function* findOtherOpponent(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [one = [], other = []] = [a, b].map(({ participants }) =>
    participants.isSingleGame ? participants.sides : [],
  );
  for (const [at, side] of one.entries())
    for (const [otherAt, it] of other.entries()) {
      const [left, right] = [one[1 - at], other[1 - otherAt]];
      if (left === undefined || right === undefined || !isSameSide(side, it)) continue;
      if (differInName(left, right)) yield gap('sides', 0, `${renderSide(left)} / ${renderSide(right)}`);
    }
}

/**
 * The outcome of one title is one side of its game, and the other title names only the opponent: "Vega vs Orion: … : Vega by
 * submission" and "Will Orion win by submission?"
 */
export function* findOtherSide(own: ListingFacts, other: ListingFacts): Generator<Reason> {
  const { isSingleGame, sides } = own.participants;
  if (!isSingleGame || sides.length !== 2 || !own.normalTitle.includes(': ')) return;
  const outcome = own.normalTitle.slice(own.normalTitle.lastIndexOf(': ') + 2);
  const [paid, named] = [outcome, other.normalTitle].map((text) => findNamedSide(text, sides));
  if (typeof paid === 'number' && typeof named === 'number' && paid !== named)
    yield gap('winner', 0, `${renderSide(sides[paid] ?? '')} / ${renderSide(sides[named] ?? '')}`);
}

/** The index of the one side of which a text has a word that the other side lacks. Null for both or none. */
function findNamedSide(text: string, sides: readonly string[]): number | null {
  const words = new Set(splitWords(text).map((word) => word.text));
  const own = sides.map((side) => renderSide(side).split(' '));
  const isNamed = own.map((some, at) =>
    some.some((word) => word.length > 2 && words.has(word) && own[1 - at]?.includes(word) === false),
  );
  return isNamed[0] === isNamed[1] ? null : isNamed.indexOf(true);
}

/** A name with a hyphen is that of another school: "Louisiana-Monroe" is not "Louisiana". Persons may omit a part of theirs. */
function* findOtherCampus(
  a: ListingFacts,
  b: ListingFacts,
  pairing: readonly (number | null)[],
): Generator<Reason> {
  if ([a, b].some(({ participants: { sport } }) => SINGLE_MEETINGS.has(sport ?? ''))) return;
  for (const [at, otherAt] of pairing.entries()) {
    const [one, other] = [getSides(a)[at], otherAt === null ? undefined : getSides(b)[otherAt]];
    if (one === undefined || other === undefined) continue;
    if (isCampusOf(other, one, b.normalTitle) || isCampusOf(one, other, a.normalTitle))
      yield gap('sides', 0, `${renderSide(one)} / ${renderSide(other)}`);
  }
}

/** Whether the title joins a word by a hyphen to the name, and the other name lacks the word. */
function isCampusOf(longer: string, shorter: string, title: string): boolean {
  const [words, own] = [toWords(longer), toWords(shorter)].map((it) => it?.split(' ') ?? []);
  return readJoinedNames(title).some(
    ([first, second]) =>
      words?.includes(second) === true && own?.includes(first) === true && !own.includes(second),
  );
}
const readJoinedNames = (title: string): readonly (readonly [string, string])[] =>
  !title.includes('-')
    ? []
    : [...title.matchAll(/\b([A-Z][a-z]+)-([A-Z][a-z]+)/g)].map(([, first = '', second = '']) => [
        first.toLowerCase(),
        second.toLowerCase(),
      ]);

/** One name is the other with a word that distinguishes two teams. */
function differInName(one: string, other: string): boolean {
  const [left, right] = [toWords(one), toWords(other)].map((words) => words?.split(' ') ?? []);
  const extra = [
    ...(left ?? []).filter((it) => !right?.includes(it)),
    ...(right ?? []).filter((it) => !left?.includes(it)),
  ];
  const isShared = left?.some((word) => right?.includes(word)) === true;
  return (
    isShared && extra.length > 0 && extra.every((word) => /^[a-z]{2}/.test(word) && isDistinguishing(word))
  );
}

/** "Will Vega fail to beat Orion?" is not the question who wins. */
function* findNegation(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if (isNegatedGame(a) !== isNegatedGame(b)) yield gap('negation', 0, 'one listing negates the other');
}

const isNegatedGame = (facts: ListingFacts): boolean =>
  facts.doubleChance === null && isNegated(facts.title) !== (countNegatedNames(facts) % 2 === 1);

/** How often the title has a name with a negation: "Not A Squad vs Vega" asks no negated question. */
const countNegatedNames = ({ normalTitle, participants: { sides } }: ListingFacts): number =>
  sides
    .filter((side) => /\bnot\b/.test(side))
    .reduce((total, side) => total + normalTitle.toLowerCase().split(side).length - 1, 0);

/** Both sides of the game. A soccer listing may name one club and the day only. */
function getSides({ participants: { sides, winner, sport } }: ListingFacts): readonly string[] {
  if (sides.length === 2) return sides;
  return sport === 'soccer' && winner !== null && winner !== DRAW ? [winner] : [];
}

const getContests = ({ title, claim }: ListingFacts): readonly string[] =>
  [...title.concepts, ...claim.concepts].filter((concept) => concept.startsWith('contest:'));

function haveOtherContests(a: ListingFacts, b: ListingFacts): boolean {
  const [one, other] = [getContests(a), getContests(b)];
  return one.length > 0 && other.length > 0 && !one.some((contest) => other.includes(contest));
}

/** For each side of `one` its index in `other`. Null unless every side of the shorter list has exactly one partner. */
export function pairSides(
  one: readonly string[],
  other: readonly string[],
): readonly (number | null)[] | null {
  if (one.length === 0 || other.length === 0) return null;
  const isExact = one.length === 1 || other.length === 1;
  const isSame = (side: string, it: string): boolean => (isExact ? side === it : isSameSide(side, it));
  const fits = one.map((side) => other.flatMap((it, index) => (isSame(side, it) ? [index] : [])));
  if (isExact) {
    const found = fits.flat();
    return found.length === 1 ? fits.map((indexes) => indexes[0] ?? null) : null;
  }
  const straight = fits[0]?.includes(0) === true && fits[1]?.includes(1) === true;
  const crossed = fits[0]?.includes(1) === true && fits[1]?.includes(0) === true;
  if (straight === crossed) return null; // no partner, or names that fit both sides
  return straight ? [0, 1] : [1, 0];
}

/** The same side by name, by the city of a team, or by a place that starts the longer name. */
function isSameSide(one: string, other: string): boolean {
  if (isSameParticipant(one, other)) return true;
  if (findTeamCity(one) === other || findTeamCity(other) === one) return true;
  const [left, right] = [toWords(one), toWords(other)];
  return left !== null && right !== null && isSameParticipant(left, right);
}

/** The words of a side. Null for a known team, which is compared by its concept and city. */
const toWords = (side: string): string | null =>
  side.startsWith('team:')
    ? null
    : renderSide(side)
        .replaceAll('-', ' ')
        .replaceAll(/\bst\b/g, 'state');

const renderSide = (side: string): string => side.slice(side.indexOf(':') + 1);

interface OutcomeComparison {
  readonly reasons: readonly Reason[];
  readonly inverted: boolean;
}

function compareOutcomes(
  a: ListingFacts,
  b: ListingFacts,
  pairing: readonly (number | null)[],
): OutcomeComparison {
  if (a.doubleChance !== null || b.doubleChance !== null) return compareDoubleChances(a, b, pairing);
  const [one, other] = [a.participants.winner, b.participants.winner];
  const refuse = (reason: Reason): OutcomeComparison => ({ reasons: [reason], inverted: false });
  const words = `${renderSide(one ?? 'unread')} / ${renderSide(other ?? 'unread')}`;
  if (one === null || other === null)
    return refuse(gap('winner', 0, `the outcome of a listing is not known`));
  if (one === DRAW && other === DRAW) return { reasons: [agrees('winner', 0.1, 'draw')], inverted: false };
  if (one === DRAW || other === DRAW) return refuse(veto('winner', words));
  const [left, right] = [findSide(one, getSides(a)), findSide(other, getSides(b))];
  if (left === null || right === null) return refuse(gap('winner', 0, `${words}: may be either side`));
  if (pairing[left] === right) return { reasons: [agrees('winner', 0.1, words)], inverted: false };
  const isTwoSided =
    !isQualified(a) &&
    !isQualified(b) &&
    !canBeDrawn(a) &&
    !canBeDrawn(b) &&
    (hasNoDraws(a) || hasNoDraws(b) || isSecondOutcome(a, b) || isSecondOutcome(b, a));
  return isTwoSided
    ? { reasons: [agrees('winner', 0.1, `opposite sides of one game: ${words}`)], inverted: true }
    : refuse(veto('winner', words));
}

/** A win by knockout, with one score or in regulation is not the only way in which the other side does not win so. */
const isQualified = ({ title, claim, normalTitle, claimText }: ListingFacts): boolean =>
  [...title.concepts, ...claim.concepts].some((concept) => QUALIFIED.test(concept)) ||
  [normalTitle, claimText].some((text) => readScores(text).length > 0);
const QUALIFIED = /^(?:manner:(?!any$)|playing:regulation$)/;

/** Two of the three outcomes of a match pay the opposite of the third. */
function compareDoubleChances(
  a: ListingFacts,
  b: ListingFacts,
  pairing: readonly (number | null)[],
): OutcomeComparison {
  const refuse = (reason: Reason): OutcomeComparison => ({ reasons: [reason], inverted: false });
  const [one, other] = [readSingleOutcome(a), readSingleOutcome(b)];
  if (one === null || other === null || !canBeDrawn(a) || !canBeDrawn(b))
    return refuse(gap('winner', 0, 'the outcome of a listing is not known'));
  const words = `${renderOutcome(a, one)} / ${renderOutcome(b, other)}`;
  const isSame = one === DRAW || other === DRAW ? one === other : pairing[one] === other;
  if (!isSame) return refuse(veto('winner', words));
  const inverted = (a.doubleChance === null) !== (b.doubleChance === null);
  return { reasons: [agrees('winner', 0.1, words)], inverted };
}

/** The one outcome that pays Yes, or with a double chance No: the draw or the place of a side. */
function readSingleOutcome(facts: ListingFacts): typeof DRAW | number | null {
  const { winner, sides } = facts.participants;
  if (facts.doubleChance !== null && sides.length < 2) return null;
  if (facts.doubleChance !== null) return facts.doubleChance.excluded === 'draw' ? DRAW : 1;
  return winner === DRAW ? DRAW : winner === null ? null : findSide(winner, getSides(facts));
}

const renderOutcome = (facts: ListingFacts, outcome: typeof DRAW | number): string =>
  `${facts.doubleChance === null ? '' : 'not '}${outcome === DRAW ? DRAW : renderSide(getSides(facts)[outcome] ?? '')}`;

export const canBeDrawn = ({ participants: { sport }, normalTitle, rulesText }: ListingFacts): boolean =>
  sport === 'soccer' && !isDecided(normalTitle, rulesText);

/** The winner after 90 minutes is another outcome than the winner after extra time and penalties. */
function* compareExtraTime(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if ([a, b].some(({ participants: { sport } }) => sport !== 'soccer')) return;
  if (canBeDrawn(a) !== canBeDrawn(b)) yield gap('extra time', 0, 'only one listing counts extra time');
}

/** Sports whose games one side wins. */
const WITHOUT_DRAWS: ReadonlySet<string> = new Set([
  'basketball',
  'football',
  'baseball',
  'hockey',
  'tennis',
  'mma',
  'esports',
]);
const hasNoDraws = ({ participants: { sport } }: ListingFacts): boolean => WITHOUT_DRAWS.has(sport ?? '');

/** The index of the side that the outcome names. Null when it names none or both. */
export function findSide(outcome: string, sides: readonly string[]): number | null {
  const exact = sides.indexOf(outcome);
  if (exact >= 0) return exact;
  const found = sides.flatMap((side, index) => (isSameSide(side, outcome) ? [index] : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const CLOSE_DAYS_NEAR = 3;
const CLOSE_DAYS_MAX = 16;
/** Sports in which two sides do not meet twice within `CLOSE_DAYS_MAX`. */
const SINGLE_MEETINGS: ReadonlySet<string> = new Set(['tennis', 'mma']);

/**
 * The days and starts of the games: the same sides may meet twice on a day. Null when the general comparison of dates
 * must decide.
 */
export function compareDays(a: ListingFacts, b: ListingFacts, isWhole: boolean): Reason | null {
  const [one, other] = [findDays(a), findDays(b)];
  const words = `${one.map(renderDay).join(', ') || 'no day'} / ${other.map(renderDay).join(', ') || 'no day'}`;
  const starts = relateStarts(a, b);
  if (starts === 'same') return agrees('date', 0.3, `${words}, with one start`);
  if (starts === 'other') return veto('start', `${words}, with another start`);
  if (one.length > 0 && other.length > 0) {
    if (one.some((day) => other.includes(day))) return agrees('date', 0.2, words);
    return areDaysOfOneStart(a, b, one, other)
      ? agrees('date', 0.2, `${words}, with one published start`)
      : veto('date', words);
  }
  if (!isWhole || a.closeDay === null || b.closeDay === null) return null;
  const apart = Math.abs(a.closeDay - b.closeDay);
  if (apart > CLOSE_DAYS_MAX) return null;
  const isSingle =
    [a, b].some(({ participants: { sport } }) => SINGLE_MEETINGS.has(sport ?? '')) ||
    [a, b].every(({ normalTitle, rulesText }) => isOfTwoLegs(normalTitle, rulesText));
  const isConfirmed = isSingle || (one.length + other.length === 0 && apart <= CLOSE_DAYS_NEAR);
  return isConfirmed ? agrees('date', 0.1, `${words}, close ${apart} days apart`) : gap('date', 0, words);
}

/**
 * A match at night has the day of its place at one venue and that of New York at the other. Only where the sides do not meet
 * on the day before: a field may also have the day of the text with the clock of UTC.
 */
const areDaysOfOneStart = (
  a: ListingFacts,
  b: ListingFacts,
  one: readonly number[],
  other: readonly number[],
): boolean =>
  [a, b].every(({ participants: { sport } }) => SINGLE_MEETINGS.has(sport ?? '')) &&
  one.some((day) => other.some((it) => Math.abs(day - it) === 1)) &&
  haveOnePublishedStart(a, b);

/** The day of the game from the title, otherwise from the claim, the ticker, the rules or the venue's fields. */
function findDays(facts: ListingFacts): readonly number[] {
  const { title, claim, rules, tickerDay } = facts;
  for (const { spans } of [title, claim]) {
    const days = spans.flatMap(({ style, from }) => (style === 'on' && from !== null ? [from] : []));
    if (days.length > 0) return days;
  }
  if (tickerDay !== null) return [tickerDay];
  const first = rules.spans.find(({ style }) => style === 'on');
  if (first !== undefined) return [first.from ?? first.to - 1];
  const { eventDay } = facts.published;
  return eventDay === null ? [] : [eventDay];
}

/**
 * Two players meet again within weeks, in another tournament. Where one listing states no day, its text must name the
 * tournament that the title of the other starts with.
 */
function* findOtherTournament(own: ListingFacts, other: ListingFacts): Generator<Reason> {
  if (own.participants.sport !== 'tennis' || (findDays(own).length > 0 && findDays(other).length > 0)) return;
  const name = TOURNAMENT.exec(own.normalTitle)?.[1] ?? findRoundTournament(own.normalTitle);
  const words = splitWords(name).filter(({ text }) => !COMMON_TOURNAMENT_WORDS.test(text));
  const isOtherName = words.length > 0 && !words.some(({ stem }) => other.stems.has(stem));
  const contests = getContests(other);
  if (isOtherName && !getContests(own).some((contest) => contests.includes(contest)))
    yield gap('tournament', 0, `only one listing states ${name}`);
}
const TOURNAMENT = /^([^:]+): [^:]+ vs\.? /;
const COMMON_TOURNAMENT_WORDS =
  /^(?:the|of|at|atp|wta|itf|open|cup|masters|championships?|international|tennis|men|women|singles|final|\d+)$/;

/** After a group the same players may meet again in the tournament, so without two days both listings must state a round. */
function* findSecondMeeting(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const both = [a, b];
  if (both.some(({ participants: { sport } }) => sport !== 'tennis')) return;
  if (both.every((it) => findDays(it).length > 0)) return;
  const texts = both.map(({ normalTitle, rulesText }) => `${normalTitle} ${rulesText}`);
  if (texts.some(hasGroups) && texts.some((text) => findRounds(text).length === 0))
    yield gap('round', 0, 'the players may meet again after their group');
}

/** Which of two games of one day a listing means is not known. */
export function* findMissingStart(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if (isGameNumberMissing(a, b))
    yield gap('start', 0, 'only one listing says which game of the day it means');
}

/** The start that the venue publishes is at another time than the text says. */
export function* findDayConflict(facts: ListingFacts): Generator<Reason> {
  if (hasStartConflict(facts))
    return yield gap('fields', 0, 'the start of the field is not that of the text or ticker');
  const { eventDay } = facts.published;
  const days = findDays(facts);
  if (eventDay === null || days.length === 0 || days.some((day) => Math.abs(day - eventDay) <= 1)) return;
  yield gap('fields', 0, `the field says ${renderDay(eventDay)}, the text ${days.map(renderDay).join(', ')}`);
}

/** The facts without what the two sides and their tournament are called. */
function mask(own: ListingFacts, { participants: other, doubleChance }: ListingFacts): ListingFacts {
  const areOutcomesRead = own.doubleChance !== null || doubleChance !== null;
  const { sideWords, sideConcepts, sideStems } = own.participants;
  const isSideName = (name: readonly string[]): boolean =>
    name.every((word) => sideWords.has(word) || other.sideWords.has(word) || CLUB_AFFIXES.has(word));
  const maskPassage = (passage: TextPassage): TextPassage =>
    new MaskedPassage(passage, {
      concepts: passage.concepts.filter(
        (name) =>
          !sideConcepts.has(name) &&
          !other.sideConcepts.has(name) &&
          !LEAGUE_KINDS.test(name) &&
          !STAGES.has(name) &&
          !(areOutcomesRead && /^act:(?:win|draw)$/.test(name)),
      ),
      names: passage.names.filter((name) => !isSideName(name)),
      contentStems: passage.contentStems.filter(
        (stem) => !other.sideStems.has(stem) && !sideStems.has(stem) && !GAME_STEMS.has(stem),
      ),
    });
  return new MaskedFacts(own, maskPassage(own.title), maskPassage(own.claim), isSideName);
}
/** What one venue calls the event and the other omits: "Silva vs Costa fight winner?". */
const GAME_STEMS: ReadonlySet<string> = new Set(['fight', 'bout'].map(toStem));
/** The part of a tournament to which the game belongs: its day identifies the game. */
const STAGES: ReadonlySet<string> = new Set(['span:group', 'span:regular-season', 'span:qualifying']);
/** The contest and the sport are compared with the sides. */
const LEAGUE_KINDS = /^(?:contest|sport|nick|team|place):/;
