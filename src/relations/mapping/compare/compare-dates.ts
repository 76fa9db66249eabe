import { agrees, gap, note, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { type DateSpan, renderDay } from '../extract-dates.ts';
import { relateStarts } from '../game-starts.ts';
import { readOnce } from '../read-once.ts';
import { toStem } from '../word-table.ts';
import { isAboutPolicyRate } from './compare-banks.ts';
import { renderTimeOfDay } from './compare-slots.ts';

const CLOSE_DAYS_NEAR = 3; // closing times this near to a date confirm it
const CLOSE_DAYS_FAR = 45; // closing times this far apart exclude the same contract

type Relation = 'same' | 'unclear' | 'different';

/** Compares deadlines, days and periods: another one is another contract. */
export function compareDates(a: ListingFacts, b: ListingFacts): readonly Reason[] {
  if (a.participants.isSingleGame && b.participants.isSingleGame && relateStarts(a, b) === 'other')
    return [veto('start', 'two games of one day')];
  const [weeksA, weeksB] = [readWeeks(a), readWeeks(b)];
  const areWeekly = weeksA.length > 0 && weeksB.length > 0;
  const [spansA, spansB] = areWeekly ? [weeksA, weeksB] : [getTerms(a), getTerms(b)];
  if (spansA.length > 0 && spansB.length > 0) {
    return [...compareSpans(a, spansA, b, spansB), ...compareTimesOfDay(a, b)];
  }
  if (spansA.length > 0) return [...compareWithRules(a, spansA, b), ...compareTimesOfDay(a, b)];
  if (spansB.length > 0) return [...compareWithRules(b, spansB, a), ...compareTimesOfDay(a, b)];
  return compareDatesOfRules(a, b);
}

/** The dates of the title. Where the claim has another deadline or day, it replaces the title's: it is the contract. */
export const getTerms = readOnce(({ title, claim }): readonly DateSpan[] => {
  const stricter = findStricterDeadline(title.spans, claim.spans);
  if (stricter !== null) return [stricter];
  const replaced = (['by', 'on'] as const).filter((wanted) => {
    const written = title.spans.filter(({ style }) => style === wanted);
    if (written.length === 0 || !claim.spans.some(isRequired(wanted))) return false;
    return !written.some((one) => claim.spans.some(({ to }) => to === one.to));
  });
  if (replaced.length === 0) return title.spans;
  return [
    ...title.spans.filter(({ style }) => !replaced.some((it) => it === style)),
    ...claim.spans.filter((span) => replaced.some((it) => isRequired(it)(span))),
  ];
});

/** "In 2026" of a title whose condition says "before February 1, 2026", or "before March 31" with a period that ends on it. */
function findStricterDeadline(
  [written, ...others]: readonly DateSpan[],
  ofClaim: readonly DateSpan[],
): DateSpan | null {
  const [stated, ...further] = ofClaim.filter((span) => isRequired('by')(span) || span.style !== 'about');
  if (written === undefined || stated === undefined || others.length + further.length > 0) return null;
  const isWithinYear =
    written.style === 'in' &&
    written.from !== null &&
    written.to - written.from >= 360 &&
    isRequired('by')(stated) &&
    written.from < stated.to &&
    stated.to < written.to;
  const isToNextDay = written.style === 'by' && stated.style === 'in' && stated.to === written.to + 1;
  return isWithinYear || isToNextDay ? stated : null;
}

/** "The week ending January 16" identifies a figure; another day is that of its report. */
const readWeeks = readOnce(({ title, rules }): readonly DateSpan[] =>
  [...title.spans, ...rules.spans].filter(({ text }) => text.startsWith('week end')),
);

/** "Until June 9" may include the day or not, so it does not contradict a title. */
const isRequired =
  (wanted: DateSpan['style']) =>
  ({ style, text }: DateSpan): boolean =>
    style === wanted && !/^(?:until|till)\b/.test(text);

function* compareSpans(
  a: ListingFacts,
  spansA: readonly DateSpan[],
  b: ListingFacts,
  spansB: readonly DateSpan[],
): Generator<Reason> {
  const worst = findWorst([
    ...spansA.map((span) => findBest(spansB.map((other) => compareSpan(a, span, b, other)))),
    ...spansB.map((span) => findBest(spansA.map((other) => compareSpan(b, span, a, other)))),
  ]);
  const words = `${renderSpans(spansA)} / ${renderSpans(spansB)}`;
  if (worst === 'different') yield veto('date', words);
  else if (worst === 'unclear') yield gap('date', 0.05, words);
  else yield agrees('date', 0.2, words);
}

/** A date in one title only: the rules or the closing time of the other listing must confirm it. */
function compareWithRules(a: ListingFacts, spans: readonly DateSpan[], b: ListingFacts): readonly Reason[] {
  const others = getConfirming(spans, b);
  const relations = spans.map((span) => findBest(others.map((other) => compareSpan(a, span, b, other))));
  if (relations.length > 0 && relations.every((relation) => relation === 'same'))
    return [agrees('date', 0.15, `${renderSpans(spans)}, in the rules of the other listing`)];
  if (spans.every((span) => statesSeason(span, a, b)))
    return [agrees('date', 0.15, `${renderSpans(spans)}, of the season in the rules of both listings`)];
  const isNear = spans.every((span) =>
    span.style === 'about' ? closesAfterStart(span, b) : isNearClose(span, b),
  );
  const words = `${renderSpans(spans)} / rules ${renderSpans(others)}, closes ${renderClose(b)}`;
  if (isNear && others.length === 0)
    return [agrees('date', 0.1, `${renderSpans(spans)}, confirmed by the closing time of the other listing`)];
  const isDifferent = spans.some(
    (span) =>
      others.length > 0 &&
      others.every((other) => compareSpan(a, span, b, other) === 'different') &&
      !isNearClose(span, b),
  );
  if (isDifferent) return [veto('date', words)];
  if (spans.every((span) => endsWithin(span, a, b)) && isAboutWinning(a) && isAboutWinning(b))
    return [agrees('date', 0.1, `${renderSpans(spans)}, the period in which the other listing closes`)];
  if (spans.some((span) => isFarFromClose(span, b) && span.style !== 'about' && others.length === 0))
    return [veto('date', words)];
  return [gap('date', 0.05, words)];
}

/** What may confirm the dates of a title: where it names a year alone and the claim of the other listing another, the claim. */
function getConfirming(spans: readonly DateSpan[], { claim, rules }: ListingFacts): readonly DateSpan[] {
  const years = claim.spans.filter(({ text }) => YEAR_ALONE.test(text));
  return years.length > 0 && spans.every(({ text }) => YEAR_ALONE.test(text)) ? years : rules.spans;
}

/** A listing that closes before a period begins is not about that period. */
const closesAfterStart = ({ from }: DateSpan, { closeDay }: ListingFacts): boolean =>
  from === null || closeDay === null || closeDay >= from - CLOSE_DAYS_NEAR;

/**
 * The other listing closes within the month that this title names, or within the year of a contest. An edition that closes
 * early in a year may have the name of the year before it.
 */
function endsWithin({ style, from, to }: DateSpan, a: ListingFacts, b: ListingFacts): boolean {
  const { closeDay } = b;
  if (style !== 'in' || from === null || closeDay === null || closeDay >= to) return false;
  const isYear = to - from <= 366 && isContest(a) && isContest(b);
  return to - from <= 31 ? from <= closeDay : isYear && from + EARLY_DAYS <= closeDay;
}
const EARLY_DAYS = 120;
const isContest = ({ title, stems }: ListingFacts): boolean =>
  (title.groups.has('contest') || title.groups.has('stage')) &&
  !title.groups.has('award') &&
  !stems.has(SEASON_STEM);
const isAboutWinning = ({ title }: ListingFacts): boolean => title.concepts.includes('act:win');

function compareDatesOfRules(a: ListingFacts, b: ListingFacts): readonly Reason[] {
  const [spansA, spansB] = [a.rules.spans, b.rules.spans];
  const withoutStarts = (spans: readonly DateSpan[]): readonly DateSpan[] =>
    spans.filter(({ style }) => style !== 'after');
  const relation = findBest(
    withoutStarts(spansA).flatMap((span) =>
      withoutStarts(spansB).map((other) => compareSpan(a, span, b, other)),
    ),
  );
  const words = `rules ${renderSpans(spansA)} / ${renderSpans(spansB)}`;
  if (relation === 'same') return [agrees('date', 0.12, words), ...compareTimesOfDay(a, b)];
  const isOther = spansA.some((one) =>
    spansB.some((other) => isOtherSeason(one, b, other) || isOtherSeason(other, a, one)),
  );
  if (isOther) return [gap('date', 0.05, words)];
  const apart = a.closeDay === null || b.closeDay === null ? null : Math.abs(a.closeDay - b.closeDay);
  if (
    relation === 'different' &&
    withoutStarts(spansA).length > 0 &&
    withoutStarts(spansB).length > 0 &&
    (apart === null || apart > 1)
  )
    return [veto('date', words)];
  if (apart === null) return [note('date', 0.03, 'neither listing states a date')];
  const closings = `close ${renderClose(a)} / ${renderClose(b)}`;
  if (apart > CLOSE_DAYS_FAR && !(isAboutNextHolder(a) && isAboutNextHolder(b)))
    return areOneEdition(a, b) ? [note('date', 0.03, closings)] : [veto('date', closings)];
  return apart <= CLOSE_DAYS_NEAR ? [agrees('date', 0.1, closings)] : [note('date', 0.03, closings)];
}

/**
 * A venue may close a listing a year after its event, so that two closing times are no evidence. The edition is one where both
 * titles have its number, or where the ticker of one has the year in which the other closes and the event is yearly.
 */
function areOneEdition(a: ListingFacts, b: ListingFacts): boolean {
  const [one, other] = [a, b].map(({ normalTitle }) => EDITION.exec(normalTitle)?.[1]);
  if (one !== undefined || other !== undefined) return one === other;
  return isYearlyEvent(a) && isYearlyEvent(b) && (closesInTickerYear(a, b) || closesInTickerYear(b, a));
}
const EDITION = /\bseason (\d+)\b/i;

const closesInTickerYear = ({ listing: { ticker } }: ListingFacts, { closeDay }: ListingFacts): boolean => {
  const [, year] = TICKER_YEAR.exec(ticker) ?? [];
  return year !== undefined && closeDay !== null && renderDay(closeDay).startsWith(`20${year}-`);
};
/** "HOUSEAK1-26-D": an event of a year, without a day. */
const TICKER_YEAR = /^[A-Z]+[A-Z0-9]*(?:-[A-Z]+\d*)?-(\d\d)(?:-|$)/;

/** There is one next holder of an office, whenever a venue expects the change. */
const isAboutNextHolder = ({ title }: ListingFacts): boolean =>
  title.ordinals.includes('next') && title.groups.has('office') && title.spans.length === 0;

const namesAnyDay = readOnce(({ title, rules }) =>
  [title, rules].some(({ spans }) => spans.some(({ style }) => style === 'on')),
);
const getTimes = ({ title, rules }: ListingFacts): readonly number[] =>
  title.timesOfDay.length > 0 ? title.timesOfDay : rules.timesOfDay;

/** Two times of the same day are two contracts. */
function* compareTimesOfDay(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if (!namesAnyDay(a) || !namesAnyDay(b)) return;
  const [atA, atB] = [getTimes(a), getTimes(b)];
  if (atA.length === 0 || atB.length === 0) return;
  if (!atA.some((at) => atB.includes(at)))
    yield veto(
      'time of day',
      `${atA.map(renderTimeOfDay).join(', ')} / ${atB.map(renderTimeOfDay).join(', ')}`,
    );
}

function compareSpan(a: ListingFacts, spanA: DateSpan, b: ListingFacts, spanB: DateSpan): Relation {
  const [week, otherWeek] = [toWeek(spanA), toWeek(spanB)];
  if (week !== null && otherWeek !== null) return week.join() === otherWeek.join() ? 'same' : 'different';
  // A figure of a day is not that of the week which the day ends or begins; the date of a chart names its week.
  if (week !== otherWeek && spanA.style === 'on' && spanA.to === spanB.to && haveThresholds(a, b))
    return 'unclear';
  const [first, second] = [toDeadline(spanA, a), toDeadline(spanB, b)];
  if (first.style === 'about' || second.style === 'about') {
    if (!overlaps(first, second)) return areEditionYears(a, first, b, second) ? 'unclear' : 'different';
    if (isEndOfPeriod(first) !== isEndOfPeriod(second) && !areFigures(a, b)) return 'unclear';
    if (isSeasonAndFirstYear(first, second) || isSeasonAndFirstYear(second, first)) return 'unclear';
    if (isOtherSeason(first, b, second) || isOtherSeason(second, a, first)) return 'unclear';
    if (isDayWithin(first, second) && areAboutPrices(a, b)) return 'different';
    return isMonthAndYear(first, second) && !(isYearlyEvent(a) && isYearlyEvent(b)) ? 'unclear' : 'same';
  }
  if (first.style === 'by' && second.style === 'by') return first.to === second.to ? 'same' : 'different';
  if (isWholeSeason(first, second, a, b)) return 'same';
  if (areFootballSeasons(first, second, a, b) || areFootballSeasons(second, first, a, b)) return 'same';
  if (isDayOfElection(a, first, b, second)) return namesDay(a, second) ? 'same' : 'unclear';
  if (isDayOfElection(b, second, a, first)) return namesDay(b, first) ? 'same' : 'unclear';
  if (isDayOfMeeting(a, first, b, second)) return namesDay(a, second) ? 'same' : 'unclear';
  if (isDayOfMeeting(b, second, a, first)) return namesDay(b, first) ? 'same' : 'unclear';
  if (first.style === 'by') return compareDeadlineWithPeriod(a, first, b, second);
  if (second.style === 'by') return compareDeadlineWithPeriod(b, second, a, first);
  if (first.style !== second.style && (first.style === 'after' || second.style === 'after')) return 'unclear';
  return first.from === second.from && first.to === second.to ? 'same' : 'different';
}

const haveThresholds = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ title }) =>
    title.quantities.some(
      ({ direction }) => direction === 'up' || direction === 'down' || direction === 'range',
    ),
  );

