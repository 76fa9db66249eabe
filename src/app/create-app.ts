import { join, resolve } from 'node:path';
import {
  type ChannelSettings,
  type Config,
  DEMO_ID,
  DEMO_SCHEMA,
  HOME_DIR,
  readChannelSettings,
} from '#config';
import { findSimulators, type SimulatorProcesses, startSimulators, VENUE_DRIVERS } from '#drivers';
import { openSharedIdStore } from '#market-data';
import { FaultInjector } from '#matching-engine';
import { AccountAdminService } from '#oms';
import { StateStore } from '#orders';
import {
  createMailChannel,
  createNetwork,
  createOwnedNetwork,
  createTelegramChannel,
  createWebhookSender,
  OtlpExporter,
  openMatcherThread,
  TelegramClient,
} from '#platform';
import { type DemoStore, type ExternalVenue, type MessageChannels, type TraceExporter, wait } from '#ports';
import { LakeRecorder } from '#recorder';
import { warmUpMatching } from '#relations';
import { type OpenedMarketStore, openSqliteMarketStore, type Store } from '#storage/sqlite';
import { DEMO_FAULTS } from '#venues/demo';
import { placeTrialOrder } from '#venues/shared';
import { awaitJournal, type OwnedLedger } from './await-journal.ts';
import { MARKET_FILE } from './backup-ledger.ts';
import { composeApp, type RunningApp, type Stores } from './compose.ts';
import { createVenue, createVenues, prepareDrivers } from './create-venues.ts';
import { HeadExporter } from './head-exporter.ts';
import { getNodeName, openLedger } from './ledger-stores.ts';
import { createOperatorChats } from './operator-chats.ts';
import { createReplayApp } from './replay/create-replay-app.ts';
import { StartTimeline } from './start-timeline.ts';
import type { App, AppDependencies, AppModule, OperatingStore, OwnershipEnd, StandbyWait } from './types.ts';

const LAKE_FOLDER = 'lake';
const GB = 1_000_000_000;
const INSTALLATION_BYTES = 16;
const CLUSTER_KEY_BYTES = 32;
/** Other nodes have seen within this time that this one takes no more requests: they look five times a second. */
const END_OF_LINKS_MS = 500;

export { backupLedger } from './backup-ledger.ts';
export { clusterAdmin } from './cluster-admin.ts';
export { audit, checkStore, verify } from './ledger-stores.ts';
export { migrateLedger } from './migrate-ledger.ts';
export { restoreLedger } from './restore-ledger.ts';

/**
 * The whole service with its data on disk. It listens at `listen`; before that only a standby does, while another node owns
 * the journal.
 *
 * @returns  null when the signal ended the wait for the journal
 */
