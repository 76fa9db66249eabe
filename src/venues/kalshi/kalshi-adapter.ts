import type { TimestampMs } from '../../domain/model/time.ts';
import type { Venue, VenueBudget, VenueListener } from '../../ports/venue.ts';
import { UnknownFields } from './codec/kalshi-decoder.ts';
import { fetchBudgets } from './http/account-limits.ts';
import type { Signer } from './http/kalshi-auth.ts';
import { KalshiClient } from './http/kalshi-client.ts';
import { checkHealth } from './kalshi-health.ts';
import type { KalshiDeps, KalshiSettings } from './kalshi-settings.ts';
import { KalshiCatalogue } from './market-data/kalshi-catalogue.ts';
import { KalshiMarketData } from './market-data/kalshi-market-data.ts';
import { MarketSync } from './market-data/market-sync.ts';
import { ClientIdCodec } from './orders/kalshi-client-ids.ts';
import { OrderQueries } from './orders/kalshi-order-queries.ts';
import { OrderTracker } from './orders/kalshi-order-tracker.ts';
import { OrderSender } from './orders/kalshi-orders.ts';
import { Reconciliation } from './orders/kalshi-reconciliation.ts';
import { UserStream } from './orders/kalshi-user-stream.ts';
import type { Frame } from './ws/kalshi-connection.ts';

/** Everything that lives between `start` and `stop`. */
export class KalshiAdapter {
  readonly reconciliation: Reconciliation;
  readonly marketData: KalshiMarketData;
  readonly #deps: KalshiDeps;
  readonly #client: KalshiClient;
  readonly #catalogue: KalshiCatalogue;
  readonly #sync: MarketSync;
  readonly #orders: OrderSender;
  readonly #stream: UserStream;
  readonly #tracker = new OrderTracker();
  readonly #listener: VenueListener;
  #whyCredentials: string | null = null;
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
      onCredentials: (refused) => this.#heardOfCredentials(refused),
    });
    const ids = new ClientIdCodec(settings.clientIdSpace);
    const tracker = this.#tracker;
    const queries = new OrderQueries({ client, clock, ids, tracker, listener, settings, note });
    const { refreshMs, settledDays } = settings;
    this.#deps = deps;
    this.#listener = listener;
    this.#client = client;
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
    this.reconciliation = new Reconciliation({ client, tracker, queries });
    this.#stream = new UserStream({ queries, clock, listener, note, log });
    this.marketData = new KalshiMarketData({
      ...deps,
      signer,
      settings,
      client,
      listener,
      note,
      onOtherFrame: (frame) => this.#takeNews(frame),
      onMissed: (why) => this.#missed(why),
    });
    this.#orders = new OrderSender({
      client,
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
    this.#learnBudgets();
    await this.#sync.start();
  }

  place: Venue['place'] = (order) => this.#during(order.clientId, () => this.#orders.place(order));
  amend: Venue['amend'] = (amend) => this.#during(amend.clientId, () => this.#orders.amend(amend));
  cancel: Venue['cancel'] = (clientId, ticker) =>
    this.#during(clientId, () => this.#orders.cancel(clientId, ticker));

  health(): ReturnType<Venue['health']> {
    return checkHealth({
      client: this.#client,
      clock: this.#deps.clock,
      shards: () => this.#catalogue.shards(),
      streamDownMs: () => this.marketData.downMs,
      isListed: () => this.#sync.hasFullList,
      whyCredentials: () => this.#whyCredentials,
    });
  }

  budgets(): readonly VenueBudget[] {
    return this.#client.rateLimiter.left();
  }

  async stop(): Promise<void> {
    this.#sync.stop();
    this.#stream.stop();
    this.marketData.stop();
    await this.#client.close();
  }

  #during<Result>(
    clientId: Parameters<UserStream['holdUpdatesDuring']>[0],
    run: () => Promise<Result>,
  ): Promise<Result> {
    return this.#stream.holdUpdatesDuring(clientId, () => this.#tracker.byClientId(clientId), run);
  }

  #takeNews(frame: Frame): void {
    if (frame.type === 'fill' || frame.type === 'user_order') this.#stream.onFrame(frame);
    else this.#sync.onFrame(frame);
  }

  /** The private channels have no sequence, so after each connection the lists say what was missed. */
  #missed(why: string): void {
    this.#sync.refreshNow();
    this.#learnBudgets();
    const since = this.#caughtUpAt;
    const now = this.#client.time.now();
    this.reconciliation
      .catchUp(since)
      .then((reports) => {
        this.#caughtUpAt = now;
        for (const report of reports) this.#listener.onReport(report);
      })
      .catch((error: unknown) =>
        this.#deps.log.warn('orders could not be caught up with', { after: why, why: String(error) }),
      );
  }

  /** Tiers change, and so do costs; until they are tracker the lowest tier's hold. */
  #learnBudgets(): void {
    fetchBudgets(this.#client)
      .then((told) => told !== null && this.#client.rateLimiter.set(told.budgets))
      .catch((error: unknown) => this.#deps.log.warn('budgets of Kalshi not read', { why: String(error) }));
  }

  #heardOfCredentials(detail: string | null): void {
    if (this.#whyCredentials === null && detail !== null)
      this.#listener.onAnomaly({ kind: 'credentials', detail });
    this.#whyCredentials = detail;
  }
}
