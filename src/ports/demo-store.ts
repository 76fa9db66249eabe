import type { VenueClientId, VenueOrderId } from '../domain/model/ids.ts';
import type { MarketStatus, SettlementResult, VenueInstrument } from '../domain/model/instrument.ts';
import type { Price, Qty } from '../domain/model/money.ts';
import type { OrderType, Outcome, Side, TimeInForce } from '../domain/model/order.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { VenueCloseReason, VenueFill, VenueOrderStatus } from './venue.ts';

/** A caller's order as Demo keeps it, in the order's own terms. */
export interface DemoOrder {
  readonly clientId: VenueClientId;
  readonly venueOrderId: VenueOrderId; // `D-<n>`
  readonly venueInstrumentId: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly price: Price | null;
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly filledQty: Qty;
  readonly status: VenueOrderStatus;
  readonly reason: VenueCloseReason | null;
  readonly priority: number; // the change that put it at the back of its queue
  readonly change: number; // its last change; grows over the whole venue, so no two orders share one
  readonly at: TimestampMs; // of the last change
}

export interface DemoFill {
  readonly clientId: VenueClientId;
  readonly fill: VenueFill;
}

/** An order with every fill of it, oldest first. */
export interface DemoOrderHistory {
  readonly order: DemoOrder;
  readonly fills: readonly VenueFill[];
}

export interface DemoTransition {
  readonly at: TimestampMs;
  readonly status: MarketStatus;
  readonly result: SettlementResult | null;
}

/** One edition of a catalogue entry: the instrument as it stands and what its schedule still holds. */
export interface DemoListing {
  readonly number: number; // in the order of listing, from 1
  readonly code: string; // of the catalogue entry
  readonly edition: number;
  readonly instrument: VenueInstrument;
  readonly ahead: readonly DemoTransition[]; // earliest first
}

export interface DemoCounters {
  readonly startedAt: TimestampMs; // of the very first start: every schedule counts from it
  readonly historyTold: boolean;
  readonly orderNumber: number; // highest given
  readonly change: number; // highest given
  readonly tradeNumberMax: number; // none above it has been given: house trades are numbered ahead
}

/** What one turn of the exchange makes durable, all or nothing. */
export interface DemoCommit {
  readonly counters: DemoCounters;
  readonly orders: readonly DemoOrder[]; // as they stand after the turn
  readonly fills: readonly DemoFill[];
  readonly listings: readonly DemoListing[]; // new or changed
  readonly delisted: readonly string[]; // native ids that Demo forgets
}

export interface DemoState {
  readonly counters: DemoCounters;
  readonly listings: readonly DemoListing[]; // by number
  readonly openOrders: readonly DemoOrder[]; // by priority
}

export interface DemoOrderRange {
  readonly afterChange: number;
  readonly upToChange: number | null; // null: no end
  readonly openOnly: boolean;
  readonly limit: number;
}

/**
 * Demo's own durable truth. House orders and house trades are not part of it: they are made anew.
 *
 * Its order with the journal: a commit is durable before anything that the journal is given after it, and
 * when it fails, so does that. So an answer of Demo may be recorded before it is durable: the record never
 * outlives what it records. docs/decisions/0060-one-writer-thread.md
 */
export interface DemoStore {
  /** Null before the first commit. */
  load(): Promise<DemoState | null>;
  /** Resolves once synced, in the order of the calls; after a failure every later commit fails too. */
  commit(commit: DemoCommit): Promise<void>;
  /** Whether an order of this client id was ever committed. */
  hasOrder(clientId: VenueClientId): Promise<boolean>;
  order(clientId: VenueClientId): Promise<DemoOrderHistory | null>;
  /** By change, ascending. */
  orders(range: DemoOrderRange): Promise<readonly DemoOrderHistory[]>;
  close(): Promise<void>;
}
