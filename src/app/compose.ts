import {
  type Config,
  changedSettings,
  DEMO_ID,
  DEMO_SCHEMA,
  type DemoConfig,
  type VenueConfig,
} from '#config';
import {
  mayStillAct,
  type Notional,
  PRICE_ONE,
  parseDecimal,
  QTY_ZERO,
  requirePresent,
  type StandingEffect,
  type VenueName,
} from '#contract';
import type { AddressPolicy } from '#domain';
import { createMarketDataService, type MarketDataService, type MarketVenue } from '#market-data';
import { type FaultInjector, seededRandom } from '#matching-engine';
import { AlertService, WebhookService, type Webhooks } from '#notifications';
import { MappingReview, Oms, type PairingCodes, recordStart, ShadowObserver } from '#oms';
import { type AutomaticMinimums, createPnl, StateStore } from '#orders';
import {
  type Clock,
  type DemoStore,
  type ExternalVenue,
  type InstrumentBinding,
  type Journal,
  type JournalOwnership,
  type MarketStore,
  type MessageChannels,
  type NotificationStore,
  type OpenMatcher,
  type OrderReport,
  type Random,
  type Recorder,
  type ReplayControl,
  type ReplayStore,
  SOLE_OWNER,
  type TraceExporter,
  type Venue,
  type VenueAnomaly,
  type VenueCapabilities,
  type WebhookSender,
} from '#ports';
import { createDemo, type DemoSettings, faultyVenue, LIVELY_DEMO_SETTINGS } from '#venues/demo';
import { ShadowVenue } from '#venues/replay';
import { createAlertSources } from './alert-sources.ts';
import { type Listening, startApiServers } from './api-servers.ts';
import { heldInstruments } from './held-instruments.ts';
import { notificationRecords } from './notification-records.ts';
import { type OperatorChats, startChatCommands } from './operator-chats.ts';
import type { StartTimeline } from './start-timeline.ts';
import type { AppDependencies } from './types.ts';
import { VenueStarter } from './venue-startup.ts';

export interface Stores {
  readonly ledger: {
    readonly journal: Journal;
    readonly replay: ReplayStore;
    readonly notifications: NotificationStore;
    readonly ownership?: JournalOwnership; // absent: no other process can own the journal
  };
  readonly market: MarketStore;
  /** The stores of the venues with driver `demo`, by venue section. */
  readonly demo: Readonly<Record<string, DemoStore>>;
}

/** The parts of a replay that differ from a service on real venues. */
export interface ReplayParts {
  readonly venues: readonly Venue[];
  readonly control: ReplayControl;
  readonly wallClock: Clock; // of signatures, connections and rate limits
  readonly random: Random; // of secrets, which must not follow from a seed
  readonly bindings: readonly InstrumentBinding[]; // the recorded instrument ids
}

export interface ComposeDependencies extends AppDependencies {
  readonly stores: Stores;
  readonly openMatcher?: OpenMatcher; // absent: listings are compared in this thread
  readonly recorder?: Recorder | null; // absent or null: market data is not recorded
  readonly replay?: ReplayParts; // absent: the configured venues
  readonly demo?: Partial<DemoSettings>;
  readonly demoFaults?: FaultInjector | null; // for the built-in venue; null or absent: no faults
  /** The adapters of external venues by venue section; a venue without an adapter is off. */
  readonly externals?: Readonly<Record<string, ExternalVenue>>;
  /** Sends messages to webhooks; absent: none is sent. */
  readonly webhookSender?: WebhookSender;
  readonly webhookAddresses?: AddressPolicy; // absent: public ones only
  readonly traceExporter?: TraceExporter | null; // absent or null: traces are not exported
  readonly timeline?: StartTimeline; // absent: steps are not recorded
  readonly channels?: MessageChannels; // to people; absent: none
  readonly chats?: OperatorChats | null; // whose commands are answered; absent or null: none
  readonly clusterKey?: string | null; // that other nodes prove; absent or null: they forward nothing
  /** Wraps each venue; the simulation inserts its faulty network here. */
  readonly wire?: (venue: Venue) => Venue;
}

export interface RunningApp {
  readonly engine: Oms;
  readonly market: MarketDataService;
  readonly reviews: MappingReview;
  readonly pairings: PairingCodes;
  readonly webhooks: Webhooks;
  /** Resolves when everything so far is durable, with the number of the last entry of the journal. */
  flush(): Promise<number>;
  listen(): Promise<Listening>;
  /**
   * Stops accepting requests, finishes what is in flight, and closes sockets. The caller that opened the
   * stores closes them.
   */
  stop(): Promise<void>;
}

/**
 * Connects the parts and starts them in order: the ledger, market data, the venues, and reconciliation with
 * them. Only this file and `create-app.ts` know every part; the simulation composes the same parts over other
 * ports.
 */
