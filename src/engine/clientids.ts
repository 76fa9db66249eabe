import { numberOf, type OrderId, type VenueClientId } from '../core/kernel/ids.ts';

const FORM = /^cb-([1-9][0-9]{0,15})-([1-9][0-9]{0,3})-([1-9][0-9]{0,3})$/;

/** Our name for a leg at its venue: order number, leg, generation. Fixed before the send, found again after a crash. */
export const legClientIdOf = (orderId: OrderId, leg: number, generation: number): VenueClientId =>
  `cb-${numberOf(orderId)}-${leg}-${generation}` as VenueClientId;

/** The order number inside a client id; null when it is not of our making. */
export function parseLegClientId(clientId: VenueClientId): { readonly orderNumber: number } | null {
  const match = FORM.exec(clientId);
  return match === null ? null : { orderNumber: Number(match[1]) };
}