export async function createApp(machine: AppDependencies, standbyWait: StandbyWait): Promise<App | null> {
  if (machine.replaySettings !== undefined) return createReplayApp(machine, machine.replaySettings);
  const opened = new AsyncDisposableStack();
  try {
    const marketFile = new MarketFile(machine.config);
    opened.defer(() => marketFile.close());
    const timeline = new StartTimeline(machine.clock);
    const owned = await openOwnedLedger(machine, standbyWait, marketFile, timeline);
    if (owned === null) {
      await opened.disposeAsync();
      return null;
    }
    timeline.mark('open');
    const deps = { ...machine, config: owned.config };
    opened.defer(() => owned.registry?.close());
    opened.defer(() => owned.standby.close());
    const stores = await openStores(
      deps,
      opened.adopt(owned.ledger, (store) => store.close()),
      opened.adopt(marketFile, (file) => file.close()),
    );
    timeline.mark('stores');
    const drivers = deps.drivers ?? VENUE_DRIVERS;
    const simulators = await startSimulators({ ...deps, drivers });
    opened.defer(() => simulators.stop());
    timeline.mark('simulators');
    const network = createOwnedNetwork(createNetwork(deps.clock), stores.ledger.ownership);
    const space = await stores.ledger.journal.installationId(deps.random.hex(INSTALLATION_BYTES));
    const externals = createVenues({ ...deps, network, space, drivers }, simulators.running);
    // After the credentials of the venues: a wrong master key is reported for the file that names a venue.
    await exportHeads(deps, stores.ledger, opened);
    // Under profile live there is no fault injector, so that no fault can be set.
    const demoFaults = deps.config.profile === 'sandbox' ? new FaultInjector(deps.random, DEMO_FAULTS) : null;
    const recorder = openRecorder(deps, opened);
    const channelSettings = readChannelSettings(deps.config);
    const clusterKey = await getClusterKey(deps, stores.ledger);
    const traceExporter = await openTraceExporter(deps, opened);
    if (Object.keys(externals).length > 0) warmUpMatching(); // reviews of pairs of two venues compare in this thread
    timeline.mark('adapters');
    const ownPorts = new Set([
      deps.config.port,
      ...Object.values(simulators.running).map(({ url }) => getPort(url)),
    ]);
    const addresses = {
      isPrivateAllowed: deps.config.webhooks.allowPrivate,
      isLoopbackAllowed: allowsLoopback(deps.config),
      ownPorts: () => ownPorts,
    };
    const assembly: RunningApp = await composeApp({
      ...deps,
      timeline,
      traceExporter,
      clusterKey,
      stores,
      externals,
      demoFaults,
      recorder,
      openMatcher: openMatcherThread,
      channels: createChannels(channelSettings),
      chats: createOperatorChats(channelSettings.telegram),
      webhookSender: createWebhookSender({ clock: deps.clock, addresses }),
      webhookAddresses: addresses,
    });
    opened.defer(() => assembly.stop());
    let endLinks: (() => void) | null = null; // other nodes then keep their requests for the next owner
    return {
      operating: assembly.engine.accountAdmin,
      demoFaults,
      exchanges: toExchanges(deps.config, simulators),
      venueProblems: () => findVenueProblems(assembly, externals),
      reviewing: assembly.reviews,
      pairings: assembly.pairings,
      adoptPositions: (venue, owner, cancelsOrders) =>
        assembly.engine.adoptPositions(venue, owner, cancelsOrders),
      ownershipEnded: whenOwnershipEnds(stores.ledger),
      listen: async () => {
        await owned.standby.freePort();
        const { ownEdgeUrl, ...listening } = await assembly.listen();
        for (const url of [listening.url, ownEdgeUrl]) if (url !== null) ownPorts.add(getPort(url));
        timeline.mark('listen');
        timeline.write(deps.log);
        const isLinked = ownEdgeUrl !== null && clusterKey !== null;
        owned.standby.finish(isLinked ? { url: ownEdgeUrl, key: clusterKey } : null);
        owned.registry?.announce({ role: 'owner', ...listening });
        if (isLinked) endLinks = () => owned.registry?.announce({ role: 'owner', url: listening.url });
        return listening;
      },
      stop: async () => {
        stores.ledger.stopWaiting?.();
        if (endLinks !== null && stores.ledger.ownership.mayCallVenues()) {
          endLinks();
          await wait(deps.clock, END_OF_LINKS_MS);
        }
        await opened.disposeAsync();
      },
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

function findVenueProblems(
  { engine, market }: Pick<RunningApp, 'engine' | 'market'>,
  externals: Readonly<Record<string, ExternalVenue>>,
): ReturnType<App['venueProblems']> {
  const states = new Map(market.data.venueHealth().map((state) => [state.venue, state]));
  return Object.values(externals).map(({ name }) => {
    const state = states.get(name);
    const unhealthy = state?.healthy === true ? null : (state?.reason ?? 'not checked yet');
    return { name, problem: unhealthy ?? engine.findVenueBlock(name) };
  });
}

/** The key that the nodes prove to each other; null: they forward nothing. */
const getClusterKey = async (
  { config, random }: AppDependencies,
  { sharedIds }: Store,
): Promise<string | null> =>
  config.edge.enabled && sharedIds !== null
    ? sharedIds.getOrSet('cluster_key', random.hex(CLUSTER_KEY_BYTES))
    : null;

/** Null when market data is not recorded. It is closed after everything that records. */
function openRecorder(deps: AppDependencies, opened: AsyncDisposableStack): LakeRecorder | null {
  const { config } = deps;
  const { enabled, path, maxGb } = config.record;
  if (!enabled) return null;
  const root = path === '' ? join(config.dataDir, LAKE_FOLDER) : resolve(HOME_DIR, path);
  const recorder = opened.adopt(new LakeRecorder({ ...deps, root, bytesMax: maxGb * GB }), (one) =>
    one.stop(),
  );
  recorder.start();
  return recorder;
}

/** Loaded only with `telemetry.otlp_url`. It is closed after everything that is traced. */
async function openTraceExporter(
  deps: AppDependencies,
  opened: AsyncDisposableStack,
): Promise<TraceExporter | null> {
  const url = deps.config.telemetry.otlpUrl;
  if (url === '') return null;
  return opened.adopt(new OtlpExporter({ ...deps, url, node: getNodeName(deps.config) }), (one) =>
    one.stop(),
  );
}

/** Signs heads of the journal until its last entry; switched off by `audit.head_interval_ms = 0`. */
async function exportHeads(
  deps: AppDependencies,
  ledger: Store,
  opened: AsyncDisposableStack,
): Promise<void> {
  if (deps.config.audit.headIntervalMs === 0) return;
  const exporter = opened.adopt(new HeadExporter({ ...deps, ledger }), (one) => one.stop());
  await exporter.checkLedger();
}

const allowsLoopback = ({ webhooks, profile }: Config): boolean =>
  webhooks.allowLoopback === 'always' || (webhooks.allowLoopback === 'sandbox' && profile === 'sandbox');

const getPort = (url: string): number => Number(new URL(url).port);

function toExchanges({ venues }: Config, { running }: SimulatorProcesses): App['exchanges'] {
  return Object.entries(running).map(([id, { url }]) => ({ name: venues[id]?.name ?? id, url }));
}

/** Accounts and keys of a stopped service. Starts no venue and sends nothing. */
export async function openOperating(deps: AppDependencies): Promise<OperatingStore> {
  const { config, clock, random, log } = deps;
  const store = await openLedger({ config, clock });
  try {
    const ledger = new StateStore({ journal: store.journal, clock, log, terminalInMemoryMax: 0 });
    await ledger.load();
    return {
      operating: new AccountAdminService({ store: ledger, random, notifications: store.notifications }),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Checks an external venue without trading; null if it is off. Works with and without a running service. */
export const checkVenue: AppModule['checkVenue'] = (deps, id) => useVenue(deps, id, (venue) => venue.check());

/** Places the trial order at an external venue; null if the venue is off. */
export const placeVenueTrial: AppModule['placeVenueTrial'] = (deps, id, trial) =>
  useVenue(deps, id, (venue) => placeTrialOrder(venue, { ...trial, clock: deps.clock }));

async function useVenue<Value>(
  deps: AppDependencies,
  id: string,
  use: (venue: ExternalVenue) => Promise<Value>,
): Promise<Value | null> {
  const drivers = deps.drivers ?? VENUE_DRIVERS;
  const network = createNetwork(deps.clock);
  // Its orders are of no ledger, so it needs no permanent client id space.
  const space = deps.random.hex(INSTALLATION_BYTES);
  const venue = createVenue(id, { ...deps, network, space, drivers }, findSimulators(deps.config, drivers));
  if (venue === null) return null;
  try {
    return await use(venue);
  } finally {
    await venue.stop();
  }
}

function openOwnedLedger(
  deps: AppDependencies,
  standbyWait: StandbyWait,
  marketFile: MarketFile,
  timeline: StartTimeline,
): Promise<OwnedLedger | null> {
  const { config, metrics, drivers = VENUE_DRIVERS } = deps;
  protectPassword(deps);
  const onStandby: StandbyWait['onStandby'] = (...place) => {
    standbyWait.onStandby(...place);
    if (!config.node.mayOwn) return;
    prepareDrivers(config, drivers);
    warmUpMatching();
  };
  return awaitJournal(
    deps,
    { ...standbyWait, onStandby },
    {
      onCommit: ({ ops, ms }) => {
        metrics.observe('journal_batch_size', ops);
        metrics.observe('journal_sync_ms', ms);
      },
      // A standby has it open when it takes over.
      onFolderLocked: () => void marketFile.open().catch(() => undefined),
      onTaken: () => timeline.begin(),
    },
  );
}

/** The store of market data, opened once this process has the data folder. */
class MarketFile {
  readonly #file: string;
  #opening: Promise<OpenedMarketStore> | null = null;

  constructor({ dataDir }: Config) {
    this.#file = join(dataDir, MARKET_FILE);
  }

  open(): Promise<OpenedMarketStore> {
    if (this.#opening !== null) return this.#opening;
    const opening = openSqliteMarketStore(this.#file);
    this.#opening = opening;
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = null; // the start tries again
    });
    return opening;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const opened = await opening?.catch(() => null);
    await opened?.store.close();
  }
}

const whenOwnershipEnds = ({ ownership }: Store): Promise<OwnershipEnd> =>
  new Promise((resolve) => {
    ownership.onLost(() => resolve('lost'));
    ownership.onResignRequested(() => resolve('resign requested'));
  });

/** Opened in this order and closed in reverse, the ledger last. */
async function openStores(
  { config, log }: AppDependencies,
  ledger: Store,
  marketFile: MarketFile,
): Promise<Stores & { readonly ledger: Store }> {
  const market = await marketFile.open();
  if (market.damaged !== null)
    log.warn('market data file was damaged: a new one is created', { ...market.damaged });
  const demo: Record<string, DemoStore> = {};
  for (const [id, { driver }] of Object.entries(config.venues)) {
    if (driver !== DEMO_SCHEMA.driver) continue;
    demo[id] = await ledger.demo(id, id === DEMO_ID ? 'demo.db' : `demo-${id}.db`);
  }
  const { sharedIds } = ledger;
  const store = sharedIds === null ? market.store : await openSharedIdStore(market.store, sharedIds);
  return { ledger, market: store, demo };
}

/** The journal's password must not reach a log. */
function protectPassword({ config, secrets }: AppDependencies): void {
  const { url } = config.journal;
  const password = url === '' ? '' : new URL(url).password;
  if (password !== '') for (const text of [password, decodeURIComponent(password)]) secrets.add(text);
}

/** Telegram and mail, as far as they are configured. */
const createChannels = ({ telegram, email }: ChannelSettings): MessageChannels => ({
  ...(telegram === null ? {} : { telegram: createTelegramChannel(new TelegramClient(telegram), telegram) }),
  ...(email === null ? {} : { email: createMailChannel(email) }),
});
