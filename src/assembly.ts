import type { AppDeps } from './cli/parts.ts';
import { QTY_ZERO } from './core/kernel/decimal.ts';
import type { VenueName } from './core/kernel/ids.ts';
import { Engine } from './engine/engine.ts';
import { Ledger } from './engine/ledger.ts';
import { holdingsOf } from './holdings.ts';
import { createMarket, type Market, type MarketVenue } from './market/market.ts';
import type { DemoStore } from './ports/demostore.ts';
import type { Journal, ReplayStore } from './ports/journal.ts';
import type { MarketStore } from './ports/marketstore.ts';
import type { OrderReport, Venue, VenueAnomaly, VenueCapabilities } from './ports/venue.ts';
import { openApi } from './serving.ts';
import { createDemo } from './venues/demo/demo.ts';
import { seededRandom } from './venues/demo/noise.ts';
import type { DemoSettings } from './venues/demo/settings.ts';

export interface Stores {
  readonly ledger: { readonly journal: Journal; readonly replay: ReplayStore };
  readonly market: MarketStore;
  readonly demo: DemoStore;
}

export interface AssemblyDeps extends AppDeps {
  readonly stores: Stores;
  readonly demo?: Partial<DemoSettings>;
  /** What stands between the engine and a venue: nothing, or the simulation's faulty wire. */
  readonly wire?: (venue: Venue) => Venue;
}

export interface Assembly {
  readonly engine: Engine;
  readonly market: Market;
  listen(): Promise<{ readonly url: string }>;
  /** Stops intake, finishes what is in flight, closes sockets. The stores are their opener's to close. */
  stop(): Promise<void>;
}

/**
 * Joins the parts and starts them: the ledger first, then the market, the venues, and agreement with
 * them. The only place, with `app.ts`, that knows every part; the simulation builds the same from other
 * ports.
 */
export async function assemble(deps: AssemblyDeps): Promise<Assembly> {
  const { config, stores, clock, log } = deps;
  const { journal } = stores.ledger;
  const ledger = new Ledger({ journal, clock, log, terminalInMemoryMax: config.orders.terminalInMemoryMax });
  await ledger.load();
  const venues = venuesOf(deps);
  const market = createMarket({
    ...deps,
    store: stores.market,
    venues,
    // The ledger gives ids their meaning, so it is read before the catalogue speaks of any.
    bindings: [...ledger.state.bindings].map(([instrumentId, bound]) => ({ instrumentId, ...bound })),
    retention: config.retention,
    holdings: holdingsOf(ledger),
    demand: config.markets,
  });
  await market.start();
  const traded = venues.flatMap(({ venue }) => (venue === null ? [] : [venue]));
  const venueNames = venues.map(({ name }) => name);
  const engine = new Engine({
    ...deps,
    ledger,
    market: market.view,
    venues: traded,
    venueNames,
    orders: config.orders,
  });
  for (const venue of traded) await startVenue(venue, market, engine);
  await market.watchVenues();
  await engine.start();
  const api = await openApi({ ...deps, engine, market, replay: stores.ledger.replay });
  return {
    engine,
    market,
    listen: () => api.listen(),
    stop: async () => {
      await api.close();
      engine.stop();
      for (const venue of traded) await venue.stop();
      await market.stop();
    },
  };
}

function startVenue(venue: Venue, market: Market, engine: Engine): Promise<void> {
  const onReport = (report: OrderReport): void => engine.report(venue.name, report);
  const onAnomaly = (anomaly: VenueAnomaly): void => engine.anomaly(venue.name, anomaly);
  return venue.start({ ...market.listenerFor(venue.name), onReport, onAnomaly });
}

/** Demo and the two external venues, in configured order; one that is switched off is listed all the same. */
function venuesOf(deps: AssemblyDeps): readonly MarketVenue[] {
  const { demo, one, two } = deps.config.venues;
  const made = createDemo({
    ...deps,
    name: DEMO,
    store: deps.stores.demo,
    random: seededRandom(demo.seed),
    seed: demo.seed,
    ...(deps.demo === undefined ? {} : { settings: deps.demo }),
  });
  const venue = deps.wire === undefined ? made : deps.wire(made);
  const external = [one, two].map(({ name }) => ({
    name: name as VenueName,
    capabilities: NO_ADAPTER,
    venue: null,
    bookAgeMsMax: null,
    watchedMax: 0,
  }));
  return [
    {
      name: DEMO,
      capabilities: venue.capabilities,
      venue: demo.enabled ? venue : null,
      bookAgeMsMax: null,
      watchedMax: 0,
    },
    ...external,
  ];
}

const DEMO = 'Demo' as VenueName;

/** What is known of a venue whose adapter this release does not have: nothing may be sent to it. */
const NO_ADAPTER: VenueCapabilities = {
  trading: false,
  simulated: false,
  amend: 'replace',
  amendQtyIncrease: false,
  tif: [],
  absenceProof: { settleMs: 0, confirmations: 1, gapMs: 0 },
  books: 'told',
  dust: QTY_ZERO,
};
