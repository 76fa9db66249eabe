import { OPERATION_KINDS, type TimestampMs, type VenueName } from '#contract';
import {
  type Clock,
  type ExternalVenue,
  type Log,
  type Network,
  type Random,
  type Timer,
  type VenueCapabilities,
  type VenueListener,
  type VenueOrder,
  type VenueOutcome,
  wait,
} from '#ports';
import { PolymarketClient } from './http/polymarket-client.ts';
import { HEARTBEAT, WalletHeartbeats } from './http/polymarket-heartbeats.ts';
import { PolymarketCatalogue } from './market-data/polymarket-catalogue.ts';
import { PolymarketMarketData } from './market-data/polymarket-market-data.ts';
import { createPublicRecords } from './market-data/polymarket-public-records.ts';
import { VenueStatus } from './market-data/venue-status.ts';
import { CASH_STEP, readCashBalance } from './orders/cash-balance.ts';
import { BUY_NOTIONAL_MIN, OrderBuilder } from './orders/order-builder.ts';
import { isPlacedBy, markOrder, markOutcome, parseMarked } from './orders/order-marks.ts';
import { OrderSender } from './orders/order-placement.ts';
import { DUST } from './orders/polymarket-order-tracker.ts';
import { TokenBalances } from './orders/token-balances.ts';
import { readTokenCash } from './orders/token-cash.ts';
import { WalletAccounts, type WalletAccountsDeps } from './orders/wallet-accounts.ts';
import { checkVenue } from './polymarket-check.ts';
import { checkHealth } from './polymarket-health.ts';
import { findOwnershipIssue } from './polymarket-key-check.ts';
import { POLYMARKET_DEFAULTS, type PolymarketSettings } from './polymarket-settings.ts';
import { OPERATION_STEP } from './relayer/adapter-calls.ts';
import { PolymarketOperations } from './relayer/polymarket-operations.ts';
import { RelayerClient } from './relayer/relayer-client.ts';
import { Wallet } from './signing/wallet.ts';
import { type Ownership, readOwnership } from './signing/wallet-owner.ts';

