const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SPAN_MAX_MS = 30 * DAY_MS; // farther times are dates
const DATE_LENGTH = 10;

/** How far a unit reaches, so that `90 min` is shown before `1 h`. */
const UNITS = [
  { upTo: 2 * MINUTE_MS, ms: SECOND_MS, name: 's' },
  { upTo: 2 * HOUR_MS, ms: MINUTE_MS, name: 'min' },
  { upTo: 2 * DAY_MS, ms: HOUR_MS, name: 'h' },
  { upTo: SPAN_MAX_MS, ms: DAY_MS, name: 'days' },
] as const;

const TIME_FIELD = /^(?:.*_at|.*_time|timestamp|as_of)$/;

/**
 * A time field of a table as its distance from now: `3 min ago` or `in 2 h`, and as a local date if it is more than 30 days
 * away. Null for other fields and for values that are no time.
 */
export function showRelativeTime(name: string, value: unknown, now: number): string | null {
  const at = TIME_FIELD.test(name) ? readTime(value) : null;
  if (at === null) return null;
  const apart = Math.abs(now - at);
  const unit = UNITS.find(({ upTo }) => apart < upTo);
  if (unit === undefined) return formatLocalTime(at).slice(0, DATE_LENGTH);
  const span = `${Math.floor(apart / unit.ms)} ${unit.name}`;
  return at > now ? `in ${span}` : `${span} ago`;
}

/**
 * A time field in the time zone of this machine: `2026-07-01 14:00:00.000 +02:00`. Null for other fields and for values that
 * are no time.
 */
export function showLocalTime(name: string, value: unknown): string | null {
  const at = TIME_FIELD.test(name) || EXACT_FIELDS.has(name) ? readTime(value) : null;
  return at === null ? null : formatLocalTime(at);
}

/** The start of an interval and the time of an event, which are never shown by their distance. */
const EXACT_FIELDS: ReadonlySet<string> = new Set(['t', 'at']);

/** Unix milliseconds of a number or an RFC 3339 time; null for other values, such as a duration. */
function readTime(value: unknown): number | null {
  const isText = typeof value === 'string' && RFC_3339.test(value);
  const at = typeof value === 'number' ? value : isText ? Date.parse(value) : Number.NaN;
  return at >= TIME_MS_MIN && at <= TIME_MS_MAX ? at : null;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T/;
const TIME_MS_MIN = 1e11; // in 1973
const TIME_MS_MAX = 8e15; // near the farthest time of a Date

/** Renders Unix milliseconds as local date, time and offset from UTC. */
export function formatLocalTime(at: number): string {
  const offsetMin = -new Date(at).getTimezoneOffset();
  const shifted = new Date(at + offsetMin * MINUTE_MS).toISOString();
  const [hours, minutes] = [Math.floor(Math.abs(offsetMin) / 60), Math.abs(offsetMin) % 60].map((each) =>
    String(each).padStart(2, '0'),
  );
  return `${shifted.slice(0, -1).replace('T', ' ')} ${offsetMin < 0 ? '-' : '+'}${hours}:${minutes}`;
}
