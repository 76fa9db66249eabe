import { ONE, type Price, type Qty, type Side, type TimestampMs } from '#contract';
import { hashName, seededNoise, smoothNoise } from '#matching-engine';
import type { Random } from '#ports';
import type { DemoExchange } from './demo-exchange.ts';
import type { Market } from './demo-market.ts';
import type { DemoSettings } from './demo-settings.ts';
import type { DemoTransaction } from './demo-transaction.ts';

const FAST_PERIOD_MS = 8_000;
const FAIR_MIN = 0.01; // with the fast swing
const DISTURBED_PER_STEP_MAX = 16;
const FRESH_SIZE_CHANCE = 0.4;
const TAKER_TRIES_MAX = 20;
/** A taker pays at most this much above fair value, so it does not take orders far from the market. */
const OVERPAY_MAX = 0.03;
const OVERPAY_TICKS = 3;

/**
 * Keeps each open book two-sided around its fair value, and trades at random against the best price. Its
 * quotes never take: they move away from a caller's order, so a caller's resting order trades only with another
 * caller or with a random taker that finds it at the best price.
 */
export class DemoMarketMaker {
  readonly #exchange: DemoExchange;
  readonly #random: Random;
  readonly #seed: number;
  readonly #settings: DemoSettings;
  readonly #profiles = new Map<string, MakerProfile>();
  #nextIndex = 0;

  constructor(exchange: DemoExchange, random: Random, seed: number, settings: DemoSettings) {
    this.#exchange = exchange;
    this.#random = random;
    this.#seed = seed;
    this.#settings = settings;
  }

