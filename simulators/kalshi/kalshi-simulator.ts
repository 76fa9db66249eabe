import type { FaultInjector } from '#matching-engine';
import type { Clock, Random, Timer } from '#ports';
import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import type { ListingSchedule } from '../catalogue/recurring-events.ts';
import { createFaultInjector, withFaults } from '../shared/exchange-faults.ts';
import type { ExchangeStore } from '../shared/exchange-store.ts';
import {
  type MakerOrder,
  MarketMaker,
  type MarketMakerSettings,
  type MarketMakerVenue,
  type QuotedMarket,
} from '../shared/market-maker.ts';
import type {
  Controls,
  Simulator,
  SimulatorAnswer,
  SimulatorPeer,
  SimulatorRequest,
  SimulatorUpgrade,
} from '../shared/simulator-types.ts';
import { KALSHI_FAULTS, KalshiControls } from './kalshi-admin.ts';
import type { MarketCatalogue } from './kalshi-catalogue-rows.ts';
import { notFound, statusReply } from './kalshi-errors.ts';
import { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import type { Precision } from './kalshi-fees.ts';
import { Router } from './kalshi-router.ts';
import { MarketLifecycle, MarketListingJob } from './market-lifecycle.ts';
import { RequestRateLimiter, type Tier } from './request-costs.ts';
import { restoreExchange } from './restore-exchange.ts';
import { accountReadRoutes } from './routes/account-read-routes.ts';
import { TradingStatus, venueRoutes } from './routes/exchange-status-routes.ts';
import { orderGroupRoutes } from './routes/order-group-routes.ts';
import { portfolioRoutes } from './routes/portfolio-routes.ts';
import { eventRoutes, marketRoutes } from './routes/sim-market-routes.ts';
import { orderRoutes } from './routes/sim-order-routes.ts';
import type { Market } from './sim-market.ts';
import { type ApiKey, KeyRing, MISSING_CREDENTIALS } from './simulator-keys.ts';
import { StreamPublisher } from './stream-publisher.ts';
import { StreamSession } from './stream-session.ts';
import { parseMoney } from './wire-units.ts';

const SOCKET_PATH = '/trade-api/ws/v2';
const ADVANCE_EVERY_MS = 250;

export interface KalshiParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: ExchangeStore;
  readonly events: readonly CatalogueEvent[];
  readonly schedule?: ListingSchedule; // later listings; default: none
  readonly keys: readonly ApiKey[];
  readonly tier: Tier;
  readonly precision: Precision;
  readonly readLagMs: number;
  readonly seed: number; // seed of the fair values
  readonly marketMaker: MarketMakerSettings | null; // null: only callers quote
  readonly funds: Readonly<Record<number, string>>; // dollars by shard for a user without cash
}

/** Kalshi's Predictions exchange. The host passes in REST requests and WebSocket sessions. */
export class KalshiSimulator implements Simulator {
  readonly controls: Controls;
  readonly #parts: KalshiParts;
  readonly #faults: FaultInjector;
  readonly #core: KalshiExchangeCore;
  readonly #catalogue: MarketCatalogue;
  readonly #lifecycle: MarketLifecycle;
  readonly #marketMaker: MarketMaker | null;
  readonly #listingJob: MarketListingJob | null;
  readonly #publisher: StreamPublisher;
  readonly #router: Router;
  #timers: readonly Timer[] = [];

  constructor(parts: KalshiParts) {
    const { clock, random, store, keys, tier } = parts;
    this.#parts = parts;
    const restored = restoreExchange(store, parts.events, parts.seed, clock.now());
    const { catalogue, markets, state } = restored;
    const tradingStatus = new TradingStatus();
    const isTradingPaused = (shard: number): boolean => tradingStatus.isTradingPaused(shard);
    const faults = createFaultInjector(random, KALSHI_FAULTS);
    const publisher = new StreamPublisher(clock, markets, faults);
    this.#faults = faults;
    this.#publisher = publisher;
    const { precision } = parts;
    const shared = { clock, random, store, publisher, precision, state, markets };
    const core = new KalshiExchangeCore({ ...shared, isTradingPaused });
    this.#core = core;
    this.#catalogue = catalogue;
    this.#lifecycle = new MarketLifecycle(core);
    const makerVenue = new MarketMakerAdapter(core, isTradingPaused);
    this.#marketMaker =
      parts.marketMaker === null ? null : new MarketMaker(makerVenue, random, parts.marketMaker);
    const { seed, schedule } = parts;
    this.#listingJob =
      schedule === undefined
        ? null
        : new MarketListingJob({ restored, core, marketMaker: this.#marketMaker, seed, schedule });
    const readLagMs = (): number => faults.findActive('read_lag')?.ms ?? parts.readLagMs;
    const rateLimiter = new RequestRateLimiter(tier, clock);
    this.#router = new Router({ clock, keys: new KeyRing(keys), rateLimiter, faults, tradingStatus }, [
      ...venueRoutes(tradingStatus, rateLimiter, readLagMs),
      ...accountReadRoutes(core, catalogue, keys),
      ...eventRoutes(catalogue, markets),
      ...marketRoutes(catalogue, markets),
      ...orderRoutes(core, faults, publisher, random),
      ...orderGroupRoutes(core, random),
      ...portfolioRoutes(core, readLagMs, faults),
    ]);
    this.controls = new KalshiControls({
      clock,
      faults,
      core,
      catalogue,
      lifecycle: this.#lifecycle,
      tradingStatus,
      publisher,
      keys,
      rateLimiter,
    });
    this.#depositInitialFunds();
  }

  handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const act = (): SimulatorAnswer => this.#router.answer(request);
    return withFaults(this.#faults, this.#parts.clock, request, statusReply, act);
  }

  connect(request: SimulatorRequest, peer: SimulatorPeer): SimulatorUpgrade {
    const refused = this.#faults.trigger('ws_refuse');
    if (refused !== null) return { refusal: statusReply(refused.status ?? 503, refused.text) };
    if (request.path !== SOCKET_PATH) return { refusal: notFound() };
    const key = this.#router.identify(request);
    if (key === null) return { refusal: MISSING_CREDENTIALS };
    if ('status' in key) return { refusal: key };
    const { sessions } = this.#publisher;
    const shared = { clock: this.#parts.clock, faults: this.#faults, markets: this.#core.markets };
    const session = new StreamSession(key, shared, peer, (gone) => sessions.delete(gone));
    sessions.add(session);
    return { session };
  }

  start(): void {
    const { clock, marketMaker } = this.#parts;
    this.#advance();
    this.#core.runTransaction((transaction) => this.#marketMaker?.open(transaction.at));
    this.#timers = [this.#publisher.start(), clock.every(ADVANCE_EVERY_MS, () => this.#advance())];
    if (marketMaker === null) return;
    const step = (): void =>
      this.#core.runTransaction((transaction) => this.#marketMaker?.step(transaction.at));
    this.#timers = [...this.#timers, clock.every(marketMaker.stepMs, step)];
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
    this.#publisher.dropAll();
  }

  #advance(): void {
    const now = this.#parts.clock.now();
    this.#core.expireDue();
    this.#catalogue.applyDueFees(now);
    this.#lifecycle.step(now);
    this.#listingJob?.step(now);
  }

  /** Gives each user a first deposit on each shard, and restores the collateral of resting orders. */
  #depositInitialFunds(): void {
    const { keys, funds } = this.#parts;
    const { state } = this.#core;
    this.#core.runTransaction((transaction) => {
      for (const user of new Set(keys.map((key) => key.user))) {
        for (const [shard, dollars] of Object.entries(funds)) {
          const known = state.getCash(user, 0, Number(shard));
          if (known === null) transaction.addCash(user, 0, Number(shard), parseMoney(dollars) ?? 0n);
        }
        for (const key of state.getHoldingKeys(user)) this.#core.funds.refreshHolding(key, 0);
      }
    });
    for (const { user, subaccount, shard } of state.cash.values()) {
      this.#core.funds.refreshCash(user, subaccount, shard, 0);
    }
  }
}

/** The market maker's access to the exchange core: books only, no account and no cash. */
class MarketMakerAdapter implements MarketMakerVenue {
  readonly #core: KalshiExchangeCore;
  readonly #isTradingPaused: (shard: number) => boolean;

  constructor(core: KalshiExchangeCore, isTradingPaused: (shard: number) => boolean) {
    this.#core = core;
    this.#isTradingPaused = isTradingPaused;
  }

  openMarkets(): readonly QuotedMarket[] {
    return [...this.#core.markets.values()].filter(
      ({ book, listing }) => book.state === 'OPEN' && !this.#isTradingPaused(listing.shard),
    );
  }

  place(market: QuotedMarket, { side, price, qty, isTaker }: MakerOrder): number | null {
    return this.#core.runTransaction((transaction) => {
      const id = this.#core.state.nextNumber();
      const tif = isTaker ? 'IOC' : 'GTC';
      const order = { id, owner: 'market-maker', side, price, qty, tif, expiresAt: null } as const;
      const result = market.book.submit(order, transaction.at);
      if (result.ok) transaction.apply(this.#getMarket(market), result.value, null);
      return market.book.order(id) === null ? null : id;
    });
  }

  cancel(market: QuotedMarket, bookId: number): void {
    this.#core.runTransaction((transaction) => {
      const result = market.book.cancel(bookId);
      if (result.ok) transaction.apply(this.#getMarket(market), result.value, null);
    });
  }

  #getMarket({ name }: QuotedMarket): Market {
    const market = this.#core.markets.get(name);
    if (market === undefined) throw new Error(`no market ${name}`);
    return market;
  }
}
