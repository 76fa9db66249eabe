import type { InstrumentId, VenueName } from '../core/kernel/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Holdings } from '../ports/holdings.ts';
import type { Log } from '../ports/log.ts';
import type { MarketStore } from '../ports/marketstore.ts';
import type { Metrics } from '../ports/metrics.ts';
import { Assets } from './assets.ts';
import { Books } from './books.ts';
import { Catalogue } from './catalogue.ts';
import { Demand } from './demand.ts';
import { VenueWatch } from './health.ts';
import { Marks } from './marks.ts';
import { InstrumentRegistry } from './registry.ts';
import { Series } from './series.ts';
import { Tape } from './tape.ts';
import type { MarketVenue } from './venues.ts';
import { Watchlist } from './watchlist.ts';

export interface PartsDeps {
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
  readonly tape: Tape;
  readonly marks: Marks;
  readonly series: Series;
  readonly watch: VenueWatch;
  readonly watchlist: Watchlist;
  readonly demand: Demand;
  readonly venueOrder: readonly VenueName[];
}

export function createParts(deps: PartsDeps): MarketParts {
  const { store, clock, log, metrics, venues } = deps;
  const registry = new InstrumentRegistry();
  const catalogue = new Catalogue({ store, registry, clock, log, metrics });
  const assets = new Assets({ store, catalogue, registry, log });
  const marks = new Marks({ mid: (id) => books.mid(id), lastPrice: (id) => tape.lastPrice(id) });
  const books = new Books({
    clock,
    metrics,
    statusOf: (id: InstrumentId) => catalogue.known(id)?.status ?? null,
    onMidMoved: (id, before, after) => marks.midMoved(id, before, after),
    onFirstBook: (id) => demand.arrived(id),
  });
  const tape = new Tape({ ...deps, onLastPrice: (id) => marks.lastPriceMoved(id) });
  const series = new Series({ store, tape, clock });
  const watch = new VenueWatch(venues, clock, metrics);
  const { watchIdleMs: idleMs, firstBookMs } = deps.demand;
  const watchlist = new Watchlist({ ...deps, idleMs, onReleased: (id) => books.forget(id) });
  const isVenueHealthy = (venue: VenueName): boolean => watch.isHealthy(venue);
  const demand = new Demand({ ...deps, books, catalogue, watchlist, isVenueHealthy, firstBookMs });
  const venueOrder = venues.map(({ name }) => name);
  catalogue.onTold((instrument) => books.setStatus(instrument));
  const data = { registry, catalogue, assets, books, tape, marks, series };
  return { ...deps, ...data, watch, watchlist, demand, venueOrder };
}
