import type { Price } from '../kernel/decimal.ts';
import type { Side } from '../orders/order.ts';
import type { BookSides } from './apply.ts';
import type { Level } from './book.ts';
import { Ladder } from './ladder.ts';

/**
 * A book that a feed keeps current in place, thousands of changes a second. What is told of it to others is
 * `told`, since the levels seen here change with it.
 */
export class HeldBook implements BookSides {
  readonly #bids: Ladder;
  readonly #asks: Ladder;

  /** @param sides  sound and best first, as `applySnapshot` gives them */
  constructor(sides?: BookSides) {
    this.#bids = new Ladder('bids', sides?.bids);
    this.#asks = new Ladder('asks', sides?.asks);
  }

  get bids(): readonly Level[] {
    return this.#bids.levels;
  }

  get asks(): readonly Level[] {
    return this.#asks.levels;
  }

  /** Its levels at this moment. */
  told(): BookSides {
    return { bids: [...this.bids], asks: [...this.asks] };
  }

  /** Bids are `BUY`. False, and no change, for a level that cannot be true; without quantity it is gone. */
  set(side: Side, level: Level): boolean {
    return this.#of(side).set(level);
  }

  /** The level after a change of its quantity; null, and no change, for one that cannot be true. */
  add(side: Side, price: Price, change: bigint): Level | null {
    return this.#of(side).add(price, change);
  }

  #of(side: Side): Ladder {
    return side === 'BUY' ? this.#bids : this.#asks;
  }
}
