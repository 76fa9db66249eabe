import { assert, requirePresent } from '../domain/model/assert.ts';
import type { VenueName } from '../domain/model/ids.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { Clock, Random, Timer } from '../ports/environment.ts';
import type { InstrumentBinding } from '../ports/journal.ts';
import type { MappingSource } from '../ports/mapping-source.ts';
import type { MarketStore } from '../ports/market-store.ts';
import type { Holdings, MarketView } from '../ports/market-view.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { VenueListener } from '../ports/venue.ts';
import { createMappingSource } from './mapping-proposals.ts';
import {
  createMarketComponents,
  type MarketComponents,
  type SubscriptionSettings,
} from './market-components.ts';
import type { MarketData, MarketVenue } from './market-data-types.ts';
import { createMarketData } from './market-queries.ts';

export type { MarketVenue } from './market-data-types.ts';

const BINDINGS_PAGE = 5_000;
const PRUNE_EVERY_MS = 3_600_000;
const GAUGE_EVERY_MS = 5_000;
const DAY_MS = 86_400_000;

export interface MarketDataDeps {
  readonly store: MarketStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly venues: readonly MarketVenue[]; // in configured order, those switched off too
  /** From the ledger: what the ids of instruments with orders mean, whatever became of the catalogue. */
  readonly bindings: readonly InstrumentBinding[];
  readonly holdings: Holdings;
  readonly demand: SubscriptionSettings;
  readonly retention: {
    readonly printsDays: number;
    readonly printsInMemoryMax: number;
    readonly minuteCandlesDays: number;
  };
}

/** What a venue tells the market; its order reports and what contradicts them are the engine's. */
export type MarketDataListener = Omit<VenueListener, 'onReport' | 'onAnomaly'>;

export interface MarketDataService {
  readonly data: MarketData;
  readonly view: MarketView;
  readonly mappingSource: MappingSource;
  /** Reads what the store knows. Before any venue is started. */
  start(): Promise<void>;
  listenerFor(venue: VenueName): MarketDataListener;
  /** Asks the venues how they are, now and every few seconds. After they have been started. */
  startHealthChecks(): Promise<void>;
  /** Resolves when everything told so far is saved, so that searches find it, or a save has failed. */
  flush(): Promise<void>;
  /** Saves what is left. The store is its opener's to close. */
  stop(): Promise<void>;
}

/** The one writer of market data: catalogue, search, books, prints, candles and the health of venues. */
export function createMarketDataService(deps: MarketDataDeps): MarketDataService {
  const parts = createMarketComponents({ ...deps, printsInMemoryMax: deps.retention.printsInMemoryMax });
  const { catalogue, assets, trades, venueHealth, subscriber } = parts;
  let cursorKey: string | null = null;
  let timers: readonly Timer[] = [];
  const flush = async (): Promise<void> => {
    await catalogue.flush();
    await assets.flush();
    await trades.flush();
  };
  return {
    data: createMarketData(parts, () => requirePresent(cursorKey, 'the cursor key of a started market')),
    view: createMarketView(parts),
    mappingSource: createMappingSource(parts),
    start: async () => {
      cursorKey = await deps.store.getOrSet('cursor_key', deps.random.hex(32));
      await restore(parts, deps);
      timers = [
        deps.clock.every(PRUNE_EVERY_MS, () => void prune(deps)),
        deps.clock.every(GAUGE_EVERY_MS, () => gaugeBooks(parts)),
      ];
      subscriber.start();
    },
    listenerFor: (venue) => listenerFor(parts, venue),
    startHealthChecks: () => venueHealth.start(),
    flush,
    stop: async () => {
      venueHealth.stop();
      subscriber.stop();
      for (const timer of timers) timer.cancel();
      await flush();
      catalogue.stop();
      trades.stop();
    },
  };
}

