import { extractDates, toDay } from './extract-dates.ts';
import { extractQuantities } from './extract-quantities.ts';
import {
  COMMON_WORDS,
  FILLER_WORDS,
  findConcept,
  findNicknameTeams,
  findTeamCity,
} from './lexicon/lexicon.ts';
import { getExpectedEnd, type Listing } from './listing.ts';
import { normalizeText, splitWords } from './listing-text.ts';
import { CLUB_AFFIXES } from './side-names.ts';
import { toStem } from './word-table.ts';

/** What finds the listings of one event, read from the title and the times alone. */
export interface EventKeys {
  readonly keys: readonly string[]; // words, concepts and numbers; the two sides of a game also as one key
  readonly months: readonly number[]; // in which the event may end; empty when nothing states it
  readonly ends: readonly number[]; // the last days of the periods that the title names
  readonly day: number | null; // the single day of the event, in days since 1970 (UTC); null if unclear
  readonly numbers: readonly number[]; // of the title without their signs, as written and in comparable form; empty for interest rates
}

const MONTH_DAYS = 31;
const LONG_DAYS = 300; // a longer period names a year or season: the closing time is nearer to the event

/** The keys of a listing. Two listings of one event share a rare key and a month. */
export function readEventKeys(listing: Listing): EventKeys {
  const { title, rules, ticker } = listing;
  const end = getExpectedEnd(listing);
  const closeDay = end === null ? null : toDay(end - 1);
  const { spans, rest } = extractDates(normalizeText(title), closeDay);
  const { quantities } = extractQuantities(rest);
  const keys = new Set(quantities.map(({ value }) => `#${value}`));
  const words = splitWords(rest);
  const sides: string[] = [];
  for (let at = 0; at < words.length; ) {
    const known = findConcept(words, at);
    const word = words[at]?.text ?? '';
    if (known !== null) {
      const concept = known.concept.id;
      const place = findTeamCity(concept) ?? concept;
      keys.add(concept).add(place);
      // "Celtic" is also "Celtic FC".
      if (known.concept.kind === 'team' && !CLUB_AFFIXES.has(word)) keys.add(toStem(word));
      // "AC Milan" is also "Milan", which alone is a city.
      const inner = CLUB_AFFIXES.has(word) && known.length > 1 ? findConcept(words, at + 1) : null;
      if (inner !== null && inner.length < known.length) keys.add(inner.concept.id);
      // A nickname of teams of several sports: any of them may be meant.
      for (const team of findNicknameTeams(concept)) keys.add(team).add(findTeamCity(team) ?? team);
      if (SIDE_KINDS.test(place) && !sides.includes(place)) sides.push(place);
    } else if (!FILLER_WORDS.has(word) && !COMMON_WORDS.has(word) && !CLUB_AFFIXES.has(word))
      keys.add(toStem(word));
    at += known?.length ?? 1;
  }
  if (sides.length === 2) keys.add(sides.toSorted().join('&'));
  const short = spans.filter(({ from, to }) => from === null || to - from < LONG_DAYS);
  const named = short.map(({ to }) => to - 1);
  const ends = [...named, ...(closeDay === null ? [] : [closeDay])];
  // The week of a figure is also named by the day of its report.
  const days = short
    .filter(({ style, text }) => style === 'on' && !text.startsWith('week end'))
    .map(({ to }) => to - 1);
  const day =
    days.length === 1 ? (days[0] ?? null) : (findTickerDay(ticker) ?? findGameDay(title, rules, closeDay));
  // Banks move in steps, so that "more than 25" may equal "at least 50".
  const isRate = [...keys].some((key) => key.startsWith('central:') || key === 'metric:fed-rate');
  return {
    keys: [...keys],
    months: [...new Set((day === null ? ends : [day, ...ends]).map((end) => Math.floor(end / MONTH_DAYS)))],
    ends: named,
    day,
    numbers: isRate
      ? []
      : [
          ...new Set(
            quantities.flatMap(({ value, written }) => [...toNear(Math.abs(value)), Math.abs(written)]),
          ),
        ],
  };
}

/** "25 or more" is "over 24.5". */
const toNear = (value: number): readonly number[] => {
  if (value > COUNT_MAX || (value * 2) % 1 !== 0) return [value];
  return value % 1 === 0 ? [value, value - 0.5] : [value, value + 0.5];
};
const COUNT_MAX = 1_000;

const RULES_HEAD = 260;

/** The day in the first rules of a game whose title names none. Null for several days, and for any other listing. */
function findGameDay(title: string, rules: string | null, closeDay: number | null): number | null {
  if (rules === null || !GAME.test(title)) return null;
  const { spans } = extractDates(normalizeText(rules.slice(0, RULES_HEAD)), closeDay);
  const days = new Set(spans.flatMap(({ style, to }) => (style === 'on' ? [to - 1] : [])));
  return days.size === 1 ? ([...days][0] ?? null) : null;
}
const GAME = /\bvs?\.? |\bversus\b| at .*\bwinner\b/i;

const SIDE_KINDS = /^(?:place|team|nick|country):/;

/** The day in a ticker such as KXNFLGAME-26NOV29DENKC-DEN. Null for a ticker without a day. */
export function findTickerDay(ticker: string): number | null {
  const [, year, month = '', date] = TICKER_DAY.exec(ticker) ?? [];
  const at = TICKER_MONTHS.indexOf(month);
  return at < 0 ? null : toDay(Date.UTC(2000 + Number(year), at, Number(date)));
}
const TICKER_DAY = /^KX[A-Z0-9]+-(\d\d)([A-Z]{3})(\d\d)/;
const TICKER_MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
