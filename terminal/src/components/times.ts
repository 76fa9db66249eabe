const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** A duration in its largest unit: `34 s`, `5 min`, `2 h`, `12 d`. */
export function showSpan(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
  if (seconds < 2 * DAY_S) return `${Math.round(seconds / HOUR_S)} h`;
  return `${Math.round(seconds / DAY_S)} d`;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const showClock = (at: number | string): string => clock.format(new Date(at));
export const showDay = (at: number | string): string => day.format(new Date(at));

const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const month = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Labels of a chart's time axis: time of day, and date. */
export const showHour = (at: number): string => hour.format(new Date(at));
export const showMonthDay = (at: number): string => month.format(new Date(at));

const exact = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

/** A time with milliseconds, for events that are close together. */
export const showExact = (at: number | string): string => exact.format(new Date(at));
