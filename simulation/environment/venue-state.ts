import type { VenueClientId } from '../../src/contract/model/ids.ts';
import type { Price, Qty } from '../../src/contract/model/money.ts';
import type { Outcome, TimeInForce } from '../../src/contract/model/order.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { DemoOrder } from '../../src/ports/demo-store.ts';
import type { VenueOrderStatus } from '../../src/ports/venue.ts';

/** One of our orders as its exchange records it, without adapters and delays. */
export interface VenueStateOrder {
  readonly status: VenueOrderStatus | 'ENDED'; // ENDED: closed before it was filled; the venue does not report how
  readonly price: Price | null;
  readonly isYesPrice: boolean; // true: `price` is in YES terms, whatever the outcome of the order
  readonly qty: Qty;
  readonly filledQty: Qty; // includes fills that failed afterwards
  readonly tif: TimeInForce | null; // null: the venue does not store it
  readonly expiresAt: TimestampMs | null | undefined; // undefined: the venue does not report it
}

/** The quantity of one of our orders in one trade at the venue. */
export interface VenueStateFill {
  readonly trade: string;
  readonly qty: bigint;
  readonly state: 'FINAL' | 'PENDING' | 'VOID';
}

export type VenueTokens = Readonly<Record<Outcome, bigint>>;

/** Our orders, fills and positions at one exchange. */
export interface VenueState {
  readonly orders: ReadonlyMap<VenueClientId, VenueStateOrder>;
  readonly fills: ReadonlyMap<VenueClientId, readonly VenueStateFill[]>;
  /** Net YES by the venue's id of the instrument; null if the venue does not report it. */
  readonly positions: ReadonlyMap<string, bigint> | null;
  /** The tokens of YES and of NO by the same id; empty at a venue that nets both outcomes. */
  readonly tokens: ReadonlyMap<string, VenueTokens>;
  /** The payout of one YES contract at each market that has a result. */
  readonly payouts: ReadonlyMap<string, bigint>;
  /** Orders of our account with a client order id that we did not assign. */
  readonly foreignOrders: readonly string[];
}

export function toDemoVenueState(order: DemoOrder | undefined): VenueStateOrder | undefined {
  if (order === undefined) return undefined;
  const { status, price, qty, filledQty, tif, expiresAt } = order;
  return { status, price, isYesPrice: false, qty, filledQty, tif, expiresAt };
}
