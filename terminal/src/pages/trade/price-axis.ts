import type { Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { parsePrice } from '../../../../src/contract/model/money.ts';
import { flipPrice } from '../../components/prices.ts';
import { stepPrice } from '../../components/ticks.ts';

/** Every valid price of an outcome, the highest first: the rows of the ladder. They stay while the book moves. */
export interface PriceAxis {
  readonly prices: readonly string[];
  readonly units: readonly bigint[]; // the same prices, 1e-8
}

export type BookSide = 'bid' | 'ask';

const ROWS_MAX = 10_000; // a tick of 0.01¢

export function buildAxis(
  market: Pick<Instrument, 'price_tick' | 'min_price' | 'max_price' | 'price_bands'>,
  outcome: Outcome,
): PriceAxis {
  const rising = [market.min_price];
  for (let price = market.min_price; rising.length < ROWS_MAX; rising.push(price)) {
    const next = stepPrice(market, price, 'YES', 1);
    if (next === price) break;
    price = next;
  }
  const prices = outcome === 'YES' ? rising.toReversed() : rising.map(flipPrice);
  return { prices, units: prices.map((price) => parsePrice(price) ?? 0n) };
}

/**
 * The row of a price. A price between two rows, as of another venue with a finer tick, belongs to the row that is worse for
 * who trades against it: a bid to the lower row, an ask to the higher one.
 */
export function findRow({ units }: PriceAxis, price: string, side: BookSide): number {
  const wanted = parsePrice(price) ?? 0n;
  let [low, high] = [0, units.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle] ?? 0n) <= wanted) high = middle;
    else low = middle + 1;
  }
  const isBetween = (units[low] ?? 0n) < wanted && low > 0;
  return side === 'ask' && isBetween ? low - 1 : low;
}
