import type { FaultInjector } from '../../src/domain/matching-engine/fault-injector.ts';
import type { Clock, Random } from '../../src/ports/environment.ts';
import { createFaultInjector } from '../shared/exchange-faults.ts';
import type { ExchangeStore } from '../shared/exchange-store.ts';
import { DEFAULT_MARKET_MAKER, type MarketMakerSettings } from '../shared/market-maker.ts';
import { ApiKeys } from './api-keys.ts';
import { OrderIntake, type OrderIntakeParts } from './order-intake.ts';
import { OrderRecords } from './order-records.ts';
import type { Micro } from './trading/micro-units.ts';
import type { Market } from './trading/outcome-market.ts';
import { type ExchangeCoreListener, PolymarketExchangeCore } from './trading/polymarket-exchange-core.ts';
import { DEFAULT_PACE, type TradePace } from './trading/settlement-lifecycle.ts';
import { WalletBalances, Wallets } from './trading/wallet-balances.ts';
import { Heartbeats, SignerRateLimiter, TradingModes } from './trading-access.ts';

/** Everything that a path of the venue may need. */
export interface Venue {
  readonly clock: Clock;
  readonly random: Random;
  readonly faults: FaultInjector;
  readonly settings: Settings;
  readonly markets: Markets;
  readonly balances: WalletBalances;
  readonly wallets: Wallets;
  readonly keys: ApiKeys;
  readonly records: OrderRecords;
  readonly core: PolymarketExchangeCore;
  readonly intake: OrderIntake;
  readonly modes: TradingModes;
  readonly heartbeats: Heartbeats;
  readonly orderLimiter: SignerRateLimiter;
  readonly cancelLimiter: SignerRateLimiter;
}

/** The listed markets by everything that a caller may name them by. */
export class Markets {
  readonly #all: Market[] = [];
  readonly #byCondition = new Map<string, Market>();
  readonly #byToken = new Map<string, Market>();

  constructor(markets: readonly Market[]) {
    for (const market of markets) this.add(market);
  }

  get all(): readonly Market[] {
    return this.#all;
  }

  add(market: Market): void {
    this.#all.push(market);
    this.#byCondition.set(market.condition, market);
    if (market.version !== 'v1') return; // its tokens belong to another exchange
    for (const token of market.tokens) this.#byToken.set(token, market);
  }

  byCondition(condition: string): Market | undefined {
    return this.#byCondition.get(condition.toLowerCase());
  }

  byToken(token: string): Market | undefined {
    return this.#byToken.get(token);
  }
}

/** What the exchange asks of the world around it. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: ExchangeStore;
}

export const VENUE_NAME = 'polymarket';

/** Whom the parts tell of what happens in them. */
type Hooks = Pick<OrderIntakeParts, 'onOrderEnded' | 'onDelayEnded'> & {
  readonly listener: ExchangeCoreListener;
};

/** The parts of the venue, joined and empty. */
export function createVenue(ports: Ports, settings: Settings, markets: Markets, hooks: Hooks): Venue {
  const { clock, random } = ports;
  const faults = createFaultInjector(random, POLYMARKET_FAULTS);
  const balances = new WalletBalances();
  const wallets = new Wallets(balances, settings.initialBalance);
  const records = new OrderRecords(clock, settings.visibleMs);
  const core = new PolymarketExchangeCore(balances, wallets, clock, random, hooks.listener);
  const findMarket: OrderIntakeParts['findMarket'] = (token) => markets.byToken(token);
  return {
    clock,
    random,
    faults,
    settings,
    markets,
    balances,
    wallets,
    records,
    core,
    keys: new ApiKeys(`${VENUE_NAME}/${settings.marketMaker.seed}`, settings.clockSkewMaxMs),
    intake: new OrderIntake({
      core,
      records,
      wallets,
      clock,
      faults,
      takerDelayMs: settings.takerDelayMs,
      findMarket,
      ...hooks,
    }),
    modes: new TradingModes(clock, faults),
    heartbeats: new Heartbeats(clock, random),
    orderLimiter: new SignerRateLimiter(settings.ordersPerSecond, settings.ordersBurst),
    cancelLimiter: new SignerRateLimiter(settings.cancelsPerSecond, settings.cancelsBurst),
  };
}

/** Sizes and speeds of the sandbox; what the venue fixes itself is in the code that keeps it. */
export interface Settings {
  readonly marketMaker: MarketMakerSettings;
  readonly hasMarketMaker: boolean;
  readonly pace: TradePace;
  readonly visibleMs: number; // from acceptance until reads show an order or trade
  readonly takerDelayMs: number; // marketable orders of crypto markets are held so long
  readonly eventMs: number; // how far the user channel runs behind
  readonly initialBalance: Micro; // pUSD that a new wallet finds
  readonly clockSkewMaxMs: number; // signatures further off are refused
  readonly ordersPerSecond: number; // of one signer
  readonly ordersBurst: number;
  readonly cancelsPerSecond: number;
  readonly cancelsBurst: number;
}

export const DEFAULT_SETTINGS: Settings = {
  marketMaker: DEFAULT_MARKET_MAKER,
  hasMarketMaker: true,
  pace: DEFAULT_PACE,
  visibleMs: 300,
  takerDelayMs: 150,
  eventMs: 5,
  initialBalance: 10_000_000_000n as Micro,
  clockSkewMaxMs: 30_000,
  ordersPerSecond: 40,
  ordersBurst: 60,
  cancelsPerSecond: 80,
  cancelsBurst: 120,
};

/** The switches that this venue has beside the common ones. */
const POLYMARKET_FAULTS = {
  delayed:
    'an order is answered `delayed`; after `ms` (3000) it ends as `how` says: match, rest, refuse, kill',
  trade_retrying: 'a trade is RETRYING before it is mined',
  events_first: 'stands: events of the user channel are sent before the answer that they belong to',
  balance_lag: 'stands: what a trade brings is usable only after /balance-allowance/update',
  stale_book: 'stands: GET /book and POST /books repeat what they said first',
  crossed_book: 'a book snapshot of the market channel shows its best bid above its best ask',
  restart: 'the engine restarts: 425 for `ms` (5000) on order routes, then two minutes of post-only mode',
  too_many:
    '429 Too Many Requests, with Retry-After of `ms` rounded up to seconds, without it when `ms` is 0',
  cancel_not_found: 'a cancel says that a live order cannot be found, and leaves it',
  refusal_as_success: 'a refused order is answered 200 with success true and an empty orderID',
  closed_order:
    'stands: a closed order is answered as `how` says: null, empty, object, served; without it 404',
  micro_sizes: 'stands: sizes of orders are told as whole numbers of 1e-6',
  status_words: 'stands: statuses of orders come as ORDER_STATUS_… with `text` behind them',
  version_mismatch: 'an order is refused because the protocol has another version',
  early_expiry: 'stands: GTD orders expire at once',
} as const satisfies Readonly<Record<string, string>>;
