import type { InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { Price } from '../domain/model/money.ts';
import type { Clock } from '../ports/environment.ts';
import type { MarketStore } from '../ports/market-store.ts';
import type { Holdings } from '../ports/market-view.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import { BookDemand, BookSubscriptions } from './book-subscriptions.ts';
import { Assets } from './generic-assets.ts';
import { Catalogue } from './instrument-catalogue.ts';
import { InstrumentRegistry } from './instrument-ids.ts';
import type { MarketVenue } from './market-data-types.ts';
import { Books } from './order-books.ts';
import { PriceHistory } from './price-history.ts';
import { TradeHistory } from './trade-history.ts';
import { VenueHealthMonitor } from './venue-health.ts';

interface PartsDeps {
  readonly store: MarketStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly venues: readonly MarketVenue[]; // in configured order
  readonly printsInMemoryMax: number;
  readonly holdings: Holdings;
  readonly demand: DemandSettings;
}

/** How books are kept of a venue that tells only those it is asked for. */
export interface DemandSettings {
  readonly watchIdleMs: number;
  readonly firstBookMs: number;
}

/** What the market is made of, each part knowing only what it needs of the others. */
export interface MarketParts extends Omit<PartsDeps, 'demand'> {
  readonly registry: InstrumentRegistry;
  readonly catalogue: Catalogue;
  readonly assets: Assets;
  readonly books: Books;
  readonly tape: TradeHistory;
  readonly marks: MarkPrices;
  readonly series: PriceHistory;
  readonly watch: VenueHealthMonitor;
  readonly watchlist: BookSubscriptions;
  readonly demand: BookDemand;
  readonly venueOrder: readonly VenueName[];
}

export function createMarketParts(deps: PartsDeps): MarketParts {
  const { store, clock, log, metrics, venues } = deps;
  const registry = new InstrumentRegistry();
  const catalogue = new Catalogue({ store, registry, clock, log, metrics });
  const assets = new Assets({ store, catalogue, registry, log });
  const marks = new MarkPrices({ mid: (id) => books.mid(id), lastPrice: (id) => tape.lastPrice(id) });
  const books = new Books({
    clock,
    metrics,
    statusOf: (id: InstrumentId) => catalogue.known(id)?.status ?? null,
    onMidMoved: (id, before, after) => marks.midMoved(id, before, after),
    onFirstBook: (id) => demand.arrived(id),
  });
  const tape = new TradeHistory({ ...deps, onLastPrice: (id) => marks.lastPriceMoved(id) });
  const series = new PriceHistory({ store, tape, clock });
  const watch = new VenueHealthMonitor(venues, clock, metrics);
  const { watchIdleMs: idleMs, firstBookMs } = deps.demand;
  const watchlist = new BookSubscriptions({ ...deps, idleMs, onReleased: (id) => books.forget(id) });
  const isVenueHealthy = (venue: VenueName): boolean => watch.isHealthy(venue);
  const demand = new BookDemand({ ...deps, books, catalogue, watchlist, isVenueHealthy, firstBookMs });
  const venueOrder = venues.map(({ name }) => name);
  catalogue.onTold((instrument) => books.setStatus(instrument));
  const data = { registry, catalogue, assets, books, tape, marks, series };
  return { ...deps, ...data, watch, watchlist, demand, venueOrder };
}

interface MarkSources {
  readonly mid: (id: InstrumentId) => Price | null;
  readonly lastPrice: (id: InstrumentId) => Price | null;
}

/** What values an open position: the mid of the book, else the last price. Tells when it moved. */
class MarkPrices {
  readonly #sources: MarkSources;
  readonly #listeners: ((id: InstrumentId) => void)[] = [];

  constructor(sources: MarkSources) {
    this.#sources = sources;
  }

  mark(id: InstrumentId): Price | null {
    return this.#sources.mid(id) ?? this.#sources.lastPrice(id);
  }

  midMoved(id: InstrumentId, before: Price | null, after: Price | null): void {
    const last = before === null || after === null ? this.#sources.lastPrice(id) : null;
    if ((before ?? last) !== (after ?? last)) this.#announce(id);
  }

  lastPriceMoved(id: InstrumentId): void {
    if (this.#sources.mid(id) === null) this.#announce(id);
  }

  onChanged(listener: (id: InstrumentId) => void): void {
    this.#listeners.push(listener);
  }

  #announce(id: InstrumentId): void {
    for (const listener of this.#listeners) listener(id);
  }
}
