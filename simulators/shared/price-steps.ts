import { PRICE_ONE, type Price } from '#contract';

/** A range of prices with one step. Bands of a grid are adjacent. 1e-8 units. */
export interface Band {
  readonly start: Price;
  readonly end: Price;
  readonly step: Price;
}

/** The allowed prices of a market, strictly between 0 and 1. */
export type Grid = readonly Band[];

/** A grid with one step. */
export const uniformGrid = (step: Price): Grid => [{ start: 0n as Price, end: PRICE_ONE, step }];

export function isOnGrid(grid: Grid, price: Price): boolean {
  if (price <= 0n || price >= PRICE_ONE) return false;
  return grid.some(({ start, end, step }) => price >= start && price <= end && (price - start) % step === 0n);
}

/** The highest allowed price at or below `price`; null when there is none. */
export function atOrBelow(grid: Grid, price: Price): Price | null {
  for (const { start, end, step } of grid.toReversed()) {
    const inside = price < end ? price : end;
    if (inside < start) continue;
    let found = inside - ((inside - start) % step);
    if (found >= PRICE_ONE) found -= step;
    if (found > 0n && found >= start) return found as Price;
  }
  return null;
}

/** The lowest allowed price at or above `price`; null when there is none. */
export function atOrAbove(grid: Grid, price: Price): Price | null {
  for (const { start, end, step } of grid) {
    const inside = price > start ? price : start;
    if (inside > end) continue;
    const over = (inside - start) % step;
    let found = over === 0n ? inside : inside - over + step;
    if (found <= 0n) found += step;
    if (found < PRICE_ONE && found <= end) return found as Price;
  }
  return null;
}
