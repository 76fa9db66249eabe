import type { Fill, PnlPoint } from '../../../../sdk/src/index.ts';
import { compareAmounts, computeCost, subtractAmounts, sumAmounts } from '../../components/amounts.ts';
import { toCsv } from '../../components/csv.ts';
import { isTrade } from '../../components/is-trade.ts';

/** The change of one day, UTC, as `2026-07-31`. */
export interface DayPnl {
  readonly day: string;
  readonly pnl: string; // after fees
  readonly fees: string;
  readonly fillsWithoutFee: number; // fees and PnL are without them
}

const DAY_MS = 86_400_000;
const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The change of each day from cumulative points, oldest first. A day without a point had no change. */
export const toDays = (points: readonly PnlPoint[]): readonly DayPnl[] =>
  points.map(({ t, equity, fees, fills_without_fee: unpriced }, at) => {
    const before = points[at - 1];
    return {
      day: toDay(t),
      pnl: subtractAmounts(equity, before?.equity ?? '0'),
      fees: subtractAmounts(fees, before?.fees ?? '0'),
      fillsWithoutFee: unpriced - (before?.fills_without_fee ?? 0),
    };
  });

/** The first moment of a month, `2026-07`, and of the one after it, in UTC. */
export function monthRange(month: string): { readonly start: number; readonly end: number } {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const at = new Date(start);
  return { start, end: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) };
}

/** The month some months later, or earlier. */
export function shiftMonth(month: string, months: number): string {
  const at = new Date(monthRange(month).start);
  return toDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).slice(0, 7);
}

/** The weeks of a month from Monday on. Null stands for a day of another month. */
export function toWeeks(month: string): readonly (readonly (string | null)[])[] {
  const { start, end } = monthRange(month);
  const days: (string | null)[] = Array.from({ length: (new Date(start).getUTCDay() + 6) % 7 }, () => null);
  for (let at = start; at < end; at += DAY_MS) days.push(toDay(at));
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

export interface MonthSummary {
  readonly pnl: string;
  readonly fees: string;
  readonly fillsWithoutFee: number;
  readonly best: DayPnl | null;
  readonly worst: DayPnl | null;
  readonly gains: number; // days
  readonly losses: number;
}

export function summarise(days: readonly DayPnl[]): MonthSummary {
  const sorted = days.toSorted((one, other) => compareAmounts(other.pnl, one.pnl));
  return {
    pnl: sumAmounts(days.map(({ pnl }) => pnl)),
    fees: sumAmounts(days.map(({ fees }) => fees)),
    fillsWithoutFee: days.reduce((sum, { fillsWithoutFee }) => sum + fillsWithoutFee, 0),
    best: sorted[0] ?? null,
    worst: sorted.at(-1) ?? null,
    gains: days.filter(({ pnl }) => compareAmounts(pnl, '0') > 0).length,
    losses: days.filter(({ pnl }) => compareAmounts(pnl, '0') < 0).length,
  };
}

export interface FillSummary {
  readonly count: number;
  readonly volume: string; // money
  readonly makerShare: number | null; // of the volume, 0 to 1; a float, for display only
}

/** Figures of trades: settlements and reversed fills are left out. */
export function summariseFills(fills: readonly Fill[]): FillSummary {
  const trades = fills.filter(isTrade);
  const valueOf = (some: readonly Fill[]): string =>
    sumAmounts(some.map(({ price, qty }) => computeCost(price, qty) ?? '0'));
  const volume = valueOf(trades);
  const made = valueOf(trades.filter(({ liquidity }) => liquidity === 'MAKER'));
  return { count: trades.length, volume, makerShare: volume === '0' ? null : Number(made) / Number(volume) };
}

export const isSettlement = ({ liquidity, settlement }: Fill): boolean =>
  liquidity === 'SETTLEMENT' && settlement !== 'VOID';

export const daysCsv = (days: readonly DayPnl[]): string =>
  toCsv(
    ['day_utc', 'pnl_after_fees', 'fees'],
    days.map(({ day, pnl, fees }) => [day, pnl, fees]),
  );
