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
 * A time field of a table as its distance from now: `3 min ago` or `in 2 h`, and as a date if it is more than 30 days away.
 * Null for other fields and for values that are no time.
 */
export function showRelativeTime(name: string, value: unknown, now: number): string | null {
  if (!TIME_FIELD.test(name)) return null;
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const apart = Math.abs(now - at);
  const unit = UNITS.find(({ upTo }) => apart < upTo);
  if (Number.isNaN(apart)) return null;
  if (unit === undefined) return new Date(at).toISOString().slice(0, DATE_LENGTH);
  const span = `${Math.floor(apart / unit.ms)} ${unit.name}`;
  return at > now ? `in ${span}` : `${span} ago`;
}
