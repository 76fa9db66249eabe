import { getIdNumber, type OrderId, toOrderId, type VenueClientId } from '../model/ids.ts';

const FORM = /^cb-([1-9][0-9]{0,15})-([1-9][0-9]{0,3})-([1-9][0-9]{0,3})$/;

/** The last generation that a name can tell: a leg is not replaced beyond it. */
export const GENERATION_MAX = 9_999;

/** Whose name it is: an order's leg in one of its generations. */
export interface LegGeneration {
  readonly orderId: OrderId;
  readonly leg: number;
  readonly generation: number;
}

/** Our name for a leg at its venue: order number, leg, generation. Fixed before the send, found again after a crash. */
export const toLegClientId = (orderId: OrderId, leg: number, generation: number): VenueClientId =>
  `cb-${getIdNumber(orderId)}-${leg}-${generation}` as VenueClientId;

/** What a client id of our making names; null for any other, as the hashes that some venues go by. */
export function parseLegClientId(clientId: VenueClientId): LegGeneration | null {
  const match = FORM.exec(clientId);
  if (match === null) return null;
  return { orderId: toOrderId(Number(match[1])), leg: Number(match[2]), generation: Number(match[3]) };
}
