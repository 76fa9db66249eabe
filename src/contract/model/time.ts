import type { Brand } from './ids.ts';

/** Unix milliseconds, wall clock. */
export type TimestampMs = Brand<number, 'TimestampMs'>;

const SECONDS_BELOW = 1_000_000_000_000;
const RFC3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const RENDERED_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999); // RFC 3339 has four digits for the year

/** The last time that a request may contain. Later ones are a wrong unit or a wrong year. */
export const INPUT_TIME_MAX = Date.UTC(2100, 0, 1) - 1;

/**
 * RFC 3339 UTC with milliseconds: `2026-07-01T12:00:00.000Z`. A time after the year 9999, which RFC 3339
 * cannot express, is rendered as the last millisecond of that year.
 */
export const renderTime = (at: TimestampMs): string => new Date(Math.min(at, RENDERED_MAX)).toISOString();

/**
 * Parses a time up to the year 9999: RFC 3339 text, or Unix milliseconds as an integer or digits; an integer
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
  return isRealDate ? fromMilliseconds(at) : null;
}

/** Parses a time in a request, in the forms of `parseTime`; null after `INPUT_TIME_MAX`. */
export function parseInputTime(input: unknown): TimestampMs | null {
  const at = parseTime(input);
  return at === null || at > INPUT_TIME_MAX ? null : at;
}

/** Why `parseInputTime` refuses an input. Names the unit that a number is probably in. */
export function describeTimeIssue(input: unknown): string {
  const number = typeof input === 'string' && /^\d+(\.\d*)?$/.test(input) ? Number(input) : input;
  if (typeof number === 'number' && !Number.isInteger(number))
    return 'must be whole Unix milliseconds, without a fraction, or RFC 3339';
  if (typeof number === 'number') {
    if (isMilliseconds(number / 1e3)) return 'must be Unix milliseconds; this looks like microseconds';
    if (isMilliseconds(number / 1e6)) return 'must be Unix milliseconds; this looks like nanoseconds';
  }
  const isLate = (typeof number === 'number' && number > 0) || parseTime(input) !== null;
  return isLate ? 'must be before the year 2100' : 'must be a time: RFC 3339 or Unix milliseconds';
}

const isMilliseconds = (value: number): boolean => value >= SECONDS_BELOW && value <= INPUT_TIME_MAX;

function fromInteger(value: number): TimestampMs | null {
  if (!Number.isSafeInteger(value) || value < 0) return null;
  return fromMilliseconds(value < SECONDS_BELOW ? value * 1000 : value);
}

const fromMilliseconds = (at: number): TimestampMs | null => (at > RENDERED_MAX ? null : (at as TimestampMs));
