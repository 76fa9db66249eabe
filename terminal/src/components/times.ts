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

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const FORMATS = {
  clock: CLOCK,
  day: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { hour: '2-digit', minute: '2-digit' },
  month: { day: 'numeric', month: 'short' },
  date: { dateStyle: 'medium' },
  exact: { ...CLOCK, fractionalSecondDigits: 3, hour12: false },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

type Formats = Readonly<Record<keyof typeof FORMATS, Intl.DateTimeFormat>>;

const buildFormats = (zone: string): Formats =>
  Object.fromEntries(
    Object.entries(FORMATS).map(([name, options]) => [
      name,
      new Intl.DateTimeFormat(undefined, zone === '' ? options : { ...options, timeZone: zone }),
    ]),
  ) as unknown as Formats;

let chosen = '';
let formats = buildFormats('');

/** Sets the time zone of all times: an IANA name, or '' for that of this computer. An unknown name changes nothing. */
export function setTimeZone(zone: string): void {
  if (zone === chosen) return;
  try {
    formats = buildFormats(zone);
    chosen = zone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** The time zone in words: `UTC`, or `this computer's time zone`. */
export const showTimeZone = (): string => (chosen === '' ? "this computer's time zone" : chosen);

export const showClock = (at: number | string): string => formats.clock.format(new Date(at));
export const showDay = (at: number | string): string => formats.day.format(new Date(at));

/** A date without the time of day. */
export const showDate = (at: number | string): string => formats.date.format(new Date(at));

/** Labels of a chart's time axis: time of day, and date. */
export const showHour = (at: number): string => formats.hour.format(new Date(at));
export const showMonthDay = (at: number): string => formats.month.format(new Date(at));

/** A time with milliseconds, for events that are close together. */
export const showExact = (at: number | string): string => formats.exact.format(new Date(at));
