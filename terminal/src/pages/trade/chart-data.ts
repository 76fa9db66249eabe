import type { Candle, CandleInterval, Fill, Outcome, Side } from '../../../../sdk/src/index.ts';
import {
  averagePrice,
  type Notional,
  parseQty,
  type Qty,
  renderDecimal,
} from '../../../../src/contract/model/money.ts';
import { computeCost, sumAmounts, toNotional } from '../../components/amounts.ts';
import { isTrade } from '../../components/is-trade.ts';
import { flipPrice } from '../../components/prices.ts';
import { SECONDS } from './chart-range.ts';
import { seen } from './open-orders.ts';

/** A candle of the chart: time in seconds, prices of the shown outcome as floats. For drawing only. */
export interface ChartBar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null; // null: not published by the venue
}

/** A candle as text, in terms of the shown outcome. */
export interface ShownCandle {
  readonly at: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string | null;
}

/** The user's fills of one candle and side; side and average price in terms of the shown outcome. */
export interface FillMark {
  readonly id: string;
  readonly side: Side;
  readonly price: string;
  readonly qty: string;
  readonly count: number;
  readonly time: number; // in seconds, of its candle
}

/** A candle in terms of the shown outcome. `isFlipped` shows the other one: 1 − price, with high and low swapped. */
export function toShown({ t, o, h, l, c, v }: Candle, isFlipped: boolean): ShownCandle {
  const of = (price: string): string => (isFlipped ? flipPrice(price) : price);
  const [high, low] = isFlipped ? [l, h] : [h, l];
  return { at: t, open: of(o), high: of(high), low: of(low), close: of(c), volume: v ?? null };
}

/** Converts candles for drawing. */
export const toBars = (candles: readonly Candle[], isFlipped: boolean): readonly ChartBar[] =>
  candles.map((candle) => {
    const { at, open, high, low, close, volume } = toShown(candle, isFlipped);
    return {
      time: at / 1_000,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: volume === null ? null : Number(volume),
    };
  });

/**
 * The user's fills on this instrument, oldest first. Those of one candle and side are one mark, because marks at the same
 * place hide the candle. Voided fills are left out.
 */
export function fillMarks(
  fills: readonly Fill[],
  outcome: Outcome,
  interval: CandleInterval,
): readonly FillMark[] {
  const own = fills.filter(isTrade);
  const drawn = own.map((fill) => ({
    ...seen(fill.side, fill.price, fill.outcome !== outcome),
    id: fill.id,
    qty: fill.qty,
    time: Math.floor(fill.timestamp / 1_000 / SECONDS[interval]) * SECONDS[interval],
  }));
  const groups = Map.groupBy(drawn, ({ time, side }) => `${time}/${side}`);
  return [...groups.values()].flatMap(toMark).toSorted((one, other) => one.time - other.time);
}

/** One mark at the average price of these fills. */
function toMark(fills: readonly Omit<FillMark, 'count'>[]): readonly FillMark[] {
  const [first] = fills;
  if (first === undefined) return [];
  const qty = sumAmounts(fills.map((each) => each.qty));
  const value = sumAmounts(fills.map((each) => computeCost(each.price, each.qty) ?? '0'));
  const price = averagePrice(toNotional(value) as Notional, (parseQty(qty) ?? 0n) as Qty);
  return [{ ...first, qty, count: fills.length, price: price === null ? first.price : renderDecimal(price) }];
}
