import type { Performance, PerformanceQuery, TradeFigures } from '../../../../sdk/src/index.ts';
import { toCsv } from '../../components/csv.ts';

/** Settled markets that gained, of all settled ones: `3 of 4`. */
export const showWinRate = ({ settled_markets: settled, won_markets: won }: TradeFigures): string =>
  settled === 0 ? '–' : `${won} of ${settled}, ${((won / settled) * 100).toFixed(0)} %`;

/** What the figures leave out, and how they are meant. */
export function describeCoverage({ total, truncated }: Performance): readonly string[] {
  const { fills, mid_fills: mids, unvalued_fills: unvalued, fills_without_fee: unpriced } = total;
  return [
    'Each trade counts in the month it was made, at what its market paid or at the present mark. Won: settled markets that gained after fees.',
    'Against mid and preview: the gain or loss from executing at other prices than the mid, and than the average that the book offered, when the order was accepted.',
    ...(mids < fills
      ? [
          `${fills - mids} of ${fills} fills have no stored mid: their orders are older, or there was no live book.`,
        ]
      : []),
    ...(unvalued > 0
      ? [`${unvalued} fills are of markets without a price and count only by their fees.`]
      : []),
    ...(unpriced > 0 ? [`The fee of ${unpriced} fills is not known: fees and net PnL are without it.`] : []),
    ...(truncated ? ['Only the latest fills of the month are included.'] : []),
  ];
}

const COLUMNS = [
  'net_pnl',
  'fees',
  'fills_without_fee',
  'traded',
  'fills',
  'unvalued_fills',
  'settled_markets',
  'won_markets',
  'mid_slippage',
  'mid_fills',
  'expected_slippage',
  'expected_fills',
] as const satisfies readonly (keyof TradeFigures)[];

/** Exact figures. A slippage that is not stored is empty. */
export const tradesCsv = (by: NonNullable<PerformanceQuery['by']>, { groups }: Performance): string =>
  toCsv(
    [by === 'day' ? 'day_utc' : by, ...COLUMNS],
    groups.map((row) => [row.group, ...COLUMNS.map((name) => toCell(row, name))]),
  );

function toCell(row: TradeFigures, name: (typeof COLUMNS)[number]): string | number | null {
  if (name === 'mid_slippage' && row.mid_fills === 0) return null;
  return name === 'expected_slippage' && row.expected_fills === 0 ? null : row[name];
}