export async function composeApp(deps: ComposeDependencies): Promise<RunningApp> {
  const { config, stores, clock, log, recorder = null, timeline } = deps;
  const { journal, ownership = SOLE_OWNER } = stores.ledger;
  const ledger = new StateStore({
    journal,
    clock,
    log,
    terminalInMemoryMax: config.orders.terminalInMemoryMax,
  });
  ownership.onLost((why) => ledger.fail(why));
  await ledger.load();
  timeline?.mark('ledger');
  await recordStart(ledger, deps.version, config.profile, changedSettings(config));
  timeline?.mark('start_entry');
  type Finder = (venue: VenueName) => string | null;
  const warnings: { find: Finder; note: Finder } = { find: () => null, note: () => null };
  const venues = createVenueList(deps).map(
    (venue): MarketVenue => ({
      ...venue,
      healthWarning: () => warnings.find(venue.name),
      healthNote: () => warnings.note(venue.name),
    }),
  );
  const market = createMarketDataService({
    ...deps,
    store: stores.market,
    venues,
    // The ledger defines what each instrument id means, so it is read before the catalogue.
    instrumentIdSkipped: ledger.state.instrumentIdSkipped,
    bindings: [
      ...[...ledger.state.bindings].map(([instrumentId, bound]) => ({ instrumentId, ...bound })),
      ...(deps.replay?.bindings ?? []),
    ],
    retention: config.retention,
    holdings: heldInstruments(ledger),
    demand: config.markets,
    recording: recorder === null ? null : { recorder, settings: config.record },
  });
  await market.start();
  timeline?.mark('market_data');
  const traded = venues.flatMap(({ venue }) => (venue === null ? [] : [venue]));
  const venueNames = venues.map(({ name }) => name);
  const engine = new Oms({
    notifications: stores.ledger.notifications,
    pnlRows: stores.market.pnl,
    ...deps,
    store: ledger,
    journalOwnership: ownership,
    market: market.view,
    venues: traded,
    venueNames,
    orders: config.orders,
    automatic: toAutomaticMinimums(config.positions),
  });
  const reviews = new MappingReview({ store: ledger, mappingSource: market.mappingSource, clock, log });
  reviews.start();
  warnings.find = (venue) => {
    const blocked = engine.findVenueBlock(venue);
    if (blocked !== null) return `no new orders: ${blocked}`;
    return engine.findPositionBreak(venue) ?? engine.findBalanceBreak(venue);
  };
  warnings.note = (venue) =>
    [engine.findAutomaticProblem(venue), engine.findExternalOrders(venue)]
      .filter((note) => note !== null)
      .join('; ') || null;
  const localNames = new Set(
    Object.values(config.venues).flatMap(({ driver, name }) => (driver === DEMO_SCHEMA.driver ? [name] : [])),
  );
  const starting = new VenueStarter({ clock, log, isLocal: ({ name }) => localNames.has(name) });
  await starting.all(traded, (venue) => startVenue(venue, market, engine));
  timeline?.mark('venues');
  await market.startHealthChecks();
  timeline?.mark('health');
  await engine.start();
  timeline?.mark('reconciliation');
  const observer = config.profile === 'shadow' ? observeShadow(engine, ledger, traded, clock) : null;
  const pnl = await createPnl({
    ...deps,
    store: stores.market.pnl,
    journal,
    market: market.view,
    newestFill: ledger.state.fillNumber,
    onFill: (listener) => engine.feeds.onFill(listener),
    findFairPrice: (...position) => engine.queries.findFairPrice(...position),
  });
  timeline?.mark('pnl');
  const mayAct = (effect: StandingEffect): boolean =>
    mayStillAct(effect, 'alerts', ledger.state.keys, ledger.now());
  const webhooks = new WebhookService({
    ...deps,
    mayAct,
    random: deps.replay?.random ?? deps.random, // a seed must not determine a secret
    store: ledger,
    notifications: stores.ledger.notifications,
    records: notificationRecords(engine.complexOrders),
    sender: deps.webhookSender ?? NO_SENDER,
    channels: deps.channels ?? {},
    addresses: deps.webhookAddresses ?? PUBLIC_ONLY,
    checkSubaccount: (caller, id) => engine.access.checkSubaccount(caller, id),
  });
  await webhooks.start();
  const alerts = new AlertService({
    ...deps,
    mayAct,
    notifications: stores.ledger.notifications,
    webhooks,
    sources: createAlertSources(engine, market),
    checkSubaccount: (caller, id) => engine.access.checkSubaccount(caller, id),
  });
  await alerts.start();
  timeline?.mark('notifications');
  const api = await startApiServers({
    ...deps,
    engine,
    market,
    recorder,
    pnl,
    reviewing: reviews,
    webhooks,
    alerts,
    usedSignatures: stores.ledger.replay,
    ...(deps.replay === undefined
      ? { replay: null, secretRandom: deps.random }
      : { replay: deps.replay.control, secretRandom: deps.replay.random, clock: deps.replay.wallClock }),
  });
  timeline?.mark('api');
  const commands = startChatCommands(deps.chats ?? null, { ...deps, engine, market, pnl });
  return {
    engine,
    market,
    reviews,
    pairings: api.pairings,
    webhooks,
    flush: async () => {
      await ledger.whenDurable();
      await market.flush();
      return ledger.state.seq;
    },
    listen: () => api.listen(),
    stop: async () => {
      market.stopMatching(); // before requests in flight are answered: they would wait for all proposals
      await api.close();
      await commands?.stop();
      starting.stop();
      alerts.stop();
      await webhooks.stop();
      observer?.stop();
      engine.stop();
      for (const venue of traded) await venue.stop();
      await pnl.stop();
      await market.stop();
    },
  };
}

