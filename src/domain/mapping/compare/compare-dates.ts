import { agrees, type Feature, gap, note, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { type DateSpan, renderDay } from '../extract-dates.ts';
import { toStem } from '../listing-text.ts';

const CLOSE_DAYS_NEAR = 3;
const CLOSE_DAYS_FAR = 45;

type Verdict = 'same' | 'unclear' | 'differ';

/** Deadlines, days and windows: another one is another contract. */
export function compareDates(a: ListingFacts, b: ListingFacts): readonly Feature[] {
  const [spansA, spansB] = [a.title.spans, b.title.spans];
  if (spansA.length > 0 && spansB.length > 0) {
    const ruled = [...compareSpans(a, spansA, b, spansB)];
    return ruled.length > 0 ? [...ruled, ...compareClocks(a, b)] : [];
  }
  if (spansA.length > 0) return [...againstRules(a, spansA, b), ...compareClocks(a, b)];
  if (spansB.length > 0) return [...againstRules(b, spansB, a), ...compareClocks(a, b)];
  return withoutTitleDates(a, b);
}

function* compareSpans(
  a: ListingFacts,
  spansA: readonly DateSpan[],
  b: ListingFacts,
  spansB: readonly DateSpan[],
): Generator<Feature> {
  const worst = worstOf([
    ...spansA.map((span) => bestOf(spansB.map((other) => compare(a, span, b, other)))),
    ...spansB.map((span) => bestOf(spansA.map((other) => compare(b, span, a, other)))),
  ]);
  const words = `${tell(spansA)} / ${tell(spansB)}`;
  if (worst === 'differ') yield veto('date', words);
  else if (worst === 'unclear') yield gap('date', 0.05, words);
  else yield agrees('date', 0.2, words);
}

/** A date in one title only: the other's rules must say it, or its closing time. */
function againstRules(a: ListingFacts, spans: readonly DateSpan[], b: ListingFacts): readonly Feature[] {
  const others = b.rules.spans;
  const verdicts = spans.map((span) => bestOf(others.map((other) => compare(a, span, b, other))));
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === 'same'))
    return [agrees('date', 0.15, `${tell(spans)}, in the other's rules`)];
  const isNear = spans.every((span) => span.style === 'about' || nearClose(span, b));
  const words = `${tell(spans)} / rules ${tell(others)}, closes ${closing(b)}`;
  if (isNear && others.length === 0)
    return [agrees('date', 0.1, `${tell(spans)}, by the other's closing time`)];
  const isDifferent = spans.some(
    (span) =>
      others.length > 0 &&
      others.every((other) => compare(a, span, b, other) === 'differ') &&
      !nearClose(span, b),
  );
  if (isDifferent) return [veto('date', words)];
  if (spans.every((span) => isWonWithin(span, b)) && isWon(a) && isWon(b))
    return [agrees('date', 0.1, `${tell(spans)}, when the other closes`)];
  if (spans.some((span) => farFromClose(span, b) && span.style !== 'about' && others.length === 0))
    return [veto('date', words)];
  return [gap('date', 0.05, words)];
}

/** A contest that is decided in the month which one names and in which the other closes. */
const isWonWithin = ({ style, from, to }: DateSpan, { closeDay }: ListingFacts): boolean =>
  style === 'in' &&
  from !== null &&
  to - from <= 31 &&
  closeDay !== null &&
  from <= closeDay &&
  closeDay < to;
const isWon = ({ title }: ListingFacts): boolean => title.concepts.includes('act:win');

function withoutTitleDates(a: ListingFacts, b: ListingFacts): readonly Feature[] {
  const [spansA, spansB] = [a.rules.spans, b.rules.spans];
  const firm = (spans: readonly DateSpan[]): readonly DateSpan[] =>
    spans.filter(({ style }) => style !== 'after');
  const verdict = bestOf(
    firm(spansA).flatMap((span) => firm(spansB).map((other) => compare(a, span, b, other))),
  );
  const words = `rules ${tell(spansA)} / ${tell(spansB)}`;
  if (verdict === 'same') return [agrees('date', 0.12, words), ...compareClocks(a, b)];
  const apart = a.closeDay === null || b.closeDay === null ? null : Math.abs(a.closeDay - b.closeDay);
  if (
    verdict === 'differ' &&
    firm(spansA).length > 0 &&
    firm(spansB).length > 0 &&
    (apart === null || apart > 1)
  )
    return [veto('date', words)];
  if (apart === null) return [note('date', 0.03, 'neither says when')];
  const closings = `close ${closing(a)} / ${closing(b)}`;
  if (apart > CLOSE_DAYS_FAR) return [veto('date', closings)];
  return apart <= CLOSE_DAYS_NEAR ? [agrees('date', 0.1, closings)] : [note('date', 0.03, closings)];
}