export interface PolymarketDeps {
  readonly name: VenueName;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Settings, of which the key and the salt prefix of this installation have no default. */
export type PolymarketOptions = Partial<PolymarketSettings> &
  Pick<PolymarketSettings, 'privateKeyHex' | 'space'>;

const CLOCK_EVERY_MS = 3_600_000;
const STATUS_WAIT_MS = 1_000;

/**
 * Creates the Polymarket adapter. `start` may be called once; requests before it or after `stop` are `unsent`.
 * Throws on an invalid key or funder, and where their addresses show that they do not belong together.
 */
export function createPolymarket(deps: PolymarketDeps, options: PolymarketOptions): ExternalVenue {
  const settings: PolymarketSettings = { ...POLYMARKET_DEFAULTS, ...options };
  const wallet = new Wallet(settings);
  const venueStatus = new VenueStatus(deps.clock);
  const client = new PolymarketClient({ ...deps, venueStatus, wallet, settings });
  const relayer = openRelayer(deps, settings, client);
  const keys = [
    { wallet, client, expiresAt: settings.keyExpiresAt },
    ...settings.formerKeys.map(({ expiresAt, ...key }) => {
      const former = new Wallet({ ...settings, ...key });
      return { wallet: former, client: client.withKey(former), expiresAt };
    }),
  ];
  requireDifferentKeys(keys.map((key) => key.wallet));
  if (!settings.simulated) for (const key of keys) requireOwner(key.wallet, settings.chainId);
  const clients = keys.map((key) => key.client);
  const heartbeats = settings.heartbeat ? new WalletHeartbeats(clients, deps.clock) : null;
  const base: Base = { deps, settings, wallet, venueStatus, client, keys, heartbeats };
  let running: Running | null = null;
  const operations = new PolymarketOperations({
    wallet,
    relayer,
    chainId: settings.chainId,
    findListing: (id) => running?.catalogue.find(id) ?? null,
    nowMs: () => client.nowMs(),
    refreshBalances: ({ yes, no }) => {
      for (const asset of [yes, no, null]) running?.balances.refresh(asset);
    },
  });
  const unsent = { kind: 'unsent', why: `${deps.name} is not running` } as const;
  const notRunning = { healthy: false, latencyMs: null, reason: unsent.why };

  return {
    name: deps.name,
    capabilities: toCapabilities(settings),
    async start(listener) {
      running = createRunning(base, listener);
      await running.start();
    },
    clientIdFor: (order) =>
      running === null ? order.clientId : markOrder(running.orderBuilder.prepare(order), wallet),
    findObstacle: (order) => running?.orderBuilder.findObstacle(order) ?? null,
    place: async (order) => (running === null ? unsent : placeOrder(running, base, order)),
    amend: () =>
      Promise.resolve({
        kind: 'refused',
        code: 'not_supported',
        message: 'Polymarket has no amend; orders are replaced',
      }),
    cancel: async (id, instrument) => (await running?.accounts.cancel(id, instrument)) ?? unsent,
    order: async (id, instrument) =>
      running === null ? { kind: 'failed', why: unsent.why } : running.accounts.query(id, instrument),
    async reconcile(mark) {
      if (running === null) throw new Error(unsent.why);
      return running.accounts.reconcile(mark);
    },
    openOrders: () => running?.accounts.openOrders ?? [],
    cancelOpenOrder: async ({ venueOrderId }) =>
      running === null ? unsent.why : running.accounts.cancelExternal(venueOrderId),
    positions: () => running?.balances.positions() ?? Promise.resolve(null),
    balance: async () =>
      running === null ? null : readCashBalance({ ...settings, client, orders: running.accounts }),
    tokenCash: async () =>
      running === null ? null : readTokenCash({ client, wallet, listings: running.catalogue }),
    ...(heartbeats && {
      sendHeartbeat: () => (running === null ? Promise.resolve(unsent.why) : heartbeats.send()),
    }),
    operations,
    watch: (id) => running?.feed.watch(id),
    unwatch: (id) => running?.feed.unwatch(id),
    publicRecords: createPublicRecords({ client, find: (id) => running?.catalogue.find(id) ?? null }),
    budgets: () => client.budgets(),
    health: () => (running === null ? Promise.resolve(notRunning) : checkHealth(base, running)),
    async stop() {
      const stopping = running;
      running = null;
      stopping?.stop();
      settings.signer?.close();
      for (const { signer } of settings.formerKeys) signer?.close();
      await client.close();
      await relayer?.close();
    },
    check: () => checkVenue(base),
  };
}

function toCapabilities({ simulated, heartbeat, minSizeForTaking }: PolymarketSettings): VenueCapabilities {
  return {
    trading: true,
    simulated,
    amend: 'replace',
    amendQtyIncrease: true,
    tif: ['GTC', 'GTD', 'IOC'],
    tifSell: ['GTC', 'GTD', 'IOC', 'FOK'],
    postOnly: true,
    deadServiceNote: heartbeat
      ? 'From the first guard or session with on_disconnect on, Polymarket cancels all orders of the API key 10 to 15 seconds after the service stops.'
      : 'Polymarket keeps resting orders while the service is down: its heartbeat, which cancels all orders of the API key, is not used.',
    ...(heartbeat && { heartbeat: HEARTBEAT }),
    notFoundPolicy: { settleMs: 15_000, confirmations: 3, gapMs: 5_000 },
    bookDelivery: 'on_subscribe',
    buyNotionalMin: BUY_NOTIONAL_MIN,
    holdsTokens: true,
    reportsExternalOrders: true,
    operations: { kinds: OPERATION_KINDS, qtyStep: OPERATION_STEP },
    ...(!minSizeForTaking && { tifsBelowMin: ['IOC', 'FOK'] as const }),
    cashStep: CASH_STEP,
    dustQty: DUST,
  };
}

/** Null without credentials, and where private data is not read. */
function openRelayer(
  { network }: PolymarketDeps,
  { isPublic, relayerCredentials, relayerUrl }: PolymarketSettings,
  client: PolymarketClient,
): RelayerClient | null {
  if (isPublic || relayerCredentials === null) return null;
  return new RelayerClient({
    network,
    url: relayerUrl,
    credentials: relayerCredentials,
    nowMs: () => client.nowMs(),
  });
}

/** Parts that exist from construction. */
interface Base {
  readonly deps: PolymarketDeps;
  readonly settings: PolymarketSettings;
  readonly wallet: Wallet;
  readonly venueStatus: VenueStatus;
  readonly client: PolymarketClient;
  readonly keys: WalletAccountsDeps['keys'];
  readonly heartbeats: WalletHeartbeats | null; // null: switched off
}

function requireDifferentKeys(wallets: readonly Wallet[]): void {
  const [{ maker } = { maker: '' }] = wallets;
  const addresses = wallets.map(({ address }) => address);
  const sessions = wallets.filter(({ isSessionKey }) => isSessionKey);
  if (new Set(addresses).size < addresses.length)
    throw new Error("the session key, the former one and the owner's key must be different keys");
  if (sessions.some(({ address }) => address === maker))
    throw new Error('the session key must not be the address of the wallet');
}

/** A sandbox of an earlier version has a wallet at any address. */
function requireOwner(wallet: Wallet, chainId: number): void {
  const ownership = readOwnership(wallet, chainId);
  if (ownership.kind === 'contradicts') throw new Error(ownership.detail);
}

/** Parts that exist between start and stop. */
interface Running {
  readonly orderBuilder: OrderBuilder;
  readonly sender: OrderSender;
  readonly accounts: WalletAccounts;
  readonly balances: TokenBalances;
  readonly feed: PolymarketMarketData;
  readonly catalogue: PolymarketCatalogue;
  readonly ownershipIssue: Ownership | null; // as far as the venue's answer did not settle it
  start(): Promise<void>;
  stop(): void;
}

function createRunning(base: Base, listener: VenueListener): Running {
  const { deps, settings, client } = base;
  const { clock } = deps;
  const parts = { ...deps, ...settings, ...base, listener };
  const catalogue = new PolymarketCatalogue({
    ...parts,
    refreshMs: settings.catalogueRefreshMs,
    fullMs: settings.catalogueFullMs,
  });
  const feed = new PolymarketMarketData({ ...parts, catalogue });
  const balances = new TokenBalances({ ...parts, listings: catalogue });
  const accounts = new WalletAccounts({ ...parts, balances, listings: catalogue });
  const orderBuilder = new OrderBuilder({
    ...parts,
    listing: (id) => catalogue.find(id),
    book: (id) => feed.book(id),
    now: () => client.nowMs() as TimestampMs,
  });
  const { orders, queries, canceller } = accounts.current;
  const sender = new OrderSender({
    ...parts,
    orderBuilder,
    orders,
    queries,
    canceller,
    balances,
    listings: catalogue,
  });
  const timers: Timer[] = [];
  let ownershipIssue: Ownership | null = null;
  return {
    orderBuilder,
    sender,
    accounts,
    balances,
    feed,
    catalogue,
    get ownershipIssue() {
      return ownershipIssue;
    },
    async start() {
      await client.measureClock();
      if (!settings.isPublic) await Promise.all(accounts.all.map((account) => account.logIn()));
      if (!settings.isPublic && !settings.simulated)
        ownershipIssue = await findOwnershipIssue(base.keys, settings.chainId);
      if (ownershipIssue?.kind === 'contradicts') {
        accounts.stop();
        throw new Error(ownershipIssue.detail);
      }
      feed.start();
      timers.push(clock.every(CLOCK_EVERY_MS, () => void client.measureClock()));
      await catalogue.start();
      feed.watchPending();
    },
    stop() {
      for (const timer of timers) timer.cancel();
      catalogue.stop();
      feed.stop();
      accounts.stop();
    },
  };
}

/**
 * Places an order. One that is refused because its market takes no orders shows a pause that discovery reports much
 * later, so the market is read at once, and the refusal says whether it is paused.
 */
async function placeOrder(
  { sender, catalogue }: Running,
  { wallet, deps: { clock } }: Base,
  order: VenueOrder,
): Promise<VenueOutcome> {
  const placed = parseMarked(order.clientId);
  if (!isPlacedBy(placed, wallet)) return { kind: 'unsent', why: 'another key prepared the order' };
  const outcome = markOutcome(await sender.place({ ...order, clientId: placed.orderId }), wallet);
  if (outcome.kind !== 'refused' || outcome.code !== 'market_not_open') return outcome;
  await Promise.race([catalogue.readAcceptance(order.venueInstrumentId), wait(clock, STATUS_WAIT_MS)]);
  const status = catalogue.find(order.venueInstrumentId)?.instrument.status;
  return status === 'PAUSED' ? { ...outcome, code: 'market_paused' } : outcome;
}
