import type { Level } from '../../core/books/book.ts';
import { complement, ONE, type Price, type Qty } from '../../core/kernel/decimal.ts';
import type { BookSide } from './map.ts';

/** Levels as the venue sends them, in any order; null for a side that is empty. */
export interface WireSides {
  readonly yes: readonly (readonly [price: bigint, size: bigint])[] | null;
  readonly no: readonly (readonly [price: bigint, size: bigint])[] | null;
}

/**
 * One market's book as its stream told it. Kalshi sends changes of a size and readers want the size, so the
 * sizes are kept here.
 */
export class HeldBook {
  readonly #bids = new Map<Price, Qty>();
  readonly #asks = new Map<Price, Qty>(); // by YES price
  readonly #isYesPriced: boolean;

  /** @param isYesPriced  whether NO levels carry YES prices, as the stream is asked to send them */
  constructor(sides: WireSides, isYesPriced: boolean) {
    this.#isYesPriced = isYesPriced;
    for (const [price, size] of sides.yes ?? []) if (size > 0n) this.#bids.set(price as Price, size as Qty);
    for (const [price, size] of sides.no ?? []) if (size > 0n) this.#asks.set(this.#yes(price), size as Qty);
  }

  /** The level as it is now, or null when it would be negative: then we missed something. */
  apply(side: 'yes' | 'no', price: bigint, change: bigint): { side: BookSide; level: Level } | null {
    const levels = side === 'yes' ? this.#bids : this.#asks;
    const at = side === 'yes' ? (price as Price) : this.#yes(price);
    const qty = ((levels.get(at) ?? 0n) + change) as Qty;
    if (qty < 0n) return null;
    if (qty === 0n) levels.delete(at);
    else levels.set(at, qty);
    return { side: side === 'yes' ? 'bid' : 'ask', level: { price: at, qty } };
  }

  /** Best first. */
  bids(): Level[] {
    return levelsOf(this.#bids).sort((a, b) => (a.price < b.price ? 1 : -1));
  }

  /** Best first. */
  asks(): Level[] {
    return levelsOf(this.#asks).sort((a, b) => (a.price < b.price ? -1 : 1));
  }

  /** A book whose sides meet was read wrongly, or belongs to two moments. */
  get isCrossed(): boolean {
    let bid = 0n;
    let ask = ONE;
    for (const price of this.#bids.keys()) if (price > bid) bid = price;
    for (const price of this.#asks.keys()) if (price < ask) ask = price;
    return bid >= ask;
  }

  #yes(price: bigint): Price {
    return this.#isYesPriced ? (price as Price) : complement(price as Price);
  }
}

const levelsOf = (side: ReadonlyMap<Price, Qty>): Level[] =>
  [...side].map(([price, qty]) => ({ price, qty }));

/** The worst price that `qty` reaches, or that of the last level where there is less; null for an empty side. */
export function worstPrice(levels: readonly Level[], qty: Qty): Price | null {
  let left: bigint = qty;
  let worst: Price | null = null;
  for (const level of levels) {
    if (left <= 0n) break;
    worst = level.price;
    left -= level.qty;
  }
  return worst;
}
