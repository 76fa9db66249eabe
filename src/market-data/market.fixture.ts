import { ManualClock } from '../../test/support/manual-clock.ts';
import { createMemoryMarketStore } from '../../test/support/storage/memory-market-store.ts';
import type { VenueName } from '../contract/model/ids.ts';
import type { VenueInstrument } from '../contract/model/instrument.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { DEMO, KALSHI, listing, POLYMARKET } from '../domain/instruments/instrument.fixture.ts';
import type { MarketStore } from '../ports/market-store.ts';
import type { Log, MetricLabels, Metrics } from '../ports/telemetry.ts';
import type { Venue, VenueCapabilities, VenueHealth, VenueTrade } from '../ports/venue.ts';
import {
  createMarketDataService,
  type MarketDataDeps,
  type MarketDataListener,
  type MarketDataService,
} from './market-data-service.ts';

export const CAPABILITIES: VenueCapabilities = {
  trading: true,
  simulated: true,
  amend: 'native',
  amendQtyIncrease: true,
  tif: ['GTC', 'IOC', 'FOK', 'GTD'],
  notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 },
  bookDelivery: 'all',
  dustQty: 0n as Qty,
};

export const HEALTHY: VenueHealth = { healthy: true, latencyMs: 0, reason: null };

/** A venue of which the market asks nothing but its health. */
export const createTestVenue = (name: VenueName, health: () => Promise<VenueHealth>): Venue =>
  ({ name, capabilities: CAPABILITIES, health }) as Venue;

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Metrics that a test can read: how often each name was counted, and the last value of each gauge by venue. */
export class CountedMetrics implements Metrics {
  readonly counts = new Map<string, number>();

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  observe(): void {}

  readonly gauges = new Map<string, number>(); // `venue_healthy Kalshi`

  gauge(name: string, value: number, { venue = '' }: MetricLabels = {}): void {
    this.gauges.set(`${name} ${venue}`, value);
  }
}

export interface TestMarket {
  readonly market: MarketDataService;
  readonly demo: MarketDataListener;
  readonly kalshi: MarketDataListener;
  readonly clock: ManualClock;
  readonly store: MarketStore;
  readonly metrics: CountedMetrics;
}

export const RETENTION: MarketDataDeps['retention'] = {
  printsDays: 30,
  printsInMemoryMax: 100,
  minuteCandlesDays: 30,
  opportunitiesDays: 30,
  opportunitiesMax: 100,
};

/** A started market with Demo and Kalshi live and Polymarket switched off. */
export async function startMarket(changes: Partial<MarketDataDeps> = {}): Promise<TestMarket> {
  const clock = (changes.clock as ManualClock | undefined) ?? new ManualClock();
  const store = changes.store ?? createMemoryMarketStore();
  const metrics = new CountedMetrics();
  const market = createMarketDataService({
    clock,
    store,
    metrics,
    random: { next: () => 0.5, hex: (length) => '5e'.repeat(length) },
    log: silentLog,
    bindings: [],
    holdings: { has: () => false, ids: () => [] },
    demand: { watchIdleMs: 300_000, firstBookMs: 1_500 },
    retention: RETENTION,
    venues: [
      {
        name: DEMO,
        capabilities: CAPABILITIES,
        venue: createTestVenue(DEMO, async () => HEALTHY),
        bookAgeMsMax: null,
        watchedMax: 100,
      },
      {
        name: KALSHI,
        capabilities: CAPABILITIES,
        venue: createTestVenue(KALSHI, async () => HEALTHY),
        bookAgeMsMax: 15_000,
        watchedMax: 100,
      },
      { name: POLYMARKET, capabilities: CAPABILITIES, venue: null, bookAgeMsMax: 15_000, watchedMax: 100 },
    ],
    ...changes,
  });
  await market.start();
  return {
    market,
    clock,
    store,
    metrics,
    demo: market.listenerFor(DEMO),
    kalshi: market.listenerFor(KALSHI),
  };
}

/** A listing known to its venue as `native`. */
export const createListing = (native: string, changes: Partial<VenueInstrument> = {}): VenueInstrument =>
  listing({ venueInstrumentId: native, ticker: native, slug: native.toLowerCase(), ...changes });

let trades = 0;

export function createTrade(
  native: string,
  at: number,
  price: string,
  changes: Partial<VenueTrade> = {},
): VenueTrade {
  trades += 1;
  return {
    venueInstrumentId: native,
    venueTradeId: `V-${trades}`,
    price: parsePrice(price) as Price,
    qty: parseQty('4') as Qty,
    side: 'BUY',
    at: at as TimestampMs,
    ...changes,
  };
}
