import {
  assert,
  type Instrument,
  type InstrumentId,
  requirePresent,
  type TimestampMs,
  type VenueName,
} from '#contract';
import type {
  Clock,
  Holdings,
  InstrumentBinding,
  Log,
  MappingSource,
  MarketStore,
  MarketView,
  Metrics,
  OpenMatcher,
  Random,
  Timer,
  VenueListener,
} from '#ports';
import { openLocalMatcher } from './local-matcher.ts';
import { createMappingSource } from './mapping-proposals.ts';
import {
  createMarketComponents,
  type MarketComponents,
  type SubscriptionSettings,
} from './market-components.ts';
import type { MarketData, MarketVenue } from './market-data-types.ts';
import { createMarketData } from './market-queries.ts';
import { findHedge } from './opportunities/hedges.ts';
import { ProposalFinder } from './proposal-finder.ts';
import { type Recording, RecordingFeed } from './recording-feed.ts';

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
  readonly venues: readonly MarketVenue[]; // in configured order, including disabled ones
  /** From the ledger: the contracts of all instrument ids with orders, valid even if the catalogue is lost. */
  readonly bindings: readonly InstrumentBinding[];
  readonly instrumentIdSkipped?: number; // ids up to this one are not assigned; absent: 0
  readonly holdings: Holdings;
  readonly demand: SubscriptionSettings;
  readonly openMatcher?: OpenMatcher; // absent: listings are compared in this thread, in slices
  readonly recording?: Recording | null; // absent or null: market data is not recorded
  readonly retention: {
    readonly printsDays: number;
    readonly printsInMemoryMax: number;
    readonly minuteCandlesDays: number;
    readonly opportunitiesDays: number;
    readonly opportunitiesMax: number;
  };
}

/** The venue events that market data consumes. Order reports and anomalies go to order management. */
export type MarketDataListener = Omit<VenueListener, 'onReport' | 'onAnomaly'>;

export interface MarketDataService {
  readonly data: MarketData;
  readonly view: MarketView;
  readonly mappingSource: MappingSource;
  /** False while finding mapping proposals fails. */
  isMatchingHealthy(): boolean;
  /** Ends the search for mapping proposals: pending and later calls reject. Waits for nothing. */
  stopMatching(): void;
  /** Restores stored data. Must be called before any venue is started. */
  start(): Promise<void>;
  listenerFor(venue: VenueName): MarketDataListener;
  /** Starts periodic health checks. Must be called after the venues are started. */
  startHealthChecks(): Promise<void>;
  /** Resolves when everything received so far is saved and searchable, or a save has failed. */
  flush(): Promise<void>;
  /** Saves pending data. The caller that opened the store closes it. */
  stop(): Promise<void>;
}

/** The only writer of market data: catalogue, search, books, prints, candles and venue health. */
export function createMarketDataService(deps: MarketDataDeps): MarketDataService {
  const parts = createMarketComponents({ ...deps, ...deps.retention });
  const { catalogue, assets, trades, venueHealth, subscriber } = parts;
  const openMatcher = deps.openMatcher ?? ((venueOrder) => openLocalMatcher(deps.clock, venueOrder));
  const finder = new ProposalFinder({ ...parts, openMatcher });
  const { recording = null } = deps;
  const recordingFeed = recording === null ? null : new RecordingFeed(parts, recording);
  let cursorKey: string | null = null;
  let timers: readonly Timer[] = [];
  const flush = async (): Promise<void> => {
    await catalogue.flush();
    await assets.flush();
    await trades.flush();
    await parts.opportunityHistory.flush();
  };
  return {
    data: createMarketData(parts, () => requirePresent(cursorKey, 'the cursor key of a started market')),
    view: createMarketView(parts),
    mappingSource: createMappingSource(parts, finder),
    isMatchingHealthy: () => finder.isHealthy,
    stopMatching: () => finder.stop(),
    start: async () => {
      cursorKey = await deps.store.getOrSet('cursor_key', deps.random.hex(32));
      await restore(parts, deps);
      timers = [
        deps.clock.every(PRUNE_EVERY_MS, () => void prune(deps)),
        deps.clock.every(GAUGE_EVERY_MS, () => gaugeBooks(parts)),
      ];
      subscriber.start();
      parts.opportunityEngine.start();
      recordingFeed?.start();
    },
    listenerFor: (venue) => listenerFor(parts, venue, recordingFeed),
    startHealthChecks: () => venueHealth.start(),
    flush,
    stop: async () => {
      finder.stop();
      parts.opportunityEngine.stop();
      parts.opportunityHistory.closeAll();
      parts.bookDemand.stop();
      recordingFeed?.stop();
      venueHealth.stop();
      subscriber.stop();
      for (const timer of timers) timer.cancel();
      await flush();
      catalogue.stop();
      trades.stop();
      parts.opportunityHistory.stop();
    },
  };
}

