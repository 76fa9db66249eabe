import { changedSettings } from '../config/load-config.ts';
import type { FaultInjector } from '../domain/matching-engine/fault-injector.ts';
import { seededRandom } from '../domain/matching-engine/seeded-noise.ts';
import type { VenueName } from '../domain/model/ids.ts';
import { QTY_ZERO } from '../domain/model/money.ts';
import { createMarket, type Market, type MarketVenue } from '../market-data/market-data-service.ts';
import type { PairingCodes } from '../oms/browser-pairing.ts';
import { recordStart } from '../oms/call-audit.ts';
import { MappingReview } from '../oms/mapping-review/mapping-review.ts';
import { Oms } from '../oms/oms.ts';
import { createPnl } from '../oms/pnl/pnl-query.ts';
import { StateStore } from '../oms/state-store.ts';
import type { DemoStore } from '../ports/demo-store.ts';
import type { Journal, ReplayStore } from '../ports/journal.ts';
import type { MarketStore } from '../ports/market-store.ts';
import type { ExternalVenue, OrderReport, Venue, VenueAnomaly, VenueCapabilities } from '../ports/venue.ts';
import type { DemoSettings } from '../venues/demo/demo-settings.ts';
import { createDemo } from '../venues/demo/demo-venue.ts';
import { faultyVenue } from '../venues/demo/faulty-demo.ts';
import { startApiServers } from './api-servers.ts';
import { heldInstruments } from './held-instruments.ts';
import type { AppDependencies } from './types.ts';
import { VenueStarter } from './venue-startup.ts';

export interface Stores {
  readonly ledger: { readonly journal: Journal; readonly replay: ReplayStore };
  readonly market: MarketStore;
  readonly demo: DemoStore;
}

export interface ComposeDependencies extends AppDependencies {
  readonly stores: Stores;
  readonly demo?: Partial<DemoSettings>;
  readonly demoFaults?: FaultInjector | null; // null or left out: Demo cannot be told to fail
  /** The venues behind a network; left out or null: switched off here. */
  readonly externals?: { readonly one: ExternalVenue | null; readonly two: ExternalVenue | null };
  /** What stands between the engine and a venue: nothing, or the simulation's faulty wire. */
  readonly wire?: (venue: Venue) => Venue;
}

export interface RunningApp {
  readonly engine: Oms;
  readonly market: Market;
  readonly reviews: MappingReview;
  readonly pairings: PairingCodes;
  listen(): Promise<{ readonly url: string }>;
  /** Stops intake, finishes what is in flight, closes sockets. The stores are their opener's to close. */
  stop(): Promise<void>;
}

/**
 * Joins the parts and starts them: the ledger first, then the market, the venues, and agreement with
 * them. The only place, with `app.ts`, that knows every part; the simulation builds the same from other
 * ports.
 */
export async function composeApp(deps: ComposeDependencies): Promise<RunningApp> {
  const { config, stores, clock, log } = deps;
  const { journal } = stores.ledger;
  const ledger = new StateStore({
    journal,
    clock,
    log,
    terminalInMemoryMax: config.orders.terminalInMemoryMax,
  });
  await ledger.load();
  await recordStart(ledger, deps.version, config.profile, changedSettings(config));
  const concerns: { of: (venue: VenueName) => string | null } = { of: () => null };
  const venues = venuesOf(deps).map((venue) => ({ ...venue, concern: () => concerns.of(venue.name) }));
  const market = createMarket({
    ...deps,
    store: stores.market,
    venues,
    // The ledger gives ids their meaning, so it is read before the catalogue speaks of any.
    bindings: [...ledger.state.bindings].map(([instrumentId, bound]) => ({ instrumentId, ...bound })),
    retention: config.retention,
    holdings: heldInstruments(ledger),
    demand: config.markets,
  });
  await market.start();
  const traded = venues.flatMap(({ venue }) => (venue === null ? [] : [venue]));
  const venueNames = venues.map(({ name }) => name);
  const engine = new Oms({
    ...deps,
    store: ledger,
    market: market.view,
    venues: traded,
    venueNames,
    orders: config.orders,
  });
  const reviews = new MappingReview({ store: ledger, mappingSource: market.assetDesk, clock, log });
  reviews.start();
  concerns.of = (venue) => engine.findPositionBreak(venue);
  const starting = new VenueStarter({ clock, log, isLocal: ({ name }) => name === DEMO });
  await starting.all(traded, (venue) => startVenue(venue, market, engine));
  await market.watchVenues();
  await engine.start();
  const pnl = await createPnl({
    ...deps,
    store: stores.market.pnl,
    journal,
    market: market.view,
    newestFill: ledger.state.fillNumber,
    onFill: (listener) => engine.onFill(listener),
  });
  const api = await startApiServers({
    ...deps,
    engine,
    market,
    pnl,
    reviewing: reviews,
    replay: stores.ledger.replay,
  });
  return {
    engine,
    market,
    reviews,
    pairings: api.pairings,
    listen: () => api.listen(),
    stop: async () => {
      await api.close();
      starting.stop();
      engine.stop();
      for (const venue of traded) await venue.stop();
      await pnl.stop();
      await market.stop();
    },
  };
}

function startVenue(venue: Venue, market: Market, engine: Oms): Promise<void> {
  const onReport = (report: OrderReport): void => engine.onVenueReport(venue.name, report);
  const onAnomaly = (anomaly: VenueAnomaly): void => engine.onVenueAnomaly(venue.name, anomaly);
  return venue.start({ ...market.listenerFor(venue.name), onReport, onAnomaly });
}

/** Demo and the two external venues, in configured order; one that is switched off is listed all the same. */
function venuesOf(deps: ComposeDependencies): readonly MarketVenue[] {
  const { demo } = deps.config.venues;
  const made = createDemo({
    ...deps,
    name: DEMO,
    store: deps.stores.demo,
    random: seededRandom(demo.seed),
    seed: demo.seed,
    ...(deps.demo === undefined ? {} : { settings: deps.demo }),
  });
  const { demoFaults = null, clock } = deps;
  const venue = wired(demoFaults === null ? made : faultyVenue(made, { injector: demoFaults, clock }), deps);
  const external = (['one', 'two'] as const).map((slot): MarketVenue => {
    const { name, bookAgeMsMax, watchedMax } = deps.config.venues[slot];
    const made = deps.externals?.[slot] ?? null;
    const venue = made === null ? null : wired(made, deps);
    const capabilities = venue?.capabilities ?? OFF;
    return { name: name as VenueName, capabilities, venue, bookAgeMsMax, watchedMax };
  });
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

const wired = (venue: Venue, { wire }: ComposeDependencies): Venue =>
  wire === undefined ? venue : wire(venue);

/** What is known of a venue that is switched off: nothing may be sent to it. */
const OFF: VenueCapabilities = {
  trading: false,
  simulated: false,
  amend: 'replace',
  amendQtyIncrease: false,
  tif: [],
  notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 },
  bookDelivery: 'all',
  dustQty: QTY_ZERO,
};
