import { asNotStored, invalidField, type NewOrder, type Rejection, rejection, unsentAnswer } from '#contract';
import { type PlannedLeg, toSentTerms } from '#domain';
import type { OrderObstacle } from '#ports';
import type { VenueRegistry } from './venue-registry.ts';

/**
 * Queries the adapters for a reason why a venue would refuse a leg. Such an order is refused before it is stored.
 *
 * Refuses `no_book`, `insufficient_balance`, `allowance_missing`, `notional_below_min`, `market_not_open`,
 * `venue_unavailable` and `validation` (another term of the order).
 * Source  docs/decisions/accepting-orders.md
 */
export function findVenueRefusal(
  { side, type, tif, expiresAt, postOnly, selfTradeCut }: NewOrder,
  legs: readonly PlannedLeg[],
  venues: VenueRegistry,
): Rejection | null {
  for (const leg of legs) {
    const { venue, venueInstrumentId, instrumentId, price, qty } = leg;
    const terms = { venueInstrumentId, tif, qty, expiresAt, postOnly, ...toSentTerms(side, leg) };
    const order = { ...terms, type: selfTradeCut && price !== null ? ('LIMIT' as const) : type };
    const obstacle = venues.get(venue).findObstacle?.(order) ?? null;
    if (obstacle !== null) return toRejection(obstacle, { venue, instrument_id: instrumentId });
  }
  return null;
}

function toRejection(
  { reason, why, details }: OrderObstacle,
  place: { readonly venue: string; readonly instrument_id: number },
): Rejection {
  const answer = unsentAnswer(reason);
  if ('field' in answer) return invalidField(answer.field, `is not accepted by ${place.venue}: ${why}`);
  const refusal = rejection(answer.code, `${place.venue}: ${why}`, { ...place, ...details });
  return answer.code === 'venue_unavailable' ? asNotStored(refusal) : refusal;
}
