import type { VenueClientId } from '../../src/domain/model/ids.ts';
import type { Price, Qty } from '../../src/domain/model/money.ts';
import type { TimeInForce } from '../../src/domain/model/order.ts';
import type { TimestampMs } from '../../src/domain/model/time.ts';
import type { DemoOrder } from '../../src/ports/demo-store.ts';
import type { VenueOrderStatus } from '../../src/ports/venue.ts';

/** One of our orders as its exchange knows it, past all adapters and lags. */
export interface VenueStateOrder {
  readonly status: VenueOrderStatus | 'ENDED'; // ENDED: over before it was filled, and the venue does not say how
  readonly price: Price | null;
  readonly isYesPrice: boolean; // in YES terms, whatever the outcome of the order
  readonly qty: Qty;
  readonly filledQty: Qty; // fills that failed afterwards included
  readonly tif: TimeInForce | null; // null: the venue does not keep it
  readonly expiresAt: TimestampMs | null | undefined; // undefined: it does not say
}

/** What one of our orders had in one trade there. */
export interface VenueStateFill {
  readonly trade: string;
  readonly qty: bigint;
  readonly state: 'FINAL' | 'PENDING' | 'VOID';
}

/** Our orders, fills and positions at one exchange. */
export interface VenueState {
  readonly orders: ReadonlyMap<VenueClientId, VenueStateOrder>;
  readonly fills: ReadonlyMap<VenueClientId, readonly VenueStateFill[]>;
  /** Net YES by the venue's own name of the instrument; null where it does not say. */
  readonly positions: ReadonlyMap<string, bigint> | null;
  /** What one YES pays at each market that has a result there. */
  readonly payouts: ReadonlyMap<string, bigint>;
  /** Orders of our account whose client order id we did not give. */
  readonly strangers: readonly string[];
}

export function demoVenueState(order: DemoOrder | undefined): VenueStateOrder | undefined {
  if (order === undefined) return undefined;
  const { status, price, qty, filledQty, tif, expiresAt } = order;
  return { status, price, isYesPrice: false, qty, filledQty, tif, expiresAt };
}