/** The seven days of a week, which a text may name by its first day, its last day or both. */
function toWeek({ week, style, from, to }: DateSpan): readonly [from: number, to: number] | null {
  if (week !== undefined) return week;
  return style === 'in' && from !== null && to - from === 7 ? [from, to] : null;
}

/**
 * "Still in office on a day, without interruption" is the opposite of "has left by that day", so its day is
 * read as a deadline.
 */
function toDeadline(span: DateSpan, facts: ListingFacts): DateSpan {
  if (span.style !== 'on' || !facts.title.opposites.includes('act:leave')) return span;
  const { stems } = facts;
  return UNINTERRUPTED.some((stem) => stems.has(stem)) ? { ...span, style: 'by', from: null } : span;
}
const UNINTERRUPTED = ['interruption', 'uninterrupted', 'continuously'].map(toStem);

/**
 * An edition may have the name of the year in which it was to begin, and end early in the next one. Only listings that close in
 * the first two months of that year, within a month of each other, may mean one edition.
 */
function areEditionYears(a: ListingFacts, spanA: DateSpan, b: ListingFacts, spanB: DateSpan): boolean {
  const [year, next] = spanA.to < spanB.to ? [spanA, spanB] : [spanB, spanA];
  const [closeA, closeB] = [a.closeDay ?? 0, b.closeDay ?? 0];
  return (
    YEAR_ALONE.test(year.text) &&
    YEAR_ALONE.test(next.text) &&
    year.to === next.from &&
    [closeA, closeB].every((day) => year.to <= day && day < year.to + EDITION_DAYS_LATE) &&
    Math.abs(closeA - closeB) <= 31
  );
}
const YEAR_ALONE = /(?:^|\s)20\d\d$/;
const EDITION_DAYS_LATE = 59;

