import type { Brand } from './ids.ts';

/** Unix milliseconds, wall clock. */
export type TimestampMs = Brand<number, 'TimestampMs'>;

const SECONDS_BELOW = 1_000_000_000_000;
const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const TIMESTAMP_MAX = 8_640_000_000_000_000;

/** RFC 3339 UTC with milliseconds: `2026-07-01T12:00:00.000Z`. */
export const renderTime = (at: TimestampMs): string => new Date(at).toISOString();

/**
 * Parses a time in an API request: RFC 3339 text, or Unix milliseconds as an integer or digits; an integer
 * below 10^12 means seconds. Null for any other input.
 */
export function parseTime(input: unknown): TimestampMs | null {
  if (typeof input === 'number') return fromInteger(input);
  if (typeof input !== 'string') return null;
  if (/^\d{1,16}$/.test(input)) return fromInteger(Number(input));
  if (!RFC3339.test(input)) return null;
  const at = Date.parse(input);
  if (Number.isNaN(at)) return null;
  // Date.parse converts 31 February to 2 March; reject such a date instead.
  const day = input.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const isRealDate = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isRealDate ? (at as TimestampMs) : null;
}

function fromInteger(value: number): TimestampMs | null {
  if (!Number.isSafeInteger(value) || value < 0) return null;
  const at = value < SECONDS_BELOW ? value * 1000 : value;
  return at > TIMESTAMP_MAX ? null : (at as TimestampMs);
}
