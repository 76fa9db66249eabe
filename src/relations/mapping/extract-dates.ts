import { blankOut, findMatches } from './listing-text.ts';

/**
 * A date or period in a text, as whole days since 1970 (UTC).
 * `by`: any time before `to`. `on`: that day. `in`: within [from, to). `after`: later than the day. `about`: a
 * label such as "June CPI", which identifies a figure and does not limit the time.
 */
export interface DateSpan {
  readonly style: 'by' | 'on' | 'in' | 'after' | 'about';
  readonly from: number | null; // null for `by` without a start
  readonly to: number; // exclusive
  readonly text: string;
  readonly at: number; // position in the text
  readonly week?: readonly [from: number, to: number]; // of "the week of Dec 6" and "the week ending Dec 12"
}

const DAY_MS = 86_400_000;

/**
 * The dates and periods of a text in order, and the text without them. A date without a year takes the year
 * that puts it nearest to the day `near`.
 */
export function extractDates(
  text: string,
  near: number | null,
): { readonly spans: readonly DateSpan[]; readonly rest: string } {
  const matches = findMatches(DATE, text).map(toDateMatch);
  if (matches.length === 0) return { spans: [], rest: text };
  const years = findYears(matches);
  const found: SpanWithLead[] = [];
  let rest = text;
  let end = 0;
  for (const match of matches) {
    const period = readPeriod(match.groups, years, near);
    if (period === null || isOrdinaryWord(match, text)) continue;
    const { lead, at, isEvening } = readLead(text.slice(end, match.index));
    const span = { ...toSpan(lead, period, match.text, isEvening), at: match.index };
    const previous = found.at(-1);
    const gap = text.slice(end, match.index);
    if (
      previous !== undefined &&
      (isSecondHalf(previous.lead, lead, gap) || isNextYear(previous, span, gap))
    ) {
      found[found.length - 1] = joinSpans(previous, span);
    } else found.push({ ...span, lead });
    rest = blankOut(rest, end + at, match.index + match.text.length);
    end = match.index + match.text.length;
  }
  return {
    spans: found.map(({ lead, ...span }) => addWeek(lead, span)),
    rest,
  };
}

/** The day of a time in milliseconds, both since 1970 (UTC). */
export const toDay = (at: number): number => Math.floor(at / DAY_MS);
export const renderDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

type SpanWithLead = DateSpan & { readonly lead: string };

interface Period {
  readonly from: number;
  readonly to: number;
  readonly grain: 'day' | 'days' | 'month' | 'long'; // `days`: "December 7-13"; `long`: a quarter, half-year, season or year
}

/** A match of `DATE` with the groups that it has. */
interface DateMatch {
  readonly text: string;
  readonly index: number;
  readonly groups: DateGroups;
}
type DateGroups = Readonly<Record<string, string | undefined>>;

function toDateMatch(match: RegExpExecArray): DateMatch {
  const groups: Record<string, string> = {};
  // Most groups are empty, so their names are not looked up.
  for (let at = 1; at < match.length; at += 1) {
    const text = match[at];
    if (text !== undefined) groups[DATE_GROUPS[at - 1] ?? ''] = text;
  }
  return { text: match[0], index: match.index, groups };
}