/** A season of 2026-27 is the edition of 2027, so a listing that names 2026 alone may mean the one before. */
const isSeasonAndFirstYear = (season: DateSpan, year: DateSpan): boolean =>
  SEASON.test(season.text) && YEAR_ALONE.test(year.text) && (year.from ?? 0) < (season.from ?? 0);
const SEASON = /20\d\d[-/](?:20)?\d\d$/;

/** "The 2027 season" may begin in 2027, and 2026-27 does not. */
const isOtherSeason = (season: DateSpan, { normalTitle, rulesText }: ListingFacts, year: DateSpan): boolean =>
  SEASON.test(season.text) &&
  YEAR_ALONE.test(year.text) &&
  (year.from ?? 0) > (season.from ?? 0) &&
  [normalTitle, rulesText].some((text) => YEAR_OF_SEASON.exec(text)?.[1] === year.text.slice(-4));
const YEAR_OF_SEASON = /\b(20\d\d) (?:[A-Z]{3,5} |[Pp]ro |[Cc]ollege |[Ff]ootball |regular )*season\b/;

/** A day that is not among the last of a year or month: the last price of the period is another one. */
const isDayWithin = (one: DateSpan, other: DateSpan): boolean => {
  const [day, period] = one.style === 'on' ? [one, other] : [other, one];
  const isPeriodOfDays = period.from !== null && period.to - period.from >= 28;
  return day.style === 'on' && !isEndOfPeriod(day) && isPeriodOfDays && day.to < period.to - CLOSE_DAYS_NEAR;
};
const areAboutPrices = (...both: readonly ListingFacts[]): boolean =>
  both.every(
    ({ title }) => (title.groups.has('asset') || title.groups.has('company')) && title.quantities.length > 0,
  );

