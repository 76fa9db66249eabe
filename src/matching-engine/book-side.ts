import {
  assert,
  type Level,
  type Price,
  type Qty,
  type Side,
  type TimeInForce,
  type TimestampMs,
} from '#contract';
import type { BookOrder, SelfTrade } from './book-order.ts';

/** A resting order as a node in the linked queue of its level. Only the book changes it. */
export interface QueuedOrder {
  readonly id: number;
  readonly owner: string;
  readonly side: Side;
  price: Price;
  qty: Qty;
  filledQty: Qty;
  tif: TimeInForce;
  expiresAt: TimestampMs | null;
  readonly selfTrade: SelfTrade | null;
  level: PriceLevel | null; // null while not in a queue
  ahead: QueuedOrder | null;
  behind: QueuedOrder | null;
}

export interface PriceLevel {
  readonly price: Price;
  qty: Qty; // total remaining quantity of its orders
  first: QueuedOrder | null; // oldest
  last: QueuedOrder | null;
}

export const getLeavesQty = (order: QueuedOrder): Qty => (order.qty - order.filledQty) as Qty;

/**
 * One side of a book: price levels, each a queue in time order.
 *
 * Levels are in one array, worst price first. The best level is at the end, where most changes occur, so
 * insertions and removals move few elements. A level is found in O(log n). With at most 10,000 levels this
 * is faster than a tree.
 */
export class BookSide {
  readonly side: Side;
  readonly #levels: PriceLevel[] = [];

  constructor(side: Side) {
    this.side = side;
  }

  best(): PriceLevel | null {
    return this.#levels[this.#levels.length - 1] ?? null;
  }

  /** The best `depth` levels, best first. */
  levels(depth: number): Level[] {
    const count = Math.min(depth, this.#levels.length);
    const best: Level[] = [];
    for (let index = this.#levels.length - 1; best.length < count; index -= 1) {
      const level = this.#levels[index];
      if (level !== undefined) best.push({ price: level.price, qty: level.qty });
    }
    return best;
  }

  /** True when at least `qty` rests at `limit` or better; null is any price. */
  covers(qty: Qty, limit: Price | null): boolean {
    let missing: bigint = qty;
    for (let index = this.#levels.length - 1; index >= 0 && missing > 0n; index -= 1) {
      const level = this.#levels[index];
      if (level === undefined || (limit !== null && this.#isWorse(level.price, limit))) break;
      missing -= level.qty;
    }
    return missing <= 0n;
  }

  /** True when `taker` can fill completely against other owners, under its self-trade rule. */
  coversWithoutOwn(taker: BookOrder): boolean {
    let missing: bigint = taker.qty;
    for (let index = this.#levels.length - 1; index >= 0 && missing > 0n; index -= 1) {
      const level = this.#levels[index];
      if (level === undefined || (taker.price !== null && this.#isWorse(level.price, taker.price))) break;
      for (let maker = level.first; maker !== null; maker = maker.behind) {
        if (maker.owner !== taker.owner) missing -= getLeavesQty(maker);
        else if (taker.selfTrade === 'cut_taker') return missing <= 0n;
      }
    }
    return missing <= 0n;
  }

  /** Appends the order to the queue at its price. */
  add(order: QueuedOrder): PriceLevel {
    const level = this.#levelFor(order.price);
    order.level = level;
    order.ahead = level.last;
    if (level.last === null) level.first = order;
    else level.last.behind = order;
    level.last = order;
    level.qty = (level.qty + getLeavesQty(order)) as Qty;
    return level;
  }

  /** Removes the order from its queue, and its level when it becomes empty. */
  remove(order: QueuedOrder): PriceLevel {
    const level = order.level;
    assert(level !== null, 'an order that leaves a bookSide is in it');
    if (order.ahead === null) level.first = order.behind;
    else order.ahead.behind = order.behind;
    if (order.behind === null) level.last = order.ahead;
    else order.behind.ahead = order.ahead;
    level.qty = (level.qty - getLeavesQty(order)) as Qty;
    order.level = null;
    order.ahead = null;
    order.behind = null;
    if (level.first === null) this.#drop(level);
    return level;
  }

  #levelFor(price: Price): PriceLevel {
    const index = this.#indexOf(price);
    const found = this.#levels[index];
    if (found?.price === price) return found;
    const level: PriceLevel = { price, qty: 0n as Qty, first: null, last: null };
    this.#levels.splice(index, 0, level);
    return level;
  }

  #drop(level: PriceLevel): void {
    if (this.best() === level) this.#levels.pop();
    else this.#levels.splice(this.#indexOf(level.price), 1);
  }

  /** Index of the level at `price`, or at which to insert it. */
  #indexOf(price: Price): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const level = this.#levels[middle];
      if (level !== undefined && this.#isWorse(level.price, price)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isWorse(price: Price, than: Price): boolean {
    return this.side === 'BUY' ? price < than : price > than;
  }
}