/** The period of one match of `DATE`. Null when it is no date, such as the quarter of a game. */
function readPeriod(g: DateGroups, years: ReadonlyMap<string, number>, near: number | null): Period | null {
  if (g['iso'] !== undefined) {
    const at = Date.parse(`${g['iso'].slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(at) ? null : toDayPeriod(toDay(at)); // "2027-13-20" is no day
  }
  const holiday = HOLIDAYS[g['h9'] ?? ''];
  const month =
    holiday?.[0] ??
    toMonth(g['m1'] ?? g['m2'] ?? g['m3'] ?? g['m8']) ??
    (g['m4'] === undefined ? null : Number(g['m4']) - 1);
  const dayText = holiday?.[1].toString() ?? g['d1'] ?? g['d2'] ?? g['d4'];
  const written = g['y1'] ?? g['y2'] ?? g['y3'] ?? g['y4'] ?? g['y5'] ?? g['y7'];
  const year = written === undefined ? null : Number(written.length === 2 ? `20${written}` : written);
  if (g['e0'] !== undefined) return toDays(g, near);
  if (g['s6'] !== undefined) return toSeason(Number(g['s6']), Number(g['t6']?.slice(-2)));
  const quarter = g['q5'] ?? toOrdinalNumber(g['n5']);
  if (quarter !== undefined) {
    if (year === null && g['n5'] !== undefined) return null; // may be the quarter of a game
    const first = (Number(quarter) - 1) * 3;
    const quarterYear = year ?? findNearestYear(first, 1, near);
    if (quarterYear === null) return null;
    return { from: day(quarterYear, first, 1), to: day(quarterYear, first + 3, 1), grain: 'long' };
  }
  const half = g['h5'] ?? toOrdinalNumber(g['half']);
  if (half !== undefined) {
    const halfYear = Number(g['y6']);
    const first = half === '1' ? 0 : 6;
    return { from: day(halfYear, first, 1), to: day(halfYear, first + 6, 1), grain: 'long' };
  }
  if (month === null)
    return year === null ? null : { from: day(year, 0, 1), to: day(year + 1, 0, 1), grain: 'long' };
  const date = dayText === undefined ? 1 : Number(dayText);
  const dateYear =
    year ?? years.get(`${month}-${date}`) ?? findNearestYear(month, date, near) ?? FLOATING_YEAR;
  if (dayText === undefined)
    return { from: day(dateYear, month, 1), to: day(dateYear, month + 1, 1), grain: 'month' };
  return date < 1 || date > 31 ? null : toDayPeriod(day(dateYear, month, date));
}

// For dates whose year is unknown: two such dates can still be compared by month and day.
const FLOATING_YEAR = 2000;

const toDayPeriod = (from: number): Period => ({ from, to: from + 1, grain: 'day' });
const day = (year: number, month: number, date: number): number => toDay(Date.UTC(year, month, date));
const toOrdinalNumber = (name: string | undefined): string | undefined =>
  name === undefined
    ? undefined
    : String(['first', 'second', 'third', 'fourth'].indexOf(name.toLowerCase()) + 1);

function toMonth(name: string | undefined): number | null {
  return name === undefined ? null : MONTHS.indexOf(name.slice(0, 3).toLowerCase());
}

/** "December 7-13". Null when the days are not in order. */
function toDays(g: DateGroups, near: number | null): Period | null {
  const month = toMonth(g['m0']) ?? 0;
  const [first, last] = [Number(g['d0']), Number(g['e0'])];
  const year =
    g['y0'] === undefined ? (findNearestYear(month, last, near) ?? FLOATING_YEAR) : Number(g['y0']);
  if (first < 1 || last > 31 || first >= last) return null;
  return { from: day(year, month, first), to: day(year, month, last) + 1, grain: 'days' };
}

/** "2026-27" is a season, "2026-11" is a month. */
function toSeason(year: number, second: number): Period {
  if (second === (year + 1) % 100) return { from: day(year, 7, 1), to: day(year + 1, 7, 1), grain: 'long' };
  return { from: day(year, second - 1, 1), to: day(year, second, 1), grain: 'month' };
}

/**
 * The year that puts the date nearest to the closing day. A market usually closes after the date it is about,
 * so a closing day well before the date counts double.
 */
function findNearestYear(month: number, date: number, near: number | null): number | null {
  if (near === null) return null;
  const year = new Date(near * DAY_MS).getUTCFullYear();
  const distance = (candidate: number): number => {
    const past = near - day(candidate, month, date);
    return past < -40 ? -past * 2 : Math.abs(past);
  };
  return [year - 1, year, year + 1].toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Years of the dates that the text writes with a year; the same date without a year takes it from here. */
function findYears(matches: readonly DateMatch[]): ReadonlyMap<string, number> {
  const years = new Map<string, number>();
  for (const { groups: g } of matches) {
    const month = toMonth(g['m1'] ?? g['m2'] ?? g['m3']);
    const year = g['y1'] ?? g['y2'] ?? g['y3'];
    if (month === null || year === undefined) continue;
    const date = Number(g['d1'] ?? g['d2'] ?? 1);
    if (!years.has(`${month}-${date}`)) years.set(`${month}-${date}`, Number(year));
  }
  return years;
}

/** "May" and "March" before a verb or in "March Madness" are not months. */
function isOrdinaryWord({ groups: g, text: words, index }: DateMatch, text: string): boolean {
  if (g['m8'] === undefined || !/^(?:May|March|Mar)$/.test(words)) return false;
  const after = text.slice(index + words.length, index + words.length + 12);
  return /^ (?:be|have|not|Madness|madness|the|also|only)\b/.test(after);
}

const WEEK_DAYS = 7;

/** A day that names the week that it begins or ends. */
function addWeek(lead: string, span: DateSpan): DateSpan {
  const { style, to } = span;
  if (style !== 'on' || !lead.startsWith('week')) return span;
  return { ...span, week: WEEK_END.test(lead) ? [to - WEEK_DAYS, to] : [to - 1, to - 1 + WEEK_DAYS] };
}
const WEEK_END = /^week (?:end|through)/;

/** The preposition before a date, where it starts, and whether a time from 6 pm stands between them. */
function readLead(before: string): {
  readonly lead: string;
  readonly at: number;
  readonly isEvening: boolean;
} {
  const clock = CLOCK.exec(before);
  const head = clock === null ? before : before.slice(0, clock.index);
  const match = LEAD.exec(head);
  const isEvening = /\b(?:1[0-2]|[6-9])(?::\d\d){0,2} ?pm|\b(?:2[0-3]|1[89]):/i.test(clock?.[0] ?? '');
  const at = match?.index ?? (clock === null ? before.length : clock.index);
  const isEnd = /end of\s*$/i.test(match?.[0] ?? '') && match?.[1]?.toLowerCase() !== 'by the end of';
  return { lead: isEnd ? toEndLead(match?.[1]) : (match?.[1] ?? '').toLowerCase(), at, isEvening };
}

const toEndLead = (lead = ''): string => (/^(?:at|on|end|$)/i.test(lead) ? 'at the end of' : 'by the end of');

function toSpan(
  lead: string,
  { from, to, grain }: Period,
  dateText: string,
  isEvening: boolean,
): Omit<DateSpan, 'at'> {
  const text = `${lead} ${dateText}`.trim();
  if (BY.has(lead)) {
    // "By 2027" and "until 2027" mean the start of the year, "by the end of 2027" and "through 2027" its end.
    const isStart = grain === 'long' && /^(?:by|until|till)$/.test(lead);
    return { style: 'by', from: null, to: isStart ? from : to, text };
  }
  if (lead === 'before' || lead === 'prior to')
    return { style: 'by', from: null, to: isEvening && grain === 'day' ? to : from, text };
  if (lead === 'after' || lead === 'since' || lead === 'following')
    return { style: grain === 'day' ? 'after' : 'about', from, to, text };
  if (lead === 'at the end of') return { style: 'on', from: to - 1, to, text };
  if (grain === 'day') return { style: 'on', from, to, text };
  if (grain === 'days') return { style: 'in', from, to, text };
  return { style: /^(?:in|during|within)$/.test(lead) ? 'in' : 'about', from, to, text };
}

/** Whether a date ends the period that the date before it starts: "from A to B", "A - B". */
const isSecondHalf = (before: string, lead: string, gap: string): boolean =>
  ((before === 'between' || before === 'from') && SECOND_LEAD.has(lead) && gap.length < 60) ||
  /^,? ?(?:-|to) ?$/.test(gap);

/** "In 2026 or 2027" is one period. */
const isNextYear = (previous: SpanWithLead, { style, from, to }: DateSpan, gap: string): boolean =>
  gap === ' or ' && previous.style === 'in' && style === 'about' && previous.to === from && to - from >= 365;

const SECOND_LEAD: ReadonlySet<string> = new Set(['and', 'to', 'through', 'until', '-', 'by']);

/** "Between A and B", "from A to B": the last day is included. */
const joinSpans = (first: DateSpan, second: DateSpan): SpanWithLead => ({
  style: 'in',
  from: first.from ?? first.to,
  to: second.to,
  text: `${first.text} ${second.text}`,
  at: first.at,
  lead: '',
});

// How texts write dates: months, holidays, quarters, and the words before them.

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC)';
const YEAR = '20[2-4]\\d';
const NTH = '(?:st|nd|rd|th)?';
/** Holidays on fixed days, as month (from 0) and day. `normalizeText` has removed the `'s`. */
const HOLIDAYS: Readonly<Record<string, readonly [month: number, day: number]>> = {
  Christmas: [11, 25],
  'New Year Eve': [11, 31],
  Halloween: [9, 31],
  'Christmas Eve': [11, 24],
  'Independence Day': [6, 4],
  'Valentine Day': [1, 14],
};
const DATE_FORMS = [
  `\\b(?<m0>${MONTH})\\.? (?<d0>[0-3]?\\d) ?- ?(?<e0>[0-3]?\\d)\\b(?![:%-])(?:,? (?<y0>${YEAR})\\b)?`,
  `(?<iso>${YEAR}-\\d\\d-\\d\\d)(?:T\\S*)?`,
  `\\b(?<m1>${MONTH})\\.? (?<d1>[0-3]?\\d)${NTH}\\b(?!:\\d)(?:,? (?<y1>${YEAR})\\b)?`,
  `\\b(?<d2>[0-3]?\\d)${NTH} (?:of )?(?<m2>${MONTH})\\b\\.?(?:,? (?<y2>${YEAR})\\b)?`,
  `\\b(?<m3>${MONTH})\\.?,? (?<y3>${YEAR})\\b`,
  `\\b(?<m4>[01]?\\d)/(?<d4>[0-3]?\\d)/(?<y4>(?:20)?[2-4]\\d)\\b`,
  `\\b(?:Q(?<q5>[1-4])|(?<n5>first|second|third|fourth) quarter)(?:,? (?:of )?(?<y5>${YEAR}))?\\b`,
  `\\b(?:H(?<h5>[12])|(?<half>first|second) half of),? (?<y6>${YEAR})\\b`,
  `\\b(?<s6>${YEAR})[-/](?<t6>(?:20)?\\d\\d)\\b(?![-/\\d])`,
  `(?<![$€£,.\\d-])\\b(?<y7>${YEAR})\\b(?![,.]?\\d|%| ?(?:dollars|points))`,
  `\\b(?<m8>${MONTH})\\b(?!\\.? ?\\d)`,
  `(?<=\\b(?:on|by|before|until|for) )(?<h9>${Object.keys(HOLIDAYS)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})\\b(?: Day\\b)?`,
].join('|');
/** The names of the groups in their order. A match of named groups has an object of all names, which costs more than the search. */
const DATE_GROUPS = Array.from(DATE_FORMS.matchAll(/\(\?<(\w+)>/g), ([, name = '']) => name);
const DATE = new RegExp(DATE_FORMS.replaceAll(/\?<\w+>/g, ''), 'g');
const CLOCK =
  /(?:\b(?:at )?(?:\d{1,2}(?::\d\d){1,2} ?(?:[ap]m|[AP]M)?|\d{1,2} ?(?:[ap]m|[AP]M)|noon|midnight)\b[ ,]*(?:\(?(?:ET|EST|EDT|UTC|GMT|PT|PST|PDT|CT|CET|Eastern Time|Eastern|local time)\)?)?[ ,]*(?:on |of )?)$/;
/** "at 5 PM EST" after a date, which no date takes as its lead. */
const LATE_CLOCK =
  /\b(?:at )?\d{1,2}(?::\d\d)? ?(?:[ap]m|[AP]M)\b(?: \(?(?:ET|EST|EDT|UTC|GMT|PT|PST|PDT|CT|CET|Eastern Time)\b\)?)?/g;

/** A time of day is no number of the condition, and "PM" no office. */
export const blankClocks = (text: string): string =>
  text.replaceAll(LATE_CLOCK, (clock) => ' '.repeat(clock.length));

const LEAD =
  /\b(week (?:ending|ended|ends|through|of|beginning|starting|begins|starts)(?: on)?|on or before|no later than|by the end of|by end of|before the end of|until the end of|through the end of|at the end of|end of|prior to|before|by|until|till|through|thru|up to and including|from|between|after|since|following|on|during|within|in|for|as of|at|and|to|-)\s*(?:the (?:end of )?|end of )?$/i;
const BY: ReadonlySet<string> = new Set(
  'on or before|no later than|by the end of|by end of|by|until|till|through|thru|until the end of|through the end of|before the end of|up to and including'.split(
    '|',
  ),
);