/** The title has the first year of a season that the rules of both listings state. */
const statesSeason = (year: DateSpan, a: ListingFacts, b: ListingFacts): boolean =>
  a.rules.spans.some(
    (season) =>
      isSeasonAndFirstYear(season, year) &&
      b.rules.spans.some(
        ({ text, from, to }) => SEASON.test(text) && from === season.from && to === season.to,
      ),
  );

/** The season of professional football that ends in February has the name of the year in which it starts. */
const areFootballSeasons = (season: DateSpan, year: DateSpan, ...both: readonly ListingFacts[]): boolean =>
  isSeasonAndFirstYear(season, year) &&
  overlaps(season, year) &&
  both.every(
    ({ title, rules, stems }) =>
      stems.has(SEASON_STEM) &&
      [...title.concepts, ...rules.concepts].some((name) => /^(?:sport:football$|team:nfl-)/.test(name)),
  );

/** The hurricane season ends on November 30, so its storms from January on are those of the year. */
const isWholeSeason = (one: DateSpan, other: DateSpan, ...both: readonly ListingFacts[]): boolean => {
  if (one.from === null || one.from !== other.from) return false;
  const [short, long] = one.to < other.to ? [one, other] : [other, one];
  if (long.to - one.from < 365 || long.to - short.to !== 31) return false;
  return both.every(({ title, stems }) => title.groups.has('weather') && stems.has(SEASON_STEM));
};
const SEASON_STEM = toStem('season');