  /** Quotes the books that opened since the last call. */
  quoteOpened(transaction: DemoTransaction): void {
    if (!this.#settings.hasMarketMaker) return;
    for (const market of this.#exchange.markets()) {
      if (market.isUnquoted && market.book.state === 'OPEN') this.#quote(transaction, market);
    }
  }

  /** One step of makers and takers. */
  step(transaction: DemoTransaction): void {
    const open = [...this.#exchange.markets()].filter(({ book }) => book.state === 'OPEN');
    if (open.length === 0) return;
    if (this.#settings.hasMarketMaker) {
      const disturbed = open.filter((market) => market.isDisturbed).slice(0, DISTURBED_PER_STEP_MAX);
      for (const market of disturbed) this.#quote(transaction, market);
      this.#quoteNext(transaction, open);
    }
    const expected = (this.#settings.takerTradesPerSecond * this.#settings.marketMakerStepMs) / 1_000;
    const whole = Math.floor(expected);
    const count = whole + (this.#random.next() < expected - whole ? 1 : 0);
    for (let trade = 0; trade < count; trade += 1) this.#takeFromAny(transaction, open);
  }

  #quoteNext(transaction: DemoTransaction, open: readonly Market[]): void {
    const count = Math.ceil((open.length * this.#settings.marketMakerStepMs) / this.#settings.quoteRoundMs);
    for (let done = 0; done < count; done += 1) {
      this.#nextIndex = (this.#nextIndex + 1) % open.length;
      const market = open[this.#nextIndex];
      if (market !== undefined) this.#quote(transaction, market);
    }
  }

  #quote(transaction: DemoTransaction, market: Market): void {
    market.isUnquoted = false;
    market.isDisturbed = false;
    if (this.#random.next() < FRESH_SIZE_CHANCE) this.#cancelOne(transaction, market);
    const bids = this.#targetPrices(market, 'BUY', transaction.at);
    const asks = this.#targetPrices(market, 'SELL', transaction.at);
    // Outdated quotes are cancelled first, so that a new bid never trades with our old ask.
    this.#cancelOutdated(transaction, market, 'BUY', bids);
    this.#cancelOutdated(transaction, market, 'SELL', asks);
    this.#placeMissing(transaction, market, 'BUY', bids);
    this.#placeMissing(transaction, market, 'SELL', asks);
  }

  /** Cancels one quote, which is then quoted again with another size, as sizes change on a real venue. */
  #cancelOne(transaction: DemoTransaction, market: Market): void {
    const side: Side = this.#random.next() < 0.5 ? 'BUY' : 'SELL';
    const quotes = [...market.quotes[side]];
    const picked = quotes[Math.floor(this.#random.next() * quotes.length)];
    if (picked === undefined) return;
    const [price, bookId] = picked;
    this.#exchange.cancelMakerOrder(transaction, market, bookId);
    market.quotes[side].delete(price);
  }

  /** The prices to quote, best first. */
  #targetPrices(market: Market, side: Side, at: TimestampMs): Price[] {
    const tick = market.listing.instrument.priceTick;
    const ticks = Number(ONE / tick);
    const profile = this.#profileOf(market);
    const fair = Math.round(this.#fairAt(market, at) * ticks);
    const caller = this.#findBestCallerPrice(market, side === 'BUY' ? 'SELL' : 'BUY');
    const top = side === 'BUY' ? fair - profile.bidGap : fair + profile.askGap;
    const facing = caller === null ? null : Number(caller / tick);
    const nearest = side === 'BUY' ? Math.min(top, (facing ?? ticks) - 1) : Math.max(top, (facing ?? 0) + 1);
    const direction = side === 'BUY' ? -profile.step : profile.step;
    const prices: Price[] = [];
    for (let level = 0; level < profile.levels; level += 1) {
      const at = nearest + level * direction;
      if (at >= 1 && at < ticks) prices.push((BigInt(at) * tick) as Price);
    }
    return prices;
  }

  /** The best price with more quantity than our quote there. */
  #findBestCallerPrice(market: Market, side: Side): Price | null {
    for (const level of market.book.levels(side)) {
      if (level.qty > this.#ownQty(market, side, level.price)) return level.price;
    }
    return null;
  }

  #ownQty(market: Market, side: Side, price: Price): bigint {
    const bookId = market.quotes[side].get(price);
    const order = bookId === undefined ? null : market.book.order(bookId);
    return order === null ? 0n : order.qty - order.filledQty;
  }

  #cancelOutdated(transaction: DemoTransaction, market: Market, side: Side, targets: readonly Price[]): void {
    for (const [price, bookId] of market.quotes[side]) {
      const order = market.book.order(bookId);
      const isThin = order !== null && (order.qty - order.filledQty) * 3n < order.qty;
      if (order !== null && !isThin && targets.includes(price)) continue;
      if (order !== null) this.#exchange.cancelMakerOrder(transaction, market, bookId);
      market.quotes[side].delete(price);
    }
  }

  #placeMissing(transaction: DemoTransaction, market: Market, side: Side, targets: readonly Price[]): void {
    for (const [level, price] of targets.entries()) {
      if (market.quotes[side].has(price)) continue;
      const contracts = this.#profileOf(market).depth * (0.5 + this.#random.next()) * (1 + level / 3);
      const bookId = this.#exchange.placeMakerOrder(transaction, market, {
        owner: 'market-maker',
        side,
        price,
        qty: toLots(market, contracts),
        tif: 'GTC',
        expiresAt: null,
      });
      if (bookId !== null) market.quotes[side].set(price, bookId);
    }
  }

  #takeFromAny(transaction: DemoTransaction, open: readonly Market[]): void {
    for (let tries = 0; tries < TAKER_TRIES_MAX; tries += 1) {
      const market = open[Math.floor(this.#random.next() * open.length)];
      if (market === undefined || this.#random.next() > this.#profileOf(market).attention) continue;
      if (this.#take(transaction, market)) return;
    }
  }

  /** Takes from the best price level only. False if its price is too far from fair value. */
  #take(transaction: DemoTransaction, market: Market): boolean {
    const side: Side = this.#random.next() < 0.5 ? 'BUY' : 'SELL';
    const best = market.book.best(side === 'BUY' ? 'SELL' : 'BUY');
    if (best === null) return false;
    const tick = Number(market.listing.instrument.priceTick) / Number(ONE);
    const price = Number(best.price) / Number(ONE);
    const fair = this.#fairAt(market, transaction.at);
    const overpaid = side === 'BUY' ? price - fair : fair - price;
    if (overpaid > Math.max(OVERPAY_MAX, OVERPAY_TICKS * tick)) return false;
    const contracts = 1 + this.#profileOf(market).depth * 0.3 * this.#random.next() ** 3;
    this.#exchange.placeMakerOrder(transaction, market, {
      owner: 'random-taker',
      side,
      price: best.price,
      qty: toLots(market, contracts),
      tif: 'IOC',
      expiresAt: null,
    });
    return true;
  }

  /** What makers and takers think a contract is worth: its fair value, and what a lively market makes of it. */
  #fairAt(market: Market, at: TimestampMs): number {
    const { fastSwing } = this.#settings;
    const fair = market.fairAt(at);
    if (fastSwing === 0) return fair;
    const moved = fair + fastSwing * smoothNoise(this.#profileOf(market).moodHash, at, FAST_PERIOD_MS);
    return Math.min(Math.max(moved, FAIR_MIN), 1 - FAIR_MIN);
  }

  #profileOf({ entry }: Market): MakerProfile {
    let profile = this.#profiles.get(entry.code);
    if (profile === undefined) {
      profile = createMakerProfile(this.#seed, entry.code);
      this.#profiles.set(entry.code, profile);
    }
    return profile;
  }
}

/** Rounds a number of contracts to whole lots, at least the minimum quantity of the market. */
export function toLots({ listing }: Pick<Market, 'listing'>, contracts: number): Qty {
  const { qtyStep, qtyMin } = listing.instrument;
  const lots = BigInt(Math.max(1, Math.round((contracts * Number(ONE)) / Number(qtyStep))));
  const qty = lots * qtyStep;
  return (qty < qtyMin ? qtyMin : qty) as Qty;
}

/** How the market maker quotes the markets of an entry: some are deep and busy, others are not. */
export interface MakerProfile {
  readonly bidGap: number; // ticks from fair value to the best bid
  readonly askGap: number;
  readonly step: number; // ticks between two levels
  readonly levels: number; // on each side
  readonly depth: number; // about how many contracts at the best level
  readonly attention: number; // 0..1, relative frequency of takers
  readonly moodHash: number; // of the fast swing
}

/** All editions of an entry have the same profile for a seed. The spread is 1 to 4 ticks. */
export function createMakerProfile(seed: number, code: string): MakerProfile {
  const draw = (index: number): number => seededNoise(seed, `${code}/habits`, index);
  return {
    bidGap: Math.floor(draw(0) * 3),
    askGap: 1 + Math.floor(draw(1) * 2),
    step: 1 + Math.floor(draw(2) * 1.4),
    levels: 4 + Math.floor(draw(3) * 4),
    depth: Math.round(40 * 12 ** draw(4)),
    attention: 0.15 + 0.85 * draw(5) ** 2,
    moodHash: hashName(seed, `${code}/mood`),
  };
}
