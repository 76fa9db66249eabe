import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueName } from '../../src/contract/model/ids.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import { CATALOGUE } from '../../src/venues/demo/catalogue/demo-catalogue.ts';
import { createListing } from '../../src/venues/demo/market-series.ts';
import { toQuietClock } from './quiet-clock.ts';

const MINUTE_MS = 60_000;
const QUIET_MS = 7.5 * MINUTE_MS;
const EDITIONS = Array.from({ length: 40 }, (_, index) => index - 15);

test('from every minute there is a quiet time within half an hour, also over midnight', () => {
  const midnight = Date.UTC(2027, 0, 1);
  for (let minute = -90; minute < 90; minute += 1) {
    const now = midnight + minute * MINUTE_MS + 17;
    const shiftMs = toQuietClock(now);
    assert.ok(shiftMs >= 0 && shiftMs <= 30 * MINUTE_MS, `${shiftMs} ms`);
    const startedAt = (now + shiftMs) as TimestampMs;
    const changes = CATALOGUE.filter(({ plan }) => plan.isAligned).flatMap((entry) =>
      EDITIONS.flatMap((edition) => {
        const { instrument, ahead } = createListing(
          { venue: 'Demo' as VenueName, seed: 1, startedAt },
          entry,
          edition,
          1,
        );
        return [instrument.updatedAt, ...ahead.map(({ at }) => at)];
      }),
    );
    assert.ok(changes.length > 0);
    const within = changes.filter((at) => at > startedAt && at < startedAt + QUIET_MS);
    assert.deepEqual(within, [], new Date(startedAt).toISOString());
  }
});
