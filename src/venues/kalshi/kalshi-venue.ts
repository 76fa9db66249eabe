import { QTY_ZERO, type TimestampMs } from '#contract';
import {
  type ExternalVenue,
  type PublicRecords,
  type Venue,
  type VenueBudget,
  type VenueCapabilities,
  type VenueListener,
  type VenueOutcome,
  wait,
} from '#ports';
import { UnknownFields } from '#venues/shared';
import { checkAccount } from './account-check.ts';
import { learnPrecision } from './account-precision.ts';
import { AccountLimitsReader } from './http/account-limits.ts';
import { createSigner, type Signer, UNSIGNED } from './http/kalshi-auth.ts';
import { KalshiClient } from './http/kalshi-client.ts';
import { createOutsideSigner } from './http/kalshi-outside-signer.ts';
import { checkHealth } from './kalshi-health.ts';
import type { KalshiDeps, KalshiSettings } from './kalshi-settings.ts';
import { KalshiCatalogue } from './market-data/kalshi-catalogue.ts';
import { KalshiMarketData } from './market-data/kalshi-market-data.ts';
import { createPublicRecords, STATS_AT_ONCE_MAX } from './market-data/kalshi-public-records.ts';
import { MarketSync } from './market-data/market-sync.ts';
import { CancelSender } from './orders/kalshi-cancels.ts';
import { ClientIdCodec } from './orders/kalshi-client-ids.ts';
import { OrderQueries } from './orders/kalshi-order-queries.ts';
import { OrderTracker } from './orders/kalshi-order-tracker.ts';
import { OrderSender } from './orders/kalshi-orders.ts';
import { Reconciliation, toShardName } from './orders/kalshi-reconciliation.ts';
import { UserStream } from './orders/kalshi-user-stream.ts';
import type { Frame } from './ws/kalshi-connection.ts';

const LAG_MS = 10_000;
const ABSENCE_GAP_MS = 5_000;
const STATUS_WAIT_MS = 1_000;

/**
 * Kalshi's event contracts as a venue; README.md lists its capabilities and the date of its facts. `start`
 * resolves when every tradable market has been published, or on `stop`; until then the venue is unhealthy.
 *
 * Throws for an unreadable key, before anything is sent.
 */
export function createKalshi(deps: KalshiDeps, settings: KalshiSettings): ExternalVenue {
  let running: KalshiAdapter | null = null;
  const watched = new Set<string>(); // includes tickers watched before `start`
  const unsent = { kind: 'unsent', why: `${deps.name} is not running` } as const;
  const signer = openSigner(settings);
  const capabilities: VenueCapabilities = {
    trading: true,
    simulated: settings.simulated,
    amend: 'native',
    amendQtyIncrease: true,
    tif: ['GTC', 'IOC', 'FOK', 'GTD'],
    postOnly: true,
    selfTrade: 'native',
    deadServiceNote:
      'Kalshi keeps resting orders while the service is down: its REST API has no cancel on disconnect.',
    notFoundPolicy: {
      settleMs: settings.writeWaitMsMax + settings.writeMs + LAG_MS,
      confirmations: 2,
      gapMs: ABSENCE_GAP_MS,
    },
    bookDelivery: 'on_subscribe',
    dustQty: QTY_ZERO,
  };
  return {
    name: deps.name,
    capabilities,
    async start(listener) {
      running = new KalshiAdapter(deps, settings, signer, listener);
      for (const ticker of watched) running.marketData.watch(ticker);
      await running.start();
    },
    clientIdFor: ({ clientId }) => clientId,
    findObstacle: (order) => running?.findObstacle(order) ?? null,
    place: async (order) => (await running?.place(order)) ?? unsent,
    amend: async (amend) => (await running?.amend(amend)) ?? unsent,
    cancel: async (clientId, ticker) => (await running?.cancel(clientId, ticker)) ?? unsent,
    order: async (clientId, ticker) =>
      (await running?.reconciliation.order(clientId, ticker)) ?? { kind: 'failed', why: unsent.why },
    async reconcile(mark) {
      if (running === null) throw new Error(unsent.why);
      return running.reconciliation.reconcile(mark);
    },
    openOrders: () => running?.reconciliation.openOrders ?? [],
    cancelOpenOrder: async (order) =>
      running === null ? unsent.why : running.reconciliation.cancelExternal(order),
    positions: async () => (await running?.reconciliation.positions()) ?? null,
    balance: async () => (await running?.reconciliation.balance()) ?? null,
    findCashPool: (ticker) => running?.findCashPool(ticker) ?? null,
    watch(ticker) {
      watched.add(ticker);
      running?.marketData.watch(ticker);
    },
    unwatch(ticker) {
      watched.delete(ticker);
      running?.marketData.unwatch(ticker);
    },
    publicRecords: {
      statsAtOnceMax: STATS_AT_ONCE_MAX,
      stats: async (tickers) => (await running?.publicRecords.stats(tickers)) ?? [],
      candles: async (query) => (await running?.publicRecords.candles(query)) ?? null,
    },
    budgets: () => running?.budgets() ?? [],
    health: async () => (await running?.health()) ?? { healthy: false, latencyMs: null, reason: unsent.why },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.stop();
      signer.close?.();
    },
    async check() {
      const unknownFields = new UnknownFields(() => undefined);
      const client = new KalshiClient({
        ...deps,
        signer,
        settings,
        unknownFields,
        onCredentials: () => undefined,
      });
      try {
        return await checkAccount(client, unknownFields, settings.accountPrecision);
      } finally {
        await client.close();
      }
    },
  };
}

