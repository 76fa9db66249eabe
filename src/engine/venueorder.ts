import type { Leg, NewOrder } from '../core/orders/order.ts';
import { restOf } from '../core/orders/order.ts';
import type { VenueOrder } from '../ports/venue.ts';

/** A leg as its venue is asked to work it: what its present generation is to fill, in the order's terms. */
export const venueOrderOf = (
  order: Pick<NewOrder, 'side' | 'type' | 'tif' | 'expiresAt'>,
  leg: Leg,
): VenueOrder => ({
  clientId: leg.clientId,
  venueInstrumentId: leg.venueInstrumentId,
  side: order.side,
  outcome: leg.outcome,
  type: order.type,
  tif: order.tif,
  price: leg.price,
  qty: restOf(leg),
  expiresAt: order.expiresAt,
});
