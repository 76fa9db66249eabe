import type { VenueClientId } from '#contract';
import type { OrderReport, VenueOutcome, VenueQuery } from '#ports';
import type { Wallet } from '../signing/wallet.ts';

/** An order of a deposit wallet: its id at the venue, and the session key that placed it. Null: the owner's key. */
export interface PlacedOrder {
  readonly orderId: VenueClientId;
  readonly sessionKey: string | null; // lower case
}

const SEPARATOR = '/';

/**
 * Each key sees only the orders that it placed, so the client id, which is journaled before the send, names the session key:
 * `<order id>/<address>`. Orders of the owner's key, and those of versions before session keys, have the order id alone.
 *
 * Source  docs/decisions/venue-model.md
 */
export function markOrder(orderId: string, { isSessionKey, address }: KeyOfOrders): VenueClientId {
  return (isSessionKey ? `${orderId}${SEPARATOR}${address.toLowerCase()}` : orderId) as VenueClientId;
}

export type KeyOfOrders = Pick<Wallet, 'isSessionKey' | 'address'>;

export function parseMarked(clientId: VenueClientId): PlacedOrder {
  const [orderId = '', sessionKey = null] = clientId.split(SEPARATOR);
  return { orderId: orderId as VenueClientId, sessionKey };
}

/** Whether this key placed the order. */
export const isPlacedBy = ({ sessionKey }: PlacedOrder, { isSessionKey, address }: KeyOfOrders): boolean =>
  sessionKey === (isSessionKey ? address.toLowerCase() : null);

export const markReport = (report: OrderReport, key: KeyOfOrders): OrderReport => ({
  ...report,
  clientId: markOrder(report.clientId, key),
});

export const markOutcome = (outcome: VenueOutcome, key: KeyOfOrders): VenueOutcome =>
  outcome.kind === 'report' ? { kind: 'report', report: markReport(outcome.report, key) } : outcome;

export const markQuery = (query: VenueQuery, key: KeyOfOrders): VenueQuery =>
  query.kind === 'found' ? { kind: 'found', report: markReport(query.report, key) } : query;
