import type { InstrumentId, VenueName } from '#contract';
import type { Clock, Holdings, Log, MarketStore, Metrics } from '#ports';
import { AssetSafety } from './asset-safety.ts';
import { BookSubscriber, SubscriptionTable } from './book-subscriptions.ts';
import { GenericAssets } from './generic-assets.ts';
import { InstrumentCatalogue, InstrumentIdRegistry } from './instrument-catalogue.ts';
import type { MarketVenue } from './market-data-types.ts';
import { BookDemand } from './opportunities/book-demand.ts';
import { LegTerms } from './opportunities/leg-terms.ts';
import { OpportunityEngine } from './opportunities/opportunity-engine.ts';
import { OpportunityHistory } from './opportunities/opportunity-history.ts';
import { createOpportunities } from './opportunities/opportunity-queries.ts';
import type { Opportunities } from './opportunities/opportunity-types.ts';
import { SetRegistry } from './opportunities/set-registry.ts';
import { SetSources } from './opportunities/set-sources.ts';
import { Settlements } from './opportunities/settlements.ts';
import { MarkPrices, OrderBooks } from './order-books.ts';
import { PriceHistory } from './price-history.ts';
import { TradeHistory } from './trade-history.ts';
import { VenueHealthMonitor } from './venue-health.ts';
import { VenueRecords } from './venue-records.ts';

interface ComponentDeps {
  readonly store: MarketStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly venues: readonly MarketVenue[]; // in configured order
  readonly printsInMemoryMax: number;
  readonly opportunitiesMax: number;
  readonly holdings: Holdings;
  readonly demand: SubscriptionSettings;
}

/** Settings for books of venues that publish a book only on subscription. */
export interface SubscriptionSettings {
  readonly watchIdleMs: number;
  readonly firstBookMs: number;
}

/** The components of the market data service. Each one depends only on the components it uses. */
export interface MarketComponents extends Omit<ComponentDeps, 'demand'> {
  readonly instrumentIds: InstrumentIdRegistry;
  readonly catalogue: InstrumentCatalogue;
  readonly assets: GenericAssets;
  readonly assetSafety: AssetSafety;
  readonly books: OrderBooks;
  readonly trades: TradeHistory;
  readonly markPrices: MarkPrices;
  readonly priceHistory: PriceHistory;
  readonly venueHealth: VenueHealthMonitor;
  readonly subscriptions: SubscriptionTable;
  readonly subscriber: BookSubscriber;
  readonly opportunityEngine: OpportunityEngine;
  readonly opportunityHistory: OpportunityHistory;
  readonly bookDemand: BookDemand;
  readonly opportunities: Opportunities;
  readonly settlements: Settlements;
  readonly venueOrder: readonly VenueName[];
}

export function createMarketComponents(deps: ComponentDeps): MarketComponents {
  const { store, clock, log, metrics, venues } = deps;
  const instrumentIds = new InstrumentIdRegistry();
  const catalogue = new InstrumentCatalogue({ store, registry: instrumentIds, clock, log, metrics });
  const assets = new GenericAssets({ store, catalogue, registry: instrumentIds, log });
  const assetSafety = new AssetSafety({ assets, catalogue });
  const markPrices = new MarkPrices({ mid: (id) => books.mid(id), lastPrice: (id) => trades.lastPrice(id) });
  const books = new OrderBooks({
    clock,
    metrics,
    getStatus: (id: InstrumentId) => catalogue.getCached(id)?.status ?? null,
    onMidMoved: (id, before, after) => markPrices.midMoved(id, before, after),
    onFirstBook: (id) => subscriber.onFirstBook(id),
  });
  const trades = new TradeHistory({ ...deps, onLastPrice: (id) => markPrices.lastPriceMoved(id) });
  const venueRecords = new VenueRecords({ venues, clock, log });
  const loadInstrument = (id: InstrumentId) => catalogue.load(id);
  const priceHistory = new PriceHistory({ store, trades, clock, venueRecords, loadInstrument });
  const venueHealth = new VenueHealthMonitor(venues, clock, metrics);
  const { watchIdleMs: idleMs, firstBookMs } = deps.demand;
  const subscriptions = new SubscriptionTable({ ...deps, idleMs, onReleased: (id) => books.forget(id) });
  const isVenueHealthy = (venue: VenueName): boolean => venueHealth.isHealthy(venue);
  const subscriber = new BookSubscriber({
    ...deps,
    books,
    catalogue,
    subscriptions,
    isVenueHealthy,
    firstBookMs,
  });
  const venueOrder = venues.map(({ name }) => name);
  catalogue.onUpdated((instrument) => books.setStatus(instrument));
  const watched = { ...deps, books, catalogue, assets, subscriber, isVenueHealthy, idleMs };
  const data = { instrumentIds, catalogue, assets, assetSafety, books, trades, markPrices, priceHistory };
  return {
    ...deps,
    ...data,
    venueHealth,
    subscriptions,
    subscriber,
    venueOrder,
    ...createOpportunityParts(watched),
  };
}

type OpportunityPartsDeps = ConstructorParameters<typeof LegTerms>[0] &
  Omit<ConstructorParameters<typeof SetSources>[0], 'terms' | 'registry' | 'onChanged'> &
  Omit<ConstructorParameters<typeof BookDemand>[0], 'terms'> &
  Pick<MarketComponents, 'clock' | 'log' | 'metrics' | 'store' | 'books' | 'assets' | 'opportunitiesMax'> & {
    readonly isVenueHealthy: (venue: VenueName) => boolean;
  };

function createOpportunityParts(
  deps: OpportunityPartsDeps,
): Pick<
  MarketComponents,
  'opportunityEngine' | 'opportunityHistory' | 'bookDemand' | 'opportunities' | 'settlements'
> {
  const terms = new LegTerms(deps);
  const registry = new SetRegistry();
  const settlements = new Settlements(deps);
  const sources = new SetSources({
    ...deps,
    terms,
    registry,
    onChanged: (removed, ids) => {
      engine.remove(removed);
      for (const id of ids) engine.markDirty(id);
    },
  });
  const engine: OpportunityEngine = new OpportunityEngine({ ...deps, terms, registry, sources, settlements });
  const demand = new BookDemand({ ...deps, terms });
  const history = new OpportunityHistory({
    ...deps,
    engine,
    store: deps.store.opportunities,
    recordsMax: deps.opportunitiesMax,
  });
  const opportunities = createOpportunities({ ...deps, engine, history, terms, settlements, demand });
  return {
    opportunityEngine: engine,
    opportunityHistory: history,
    bookDemand: demand,
    opportunities,
    settlements,
  };
}
