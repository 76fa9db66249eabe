import type { Leg, Order } from '../../../../sdk/src/index.ts';

type VenueAnswer = Pick<Leg, 'venue_code' | 'venue_message'>;

/** The venues' answers when they refused or closed an order, each once, with the venue if it is known. */
export function toVenueAnswers(
  order: Pick<Order, 'venue' | 'legs' | 'venue_code' | 'venue_message'>,
): readonly string[] {
  const ofLegs = order.legs.flatMap((leg) => toVenueAnswer(leg) ?? []);
  if (ofLegs.length > 0) return [...new Set(ofLegs)];
  const text = toText(order);
  return text === null ? [] : [order.venue === null ? text : `${order.venue}: ${text}`];
}

/**
 * The venue's code and message for one leg: `Kalshi: insufficient_balance, not enough cash`; null if it gave
 * none.
 */
export function toVenueAnswer(leg: VenueAnswer & Pick<Leg, 'venue'>): string | null {
  const text = toText(leg);
  return text === null ? null : `${leg.venue}: ${text}`;
}

function toText({ venue_code: code, venue_message: message }: VenueAnswer): string | null {
  const parts = [code, message].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? null : parts.join(', ');
}
