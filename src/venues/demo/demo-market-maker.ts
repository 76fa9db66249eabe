import { seededNoise } from '../../domain/matching-engine/seeded-noise.ts';
import { ONE, type Price, type Qty } from '../../domain/model/money.ts';
import type { Side } from '../../domain/model/order.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { Random } from '../../ports/environment.ts';
import type { DemoExchange } from './demo-exchange.ts';
import type { Market } from './demo-market.ts';
import type { DemoSettings } from './demo-settings.ts';
import type { DemoTransaction } from './demo-transaction.ts';

/** Every book is looked at again within this time, though nobody disturbed it. */
const ROUND_MS = 6_000;
const DISTURBED_PER_STEP_MAX = 16;
const FRESH_SIZE_CHANCE = 0.4;
const TAKER_TRIES_MAX = 20;
/** A taker pays at most this much more than it believes; so an order far from the market is left alone. */
const OVERPAY_MAX = 0.03;
const OVERPAY_TICKS = 3;

/**
 * The house: makers that keep each open book two-sided around its fair value, and takers that trade
 * at random against whatever is best. Makers never take: in front of a caller's order they step aside,
 * so a resting order of a caller trades only when a taker finds it the best price there is.
 */
export class DemoMarketMaker {
  readonly #exchange: DemoExchange;
  readonly #random: Random;
  readonly #seed: number;
  readonly #settings: DemoSettings;
  readonly #habits = new Map<string, MakerProfile>();
  #turnOf = 0;

  constructor(exchange: DemoExchange, random: Random, seed: number, settings: DemoSettings) {
    this.#exchange = exchange;
    this.#random = random;
    this.#seed = seed;
    this.#settings = settings;
  }

