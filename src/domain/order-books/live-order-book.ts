import {
  divideHalfEven,
  type Level,
  type MarketStatus,
  PRICE_ONE,
  type Price,
  type Qty,
  type Side,
} from '#contract';

/**
 * A book that a feed updates in place, thousands of times per second. `bids` and `asks` are live views; use
 * `snapshot` to publish the book.
 */
export class LiveOrderBook implements BookSides {
  readonly #bids: PriceLevels;
  readonly #asks: PriceLevels;

  /** @param sides  valid levels, best first, as `applySnapshot` returns them */
  constructor(sides?: BookSides) {
    this.#bids = new PriceLevels('bids', sides?.bids);
    this.#asks = new PriceLevels('asks', sides?.asks);
  }

  get bids(): readonly Level[] {
    return this.#bids.levels;
  }

  get asks(): readonly Level[] {
    return this.#asks.levels;
  }

  /** A copy of the current levels. */
  snapshot(): BookSides {
    return { bids: [...this.bids], asks: [...this.asks] };
  }

  /** Sets a level of a side (`BUY` is bids); quantity 0 removes it. Returns false, without change, for an invalid level. */
  set(side: Side, level: Level): boolean {
    return this.#getLevels(side).set(level);
  }

  /** Changes the quantity of a level and returns the new level; null, without change, for an invalid result. */
  add(side: Side, price: Price, change: bigint): Level | null {
    return this.#getLevels(side).add(price, change);
  }

  #getLevels(side: Side): PriceLevels {
    return side === 'BUY' ? this.#bids : this.#asks;
  }
}