function openSigner({ isPublic, keyId, privateKeyPem, signer, signerPublicKeyPem }: KalshiSettings): Signer {
  if (isPublic) return UNSIGNED;
  if (signer === undefined || signer === null) return createSigner(keyId, privateKeyPem);
  return createOutsideSigner(keyId, signer, signerPublicKeyPem ?? null);
}

export type { KalshiDeps } from './kalshi-settings.ts';

/** One running adapter, from `start` to `stop`. */
class KalshiAdapter {
  readonly reconciliation: Reconciliation;
  readonly marketData: KalshiMarketData;
  readonly publicRecords: PublicRecords;
  readonly #deps: KalshiDeps;
  readonly #client: KalshiClient;
  readonly #catalogue: KalshiCatalogue;
  readonly #sync: MarketSync;
  readonly #limits: AccountLimitsReader;
  readonly #sender: OrderSender;
  readonly #userStream: UserStream;
  readonly #tracker = new OrderTracker();
  readonly #listener: VenueListener;
  readonly #unknownFields: UnknownFields;
  readonly #isPublic: boolean;
  readonly #keyId: string;
  #credentialError: string | null = null;
  #caughtUpAt: TimestampMs;

  constructor(deps: KalshiDeps, settings: KalshiSettings, signer: Signer, listener: VenueListener) {
    const { name, clock, log } = deps;
    const unknownFields = new UnknownFields((detail) =>
      listener.onAnomaly({ kind: 'unknown_shape', detail }),
    );
    const { note } = unknownFields;
    const client = new KalshiClient({
      ...deps,
      signer,
      settings,
      unknownFields,
      onCredentials: (refused) => this.#onCredentials(refused),
    });
    const ids = new ClientIdCodec(settings.clientIdSpace);
    const tracker = this.#tracker;
    const queries = new OrderQueries({ client, clock, ids, tracker, listener, settings, note });
    const { refreshMs, settledDays } = settings;
    this.#isPublic = settings.isPublic;
    this.#keyId = settings.keyId;
    this.#deps = deps;
    this.#listener = listener;
    this.#unknownFields = unknownFields;
    this.#client = client;
    this.#limits = new AccountLimitsReader({ client, clock, log });
    this.#caughtUpAt = client.time.now();
    this.#catalogue = new KalshiCatalogue(name, settings.accountPrecision);
    this.#sync = new MarketSync({
      client,
      clock,
      catalogue: this.#catalogue,
      listener,
      log,
      note,
      refreshMs,
      settledDays,
    });
    this.publicRecords = createPublicRecords({ client, catalogue: this.#catalogue });
    const cancels = new CancelSender({ client, clock, random: deps.random });
    this.reconciliation = new Reconciliation({
      client,
      tracker,
      queries,
      ids,
      cancels,
      rereadSettled: (since) => this.#sync.rereadSettled(since),
    });
    this.#userStream = new UserStream({ queries, clock, listener, note, log });
    this.marketData = new KalshiMarketData({
      ...deps,
      signer,
      settings,
      client,
      listener,
      note,
      onOtherFrame: (frame) => this.#onOtherFrame(frame),
      onMissed: (why) => this.#catchUp(why),
    });
    this.#sender = new OrderSender({
      client,
      cancels,
      ids,
      tracker,
      queries,
      reconciliation: this.reconciliation,
      settings,
      findMarket: (ticker) => this.#catalogue.getTradable(ticker),
      findBook: (ticker) => this.marketData.book(ticker),
    });
  }

  async start(): Promise<void> {
    if (!this.#isPublic) {
      this.#limits.refresh();
      const learned = await learnPrecision(this.#client);
      if (learned.ok && learned.precision !== null) this.#catalogue.precision = learned.precision;
    }
    await this.#sync.start();
  }

  findObstacle: NonNullable<Venue['findObstacle']> = (order) => this.#sender.findObstacle(order);
  place: Venue['place'] = async (order) =>
    this.#checkMarket(
      order.venueInstrumentId,
      await this.#holdUpdates(order.clientId, () => this.#sender.place(order)),
    );
  amend: Venue['amend'] = async (amend) =>
    this.#checkMarket(
      amend.venueInstrumentId,
      await this.#holdUpdates(amend.clientId, () => this.#sender.amend(amend)),
    );
  cancel: Venue['cancel'] = (clientId, ticker) =>
    this.#holdUpdates(clientId, () => this.#sender.cancel(clientId, ticker));

  findCashPool(ticker: string): string | null {
    const shard = this.#catalogue.getTradable(ticker)?.shard ?? null;
    return shard === null ? null : toShardName(shard);
  }

  health(): ReturnType<Venue['health']> {
    return checkHealth({
      client: this.#client,
      clock: this.#deps.clock,
      shards: () => this.#catalogue.shards(),
      streamDownMs: () => (this.#isPublic ? null : this.marketData.downMs),
      isListed: () => this.#sync.hasFullList,
      getListFault: () => this.#sync.listFault,
      getNote: () => this.#unknownFields.fieldsNote,
      keyId: this.#keyId,
      getCredentialError: () => this.#credentialError,
    });
  }

  budgets(): readonly VenueBudget[] {
    return this.#client.budgets();
  }

  async stop(): Promise<void> {
    this.#sync.stop();
    this.#limits.stop();
    this.#userStream.stop();
    this.marketData.stop();
    await this.#client.close();
  }

  /** Reads a market at once whose order was refused because it takes none; the refusal says whether it is paused. */
  async #checkMarket(ticker: string, outcome: VenueOutcome): Promise<VenueOutcome> {
    if (outcome.kind !== 'refused' || outcome.code !== 'market_not_open') return outcome;
    await Promise.race([this.#sync.reread(ticker), wait(this.#deps.clock, STATUS_WAIT_MS)]);
    return this.#catalogue.isPaused(ticker) ? { ...outcome, code: 'market_paused' } : outcome;
  }

  #holdUpdates<Result>(
    clientId: Parameters<UserStream['holdUpdatesDuring']>[0],
    run: () => Promise<Result>,
  ): Promise<Result> {
    return this.#userStream.holdUpdatesDuring(clientId, () => this.#tracker.byClientId(clientId), run);
  }

  #onOtherFrame(frame: Frame): void {
    if (frame.type === 'fill' || frame.type === 'user_order') this.#userStream.onFrame(frame);
    else this.#sync.onFrame(frame);
  }

  /** The account channels have no sequence numbers, so each new connection reads what may have been missed. */
  #catchUp(why: string): void {
    this.#sync.refreshNow();
    this.#limits.refresh();
    const since = this.#caughtUpAt;
    const now = this.#client.time.now();
    this.reconciliation
      .catchUp(since)
      .then((reports) => {
        this.#caughtUpAt = now;
        for (const report of reports) this.#listener.onReport(report);
      })
      .catch((error: unknown) =>
        this.#deps.log.warn('order reconciliation failed', { after: why, why: String(error) }),
      );
  }

  #onCredentials(detail: string | null): void {
    if (this.#credentialError === null && detail !== null)
      this.#listener.onAnomaly({ kind: 'credentials', detail });
    this.#credentialError = detail;
  }
}
