import assert from 'node:assert/strict';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** In each hour: after these minutes the short-lived markets of Demo change nothing for almost eight minutes. */
const QUIET_MINUTES = [11, 22, 42] as const;
const LATER_MS = 5_000; // Demo applies a change up to a step late

/**
 * The clock shift of a service whose test compares two reads of all markets. After its start no market of Demo is listed,
 * opens, pauses, closes or settles for as long as such a test takes, whatever the hour.
 */
export function toQuietClock(now = Date.now()): number {
  const hour = now - (now % (HOUR_MINUTES * MINUTE_MS));
  const times = [...QUIET_MINUTES, HOUR_MINUTES + QUIET_MINUTES[0]].map(
    (minute) => hour + minute * MINUTE_MS + LATER_MS,
  );
  return (times.find((time) => time >= now) ?? assert.fail('the next hour has one')) - now;
}
