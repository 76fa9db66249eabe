import {
  averagePrice,
  type Notional,
  type Price,
  type Qty,
  renderDecimal,
  renderNotional,
} from '../../../core/kernel/decimal.ts';
import { renderTime } from '../../../core/kernel/time.ts';
import { filledNotionalOf, filledQtyOf, isLive, type Leg, type Order } from '../../../core/orders/order.ts';
import { renderOptionalTime } from './time.ts';

/**
 * The order record. Price and quantity are echoed in the caller's spelling; what we work out is canonical.
 *
 * Source: contract, Order.
 */
export function renderOrder(order: Order) {
  const filledQty = filledQtyOf(order);
  const chosen = chosenLegOf(order);
  return {
    id: order.id,
    client_order_id: order.clientOrderId,
    subaccount_id: order.subaccountId,
    status: order.status,
    instrument_id: order.instrumentId ?? chosen?.instrumentId ?? null,
    generic_asset_id: order.genericAssetId,
    venue: chosen?.venue ?? null,
    side: order.side,
    outcome: order.outcome,
    type: order.type,
    tif: order.tif,
    expires_at: renderOptionalTime(order.expiresAt),
    price: order.priceText,
    qty: order.qtyText,
    filled_qty: renderDecimal(filledQty),
    remaining_qty: isLive(order.status) ? renderDecimal(order.qty - filledQty) : '0',
    avg_fill_price: renderAverage(filledNotionalOf(order), filledQty),
    fees: renderNotional(order.fees),
    routing: renderRouting(order),
    legs: order.legs.map((leg) => renderLeg(order, leg)),
    pending_action: order.pendingAction,
    reason: order.reason,
    created_at: renderTime(order.createdAt),
    updated_at: renderTime(order.updatedAt),
  };
}

/** The one leg that says where the order is; a SPLIT is in several places at once and so in none. */
const chosenLegOf = (order: Order): Leg | null =>
  order.routing.mode === 'SPLIT' ? null : (order.legs.at(-1) ?? null);

const renderRouting = ({ routing }: Order) =>
  routing.venues === null ? { mode: routing.mode } : { mode: routing.mode, venues: routing.venues };

/** A leg that carries the order's own price or quantity repeats the caller's spelling of it. */
const renderLeg = (order: Order, leg: Leg) => ({
  leg: leg.leg,
  venue: leg.venue,
  instrument_id: leg.instrumentId,
  venue_order_id: leg.venueOrderId,
  status: leg.status,
  price: leg.price === order.price ? order.priceText : renderOptional(leg.price),
  qty: leg.qty === order.qty ? order.qtyText : renderDecimal(leg.qty),
  filled_qty: renderDecimal(leg.filledQty),
  avg_fill_price: renderAverage(leg.filledNotional, leg.filledQty),
});

const renderAverage = (notional: Notional, qty: Qty): string | null =>
  renderOptional(averagePrice(notional, qty));

const renderOptional = (price: Price | null): string | null => (price === null ? null : renderDecimal(price));
