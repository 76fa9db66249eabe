import { absolute, renderDecimal, renderNotional } from '../../../core/kernel/decimal.ts';
import { renderTime } from '../../../core/kernel/time.ts';
import type { MarkedPosition } from '../../../engine/trading.ts';

/**
 * The position record, the same over HTTP and on the stream. YES held is `BUY` and `YES`; NO held is
 * `SELL` and `NO`, with prices in YES terms. A closed holding has a quantity and an average of "0".
 *
 * Source: contract, Position and NO contracts.
 */
export const renderPosition = ({ position, avgPrice, markPrice, unrealizedPnl }: MarkedPosition) => ({
  instrument_id: position.instrumentId,
  side: position.net < 0n ? ('SELL' as const) : ('BUY' as const),
  qty: renderDecimal(absolute(position.net)),
  avg_price: renderDecimal(avgPrice ?? 0n),
  unrealized_pnl: renderNotional(unrealizedPnl),
  subaccount_id: position.subaccountId,
  venue: position.venue,
  outcome: position.net < 0n ? ('NO' as const) : ('YES' as const),
  mark_price: markPrice === null ? null : renderDecimal(markPrice),
  realized_pnl: renderNotional(position.realizedPnl),
  updated_at: renderTime(position.updatedAt),
});