/** On one and the same day a price at noon is not the price at five. */
function* compareClocks(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const isOnDay = [a, b].every((side) =>
    [...side.title.spans, ...side.rules.spans].some(({ style }) => style === 'on'),
  );
  const clocks = (side: ListingFacts): readonly number[] =>
    side.title.timesOfDay.length > 0 ? side.title.timesOfDay : side.rules.timesOfDay;
  const [atA, atB] = [clocks(a), clocks(b)];
  if (!isOnDay || atA.length === 0 || atB.length === 0) return;
  if (!atA.some((at) => atB.includes(at)))
    yield veto('time of day', `${atA.map(render).join(', ')} / ${atB.map(render).join(', ')}`);
}

function compare(a: ListingFacts, spanA: DateSpan, b: ListingFacts, spanB: DateSpan): Verdict {
  const [first, second] = [asDeadline(spanA, a), asDeadline(spanB, b)];
  if (first.style === 'about' || second.style === 'about') {
    if (!overlap(first, second)) return 'differ';
    return isPartOf(first, second) && !(isOccasion(a) && isOccasion(b)) ? 'unclear' : 'same';
  }
  if (first.style === 'by' && second.style === 'by') return first.to === second.to ? 'same' : 'differ';
  if (first.style === 'by') return compareByIn(a, first, second);
  if (second.style === 'by') return compareByIn(b, second, first);
  if (first.style !== second.style && (first.style === 'after' || second.style === 'after')) return 'unclear';
  return first.from === second.from && first.to === second.to ? 'same' : 'differ';
}

/** To stay without interruption and still be there on a day is not to have left by then. */
function asDeadline(span: DateSpan, { title, stems }: ListingFacts): DateSpan {
  const isStay = title.opposites.includes('act:leave') && UNBROKEN.some((stem) => stems.has(stem));
  return isStay && span.style === 'on' ? { ...span, style: 'by', from: null } : span;
}
const UNBROKEN = ['interruption', 'uninterrupted', 'continuously'].map(toStem);

/** A month and the year it is in: a figure of the one is not that of the other. */
function isPartOf(first: DateSpan, second: DateSpan): boolean {
  const days = [first, second].map(({ from, to }) => (from === null ? 0 : to - from));
  return days.some((count) => count >= 28 && count <= 31) && days.some((count) => count >= 360);
}

/** What happens once, so that its month and its year name the same: an election, a final, an award. */
const isOccasion = ({ title, stems }: ListingFacts): boolean =>
  title.concepts.some((concept) => OCCASIONS.test(concept)) || stems.has(ELECTION);
const OCCASIONS = /^(?:contest|award|event|office|stage|party|body):/;
const ELECTION = toStem('election');

/** "by December 31" is "in 2026" for a listing that opened in 2026, and otherwise reaches back further. */
function compareByIn(of: ListingFacts, by: DateSpan, within: DateSpan): Verdict {
  if (within.style === 'after') return 'unclear';
  if (by.to !== within.to || within.style === 'on') return 'differ';
  const from = within.from ?? within.to;
  if (of.openDay === null) return within.to - from >= 28 * 6 ? 'same' : 'unclear';
  return of.openDay >= from - CLOSE_DAYS_NEAR
    ? 'same'
    : within.to - from >= 360 && of.openDay >= from - 60
      ? 'unclear'
      : 'differ';
}

const overlap = (a: DateSpan, b: DateSpan): boolean => {
  const from = (span: DateSpan): number => span.from ?? span.to - 1;
  return from(a) < b.to && from(b) < a.to;
};

const ORDER: readonly Verdict[] = ['same', 'unclear', 'differ'];
const bestOf = (verdicts: readonly Verdict[]): Verdict =>
  ORDER.find((verdict) => verdicts.includes(verdict)) ?? 'unclear';
const worstOf = (verdicts: readonly Verdict[]): Verdict =>
  ORDER.findLast((verdict) => verdicts.includes(verdict)) ?? 'unclear';

const nearClose = (span: DateSpan, { closeDay }: ListingFacts): boolean =>
  closeDay !== null && Math.abs(closeDay - (span.to - 1)) <= CLOSE_DAYS_NEAR;
const farFromClose = (span: DateSpan, { closeDay }: ListingFacts): boolean =>
  closeDay !== null && Math.abs(closeDay - (span.to - 1)) > CLOSE_DAYS_FAR;
const closing = ({ closeDay }: ListingFacts): string =>
  closeDay === null ? 'at no known time' : renderDay(closeDay);
const tell = (spans: readonly DateSpan[]): string => spans.map(({ text }) => text).join(', ') || 'no date';
const render = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