const toAutomaticMinimums = ({ autoRedeemMin, autoMergeMin }: Config['positions']): AutomaticMinimums => ({
  redeemMin: toMinimum(autoRedeemMin),
  mergeMin: toMinimum(autoMergeMin),
});

const toMinimum = (dollars: string): Notional | null =>
  dollars === ''
    ? null
    : ((requirePresent(parseDecimal(dollars), 'a checked amount of dollars') * PRICE_ONE) as Notional);

/** Records what the live books do after the orders of profile shadow. */
function observeShadow(
  engine: Oms,
  store: StateStore,
  venues: readonly Venue[],
  clock: Clock,
): ShadowObserver {
  const shadows = new Map(
    venues.flatMap((venue) => (venue instanceof ShadowVenue ? [[venue.name, venue] as const] : [])),
  );
  return new ShadowObserver({
    store,
    clock,
    findTouch: (venue, id) => shadows.get(venue)?.findTouch(id) ?? null,
    onOrder: (listener) => engine.feeds.onOrder(listener),
    onFill: (listener) => engine.feeds.onFill(listener),
  });
}

function startVenue(venue: Venue, market: MarketDataService, engine: Oms): Promise<void> {
  const onReport = (report: OrderReport): void => engine.onVenueReport(venue.name, report);
  const onAnomaly = (anomaly: VenueAnomaly): void => engine.onVenueAnomaly(venue.name, anomaly);
  return venue.start({ ...market.listenerFor(venue.name), onReport, onAnomaly });
}

/** Every configured venue in listing order; one that is off is listed without an adapter. */
function createVenueList(deps: ComposeDependencies): readonly MarketVenue[] {
  const { replay } = deps;
  if (replay !== undefined)
    return replay.venues.map((venue) => {
      const { name, capabilities } = venue;
      return { name, capabilities, venue, bookAgeMsMax: null, watchedMax: 0 };
    });
  return Object.entries(deps.config.venues).map(([id, config]): MarketVenue => {
    const isDemo = config.driver === DEMO_SCHEMA.driver;
    const made = isDemo ? demoVenue(id, config, deps) : (deps.externals?.[id] ?? null);
    const venue = made === null ? null : wired(made, deps);
    return {
      name: config.name as VenueName,
      capabilities: venue?.capabilities ?? OFF,
      venue: isDemo && !config.enabled ? null : venue,
      bookAgeMsMax: config.bookAgeMsMax ?? null,
      watchedMax: config.watchedMax ?? 0,
    };
  });
}

/** The built-in exchange; its faults can be set for the default Demo only. */
function demoVenue(id: string, config: VenueConfig, deps: ComposeDependencies): Venue {
  const { seed, historyDays, lively } = config as DemoConfig;
  const made = createDemo({
    ...deps,
    name: config.name as VenueName,
    store: requirePresent(deps.stores.demo[id], `the store of ${config.name}`),
    random: seededRandom(seed),
    seed,
    settings: {
      historyDays,
      ...(lively && LIVELY_DEMO_SETTINGS),
      ...deps.demo,
    },
  });
  const { demoFaults = null, clock } = deps;
  return demoFaults === null || id !== DEMO_ID ? made : faultyVenue(made, { injector: demoFaults, clock });
}

const wired = (venue: Venue, { wire }: ComposeDependencies): Venue =>
  wire === undefined ? venue : wire(venue);

const PUBLIC_ONLY: AddressPolicy = {
  isPrivateAllowed: false,
  isLoopbackAllowed: false,
  ownPorts: () => new Set(),
};
const NO_SENDER: WebhookSender = { post: async () => ({ kind: 'failed', why: 'no network' }) };

/** The health of a venue that is switched off: nothing may be sent to it. */
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
