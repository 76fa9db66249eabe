/** PnL records. */
import type { Decimal } from './common.ts';

/** `equity` = `realized_pnl` + `unrealized_pnl` − `fees`, which are those that are known. */
export interface PnlValues {
  realized_pnl: Decimal;
  unrealized_pnl: Decimal;
  fees: Decimal;
  /** Fills whose fee is not known; `fees` and `equity` are without it. */
  fills_without_fee: number;
  equity: Decimal;
  /** At the caller's fair values; only in present values, while an open position has a valid one. */
  unrealized_at_fair?: Decimal;
}

/** Cumulative since the first fill, at the end of the bucket that starts at `t`. */
export interface PnlPoint extends PnlValues {
  t: number;
}

/** PnL within the requested range. `group` is a venue, a category, or an `instrument_id` as text. */
export interface PnlShare extends PnlValues {
  group: string;
}

/** Sums over trades. Slippage is positive when executions were worse than their reference. */
export interface TradeFigures {
  fills: number;
  traded: Decimal;
  fees: Decimal;
  /** Fills whose fee is not known; `fees` and `net_pnl` are without it. */
  fills_without_fee: number;
  /** At what the markets paid, or at present marks, less cost and fees. */
  net_pnl: Decimal;
  /** Fills of markets without a price: in `net_pnl` by their fees only. */
  unvalued_fills: number;
  settled_markets: number;
  won_markets: number;
  /** Against the mid price when the order was accepted. */
  mid_slippage: Decimal;
  /** Fills for which that mid price is stored. */
  mid_fills: number;
  /** Against the average that the book then offered; only fills that took liquidity. */
  expected_slippage: Decimal;
  expected_fills: number;
}

/** `group` is a day in UTC, a venue or a tag; empty for trades without a tag. */
export interface Performance {
  groups: (TradeFigures & { group: string })[];
  total: TradeFigures;
  /** Only the newest fills of the range are included. */
  truncated: boolean;
}