async function restore(parts: MarketComponents, { store, bindings, log }: MarketDataDeps): Promise<void> {
  const { instrumentIds, assets, trades } = parts;
  for (let afterId = 0; ; ) {
    const page = await store.bindings(afterId, BINDINGS_PAGE);
    instrumentIds.restore(page);
    const last = page.at(-1);
    if (last === undefined || page.length < BINDINGS_PAGE) break;
    afterId = last.instrumentId;
  }
  const stale = instrumentIds.applyLedgerBindings(bindings);
  if (stale.length > 0) {
    log.warn('instrument ids of the catalogue differ from the ledger, which is right', { ids: stale });
    await store.forgetInstruments(stale);
  }
  const stored = await store.load(parts.printsInMemoryMax);
  assets.restore(stored.assets);
  await trades.start(stored);
}

function listenerFor(parts: MarketComponents, name: VenueName): MarketDataListener {
  const { catalogue, assets, books, trades, instrumentIds, metrics, venues, subscriptions } = parts;
  const venue = venues.find((it) => it.name === name);
  assert(venue !== undefined, `venue ${name} is configured`);
  const idOf = (venueInstrumentId: string) => {
    const id = instrumentIds.find(name, venueInstrumentId);
    if (id === null) metrics.count('market_unknown_instrument', { venue: name });
    return id;
  };
  return {
    onInstruments: (instruments) =>
      catalogue.applyVenueInstruments(name, instruments, (id) => assets.findByInstrument(id)),
    waitForCapacity: () => catalogue.waitForRoom(),
    onAssets: (told) => assets.applyVenueAssets(name, told),
    onBook: (update) => {
      const { venueInstrumentId } = update;
      if (venueInstrumentId === null) return books.confirmAll(venue, update.at);
      const id = idOf(venueInstrumentId);
      if (id === null) return;
      // Let go already: what was still on its way would be kept and grow old.
      if (subscriptions.isOnDemand(name) && !subscriptions.isSubscribed(name, id)) return;
      books.apply(venue, id, update);
    },
    onTrades: (venueTrades) => {
      for (const trade of venueTrades) {
        const id = idOf(trade.venueInstrumentId);
        if (id !== null) trades.add(name, id, trade);
      }
    },
  };
}

function gaugeBooks({ books, metrics, venueOrder }: MarketComponents): void {
  for (const venue of venueOrder) {
    const ageMs = books.oldestAgeMs(venue);
    if (ageMs !== null) metrics.gauge('book_age_ms', ageMs, { venue });
  }
}

async function prune({ store, clock, log, retention }: MarketDataDeps): Promise<void> {
  const before = (days: number) => (clock.now() - days * DAY_MS) as TimestampMs;
  try {
    await store.prune(before(retention.printsDays), before(retention.minuteCandlesDays));
  } catch (error) {
    log.error('old market data could not be removed', { error: String(error) });
  }
}

/** The market as the engine sees it inside one turn. */
export function createMarketView({
  catalogue,
  assets,
  books,
  markPrices,
  venueHealth,
  subscriber,
}: MarketComponents): MarketView {
  return {
    prefetchInstrument: async (id) => {
      const instrument = await catalogue.load(id);
      // The book may have been told before the record was in memory.
      if (instrument !== null) {
        books.setStatus(instrument);
        subscriber.subscribe(instrument);
      }
      return instrument;
    },
    prefetchAsset: async (id) => {
      const asset = assets.get(id);
      const members = await catalogue.lookup(asset?.members.map((member) => member.instrumentId) ?? []);
      for (const member of members) books.setStatus(member);
      // Routing compares books, so it is worth a moment to have them all.
      await Promise.all(members.map((member) => subscriber.waitForFirstBook(member)));
      return asset;
    },
    instrument: (id) => catalogue.getCached(id),
    asset: (id) => assets.get(id),
    book: (id) => books.getQuoted(id),
    mark: (id) => markPrices.mark(id),
    isVenueHealthy: (venue) => venueHealth.isHealthy(venue),
    onInstrumentChanged: (listener) => catalogue.onChanged(listener),
    onMarkChanged: (listener) => markPrices.onChanged(listener),
  };
}
