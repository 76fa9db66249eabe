import { ONE, type Price, type Qty, type Side, type TimestampMs } from '#contract';
import { type OrderBook, seededNumber } from '#matching-engine';
import type { Random } from '#ports';
import { atOrAbove, atOrBelow, type Grid } from './price-steps.ts';

/** A market as the market maker sees it. */
export interface QuotedMarket {
  readonly name: string; // the venue's name for it
  readonly book: OrderBook;
  readonly grid: Grid;
  readonly lot: Qty;
  readonly qtyMin: Qty;
  fairAt(at: TimestampMs): number;
}

export interface MakerOrder {
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
  readonly isTaker: boolean; // a taker is IOC at its price; a maker order rests
}

/** The part of an exchange that the market maker uses. */
export interface MarketMakerVenue {
  openMarkets(): readonly QuotedMarket[];
  /** Returns the book id of a resting order, or null. */
  place(market: QuotedMarket, order: MakerOrder): number | null;
  cancel(market: QuotedMarket, bookId: number): void;
}

export interface MarketMakerSettings {
  readonly seed: number;
  readonly stepMs: number;
  readonly quotesPerStep: number; // markets requoted per step
  readonly tradesPerStep: number; // may be fractional
}

export const DEFAULT_MARKET_MAKER: MarketMakerSettings = {
  seed: 7,
  stepMs: 500,
  quotesPerStep: 4,
  tradesPerStep: 0.6,
};

/** Minimum distance between two quotes, so that a fine grid does not get a quote at each price. */
const SPACING_MIN = 1_000_000n; // one cent
const LEVELS = 5;
const OVERPAY_MAX = 0.04;
const FRESH_SIZE_CHANCE = 0.3;

type Quotes = Readonly<Record<Side, Map<Price, number>>>;

/**
 * Quotes both sides of each open market around its fair value, and sends random taker orders against the
 * best prices. Quotes never take: a quote that would cross a caller's order is left out.
 */
export class MarketMaker {
  readonly #venue: MarketMakerVenue;
  readonly #random: Random;
  readonly #settings: MarketMakerSettings;
  readonly #quotes = new Map<string, Quotes>();
  #nextIndex = 0;

  constructor(venue: MarketMakerVenue, random: Random, settings: MarketMakerSettings) {
    this.#venue = venue;
    this.#random = random;
    this.#settings = settings;
  }

  /** Quotes all open markets. */
  open(at: TimestampMs): void {
    for (const market of this.#venue.openMarkets()) this.quote(market, at);
  }

  /** One step: requotes a few markets and sometimes sends a taker order. */
  step(at: TimestampMs): void {
    const markets = this.#venue.openMarkets();
    if (markets.length === 0) return;
    for (let done = 0; done < this.#settings.quotesPerStep; done += 1) {
      this.#nextIndex = (this.#nextIndex + 1) % markets.length;
      const market = markets[this.#nextIndex];
      if (market !== undefined) this.quote(market, at);
    }
    const whole = Math.floor(this.#settings.tradesPerStep);
    const more = this.#random.next() < this.#settings.tradesPerStep - whole ? 1 : 0;
    for (let trade = 0; trade < whole + more; trade += 1) this.#take(markets, at);
  }

  /** Moves one market's quotes to the current fair value. */
  quote(market: QuotedMarket, at: TimestampMs): void {
    const quotes = this.#getQuotes(market);
    const wanted = { BUY: this.#wanted(market, 'BUY', at), SELL: this.#wanted(market, 'SELL', at) };
    // Withdraw stale quotes first, so that a new bid never meets an old ask of the market maker.
    for (const side of ['BUY', 'SELL'] as const) this.#withdraw(market, quotes[side], wanted[side]);
    for (const side of ['BUY', 'SELL'] as const) this.#offer(market, side, quotes[side], wanted[side]);
  }

  #wanted(market: QuotedMarket, side: Side, at: TimestampMs): readonly Price[] {
    const fair = BigInt(Math.round(market.fairAt(at) * Number(ONE)));
    const gap = SPACING_MIN * (this.#steadyShare(market, `gap${side}`) < 0.6 ? 1n : 2n);
    const prices = new Set<Price>();
    for (let level = 0n; level < LEVELS; level += 1n) {
      const away = gap + level * SPACING_MIN;
      const price =
        side === 'BUY'
          ? atOrBelow(market.grid, (fair - away) as Price)
          : atOrAbove(market.grid, (fair + away) as Price);
      if (price !== null) prices.add(price);
    }
    return [...prices];
  }

  #withdraw(market: QuotedMarket, quotes: Map<Price, number>, wanted: readonly Price[]): void {
    for (const [price, bookId] of quotes) {
      const order = market.book.order(bookId);
      const isThin = order !== null && (order.qty - order.filledQty) * 3n < order.qty;
      const isStale = this.#random.next() * LEVELS < FRESH_SIZE_CHANCE;
      if (order !== null && !isThin && !isStale && wanted.includes(price)) continue;
      if (order !== null) this.#venue.cancel(market, bookId);
      quotes.delete(price);
    }
  }

  #offer(market: QuotedMarket, side: Side, quotes: Map<Price, number>, wanted: readonly Price[]): void {
    for (const [level, price] of wanted.entries()) {
      if (quotes.has(price)) continue;
      const facing = market.book.best(side === 'BUY' ? 'SELL' : 'BUY')?.price;
      const crosses = facing !== undefined && (side === 'BUY' ? facing <= price : facing >= price);
      if (crosses) continue; // a caller's order is in the way
      const qty = lots(market, this.#depth(market) * (0.5 + this.#random.next()) * (1 + level / 3));
      const bookId = this.#venue.place(market, { side, price, qty, isTaker: false });
      if (bookId !== null) quotes.set(price, bookId);
    }
  }

  /** Takes from the best level only, unless that price is too far from the fair value. */
  #take(markets: readonly QuotedMarket[], at: TimestampMs): void {
    const market = markets[Math.floor(this.#random.next() * markets.length)];
    if (market === undefined) return;
    const side: Side = this.#random.next() < 0.5 ? 'BUY' : 'SELL';
    const best = market.book.best(side === 'BUY' ? 'SELL' : 'BUY');
    if (best === null) return;
    const over = Number(best.price) / Number(ONE) - market.fairAt(at);
    if ((side === 'BUY' ? over : -over) > OVERPAY_MAX) return;
    const wanted = lots(market, 1 + this.#depth(market) * 0.3 * this.#random.next() ** 3);
    const qty = wanted < best.qty ? wanted : best.qty;
    this.#venue.place(market, { side, price: best.price, qty, isTaker: true });
  }

  #depth(market: QuotedMarket): number {
    return 30 * 10 ** this.#steadyShare(market, 'depth');
  }

  #steadyShare(market: QuotedMarket, what: string): number {
    return seededNumber(this.#settings.seed, `${market.name}/${what}`);
  }

  #getQuotes({ name }: QuotedMarket): Quotes {
    let quotes = this.#quotes.get(name);
    if (quotes === undefined) {
      quotes = { BUY: new Map<Price, number>(), SELL: new Map<Price, number>() };
      this.#quotes.set(name, quotes);
    }
    return quotes;
  }
}

/** A whole number of lots near `contracts`, at least the market's minimum. */
function lots({ lot, qtyMin }: QuotedMarket, contracts: number): Qty {
  const whole = BigInt(Math.max(1, Math.round((contracts * Number(ONE)) / Number(lot))));
  const qty = whole * lot;
  return (qty < qtyMin ? qtyMin : qty) as Qty;
}