  /** Comes to the books that have opened since it last came. */
  quoteOpened(turn: DemoTransaction): void {
    if (!this.#settings.hasMarketMaker) return;
    for (const market of this.#exchange.markets()) {
      if (market.isUnquoted && market.book.state === 'OPEN') this.#quote(turn, market);
    }
  }

  /** One step of makers and takers. */
  step(turn: DemoTransaction): void {
    const open = [...this.#exchange.markets()].filter(({ book }) => book.state === 'OPEN');
    if (open.length === 0) return;
    if (this.#settings.hasMarketMaker) {
      const disturbed = open.filter((market) => market.isDisturbed).slice(0, DISTURBED_PER_STEP_MAX);
      for (const market of disturbed) this.#quote(turn, market);
      this.#quoteNext(turn, open);
    }
    const expected = (this.#settings.takerTradesPerSecond * this.#settings.marketMakerStepMs) / 1_000;
    const whole = Math.floor(expected);
    const count = whole + (this.#random.next() < expected - whole ? 1 : 0);
    for (let trade = 0; trade < count; trade += 1) this.#takeSomewhere(turn, open);
  }

  #quoteNext(turn: DemoTransaction, open: readonly Market[]): void {
    const count = Math.ceil((open.length * this.#settings.marketMakerStepMs) / ROUND_MS);
    for (let done = 0; done < count; done += 1) {
      this.#turnOf = (this.#turnOf + 1) % open.length;
      const market = open[this.#turnOf];
      if (market !== undefined) this.#quote(turn, market);
    }
  }

  #quote(turn: DemoTransaction, market: Market): void {
    market.isUnquoted = false;
    market.isDisturbed = false;
    if (this.#random.next() < FRESH_SIZE_CHANCE) this.#withdrawOne(turn, market);
    const bids = this.#wanted(market, 'BUY', turn.at);
    const asks = this.#wanted(market, 'SELL', turn.at);
    // What is out of place goes first, so that a new bid never meets an old ask of the house.
    this.#withdraw(turn, market, 'BUY', bids);
    this.#withdraw(turn, market, 'SELL', asks);
    this.#offer(turn, market, 'BUY', bids);
    this.#offer(turn, market, 'SELL', asks);
  }

  /** Takes one quote away, to come back with another size: a book whose sizes never change looks dead. */
  #withdrawOne(turn: DemoTransaction, market: Market): void {
    const side: Side = this.#random.next() < 0.5 ? 'BUY' : 'SELL';
    const quotes = [...market.quotes[side]];
    const picked = quotes[Math.floor(this.#random.next() * quotes.length)];
    if (picked === undefined) return;
    const [price, bookId] = picked;
    this.#exchange.cancelMakerOrder(turn, market, bookId);
    market.quotes[side].delete(price);
  }

  /** The prices where the maker wants to stand, best first. */
  #wanted(market: Market, side: Side, at: TimestampMs): Price[] {
    const tick = market.listing.instrument.priceTick;
    const ticks = Number(ONE / tick);
    const habits = this.#habitsOf(market);
    const fair = Math.round(market.fairAt(at) * ticks);
    const caller = this.#bestOfCallers(market, side === 'BUY' ? 'SELL' : 'BUY');
    const top = side === 'BUY' ? fair - habits.bidGap : fair + habits.askGap;
    const facing = caller === null ? null : Number(caller / tick);
    const aside = side === 'BUY' ? Math.min(top, (facing ?? ticks) - 1) : Math.max(top, (facing ?? 0) + 1);
    const direction = side === 'BUY' ? -habits.step : habits.step;
    const prices: Price[] = [];
    for (let level = 0; level < habits.levels; level += 1) {
      const at = aside + level * direction;
      if (at >= 1 && at < ticks) prices.push((BigInt(at) * tick) as Price);
    }
    return prices;
  }

  /** The best price at which more waits than the house has there. */
  #bestOfCallers(market: Market, side: Side): Price | null {
    for (const level of market.book.levels(side)) {
      if (level.qty > this.#houseQty(market, side, level.price)) return level.price;
    }
    return null;
  }

  #houseQty(market: Market, side: Side, price: Price): bigint {
    const bookId = market.quotes[side].get(price);
    const order = bookId === undefined ? null : market.book.order(bookId);
    return order === null ? 0n : order.qty - order.filledQty;
  }

  #withdraw(turn: DemoTransaction, market: Market, side: Side, wanted: readonly Price[]): void {
    for (const [price, bookId] of market.quotes[side]) {
      const order = market.book.order(bookId);
      const isThin = order !== null && (order.qty - order.filledQty) * 3n < order.qty;
      if (order !== null && !isThin && wanted.includes(price)) continue;
      if (order !== null) this.#exchange.cancelMakerOrder(turn, market, bookId);
      market.quotes[side].delete(price);
    }
  }

  #offer(turn: DemoTransaction, market: Market, side: Side, wanted: readonly Price[]): void {
    for (const [level, price] of wanted.entries()) {
      if (market.quotes[side].has(price)) continue;
      const contracts = this.#habitsOf(market).depth * (0.5 + this.#random.next()) * (1 + level / 3);
      const bookId = this.#exchange.placeMakerOrder(turn, market, {
        owner: 'house-maker',
        side,
        price,
        qty: toLots(market, contracts),
        tif: 'GTC',
        expiresAt: null,
      });
      if (bookId !== null) market.quotes[side].set(price, bookId);
    }
  }

  #takeSomewhere(turn: DemoTransaction, open: readonly Market[]): void {
    for (let tries = 0; tries < TAKER_TRIES_MAX; tries += 1) {
      const market = open[Math.floor(this.#random.next() * open.length)];
      if (market === undefined || this.#random.next() > this.#habitsOf(market).attention) continue;
      if (this.#take(turn, market)) return;
    }
  }

  /** Takes from the best level and no further. False when that price is not worth it. */
  #take(turn: DemoTransaction, market: Market): boolean {
    const side: Side = this.#random.next() < 0.5 ? 'BUY' : 'SELL';
    const best = market.book.best(side === 'BUY' ? 'SELL' : 'BUY');
    if (best === null) return false;
    const tick = Number(market.listing.instrument.priceTick) / Number(ONE);
    const price = Number(best.price) / Number(ONE);
    const fair = market.fairAt(turn.at);
    const overpaid = side === 'BUY' ? price - fair : fair - price;
    if (overpaid > Math.max(OVERPAY_MAX, OVERPAY_TICKS * tick)) return false;
    const contracts = 1 + this.#habitsOf(market).depth * 0.3 * this.#random.next() ** 3;
    this.#exchange.placeMakerOrder(turn, market, {
      owner: 'house-taker',
      side,
      price: best.price,
      qty: toLots(market, contracts),
      tif: 'IOC',
      expiresAt: null,
    });
    return true;
  }

  #habitsOf({ entry }: Market): MakerProfile {
    let habits = this.#habits.get(entry.code);
    if (habits === undefined) {
      habits = createMakerProfile(this.#seed, entry.code);
      this.#habits.set(entry.code, habits);
    }
    return habits;
  }
}

/** Whole lots near `contracts`, never below what the market takes. */
export function toLots({ listing }: Pick<Market, 'listing'>, contracts: number): Qty {
  const { qtyStep, qtyMin } = listing.instrument;
  const lots = BigInt(Math.max(1, Math.round((contracts * Number(ONE)) / Number(qtyStep))));
  const qty = lots * qtyStep;
  return (qty < qtyMin ? qtyMin : qty) as Qty;
}

/** How the house behaves in one entry's markets: some are deep and busy, others are not. */
export interface MakerProfile {
  readonly bidGap: number; // ticks from fair value to the best bid
  readonly askGap: number;
  readonly step: number; // ticks between two levels
  readonly levels: number; // on each side
  readonly depth: number; // contracts at the best level, about
  readonly attention: number; // 0..1, how often takers come
}

/** The same for the same seed and entry, whichever edition. The spread is 1 to 4 ticks. */
export function createMakerProfile(seed: number, code: string): MakerProfile {
  const draw = (index: number): number => seededNoise(seed, `${code}/habits`, index);
  return {
    bidGap: Math.floor(draw(0) * 3),
    askGap: 1 + Math.floor(draw(1) * 2),
    step: 1 + Math.floor(draw(2) * 1.4),
    levels: 4 + Math.floor(draw(3) * 4),
    depth: Math.round(40 * 12 ** draw(4)),
    attention: 0.15 + 0.85 * draw(5) ** 2,
  };
}
