import type { FaultInjector } from '../../src/domain/matching-engine/fault-injector.ts';
import type { Clock, Random, Timer } from '../../src/ports/environment.ts';
import type { CatalogueEvent } from '../catalogue/catalogue-event.ts';
import type { Timetable } from '../catalogue/recurring-events.ts';
import { exchangeFaults } from '../shared/exchange-faults.ts';
import type { ExchangeStore } from '../shared/exchange-store.ts';
import { withFaults } from '../shared/fault-middleware.ts';
import { MarketMaker, type MarketMakerSettings } from '../shared/market-maker.ts';
import type {
  Controls,
  Simulator,
  SimulatorAnswer,
  SimulatorPeer,
  SimulatorRequest,
  SimulatorUpgrade,
} from '../shared/simulator-types.ts';
import { KALSHI_FAULTS, KalshiControls } from './kalshi-admin.ts';
import { notFound, statusReply } from './kalshi-errors.ts';
import { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import type { Precision } from './kalshi-fees.ts';
import { Router } from './kalshi-router.ts';
import { MarketLifecycle } from './market-lifecycle.ts';
import { MarketListingJob } from './market-listing-job.ts';
import { MarketMakerAdapter } from './market-maker-adapter.ts';
import { Budgets, type Tier } from './request-costs.ts';
import { openExchange } from './restore-exchange.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { venueRoutes } from './routes/exchange-status-routes.ts';
import { portfolioRoutes } from './routes/portfolio-routes.ts';
import { marketRoutes } from './routes/sim-market-routes.ts';
import { orderRoutes } from './routes/sim-order-routes.ts';
import { type ApiKey, KeyRing, MISSING } from './simulator-keys.ts';
import { Streams } from './stream-publisher.ts';
import { StreamSession } from './stream-session.ts';
import { TradingStatus } from './trading-status.ts';
import { parseMoney } from './wire-units.ts';

const SOCKET_PATH = '/trade-api/ws/v2';
const LIFE_EVERY_MS = 250;

export interface KalshiParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: ExchangeStore;
  readonly questions: readonly CatalogueEvent[];
  readonly timetable?: Timetable; // what is listed later; usual: nothing
  readonly keys: readonly ApiKey[];
  readonly tier: Tier;
  readonly precision: Precision;
  readonly readLagMs: number;
  readonly seed: number; // what fair values move by
  readonly house: MarketMakerSettings | null; // null leaves the books to the callers
  readonly funds: Readonly<Record<number, string>>; // dollars by shard, for a user who never had any
}

/** Kalshi's Predictions exchange, without sockets of its own: REST requests and socket sessions in, truth kept. */
export class KalshiSimulator implements Simulator {
  readonly controls: Controls;
  readonly #parts: KalshiParts;
  readonly #faults: FaultInjector;
  readonly #floor: KalshiExchangeCore;
  readonly #life: MarketLifecycle;
  readonly #house: MarketMaker | null;
  readonly #lister: MarketListingJob | null;
  readonly #streams: Streams;
  readonly #door: Router;
  #timers: readonly Timer[] = [];

  constructor(parts: KalshiParts) {
    const { clock, random, store, keys, tier } = parts;
    this.#parts = parts;
    const opened = openExchange(store, parts.questions, parts.seed, clock.now());
    const { catalogue, markets, state } = opened;
    const mode = new TradingStatus();
    const isTradingPaused = (shard: number): boolean => mode.isTradingPaused(shard);
    const faults = exchangeFaults(random, KALSHI_FAULTS);
    const streams = new Streams(clock, markets, faults);
    this.#faults = faults;
    this.#streams = streams;
    const { precision } = parts;
    const ground = { clock, random, store, sink: streams, precision, state, markets };
    const floor = new KalshiExchangeCore({ ...ground, isTradingPaused });
    this.#floor = floor;
    this.#life = new MarketLifecycle(floor);
    const openFloor = new MarketMakerAdapter(floor, isTradingPaused);
    this.#house = parts.house === null ? null : new MarketMaker(openFloor, random, parts.house);
    const { seed, timetable } = parts;
    this.#lister =
      timetable === undefined
        ? null
        : new MarketListingJob({ opened, floor, house: this.#house, seed, timetable });
    const readLagMs = (): number => faults.standing('read_lag')?.ms ?? parts.readLagMs;
    const budgets = new Budgets(tier);
    this.#door = new Router({ clock, keys: new KeyRing(keys), budgets, faults, mode }, [
      ...venueRoutes(mode, tier, readLagMs),
      ...eventRoutes(catalogue, markets),
      ...marketRoutes(catalogue, markets),
      ...orderRoutes(floor, faults, streams, random),
      ...portfolioRoutes(floor, readLagMs, faults),
    ]);
    this.controls = new KalshiControls({ clock, faults, floor, life: this.#life, mode, streams, keys });
    this.#fund();
  }

  handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const act = (): SimulatorAnswer => this.#door.answer(request);
    return withFaults(this.#faults, this.#parts.clock, request, statusReply, act);
  }

  connect(request: SimulatorRequest, peer: SimulatorPeer): SimulatorUpgrade {
    const refused = this.#faults.trigger('ws_refuse');
    if (refused !== null) return { refusal: statusReply(refused.status ?? 503, refused.text) };
    if (request.path !== SOCKET_PATH) return { refusal: notFound() };
    const key = this.#door.identify(request);
    if (key === null) return { refusal: MISSING };
    if ('status' in key) return { refusal: key };
    const { sessions } = this.#streams;
    const ground = { clock: this.#parts.clock, faults: this.#faults, markets: this.#floor.markets };
    const session = new StreamSession(key, ground, peer, (gone) => sessions.delete(gone));
    sessions.add(session);
    return { session };
  }

  start(): void {
    const { clock, house } = this.#parts;
    this.#advance();
    this.#floor.turn((turn) => this.#house?.open(turn.at));
    this.#timers = [this.#streams.start(), clock.every(LIFE_EVERY_MS, () => this.#advance())];
    if (house === null) return;
    const step = (): void => this.#floor.turn((turn) => this.#house?.step(turn.at));
    this.#timers = [...this.#timers, clock.every(house.stepMs, step)];
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
    this.#streams.dropAll();
  }

  #advance(): void {
    const now = this.#parts.clock.now();
    this.#floor.expireDue();
    this.#life.step(now);
    this.#lister?.step(now);
  }

  /** A first deposit for every user and shard; counts what is held back by orders of an earlier run. */
  #fund(): void {
    const { keys, funds } = this.#parts;
    const { state } = this.#floor;
    this.#floor.turn((turn) => {
      for (const user of new Set(keys.map((key) => key.user))) {
        for (const [shard, dollars] of Object.entries(funds)) {
          const known = state.cashOf(user, 0, Number(shard));
          if (known === null) turn.addCash(user, 0, Number(shard), parseMoney(dollars) ?? 0n);
        }
        for (const key of state.holdingsOf(user)) this.#floor.funds.refreshHolding(key, 0);
      }
    });
    for (const { user, subaccount, shard } of state.cash.values()) {
      this.#floor.funds.refreshCash(user, subaccount, shard, 0);
    }
  }
}
