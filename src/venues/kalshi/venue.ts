import { QTY_ZERO } from '../../core/kernel/decimal.ts';
import type { VenueName } from '../../core/kernel/ids.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Network } from '../../ports/network.ts';
import type { Random } from '../../ports/random.ts';
import type { Venue, VenueCapabilities, VenueListener } from '../../ports/venue.ts';
import { readBudgets } from './budgets.ts';
import { Catalogue } from './catalogue.ts';
import { checkAccount, type VenueCheck } from './check.ts';
import { Client } from './client.ts';
import { ClientIds } from './clientids.ts';
import { Feed } from './feed.ts';
import { healthOf } from './health.ts';
import { KnownOrders } from './known.ts';
import { Lookup } from './lookup.ts';
import { Oddities } from './oddities.ts';
import { OrderReads } from './orderreads.ts';
import { Orders } from './orders.ts';
import { OrderStream } from './orderstream.ts';
import type { Frame } from './session.ts';
import type { KalshiSettings } from './settings.ts';
import { createSigner } from './sign.ts';
import { Sync } from './sync.ts';

export interface KalshiDeps {
  readonly name: VenueName;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** A venue that can also be examined, for `crossbook venue check`. */
export interface KalshiVenue extends Venue {
  /** Reads only; works before `start` and without it. */
  check(): Promise<readonly VenueCheck[]>;
}

const LAG_MS = 10_000;
const ABSENCE_GAP_MS = 5_000;

/**
 * Kalshi's event contracts behind the venue port; see README.md for what it can do and the date of its
 * facts. `start` resolves also when Kalshi cannot be reached: it is unhealthy then, and goes on trying.
 *
 * Throws for a key that is not one, before anything is sent.
 */
export function createKalshi(deps: KalshiDeps, settings: KalshiSettings): KalshiVenue {
  let running: Running | null = null;
  const unsent = { kind: 'unsent', why: `${deps.name} is not running` } as const;
  const signer = createSigner(settings.keyId, settings.privateKeyPem);
  const capabilities: VenueCapabilities = {
    trading: true,
    simulated: settings.simulated,
    amend: 'native',
    amendQtyIncrease: true,
    tif: ['GTC', 'IOC', 'FOK', 'GTD'],
    absenceProof: {
      settleMs: settings.writeWaitMsMax + settings.writeMs + LAG_MS,
      confirmations: 2,
      gapMs: ABSENCE_GAP_MS,
    },
    books: 'watched',
    dust: QTY_ZERO,
  };
  return {
    name: deps.name,
    capabilities,
    async start(listener) {
      running = new Running(deps, settings, signer, listener);
      await running.start();
    },
    nameOf: ({ clientId }) => clientId,
    place: async (order) => (await running?.place(order)) ?? unsent,
    amend: async (amend) => (await running?.amend(amend)) ?? unsent,
    cancel: async (clientId, ticker) => (await running?.cancel(clientId, ticker)) ?? unsent,
    order: async (clientId, ticker) =>
      (await running?.lookup.order(clientId, ticker)) ?? { kind: 'failed', why: unsent.why },
    async reconcile(mark) {
      if (running === null) throw new Error(unsent.why);
      return running.lookup.reconcile(mark);
    },
    positions: async () => (await running?.lookup.positions()) ?? null,
    watch: (ticker) => running?.feed.watch(ticker),
    unwatch: (ticker) => running?.feed.unwatch(ticker),
    health: async () => (await running?.health()) ?? { healthy: false, latencyMs: null, reason: unsent.why },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.stop();
    },
    async check() {
      const oddities = new Oddities(() => undefined);
      const client = new Client({ ...deps, signer, settings, oddities, onCredentials: () => undefined });
      try {
        return await checkAccount(client, oddities);
      } finally {
        await client.close();
      }
    },
  };
}

/** Everything that lives between `start` and `stop`. */
class Running {
  readonly lookup: Lookup;
  readonly feed: Feed;
  readonly #deps: KalshiDeps;
  readonly #client: Client;
  readonly #catalogue: Catalogue;
  readonly #sync: Sync;
  readonly #orders: Orders;
  readonly #stream: OrderStream;
  readonly #known = new KnownOrders();
  readonly #listener: VenueListener;
  #whyCredentials: string | null = null;
  #caughtUpAt: TimestampMs;
  readonly #startMsMax: number;

  constructor(
    deps: KalshiDeps,
    settings: KalshiSettings,
    signer: ReturnType<typeof createSigner>,
    listener: VenueListener,
  ) {
    const { name, clock, log } = deps;
    const oddities = new Oddities((detail) => listener.onAnomaly({ kind: 'unknown_shape', detail }));
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
    const reads = new OrderReads({ client, clock, ids, known, listener, settings, note });
    const { refreshMs, settledDays } = settings;
    this.#startMsMax = settings.startMsMax;
    this.#deps = deps;
    this.#listener = listener;
    this.#client = client;
    this.#caughtUpAt = client.time.now();
    this.#catalogue = new Catalogue(name, settings.accountPrecision);
    this.#sync = new Sync({
      client,
      clock,
      catalogue: this.#catalogue,
      listener,
      log,
      note,
      refreshMs,
      settledDays,
    });
    this.lookup = new Lookup({ client, known, reads });
    this.#stream = new OrderStream({ reads, clock, listener, note, log });
    this.feed = new Feed({
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
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    const timer = this.#deps.clock.after(this.#startMsMax, resolve);
    await Promise.race([this.#sync.start(), isLate]);
    timer.cancel();
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

  async stop(): Promise<void> {
    this.#sync.stop();
    this.#stream.stop();
    this.feed.stop();
    await this.#client.close();
  }

  #during<Result>(
    clientId: Parameters<OrderStream['during']>[0],
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
