/** PnL records. */
import type { Decimal } from './common.ts';

/** `equity` = `realized_pnl` + `unrealized_pnl` − `fees`. */
export interface PnlValues {
  realized_pnl: Decimal;
  unrealized_pnl: Decimal;
  fees: Decimal;
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
