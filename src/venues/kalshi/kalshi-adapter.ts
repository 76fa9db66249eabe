import type { TimestampMs } from '../../domain/model/time.ts';
import type { Venue, VenueBudget, VenueListener } from '../../ports/venue.ts';
import { UnknownFields } from './codec/kalshi-decoder.ts';
import { readBudgets } from './http/account-limits.ts';
import type { Signer } from './http/kalshi-auth.ts';
import { Client } from './http/kalshi-client.ts';
import { healthOf } from './kalshi-health.ts';
import type { KalshiDeps, KalshiSettings } from './kalshi-settings.ts';
import { Catalogue } from './market-data/kalshi-catalogue.ts';
import { KalshiMarketData } from './market-data/kalshi-market-data.ts';
import { MarketSync } from './market-data/market-sync.ts';
import { ClientIds } from './orders/kalshi-client-ids.ts';
import { OrderQueries } from './orders/kalshi-order-queries.ts';
import { OrderTracker } from './orders/kalshi-order-tracker.ts';
import { Orders } from './orders/kalshi-orders.ts';
import { Reconciliation } from './orders/kalshi-reconciliation.ts';
import { UserStream } from './orders/kalshi-user-stream.ts';
import type { Frame } from './ws/kalshi-connection.ts';

/** Everything that lives between `start` and `stop`. */
export class KalshiAdapter {
  readonly lookup: Reconciliation;
  readonly feed: KalshiMarketData;
  readonly #deps: KalshiDeps;
  readonly #client: Client;
  readonly #catalogue: Catalogue;
  readonly #sync: MarketSync;
  readonly #orders: Orders;
  readonly #stream: UserStream;
  readonly #known = new OrderTracker();
  readonly #listener: VenueListener;
  #whyCredentials: string | null = null;
  #caughtUpAt: TimestampMs;

  constructor(deps: KalshiDeps, settings: KalshiSettings, signer: Signer, listener: VenueListener) {
    const { name, clock, log } = deps;
    const oddities = new UnknownFields((detail) => listener.onAnomaly({ kind: 'unknown_shape', detail }));
    const { note } = oddities;
    const client = new Client({
      ...deps,
      signer,
      settings,
      oddities,
      onCredentials: (refused) => this.#heardOfCredentials(refused),
    });
    const ids = new ClientIds(settings.clientIdSpace);
    const known = this.#known;
    const reads = new OrderQueries({ client, clock, ids, known, listener, settings, note });
    const { refreshMs, settledDays } = settings;
    this.#deps = deps;
    this.#listener = listener;
    this.#client = client;
    this.#caughtUpAt = client.time.now();
    this.#catalogue = new Catalogue(name, settings.accountPrecision);
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
    this.lookup = new Reconciliation({ client, known, reads });
    this.#stream = new UserStream({ reads, clock, listener, note, log });
    this.feed = new KalshiMarketData({
      ...deps,
      signer,
      settings,
      client,
      listener,
      note,
      onNews: (frame) => this.#takeNews(frame),
      onMissed: (why) => this.#missed(why),
    });
    this.#orders = new Orders({
      client,
      ids,
      known,
      reads,
      lookup: this.lookup,
      settings,
      marketOf: (ticker) => this.#catalogue.tradable(ticker),
      bookOf: (ticker) => this.feed.book(ticker),
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
    return healthOf({
      client: this.#client,
      clock: this.#deps.clock,
      shards: () => this.#catalogue.shards(),
      streamDownMs: () => this.feed.downMs,
      isListed: () => this.#sync.isWhole,
      whyCredentials: () => this.#whyCredentials,
    });
  }

  budgets(): readonly VenueBudget[] {
    return this.#client.budget.left();
  }

  async stop(): Promise<void> {
    this.#sync.stop();
    this.#stream.stop();
    this.feed.stop();
    await this.#client.close();
  }

  #during<Result>(
    clientId: Parameters<UserStream['during']>[0],
    run: () => Promise<Result>,
  ): Promise<Result> {
    return this.#stream.during(clientId, () => this.#known.byName(clientId), run);
  }

  #takeNews(frame: Frame): void {
    if (frame.type === 'fill' || frame.type === 'user_order') this.#stream.take(frame);
    else this.#sync.take(frame);
  }

  /** The private channels have no sequence, so after each connection the lists say what was missed. */
  #missed(why: string): void {
    this.#sync.hurry();
    this.#learnBudgets();
    const since = this.#caughtUpAt;
    const now = this.#client.time.now();
    this.lookup
      .catchUp(since)
      .then((reports) => {
        this.#caughtUpAt = now;
        for (const report of reports) this.#listener.onReport(report);
      })
      .catch((error: unknown) =>
        this.#deps.log.warn('orders could not be caught up with', { after: why, why: String(error) }),
      );
  }

  /** Tiers change, and so do costs; until they are known the lowest tier's hold. */
  #learnBudgets(): void {
    readBudgets(this.#client)
      .then((told) => told !== null && this.#client.budget.set(told.budgets))
      .catch((error: unknown) => this.#deps.log.warn('budgets of Kalshi not read', { why: String(error) }));
  }

  #heardOfCredentials(detail: string | null): void {
    if (this.#whyCredentials === null && detail !== null)
      this.#listener.onAnomaly({ kind: 'credentials', detail });
    this.#whyCredentials = detail;
  }
}
