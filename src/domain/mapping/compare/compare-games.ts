import { agrees, gap, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { renderDay } from '../extract-dates.ts';
import { findTeamCity } from '../lexicon/lexicon.ts';
import { MaskedFacts } from '../masked-facts.ts';
import { DRAW, isSameParticipant } from '../participants.ts';
import { MaskedPassage, type TextPassage } from '../text-passage.ts';
import { isSecondOutcome } from './compare-polarity.ts';

/** Two listings of one game. `masked` are their facts without the names of the sides and of the tournament. */
export interface GameComparison {
  readonly reasons: readonly Reason[];
  readonly inverted: boolean;
  readonly masked: readonly [ListingFacts, ListingFacts];
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
    ...findDayConflict(a),
    ...findDayConflict(b),
  ];
  return { reasons, inverted: outcome.inverted, masked: [mask(a, b), mask(b, a)] };
}

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
    !canBeDrawn(a) &&
    !canBeDrawn(b) &&
    (hasNoDraws(a) || hasNoDraws(b) || isSecondOutcome(a, b) || isSecondOutcome(b, a));
  return isTwoSided
    ? { reasons: [agrees('winner', 0.1, `opposite sides of one game: ${words}`)], inverted: true }
    : refuse(veto('winner', words));
}

export const canBeDrawn = ({ participants: { sport } }: ListingFacts): boolean => sport === 'soccer';

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

/** The days of the games. Null when the general comparison of dates must decide. */
export function compareDays(a: ListingFacts, b: ListingFacts, isWhole: boolean): Reason | null {
  const [one, other] = [findDays(a), findDays(b)];
  const words = `${one.map(renderDay).join(', ') || 'no day'} / ${other.map(renderDay).join(', ') || 'no day'}`;
  if (one.length > 0 && other.length > 0)
    return one.some((day) => other.includes(day)) ? agrees('date', 0.2, words) : veto('date', words);
  if (!isWhole || a.closeDay === null || b.closeDay === null) return null;
  const apart = Math.abs(a.closeDay - b.closeDay);
  if (apart > CLOSE_DAYS_MAX) return null;
  const isSingle = [a, b].some(({ participants: { sport } }) => SINGLE_MEETINGS.has(sport ?? ''));
  const isConfirmed = isSingle || (one.length + other.length === 0 && apart <= CLOSE_DAYS_NEAR);
  return isConfirmed ? agrees('date', 0.1, `${words}, close ${apart} days apart`) : gap('date', 0, words);
}

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

/** The start that the venue publishes is on another day than the text says. */
export function* findDayConflict(facts: ListingFacts): Generator<Reason> {
  const { eventDay } = facts.published;
  const days = findDays(facts);
  if (eventDay === null || days.length === 0 || days.some((day) => Math.abs(day - eventDay) <= 1)) return;
  yield gap('fields', 0, `the field says ${renderDay(eventDay)}, the text ${days.map(renderDay).join(', ')}`);
}

/** The facts without what the two sides and their tournament are called. */
function mask(own: ListingFacts, { participants: other }: ListingFacts): ListingFacts {
  const { sideWords, sideConcepts, sideStems } = own.participants;
  const maskPassage = (passage: TextPassage): TextPassage =>
    new MaskedPassage(passage, {
      concepts: passage.concepts.filter(
        (name) => !sideConcepts.has(name) && !other.sideConcepts.has(name) && !LEAGUE_KINDS.test(name),
      ),
      names: passage.names.filter(
        (name) => !name.every((word) => sideWords.has(word) || other.sideWords.has(word)),
      ),
      contentStems: passage.contentStems.filter((stem) => !other.sideStems.has(stem) && !sideStems.has(stem)),
    });
  return new MaskedFacts(own, maskPassage(own.title), maskPassage(own.claim));
}
/** The contest and the sport are compared with the sides. */
const LEAGUE_KINDS = /^(?:contest|sport|nick|team|place):/;
