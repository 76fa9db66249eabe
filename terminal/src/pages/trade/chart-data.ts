import type { Candle, CandleInterval, Fill, Outcome, Side } from '../../../../sdk/src/index.ts';
import { flipPrice } from '../../components/prices.ts';
import { seen } from './open-orders.ts';

/** A bar or point of the picture: seconds, and prices of the outcome shown as floats, for the picture only. */
export interface ChartBar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A fill of ours; its side and price as the outcome shown sees it. */
export interface FillMark {
  readonly id: string;
  readonly side: Side;
  readonly price: string;
  readonly qty: string;
  readonly time: number; // seconds, of the candle that it fell into
}

const SECONDS: Readonly<Record<CandleInterval, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
};

/** Candles as `isFlipped` sees them: NO costs what YES does not, and its highest is the lowest of YES. */
export const barsOf = (candles: readonly Candle[], isFlipped: boolean): readonly ChartBar[] =>
  candles.map(({ t, o, h, l, c }) => {
    const of = (price: string): number => Number(isFlipped ? flipPrice(price) : price);
    const [high, low] = isFlipped ? [l, h] : [h, l];
    return { time: t / 1_000, open: of(o), high: of(high), low: of(low), close: of(c) };
  });

/** Our fills on this instrument, oldest first, each at the candle it belongs to. What was undone is left out. */
export const fillMarks = (
  fills: readonly Fill[],
  outcome: Outcome,
  interval: CandleInterval,
): readonly FillMark[] =>
  fills
    .filter(({ liquidity, settlement }) => liquidity !== 'SETTLEMENT' && settlement !== 'VOID')
    .map((fill) => ({
      ...seen(fill.side, fill.price, fill.outcome !== outcome),
      id: fill.id,
      qty: fill.qty,
      time: Math.floor(fill.timestamp / 1_000 / SECONDS[interval]) * SECONDS[interval],
    }))
    .toSorted((one, other) => one.time - other.time);