/**
 * "The 2027 election" and "the election on April 18, 2027". A country may vote twice in a year, also for one office, so
 * the listing with the year alone must state the day in its rules or close on it.
 */
const isDayOfElection = (a: ListingFacts, year: DateSpan, b: ListingFacts, day: DateSpan): boolean =>
  day.style === 'on' &&
  year.style === 'in' &&
  year.from !== null &&
  year.to - year.from >= 365 &&
  year.from <= day.to - 1 &&
  day.to <= year.to &&
  [a, b].every(({ stems, claim }) => stems.has(ELECTION_STEM) && !claim.groups.has('stage'));

/** "The December meeting" of a central bank and the day of that meeting. */
const isDayOfMeeting = (a: ListingFacts, month: DateSpan, b: ListingFacts, day: DateSpan): boolean =>
  day.style === 'on' &&
  month.from !== null &&
  month.to - month.from >= 28 &&
  month.to - month.from <= 31 &&
  month.from <= day.to - 1 &&
  day.to <= month.to &&
  isAboutPolicyRate(a) &&
  isAboutPolicyRate(b);

const namesDay = ({ rules, closeDay }: ListingFacts, { to }: DateSpan): boolean =>
  rules.spans.some((span) => span.style === 'on' && span.to === to) || closeDay === to - 1;