async function restore(
  parts: MarketComponents,
  { store, bindings, instrumentIdSkipped = 0, log }: MarketDataDeps,
): Promise<void> {
  const { instrumentIds, assets, trades } = parts;
  for (let afterId = 0; ; ) {
    const page = await store.bindings(afterId, BINDINGS_PAGE);
    instrumentIds.restore(page);
    const last = page.at(-1);
    if (last === undefined || page.length < BINDINGS_PAGE) break;
    afterId = last.instrumentId;
  }
  const stale = instrumentIds.applyLedgerBindings(bindings);
  instrumentIds.skipTo(instrumentIdSkipped);
  if (stale.length > 0) {
    log.warn('instrument ids in the catalogue differ from the ledger; using the ledger', { ids: stale });
    await store.forgetInstruments(stale);
  }
  const stored = await store.load(parts.printsInMemoryMax);
  assets.restore(stored.assets);
  await trades.start(stored);
}

function listenerFor(
  parts: MarketComponents,
  name: VenueName,
  recordingFeed: RecordingFeed | null,
): MarketDataListener {
  const { catalogue, assets, books, trades, instrumentIds, metrics, venues, subscriptions } = parts;
  const venue = venues.find((it) => it.name === name);
  assert(venue !== undefined, `venue ${name} is configured`);
  const findId = (venueInstrumentId: string) => {
    const id = instrumentIds.find(name, venueInstrumentId);
    if (id === null) metrics.count('market_unknown_instrument', { venue: name });
    return id;
  };
  return {
    onInstruments: (instruments) =>
      catalogue.applyVenueInstruments(name, instruments, (id) => assets.findByInstrument(id)),
    waitForCapacity: () => catalogue.waitForRoom(),
    onAssets: (declared) => assets.applyVenueAssets(name, declared),
    onBook: (update) => {
      const { venueInstrumentId } = update;
      if (venueInstrumentId === null) return books.confirmAll(venue, update.at);
      const id = findId(venueInstrumentId);
      if (id === null) return;
      // An update that arrives after unsubscribing would leave a book that ages.
      if (subscriptions.isOnDemand(name) && !subscriptions.isSubscribed(name, id)) return;
      books.apply(venue, id, update);
      recordingFeed?.onBook(name, id, update);
    },
    onTrades: (venueTrades) => {
      for (const trade of venueTrades) {
        const id = findId(trade.venueInstrumentId);
        if (id !== null) trades.add(name, id, trade);
      }
    },
    onTradesMissed: ({ venueInstrumentId, start, end }) => {
      const id = findId(venueInstrumentId);
      if (id !== null) trades.miss({ instrumentId: id, start, end });
    },
    lastTradeAt: (venueInstrumentId) => {
      const id = findId(venueInstrumentId);
      return id === null ? null : trades.lastTradeAt(id);
    },
  };
}

function gaugeBooks({ books, metrics, venueOrder }: MarketComponents): void {
  for (const venue of venueOrder) {
    metrics.gauge('book_age_ms', books.oldestAgeMs(venue) ?? 0, { venue });
  }
}

async function prune({ store, clock, log, retention }: MarketDataDeps): Promise<void> {
  const before = (days: number) => (clock.now() - days * DAY_MS) as TimestampMs;
  try {
    await store.prune(before(retention.printsDays), before(retention.minuteCandlesDays));
    await store.opportunities.prune(before(retention.opportunitiesDays));
  } catch (error) {
    log.error('removing expired market data failed', { error: String(error) });
  }
}

/** Synchronous reads of market data for order management. */
export function createMarketView(parts: MarketComponents): MarketView {
  const { catalogue, assets, books, markPrices, trades, venueHealth, subscriber, instrumentIds } = parts;
  const prefetchInstrument = async (id: InstrumentId): Promise<Instrument | null> => {
    const instrument = await catalogue.load(id);
    // The book may have arrived before the record was cached.
    if (instrument !== null) {
      books.setStatus(instrument);
      subscriber.subscribe(instrument);
    }
    return instrument;
  };
  return {
    prefetchInstrument,
    prefetchListed: async (venue, venueInstrumentId) => {
      const id = instrumentIds.find(venue, venueInstrumentId);
      return id === null ? null : prefetchInstrument(id);
    },
    prefetchAsset: async (id) => {
      const asset = assets.get(id);
      const members = await catalogue.lookup(asset?.members.map((member) => member.instrumentId) ?? []);
      for (const member of members) books.setStatus(member);
      return asset;
    },
    waitForBooks: async (ids) => {
      const instruments = ids.flatMap((id) => catalogue.getCached(id) ?? []);
      await Promise.all(instruments.map((instrument) => subscriber.waitForFirstBook(instrument)));
    },
    instrument: (id) => catalogue.getCached(id),
    estimateFees: (instrument) => instrument?.fees ?? catalogue.dearestFees,
    asset: (id) => assets.get(id),
    book: (id) => books.getQuoted(id),
    mark: (id) => markPrices.mark(id),
    lastPrice: (id) => trades.lastPrice(id),
    isVenueHealthy: (venue) => venueHealth.isHealthy(venue),
    findHedge: (legs) => findHedge(parts, legs),
    onInstrumentChanged: (listener) => catalogue.onChanged(listener),
    onBookChanged: (listener) => void books.onChanged(listener),
    onPrint: (listener) => void trades.onPrint(listener),
    onMarkChanged: (listener) => markPrices.onChanged(listener),
  };
}
