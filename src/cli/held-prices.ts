import { complement, parsePrice, renderDecimal } from '#contract';
import type { Row } from './output.ts';

const PRICES = ['avg_price', 'mark_price', 'fair_price'];

/**
 * A position for a person to read: the outcome that is held, at its prices. The API has YES terms, where 31 NO bought at
 * 0.63 are short 31 YES at 0.37.
 */
export function toHeldPrices(row: Row): Row {
  if (row['side'] !== 'SELL') return row;
  const flipped = PRICES.filter((name) => typeof row[name] === 'string').map((name) => {
    const price = parsePrice(String(row[name]));
    return [name, price === null ? row[name] : renderDecimal(complement(price))];
  });
  return { ...row, side: 'BUY', outcome: 'NO', ...Object.fromEntries(flipped) };
}