/** Both sides of a book, best level first. */
export interface BookSides {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export const EMPTY_SIDES: BookSides = { bids: [], asks: [] };

type ComesBefore = (a: bigint, b: bigint) => boolean;
const isHigher: ComesBefore = (a, b) => a > b;
const isLower: ComesBefore = (a, b) => a < b;

/**
 * Returns the book of a snapshot, which replaces the previous book.
 *
 * @returns null for an invalid snapshot: a level without quantity, a price not inside 0..1, a duplicate
 *          price, or levels that are not sorted best first
 */
export function applySnapshot(snapshot: BookSides): BookSides | null {
  const isSound = isBestFirst(snapshot.bids, isHigher) && isBestFirst(snapshot.asks, isLower);
  return isSound ? { bids: snapshot.bids, asks: snapshot.asks } : null;
}

/**
 * Applies level changes to a book: quantities are absolute, and zero removes the level.
 *
 * @param changes  in any order within a side, without duplicate prices
 * @returns        a new book; null for an invalid change
 */
export function applyDelta(sides: BookSides, changes: BookSides): BookSides | null {
  const bids = setLevels(sides.bids, changes.bids, isHigher);
  const asks = setLevels(sides.asks, changes.asks, isLower);
  return bids === null || asks === null ? null : { bids, asks };
}

function setLevels(
  side: readonly Level[],
  changes: readonly Level[],
  before: ComesBefore,
): readonly Level[] | null {
  if (changes.length === 0) return side;
  if (!changes.every(isValidLevel) || hasPriceTwice(changes)) return null;
  const levels = side.slice();
  for (const change of changes) {
    const at = findLevelIndex(levels, change.price, before);
    const isPresent = levels[at]?.price === change.price;
    if (change.qty > 0n) levels.splice(at, isPresent ? 1 : 0, change);
    else if (isPresent) levels.splice(at, 1);
  }
  return levels.length > LEVELS_MAX ? null : levels;
}

/** Index of the level with `price`, or at which to insert it. */
function findLevelIndex(levels: readonly Level[], price: bigint, before: ComesBefore): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const level = levels[middle];
    if (level !== undefined && before(level.price, price)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBestFirst(levels: readonly Level[], before: ComesBefore): boolean {
  if (levels.length > LEVELS_MAX) return false;
  return levels.every((level, index) => {
    const better = levels[index - 1];
    return (
      isValidLevel(level) && level.qty > 0n && (better === undefined || before(better.price, level.price))
    );
  });
}

const hasPriceTwice = (levels: readonly Level[]): boolean =>
  levels.length > 1 && new Set(levels.map((level) => level.price)).size < levels.length;

/** Above the size of any venue's price grid; a longer side is invalid. */
export const LEVELS_MAX = 10_000;

/** One side of a book that changes in place, best level first. */
class PriceLevels {
  readonly #sign: 1 | -1; // makes a better price a smaller key
  readonly #levels: Level[];
  /** Prices of the levels as numbers, in the same order: a binary search over numbers is cache-friendly. */
  readonly #keys: number[];

  /** @param levels  valid, best first */
  constructor(side: 'bids' | 'asks', levels: readonly Level[] = []) {
    this.#sign = side === 'bids' ? -1 : 1;
    this.#levels = [...levels];
    this.#keys = levels.map(({ price }) => this.#keyOf(price));
  }

  /** Best first; a live view. */
  get levels(): readonly Level[] {
    return this.#levels;
  }

  /** Sets a level; quantity 0 removes it. Returns false, without change, for an invalid level. */
  set(level: Level): boolean {
    const key = this.#keyOf(level.price);
    return this.#put(findKeyIndex(this.#keys, key), key, level);
  }

  /** Changes the quantity of a level and returns the new level; null, without change, for an invalid result. */
  add(price: Price, change: bigint): Level | null {
    const key = this.#keyOf(price);
    const at = findKeyIndex(this.#keys, key);
    const held = this.#keys[at] === key ? this.#levels[at] : undefined;
    const level = { price, qty: (held === undefined ? change : held.qty + change) as Qty };
    return this.#put(at, key, level) ? level : null;
  }

  /** Exact as a number, because a valid price has at most nine digits. */
  #keyOf(price: Price): number {
    return Number(price) * this.#sign;
  }

  #put(at: number, key: number, level: Level): boolean {
    const isHeld = this.#keys[at] === key; // then its price is valid
    if (isHeld ? level.qty < 0n : !isValidLevel(level)) return false;
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

/** Index of the first key that is not smaller. */
function findKeyIndex(keys: readonly number[], key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True for a price inside 0..1 and a quantity that is not negative. */
const isValidLevel = ({ price, qty }: Level): boolean => price > 0n && price < PRICE_ONE && qty >= 0n;

/** True when the best bid is at or above the best ask, which a valid book never shows. */
export function isCrossed(sides: BookSides): boolean {
  const bid = sides.bids[0];
  const ask = sides.asks[0];
  return bid !== undefined && ask !== undefined && bid.price >= ask.price;
}

/** Mid price, rounded half to even to 8 places; null when a side is empty. */
export function computeMid(sides: BookSides): Price | null {
  const bid = sides.bids[0];
  const ask = sides.asks[0];
  if (bid === undefined || ask === undefined) return null;
  return divideHalfEven(bid.price + ask.price, 2n) as Price;
}

/** Price of the level at which `qty` is filled, or of the last level when there is less; null for an empty side. */
export function findPriceAtQty(levels: readonly Level[], qty: Qty): Price | null {
  let left: bigint = qty;
  let reached: Price | null = null;
  for (const level of levels) {
    if (left <= 0n) break;
    reached = level.price;
    left -= level.qty;
  }
  return reached;
}

/**
 * State of a book. Orders are routed only on a `live` book.
 * - `none`: no snapshot has arrived yet
 * - `closed`: the market does not accept orders
 * - `gapped`: an update is missing, until the next snapshot
 * - `stale`: the last update is too old
 * - `crossed`: the best bid is at or above the best ask
 */
export type BookState = 'live' | 'stale' | 'gapped' | 'crossed' | 'closed' | 'none';

export interface BookCondition {
  readonly hasSnapshot: boolean; // a first snapshot arrived
  readonly status: MarketStatus | null;
  readonly hasGap: boolean;
  readonly isCrossed: boolean;
  readonly ageMs: number;
  readonly ageMsMax: number | null; // null: no maximum age
}

/** State of a book; of several problems the most severe. */
export function computeBookState({
  hasSnapshot,
  status,
  hasGap,
  isCrossed,
  ageMs,
  ageMsMax,
}: BookCondition): BookState {
  if (!hasSnapshot) return 'none';
  if (status !== 'OPEN') return 'closed';
  if (hasGap) return 'gapped';
  if (ageMsMax !== null && ageMs > ageMsMax) return 'stale';
  return isCrossed ? 'crossed' : 'live';
}
