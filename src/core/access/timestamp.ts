import type { TimestampMs } from '../kernel/time.ts';

const SECONDS_BELOW = 1_000_000_000_000;
const DIGITS_MAX = 16; // no more, so that every accepted value is an exact integer

/**
 * Reads a signing timestamp: digits alone, Unix milliseconds; below 10^12 they are seconds.
 * Null for anything else. Whether it is near enough to the present is the caller's question.
 */
export function readTimestamp(digits: string): TimestampMs | null {
  if (digits.length === 0 || digits.length > DIGITS_MAX) return null;
  let value = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return (value < SECONDS_BELOW ? value * 1000 : value) as TimestampMs;
}
