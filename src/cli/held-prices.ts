import { complement, parsePrice, renderDecimal } from '../domain/model/money.ts';
import type { Row } from './output.ts';

const PRICES = ['avg_price', 'mark_price', 'fair_price'];

/**
 * A position for a person to read: its prices are those of the outcome that is held. The API has them in YES terms, where
 * 31 NO bought at 0.63 have the average 0.37.
 */
export function toHeldPrices(row: Row): Row {
  if (row['outcome'] !== 'NO') return row;
  const flipped = PRICES.filter((name) => typeof row[name] === 'string').map((name) => {
    const price = parsePrice(String(row[name]));
    return [name, price === null ? row[name] : renderDecimal(complement(price))];
  });
  return { ...row, ...Object.fromEntries(flipped) };
}
