import type { VenueClientId, VenueName } from '../../domain/model/ids.ts';
import { notionalOf, ONE, type Price, type Qty } from '../../domain/model/money.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { Clock, Random, Timer } from '../../ports/environment.ts';
import type { Network } from '../../ports/network.ts';
import type { Log } from '../../ports/telemetry.ts';
import type {
  ExternalVenue,
  VenueCapabilities,
  VenueHealth,
  VenueListener,
  VenueOutcome,
  VenueQuery,
} from '../../ports/venue.ts';
import { Client } from './http/polymarket-client.ts';
import { Catalogue } from './market-data/polymarket-catalogue.ts';
import { PolymarketMarketData } from './market-data/polymarket-market-data.ts';
import { VenueStatus } from './market-data/venue-status.ts';
import { Balances } from './orders/balances.ts';
import { OrderBuilder } from './orders/order-builder.ts';
import { OrderPlacement } from './orders/order-placement.ts';
import { Cancellation } from './orders/polymarket-cancellation.ts';
import { OrderQueries } from './orders/polymarket-order-queries.ts';
import { DUST } from './orders/polymarket-order-tracker.ts';
import { Orders } from './orders/polymarket-orders.ts';
import { Reconciliation, StartupSnapshot } from './orders/polymarket-reconciliation.ts';
import { checkVenue } from './polymarket-check.ts';
import { POLYMARKET_DEFAULTS, type PolymarketSettings } from './polymarket-settings.ts';
import { Wallet } from './signing/wallet.ts';
import { UserWs } from './ws/user-ws.ts';

