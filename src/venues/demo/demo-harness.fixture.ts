import {
  UNUSED_CLIENT_ID,
  type VenueHarness,
  type VenueTrait,
} from '../../../test/conformance/venue/conformance-harness.ts';
import type { VenueClientId, VenueName } from '../../contract/model/ids.ts';
import { seededRandom } from '../../matching-engine/seeded-noise.ts';
import type { DemoStore } from '../../ports/demo-store.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { Venue } from '../../ports/venue.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { type DemoSettings, STILL_DEMO_SETTINGS } from './demo-settings.ts';
import { createDemo } from './demo-venue.ts';

export const DEMO_TRAITS: readonly VenueTrait[] = [
  'amend',
  'amend-expiry',
  'FOK',
  'GTD',
  'self-trade',
  'paused-market',
];

export const START = '2026-11-21T09:05:00.000Z';
const MINUTE_MS = 60_000;
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface DemoOptions {
  readonly clock?: ManualClock;
  readonly seed?: number;
  readonly settings?: Partial<DemoSettings>;
}

/** Advances the clock minute by minute, and runs all ready callbacks after each. */
export async function advanceTime(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= MINUTE_MS) {
    clock.advance(Math.min(left, MINUTE_MS));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Demo on the given store, without timers or history unless the settings enable them. */
export function createTestDemo(store: DemoStore, options: DemoOptions = {}): Venue {
  const seed = options.seed ?? 1;
  return createDemo({
    name: 'Demo' as VenueName,
    store,
    clock: options.clock ?? new ManualClock(START),
    random: seededRandom(seed),
    log: silent,
    seed,
    settings: { ...STILL_DEMO_SETTINGS, ...options.settings },
  });
}

/**
 * Demo for the conformance suite.
 *
 * @param open  opens the store; the second call is after a simulated crash
 */
export async function createDemoHarness(
  open: () => Promise<DemoStore>,
  end: () => Promise<void>,
): Promise<VenueHarness> {
  const clock = new ManualClock(START);
  let venue = createTestDemo(await open(), { clock });
  const first = withPublishedAnswers(venue);
  let others = 0;
  return {
    venue: first,
    reconcilesOpenOnly: true,
    now: () => clock.now(),
    async pass(ms) {
      await advanceTime(clock, ms);
      await venue.reconcile(null); // answers only after everything before it has been published
    },
    async hit(venueInstrumentId, side, price, qty) {
      others += 1;
      const clientId = `other-${others}` as VenueClientId;
      const terms = { outcome: 'YES', type: 'LIMIT', tif: 'IOC', expiresAt: null } as const;
      await withPublishedAnswers(venue).place({ clientId, venueInstrumentId, side, price, qty, ...terms });
    },
    async restart() {
      await end();
      venue = createTestDemo(await open(), { clock });
      return withPublishedAnswers(venue);
    },
    async close() {
      await venue.stop();
      await end();
    },
  };
}

/** The same venue, with answers delayed until their books and trades are published too. */
function withPublishedAnswers(venue: Venue): Venue {
  const spread = async <Value>(work: Promise<Value>): Promise<Value> => {
    const value = await work;
    await venue.order(UNUSED_CLIENT_ID, '');
    return value;
  };
  return {
    ...venue,
    place: (order) => spread(venue.place(order)),
    amend: (amend) => spread(venue.amend(amend)),
    cancel: (clientId, venueInstrumentId) => spread(venue.cancel(clientId, venueInstrumentId)),
  };
}
