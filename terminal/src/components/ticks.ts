import type { Instrument, Outcome } from '../../../sdk/src/index.ts';
import { ONE, parsePrice, renderDecimal } from '../../../src/contract/model/money.ts';
import { flipPrice } from './prices.ts';

type Steps = Pick<Instrument, 'price_tick' | 'min_price' | 'max_price' | 'price_bands'>;

/**
 * The next valid price of the outcome above (1) or below (−1) the given one. At the end of the price range it is the
 * given price. Ticks may differ by price band and are given in YES terms.
 */
export function stepPrice(market: Steps, price: string, outcome: Outcome, direction: 1 | -1): string {
  if (outcome === 'NO')
    return flipPrice(stepPrice(market, flipPrice(price), 'YES', direction === 1 ? -1 : 1));
  const at = parsePrice(price);
  if (at === null) return price;
  const [low, high] = [parsePrice(market.min_price) ?? 0n, parsePrice(market.max_price) ?? ONE];
  const next = at + BigInt(direction) * stepAt(market, at, direction);
  return next < low || next > high ? price : renderDecimal(next);
}

/** At the edge of two bands, the tick of the band moved into applies. */
function stepAt({ price_bands: bands, price_tick: tick }: Steps, at: bigint, direction: 1 | -1): bigint {
  const found = bands?.find(({ from, to }) => {
    const [first, last] = [parsePrice(from) ?? 0n, parsePrice(to) ?? 0n];
    return direction === 1 ? first <= at && at < last : first < at && at <= last;
  });
  return parsePrice(found?.step ?? tick) ?? 0n;
}
