import type { ListingFacts } from './extract.ts';
import { findMatches } from './listing-text.ts';
import { findTimesOfDay } from './proposition.ts';
import { readTextsOnce } from './read-once.ts';

/** When a game starts, as its listing states it. */
export interface GameStart {
  readonly texts: readonly number[]; // in minutes since 1970 (UTC), from the ticker and the rules
  readonly field: number | null; // from `gameStartTime`
  readonly expectedEnd: number | null; // from `occurrence_datetime`: the start itself, or its expected end
  readonly number: number | null; // of several games of one day: "Game 2"
}

/** Two starts of one game differ by less: below the length of a game, and above what venues differ by. */
const APART_MAX = 90;
/** The same two sides may meet again soon after a short match. */
const APART_MAX_SHORT = 50;
const SHORT_SPORTS: ReadonlySet<string> = new Set(['esports', 'tennis']);

const DAY_MINUTES = 1_440;
const DAY_MS = 86_400_000;
const OCCURRENCE_LENGTHS = [0, 180]; // minutes from the start to the time of the field

export type StartRelation = 'same' | 'other' | 'unknown';

/** Whether two listings of one day state one start. `unknown` where one of them states none. */
export function relateStarts(a: ListingFacts, b: ListingFacts): StartRelation {
  const [one, other] = [readStart(a), readStart(b)];
  if (one.number !== null && other.number !== null && one.number !== other.number) return 'other';
  const limit = getLimit(a, b);
  const [left, right] = [getExact(one), getExact(other)];
  if (left !== null && right !== null) return Math.abs(left - right) <= limit ? 'same' : 'other';
  const exact = left ?? right;
  const end = left === null ? one.expectedEnd : other.expectedEnd;
  if (exact === null || end === null) return 'unknown';
  const apart = Math.min(...OCCURRENCE_LENGTHS.map((length) => Math.abs(end - length - exact)));
  return apart > OCCURRENCE_APART_MAX ? 'other' : 'unknown';
}

/** Whether the start that one listing states is that which a field of the other publishes, as the start or as the expected end. */
export function haveOnePublishedStart(a: ListingFacts, b: ListingFacts): boolean {
  const [one, other] = [readStart(a), readStart(b)];
  const isNear = (start: GameStart, { expectedEnd }: GameStart): boolean => {
    const exact = getExact(start);
    if (exact === null || expectedEnd === null) return false;
    return OCCURRENCE_LENGTHS.some((length) => Math.abs(expectedEnd - length - exact) <= getLimit(a, b));
  };
  return isNear(one, other) || isNear(other, one);
}

/** The field is rounded, and some series count other lengths. */
const OCCURRENCE_APART_MAX = 150;

const getExact = ({ texts, field }: GameStart): number | null => texts[0] ?? field;

const getLimit = (...both: readonly ListingFacts[]): number =>
  both.some(({ participants: { sport } }) => SHORT_SPORTS.has(sport ?? '')) ? APART_MAX_SHORT : APART_MAX;

/**
 * Whether the text and a field of one listing state two starts. The same time on the day before or after is none: a field
 * may have the day of the text with the clock of UTC.
 */
export function hasStartConflict(facts: ListingFacts): boolean {
  const { texts, field } = readStart(facts);
  const [first, ...others] = [...texts, ...(field === null ? [] : [field])];
  const limit = getLimit(facts);
  return (
    first !== undefined &&
    others.some((it) => {
      const apart = Math.abs(it - first);
      return apart > limit && Math.abs(apart - DAY_MINUTES) > limit;
    })
  );
}

/** Whether only one listing says which of several games of one day it means, and the other states no start. */
export function isGameNumberMissing(a: ListingFacts, b: ListingFacts): boolean {
  const [one, other] = [readStart(a), readStart(b)];
  return (one.number === null) !== (other.number === null) && relateStarts(a, b) !== 'same';
}

export const readStart = readTextsOnce((facts): GameStart => {
  const { listing } = facts;
  const { gameStartTime, occurrence_datetime } = listing.terms ?? {};
  return {
    texts: [...readTickerStart(listing.ticker), ...readWrittenStarts(facts)],
    field: toMinutes(gameStartTime),
    expectedEnd: toMinutes(occurrence_datetime),
    number: readGameNumber(facts),
  };
});

const toMinutes = (text: string | undefined): number | null => {
  const at = Date.parse((text ?? '').replace(' ', 'T').replace(/\+00$/, 'Z'));
  return Number.isNaN(at) ? null : Math.round(at / 60_000);
};

