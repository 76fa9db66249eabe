import type { FaultInjector } from '#matching-engine';
import type { Clock, Random } from '#ports';
import { createFaultInjector } from '../shared/exchange-faults.ts';
import type { ExchangeStore } from '../shared/exchange-store.ts';
import { DEFAULT_MARKET_MAKER, type MarketMakerSettings } from '../shared/market-maker.ts';
import { ApiKeys } from './api-keys.ts';
import { OrderIntake, type OrderIntakeParts } from './order-intake.ts';
import { Relayer } from './relayer/relayer.ts';
import type { Micro } from './trading/micro-units.ts';
import { OrderRecords } from './trading/order-records.ts';
import type { Market } from './trading/outcome-market.ts';
import { type ExchangeCoreListener, PolymarketExchangeCore } from './trading/polymarket-exchange-core.ts';
import { DEFAULT_PACE, type TradePace } from './trading/settlement-lifecycle.ts';
import { WalletBalances, Wallets } from './trading/wallet-balances.ts';
import { Heartbeats, SignerRateLimiter, TradingModes } from './trading-access.ts';

/** The parts of the exchange that routes and channels use. */
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
  readonly relayer: Relayer;
}

/** The listed markets, indexed by condition and token. */
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
    for (const token of market.tokens) this.#byToken.set(token, market);
  }

  /** Finds a market by its condition; that of Protocol V2 also in its form of 31 bytes, without the zero at the end. */
  byCondition(condition: string): Market | undefined {
    const id = condition.toLowerCase();
    return this.#byCondition.get(id) ?? this.#byCondition.get(`${id}00`);
  }

  byToken(token: string): Market | undefined {
    return this.#byToken.get(token);
  }
}

/** The environment of the exchange. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: ExchangeStore;
}

export const VENUE_NAME = 'polymarket';

/** Callbacks of the parts. */
type Hooks = Pick<OrderIntakeParts, 'onOrderEnded' | 'onDelayEnded' | 'onKilled'> & {
  readonly listener: ExchangeCoreListener;
  /** The relayer moved tokens of a wallet. */
  readonly onRelayed: (wallet: string) => void;
};

/** Creates all parts of the exchange without markets' orders or stored state. */
export function createVenue(ports: Ports, settings: Settings, markets: Markets, hooks: Hooks): Venue {
  const { clock, random } = ports;
  const faults = createFaultInjector(random, POLYMARKET_FAULTS);
  const balances = new WalletBalances();
  const wallets = new Wallets(balances, settings.initialBalance);
  const keys = new ApiKeys(`${VENUE_NAME}/${settings.marketMaker.seed}`, settings.clockSkewMaxMs);
  const records = new OrderRecords(clock, settings.visibleMs, (key) => keys.findCurrentKey(key));
  const core = new PolymarketExchangeCore(balances, wallets, clock, random, hooks.listener);
  const relayer = new Relayer({
    balances,
    wallets,
    keys,
    clock,
    random,
    faults,
    pace: settings.pace,
    findMarket: (condition) => markets.byCondition(condition),
    onMoved: hooks.onRelayed,
  });
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
    keys,
    relayer,
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

/** Settings of the simulator. Fixed values of the venue are constants in the code that uses them. */
export interface Settings {
  readonly marketMaker: MarketMakerSettings;
  readonly hasMarketMaker: boolean;
  readonly pace: TradePace;
  readonly visibleMs: number; // delay until reads show an accepted order or trade
  readonly takerDelayMs: number; // how long marketable orders on the direction of a price are held
  readonly eventMs: number; // delay of the user channel
  readonly initialBalance: Micro; // pUSD of a new wallet
  readonly clockSkewMaxMs: number; // largest accepted difference of signed timestamps
  readonly ordersPerSecond: number; // per signer
  readonly ordersBurst: number;
  readonly cancelsPerSecond: number;
  readonly cancelsBurst: number;
}

export const DEFAULT_SETTINGS: Settings = {
  marketMaker: DEFAULT_MARKET_MAKER,
  hasMarketMaker: true,
  pace: DEFAULT_PACE,
  visibleMs: 300,
  takerDelayMs: 250,
  eventMs: 5,
  initialBalance: 10_000_000_000n as Micro,
  clockSkewMaxMs: 30_000,
  ordersPerSecond: 40,
  ordersBurst: 60,
  cancelsPerSecond: 80,
  cancelsBurst: 120,
};

/** Faults that only this exchange has, in addition to the common ones. */
const POLYMARKET_FAULTS = {
  delayed:
    'the reply to an order is `delayed`, or `live` if that is the `text`; after `ms` (3000) it ends by `how`: match, rest, refuse, kill',
  trade_retrying: 'a trade is RETRYING before it is mined',
  events_first: 'while active: events of the user channel are sent before the reply that they belong to',
  balance_lag: 'while active: receipts of a trade are usable only after /balance-allowance/update',
  stale_book: 'while active: GET /book and POST /books repeat their first reply',
  crossed_book: 'a book snapshot of the market channel shows its best bid above its best ask',
  restart: 'the engine restarts: 425 for `ms` (5000) on order routes, then two minutes of post-only mode',
  too_many:
    '429 Too Many Requests, with Retry-After of `ms` rounded up to seconds, without it when `ms` is 0',
  cancel_not_found: 'a cancel of a live order replies not found and does nothing',
  batch_interrupted: 'the first half of `DELETE /orders` is executed, and the reply is 500',
  refusal_as_success: 'the reply to a rejected order is 200 with success true and an empty orderID',
  closed_order:
    'while active: the reply for a closed order is `how`: null, empty, object, served, or matched (served as MATCHED if a part was filled); default 404',
  micro_sizes: 'while active: sizes of orders are rendered as integers of 1e-6',
  status_words: 'while active: statuses of orders are ORDER_STATUS_… followed by `text`',
  version_mismatch: 'an order is rejected because of its protocol version',
  keyset_cursor:
    'while active: the cursor of keyset lists does not advance (`how` still, the default) or alternates between two (loop)',
  taker_delay:
    'while active: marketable orders of all crypto and finance markets are held for `ms` (250) before they match',
  min_size_for_taking: "while active: the market's minimum size binds FAK and FOK orders too",
  early_expiry: 'while active: GTD orders expire at once',
  session_login_ends: 'while active: a session key that expired or was revoked is refused with 401',
  session_orders_end: 'while active: the orders of a session key are cancelled when it expires',
  relayer_revert: 'a transaction of the relayer fails on the chain',
  relayer_late: 'a transaction of the relayer is mined `ms` later',
  relayer_unlisted: 'while active: the relayer knows and lists no transactions',
} as const satisfies Readonly<Record<string, string>>;