export interface PolymarketDeps {
  readonly name: VenueName;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** What has no default: the key, and the text that keeps this installation's salts its own. */
export type PolymarketOptions = Partial<PolymarketSettings> &
  Pick<PolymarketSettings, 'privateKeyHex' | 'space'>;

const BUY_NOTIONAL_MIN = notionalOf(ONE as Price, ONE as Qty); // 1 pUSD, where it trades at once
const CLOCK_EVERY_MS = 3_600_000;
const CREDENTIALS_RETRY_MS = 10_000;

/**
 * Polymarket behind our port. `start` may be called once; requests before it or after `stop` are `unsent`.
 * Throws on a key or funder that is none.
 */
export function createPolymarket(deps: PolymarketDeps, options: PolymarketOptions): ExternalVenue {
  const settings: PolymarketSettings = { ...POLYMARKET_DEFAULTS, ...options };
  const wallet = new Wallet(settings);
  const mode = new VenueStatus(deps.clock);
  const client = new Client({ ...deps, mode, wallet, settings });
  const base: Base = { deps, settings, wallet, mode, client };
  let works: Works | null = null;
  const unsent = { kind: 'unsent', why: `${deps.name} is not running` } as const;
  const notRunning = { healthy: false, latencyMs: null, reason: unsent.why };

  return {
    name: deps.name,
    capabilities: capabilitiesOf(settings),
    async start(listener) {
      works = createWorks(base, listener);
      await works.start();
    },
    clientIdFor: (order) => works?.preparation.name(order) ?? order.clientId,
    place: async (order) => (await works?.placing.place(order)) ?? unsent,
    amend: () =>
      Promise.resolve({ kind: 'refused', code: 'not_supported', message: 'an amend here is a replacement' }),
    cancel: async (id, instrument) => (await works?.ending.cancel(id, instrument)) ?? unsent,
    order: async (id, instrument) =>
      works === null ? { kind: 'failed', why: unsent.why } : askOrder(works, id, instrument),
    async reconcile(mark) {
      if (works === null) throw new Error(unsent.why);
      void works.inventory.look();
      return works.reconciliation.run(mark);
    },
    positions: () => works?.inventory.look() ?? Promise.resolve(null),
    watch: (id) => works?.feed.watch(id),
    unwatch: (id) => works?.feed.unwatch(id),
    budgets: () => client.budgets(),
    health: () => (works === null ? Promise.resolve(notRunning) : healthOf(base, works)),
    async stop() {
      const stopping = works;
      works = null;
      stopping?.stop();
      await client.close();
    },
    check: () => checkVenue(base),
  };
}

function capabilitiesOf({ simulated }: PolymarketSettings): VenueCapabilities {
  return {
    trading: true,
    simulated,
    amend: 'replace',
    amendQtyIncrease: true,
    tif: ['GTC', 'GTD', 'IOC'],
    notFoundPolicy: { settleMs: 15_000, confirmations: 3, gapMs: 5_000 },
    bookDelivery: 'on_subscribe',
    buyNotionalMin: BUY_NOTIONAL_MIN,
    mirrorsSales: true,
    dustQty: DUST,
  };
}

/** What there is from the beginning. */
interface Base {
  readonly deps: PolymarketDeps;
  readonly settings: PolymarketSettings;
  readonly wallet: Wallet;
  readonly mode: VenueStatus;
  readonly client: Client;
}

/** What works between start and stop. */
interface Works {
  readonly preparation: OrderBuilder;
  readonly placing: OrderPlacement;
  readonly ending: Cancellation;
  readonly inquiry: OrderQueries;
  readonly reconciliation: Reconciliation;
  readonly orders: Orders;
  readonly inventory: Balances;
  readonly feed: PolymarketMarketData;
  readonly user: UserWs;
  start(): Promise<void>;
  stop(): void;
}

function createWorks(base: Base, listener: VenueListener): Works {
  const { deps, settings, client } = base;
  const { clock } = deps;
  const parts = { ...deps, ...settings, ...base, listener };
  const catalogue = new Catalogue({
    ...parts,
    refreshMs: settings.catalogueRefreshMs,
    fullMs: settings.catalogueFullMs,
  });
  const feed = new PolymarketMarketData({ ...parts, catalogue });
  const inventory = new Balances(parts);
  const orders = new Orders({ ...parts, inventory });
  const inquiry = new OrderQueries({ ...parts, orders, listings: catalogue });
  const ending = new Cancellation({ ...parts, orders, inquiry });
  const firstLook = new StartupSnapshot();
  const user = new UserWs({ ...parts, orders, inquiry, firstLook });
  const preparation = new OrderBuilder({
    ...parts,
    listing: (id) => catalogue.find(id),
    book: (id) => feed.book(id),
    inventory,
    now: () => client.nowMs() as TimestampMs,
  });
  const reconciliation = new Reconciliation({
    ...parts,
    orders,
    inquiry,
    firstLook,
  });
  const placing = new OrderPlacement({
    ...parts,
    preparation,
    orders,
    inquiry,
    ending,
    inventory,
    listings: catalogue,
  });
  const timers: Timer[] = [];
  return {
    preparation,
    placing,
    ending,
    inquiry,
    reconciliation,
    orders,
    inventory,
    feed,
    user,
    async start() {
      await client.measureClock();
      await logIn(base, listener, user, timers);
      void inventory.look();
      feed.start();
      timers.push(clock.every(CLOCK_EVERY_MS, () => void client.measureClock()));
      await catalogue.start();
      feed.listed();
    },
    stop() {
      for (const timer of timers) timer.cancel();
      inventory.stop();
      catalogue.stop();
      feed.stop();
      user.stop();
    },
  };
}

/** Opens the channel of our orders once there are credentials; until then nothing is traded, and all is shown. */
async function logIn(base: Base, listener: VenueListener, user: UserWs, timers: Timer[]): Promise<void> {
  const { client, mode, deps } = base;
  const missing = await client.obtainCredentials();
  if (missing === null) return user.open();
  const { why, isRefused } = missing;
  mode.hold(`no credentials: ${why}`, CREDENTIALS_RETRY_MS * 2);
  if (isRefused) listener.onAnomaly({ kind: 'credentials', detail: why });
  timers.push(deps.clock.after(CREDENTIALS_RETRY_MS, () => void logIn(base, listener, user, timers)));
}

/** An order that must not rest and does, because its cancel was lost, is cancelled again before it is told. */
async function askOrder(works: Works, id: VenueClientId, instrument: string): Promise<VenueQuery> {
  const record = works.orders.find(id);
  const isResting = record !== null && record.terms.kill === 'cancel' && !record.isOver && !record.isBusy;
  if (!isResting || !record.isAcknowledged) return works.inquiry.order(id, instrument);
  return asQuery(await works.ending.endAtOnce(record, []));
}

function asQuery(outcome: VenueOutcome): VenueQuery {
  if (outcome.kind === 'report') return { kind: 'found', report: outcome.report };
  return { kind: 'failed', why: outcome.kind === 'refused' ? outcome.message : outcome.why };
}

/** Asks the venue its time, which also finds out whether one that did not answer does again. */
async function healthOf({ client, mode }: Base, { feed, user }: Works): Promise<VenueHealth> {
  const latencyMs = await client.measureClock();
  const reason =
    (latencyMs === null ? 'the venue does not answer' : null) ??
    mode.whyClosed() ??
    (client.credentials === null ? 'no credentials' : null) ??
    (user.isUp ? null : 'the channel of our orders is down') ??
    (feed.isUp ? null : 'the feed of books is down');
  return { healthy: reason === null, latencyMs, reason };
}