/** "KXMLBGAME-26AUG081505ATLNYY": 15:05 in New York. */
function readTickerStart(ticker: string): readonly number[] {
  const [, year, month = '', date, hours, minutes] = TICKER_START.exec(ticker) ?? [];
  const at = MONTHS.indexOf(month.toLowerCase());
  if (at < 0 || Number(hours) > 23 || Number(minutes) > 59) return [];
  const day = Date.UTC(2000 + Number(year), at, Number(date)) / DAY_MS;
  return [toUtc(day, Number(hours) * 60 + Number(minutes), 'E')];
}
const TICKER_START = /^KX[A-Z0-9]+-(\d\d)([A-Z]{3})(\d\d)(\d\d)(\d\d)(?=[A-Z])/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** "Scheduled for Oct 8, 2026 at 9:00 PM EDT". A date without a year is the one nearest to the closing day. */
function readWrittenStarts({ rulesText, closeDay }: ListingFacts): readonly number[] {
  const starts = findMatches(WRITTEN_START, rulesText).flatMap(
    ([, month = '', date, year, clock = '', zone = '']) => {
      const [minutes] = findTimesOfDay(clock);
      const at = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
      const day = findDay(at, Number(date), year, closeDay);
      return minutes === undefined || day === null ? [] : [toUtc(day, minutes, zone)];
    },
  );
  return [...new Set(starts)];
}
const WRITTEN_START =
  /\bscheduled (?:for|to (?:start|begin|be played) on) (?:[A-Z][a-z]+day, )?([A-Z][a-z]{2,8})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (20\d\d))?,? (?:at |\()?(\d{1,2}(?::\d\d)? ?[AaPp]\.?[Mm]\.?),? ?\(?(E[SD]?T|C[SD]?T|M[SD]?T|P[SD]?T|UTC|GMT)\b/g;

function findDay(month: number, date: number, year: string | undefined, near: number | null): number | null {
  const toDay = (of: number): number => Date.UTC(of, month, date) / DAY_MS;
  if (month < 0) return null;
  if (year !== undefined) return toDay(Number(year));
  if (near === null) return null;
  const closing = new Date(near * DAY_MS).getUTCFullYear();
  return [closing, closing - 1, closing + 1]
    .map(toDay)
    .reduce((best, day) => (Math.abs(day - near) < Math.abs(best - near) ? day : best));
}

/** Hours behind UTC in winter. */
const ZONES: Readonly<Record<string, number>> = { E: 5, C: 6, M: 7, P: 8 };

/** The minute of a clock time of a zone in the United States, or of UTC. */
function toUtc(day: number, minutes: number, zone: string): number {
  const behind = ZONES[zone[0] ?? ''];
  const local = day * DAY_MINUTES + minutes;
  if (behind === undefined) return local;
  const isSummer = zone[1] === 'D' || (zone[1] !== 'S' && isSummerTime(day));
  return local + (behind - (isSummer ? 1 : 0)) * 60;
}

/** From the second Sunday in March to the first in November. */
function isSummerTime(day: number): boolean {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  return day >= findSunday(year, 2, 8) && day < findSunday(year, 10, 1);
}

/** The first Sunday from a date on. The first day of 1970 was a Thursday. */
function findSunday(year: number, month: number, date: number): number {
  const day = Date.UTC(year, month, date) / DAY_MS;
  return day + ((10 - (day % 7)) % 7);
}

/** "Game 2" of a double-header, or the number in a ticker. A game of a series has another day, so it counts alike. */
function readGameNumber({
  participants: { sport },
  listing,
  normalTitle,
  rulesText,
}: ListingFacts): number | null {
  if (sport !== 'baseball') return null;
  const [, ofTicker, ofSlug] = NUMBERED_TICKER.exec(listing.ticker) ?? [];
  const written = ofTicker ?? ofSlug ?? GAME_NUMBER.exec(`${normalTitle} ${rulesText}`)?.[1];
  return written === undefined ? null : Number(written);
}
const NUMBERED_TICKER =
  /^KX[A-Z0-9]+-\d\d[A-Z]{3}\d\d(?:\d{4})?[A-Z]+G(\d)(?:-|$)|^mlb-.+-(?:game-?|g)(\d)(?:-|$)/;
const GAME_NUMBER = /\bgame (?:number )?([12])\b/i;
