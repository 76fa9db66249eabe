import { renderDecimal, renderNotional } from '../../../core/kernel/decimal.ts';
import type { Fill } from '../../../core/orders/order.ts';

/** The fill record. Source: contract, Fill. */
export const renderFill = (fill: Fill) => ({
  id: fill.id,
  order_id: fill.orderId,
  client_order_id: fill.clientOrderId,
  subaccount_id: fill.subaccountId,
  instrument_id: fill.instrumentId,
  venue: fill.venue,
  venue_trade_id: fill.venueTradeId,
  side: fill.side,
  outcome: fill.outcome,
  price: renderDecimal(fill.price),
  qty: renderDecimal(fill.qty),
  fee: renderNotional(fill.fee),
  liquidity: fill.liquidity,
  realized_pnl: renderNotional(fill.realizedPnl),
  timestamp: fill.timestamp,
  settlement: fill.settlement,
  voids: fill.voids,
});