/** "Champion at the end of 2026" is a state on a day, "the 2026 championship" is not; a figure of a year is its last. */
const areFigures = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ title }) => title.quantities.length > 0);
const isEndOfPeriod = ({ style, text }: DateSpan): boolean =>
  style === 'on' && text.startsWith('at the end of ');

/** Whether one span is a month and the other a year: a figure of the month is not that of the year. */
function isMonthAndYear(first: DateSpan, second: DateSpan): boolean {
  const days = [first, second].map(({ from, to }) => (from === null ? 0 : to - from));
  return days.some((count) => count >= 28 && count <= 31) && days.some((count) => count >= 360);
}

/** Something that happens at most once a year, so that its month and its year mean the same: an election, a final. */
const isYearlyEvent = (facts: ListingFacts): boolean =>
  facts.title.concepts.some((concept) => YEARLY_EVENTS.test(concept)) || facts.stems.has(ELECTION_STEM);
const YEARLY_EVENTS = /^(?:contest|award|event|office|stage|party|body):/;
const ELECTION_STEM = toStem('election');

/** "By December 31, 2026" equals "in 2026" only for a listing that did not open long before 2026. */
function compareDeadlineWithPeriod(
  own: ListingFacts,
  by: DateSpan,
  other: ListingFacts,
  within: DateSpan,
): Relation {
  const { openDay } = own;
  if (within.style === 'after') return 'unclear';
  if (by.to !== within.to || within.style === 'on') return 'different';
  if ([own, other].every(({ claim }) => claim.spans.some((span) => isPeriod(span, within)))) return 'same';
  const from = within.from ?? within.to;
  if (openDay === null) return within.to - from >= 28 * 6 ? 'same' : 'unclear';
  return openDay >= from - CLOSE_DAYS_NEAR
    ? 'same'
    : within.to - from >= 360 && openDay >= from - 60
      ? 'unclear'
      : 'different';
}

/** The condition for Yes states the same first and last day. */
const isPeriod = ({ style, from, to }: DateSpan, within: DateSpan): boolean =>
  style === 'in' && from !== null && from === within.from && to === within.to;

const overlaps = (a: DateSpan, b: DateSpan): boolean => {
  const from = (span: DateSpan): number => span.from ?? span.to - 1;
  return from(a) < b.to && from(b) < a.to;
};

const BEST_FIRST: readonly Relation[] = ['same', 'unclear', 'different'];
const findBest = (relations: readonly Relation[]): Relation =>
  BEST_FIRST.find((relation) => relations.includes(relation)) ?? 'unclear';
const findWorst = (relations: readonly Relation[]): Relation =>
  BEST_FIRST.findLast((relation) => relations.includes(relation)) ?? 'unclear';

const isNearClose = (span: DateSpan, { closeDay }: ListingFacts): boolean =>
  closeDay !== null && Math.abs(closeDay - (span.to - 1)) <= CLOSE_DAYS_NEAR;
/** A listing that closes within a period does not contradict it. */
const isFarFromClose = ({ style, from, to }: DateSpan, { closeDay }: ListingFacts): boolean => {
  if (closeDay === null) return false;
  const isWithin = style === 'in' && from !== null && from <= closeDay && closeDay < to;
  return !isWithin && Math.abs(closeDay - (to - 1)) > CLOSE_DAYS_FAR;
};
const renderClose = ({ closeDay }: ListingFacts): string =>
  closeDay === null ? 'at an unknown time' : renderDay(closeDay);
const renderSpans = (spans: readonly DateSpan[]): string =>
  spans.map(({ text }) => text).join(', ') || 'no date';
