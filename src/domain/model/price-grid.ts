import type { Instrument, PriceBand } from './instrument.ts';
import { complement, type Price } from './money.ts';
import type { Outcome } from './order.ts';

/** Where an instrument's prices may stand, in YES terms. */
export type PriceGrid = Pick<Instrument, 'priceTick' | 'priceMin' | 'priceMax' | 'priceBands'>;

/** True when the instrument has this price. `price` in terms of `outcome`, here and below. */
export const isOnGrid = (grid: PriceGrid, outcome: Outcome, price: Price): boolean =>
  floorToGrid(grid, outcome, price) === price;

/** The highest price of the grid that is not above `price`; null when every one is. */
export function floorToGrid(grid: PriceGrid, outcome: Outcome, price: Price): Price | null {
  if (outcome === 'YES') return floorYes(grid, price);
  const found = ceilYes(grid, complement(price));
  return found === null ? null : complement(found);
}

/** The lowest price of the grid that is not below `price`; null when every one is. */
export function ceilToGrid(grid: PriceGrid, outcome: Outcome, price: Price): Price | null {
  if (outcome === 'YES') return ceilYes(grid, price);
  const found = floorYes(grid, complement(price));
  return found === null ? null : complement(found);
}

function floorYes({ priceTick, priceMin, priceMax, priceBands }: PriceGrid, price: Price): Price | null {
  const highest = price < priceMax ? price : priceMax;
  for (const band of (priceBands ?? [wholeOf(priceTick, priceMax)]).toReversed()) {
    if (band.from > highest) continue;
    const within = (highest < band.to ? highest : band.to) - band.from;
    const found = band.from + within - (within % band.step);
    return found < priceMin ? null : (found as Price);
  }
  return null;
}

function ceilYes({ priceTick, priceMin, priceMax, priceBands }: PriceGrid, price: Price): Price | null {
  const lowest = price > priceMin ? price : priceMin;
  for (const band of priceBands ?? [wholeOf(priceTick, priceMax)]) {
    const within = lowest > band.from ? lowest - band.from : 0n;
    const found = band.from + ((within + band.step - 1n) / band.step) * band.step;
    // A band's last step may fall short of its end; the next one takes over there.
    if (found <= band.to) return found > priceMax ? null : (found as Price);
  }
  return null;
}

/** One step everywhere: prices are multiples of the tick, wherever the lowest of them is. */
const wholeOf = (priceTick: Price, priceMax: Price): PriceBand => ({
  from: 0n as Price,
  to: priceMax,
  step: priceTick,
});
