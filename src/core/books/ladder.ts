import { PRICE_ONE, type Price, type Qty } from '../kernel/decimal.ts';
import type { Level } from './book.ts';

/** More than any venue's price grid holds; a longer side is a broken message. */
export const LEVELS_MAX = 10_000;

/** One side of a book that changes in place, best level first. */
export class Ladder {
  readonly #sign: 1 | -1; // so that the better price has the lesser key
  readonly #levels: Level[];
  /** Each level's price, in step with the levels: a search through numbers stays in the processor's cache. */
  readonly #keys: number[];

  /** @param levels  sound and best first */
  constructor(side: 'bids' | 'asks', levels: readonly Level[] = []) {
    this.#sign = side === 'bids' ? -1 : 1;
    this.#levels = [...levels];
    this.#keys = levels.map(({ price }) => this.#keyOf(price));
  }

  /** Best first: a view, which changes with the book. */
  get levels(): readonly Level[] {
    return this.#levels;
  }

  /** The level as it stands now; without quantity it is gone. False, and no change, for one that cannot be true. */
  set(level: Level): boolean {
    const key = this.#keyOf(level.price);
    return this.#put(placeOfKey(this.#keys, key), key, level);
  }

  /** The level after a change of its quantity; null, and no change, for one that cannot be true. */
  add(price: Price, change: bigint): Level | null {
    const key = this.#keyOf(price);
    const at = placeOfKey(this.#keys, key);
    const held = this.#keys[at] === key ? this.#levels[at] : undefined;
    const level = { price, qty: (held === undefined ? change : held.qty + change) as Qty };
    return this.#put(at, key, level) ? level : null;
  }

  /** Exact: a price that can be true has nine digits at the most. */
  #keyOf(price: Price): number {
    return Number(price) * this.#sign;
  }

  #put(at: number, key: number, level: Level): boolean {
    const isHeld = this.#keys[at] === key; // then its price is sound
    if (isHeld ? level.qty < 0n : !isSound(level)) return false;
    if (level.qty > 0n) return isHeld ? this.#replace(at, level) : this.#insert(at, key, level);
    if (isHeld) this.#remove(at);
    return true;
  }

  #replace(at: number, level: Level): true {
    this.#levels[at] = level;
    return true;
  }

  #insert(at: number, key: number, level: Level): boolean {
    if (this.#keys.length === LEVELS_MAX) return false;
    this.#keys.splice(at, 0, key);
    this.#levels.splice(at, 0, level);
    return true;
  }

  #remove(at: number): void {
    this.#keys.splice(at, 1);
    this.#levels.splice(at, 1);
  }
}

/** Index of the first key that is not less. */
function placeOfKey(keys: readonly number[], key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A price inside 0..1, and a quantity that is not negative. */
export const isSound = ({ price, qty }: Level): boolean => price > 0n && price < PRICE_ONE && qty >= 0n;
