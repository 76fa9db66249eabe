import type { Level } from './book.ts';
import { isSound, LEVELS_MAX } from './ladder.ts';

/** Both sides of a book, best level first. */
export interface BookSides {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export const EMPTY_SIDES: BookSides = { bids: [], asks: [] };

type Before = (a: bigint, b: bigint) => boolean;
const falling: Before = (a, b) => a > b;
const rising: Before = (a, b) => a < b;

/**
 * The book that a snapshot tells. It replaces what was known and never merges with it.
 *
 * @returns null for a message that cannot be true: a level without quantity, a price not inside 0..1,
 *          a price twice, or levels that are not best first
 */
export function applySnapshot(snapshot: BookSides): BookSides | null {
  const isSound = isBestFirst(snapshot.bids, falling) && isBestFirst(snapshot.asks, rising);
  return isSound ? { bids: snapshot.bids, asks: snapshot.asks } : null;
}

/**
 * The book after a change of some levels: each quantity is absolute, and zero removes the level.
 *
 * @param changes  any order within a side; a price at most once
 * @returns        null for a message that cannot be true; `sides` itself is never touched
 */
export function applyDelta(sides: BookSides, changes: BookSides): BookSides | null {
  const bids = setLevels(sides.bids, changes.bids, falling);
  const asks = setLevels(sides.asks, changes.asks, rising);
  return bids === null || asks === null ? null : { bids, asks };
}

function setLevels(
  side: readonly Level[],
  changes: readonly Level[],
  before: Before,
): readonly Level[] | null {
  if (changes.length === 0) return side;
  if (!changes.every(isSound) || hasPriceTwice(changes)) return null;
  const levels = side.slice();
  for (const change of changes) {
    const at = placeOf(levels, change.price, before);
    const isPresent = levels[at]?.price === change.price;
    if (change.qty > 0n) levels.splice(at, isPresent ? 1 : 0, change);
    else if (isPresent) levels.splice(at, 1);
  }
  return levels.length > LEVELS_MAX ? null : levels;
}

/** Index of the first level that `price` does not come after. */
function placeOf(levels: readonly Level[], price: bigint, before: Before): number {
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

function isBestFirst(levels: readonly Level[], before: Before): boolean {
  if (levels.length > LEVELS_MAX) return false;
  return levels.every((level, index) => {
    const better = levels[index - 1];
    return isSound(level) && level.qty > 0n && (better === undefined || before(better.price, level.price));
  });
}

const hasPriceTwice = (levels: readonly Level[]): boolean =>
  levels.length > 1 && new Set(levels.map((level) => level.price)).size < levels.length;
