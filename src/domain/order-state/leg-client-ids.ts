import { getIdNumber, type OrderId, toOrderId, type VenueClientId } from '../model/ids.ts';

const FORM = /^cb-([1-9][0-9]{0,15})-([1-9][0-9]{0,3})-([1-9][0-9]{0,3})$/;

/** Highest generation that a client id can contain; a leg at this generation cannot be replaced. */
export const GENERATION_MAX = 9_999;

/** The leg and generation that a client id identifies. */
export interface LegGeneration {
  readonly orderId: OrderId;
  readonly leg: number;
  readonly generation: number;
}

/** Client id of a leg at its venue, from order number, leg and generation; so it can be computed again after a crash. */
export const toLegClientId = (orderId: OrderId, leg: number, generation: number): VenueClientId =>
  `cb-${getIdNumber(orderId)}-${leg}-${generation}` as VenueClientId;

/** Parses a client id made by `toLegClientId`; null for any other id, such as an order hash. */
export function parseLegClientId(clientId: VenueClientId): LegGeneration | null {
  const match = FORM.exec(clientId);
  if (match === null) return null;
  return { orderId: toOrderId(Number(match[1])), leg: Number(match[2]), generation: Number(match[3]) };
}
