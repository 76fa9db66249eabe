import type { VenueClientId, VenueOrderId } from '../domain/model/ids.ts';
import type { MarketStatus, SettlementResult, VenueInstrument } from '../domain/model/instrument.ts';
import type { Price, Qty } from '../domain/model/money.ts';
import type { OrderType, Outcome, Side, TimeInForce } from '../domain/model/order.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { VenueCloseReason, VenueFill, VenueOrderStatus } from './venue.ts';

/** A caller's order as Demo stores it, in the terms of the order. */
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

/** One edition of a catalogue entry: the instrument's current state and its remaining transitions. */
export interface DemoListing {
  readonly number: number; // in the order of listing, from 1
  readonly code: string; // of the catalogue entry
  readonly edition: number;
  readonly instrument: VenueInstrument;
  readonly ahead: readonly DemoTransition[]; // earliest first
}

export interface DemoCounters {
  readonly startedAt: TimestampMs; // of the very first start: every schedule counts from it
  readonly isHistoryPublished: boolean; // the trade history was published
  readonly orderNumber: number; // highest given
  readonly change: number; // highest given
  readonly tradeNumberMax: number; // none above it has been given: trades of the market maker are numbered ahead
}

/** The durable part of one transaction of the exchange; committed atomically. */
export interface DemoCommit {
  readonly counters: DemoCounters;
  readonly orders: readonly DemoOrder[]; // their state after the transaction
  readonly fills: readonly DemoFill[];
  readonly listings: readonly DemoListing[]; // new or changed
  readonly delisted: readonly string[]; // ids of removed instruments
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
 * Demo's durable state. Orders and trades of the market maker are not part of it: each start creates new ones.
 *
 * Ordering with the journal: a commit is durable before anything written to the journal after it, and if it
 * fails, so does that journal write. So the engine may record an answer of Demo before it is durable.
 * docs/decisions/0060-one-writer-thread.md
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
