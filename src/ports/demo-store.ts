import type {
  MarketStatus,
  OrderType,
  Outcome,
  Price,
  Qty,
  SettlementResult,
  Side,
  TimeInForce,
  TimestampMs,
  VenueClientId,
  VenueInstrument,
  VenueOrderId,
} from '#contract';
import type { VenueCloseReason, VenueFill, VenueOrderStatus } from './venue.ts';

/** A caller's order as Demo stores it. Price and outcome are the order's own. */
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
  readonly priority: number; // number of the change that put the order at the back of its queue
  readonly change: number; // number of the order's last change; unique and increasing across the venue
  readonly at: TimestampMs; // time of the last change
}

export interface DemoFill {
  readonly clientId: VenueClientId;
  readonly fill: VenueFill;
}

/** An order and all its fills, oldest first. */
export interface DemoOrderHistory {
  readonly order: DemoOrder;
  readonly fills: readonly VenueFill[];
}

export interface DemoTransition {
  readonly at: TimestampMs;
  readonly status: MarketStatus;
  readonly result: SettlementResult | null;
  readonly settlementPrice: Price | null;
}

/** One edition of a catalogue entry: the current instrument and its scheduled status changes. */
export interface DemoListing {
  readonly number: number; // listing number, from 1
  readonly code: string; // code of the catalogue entry
  readonly edition: number;
  readonly instrument: VenueInstrument;
  readonly ahead: readonly DemoTransition[]; // earliest first
}

export interface DemoCounters {
  readonly startedAt: TimestampMs; // time of the first start ever; all schedules are relative to it
  readonly isHistoryPublished: boolean; // true once past trades were published
  readonly orderNumber: number; // highest number assigned
  readonly change: number; // highest number assigned
  readonly tradeNumberMax: number; // upper bound of the assigned numbers: the market maker reserves a range in advance
}

/** The result of one exchange transaction, stored atomically. */
export interface DemoCommit {
  readonly counters: DemoCounters;
  readonly orders: readonly DemoOrder[]; // state after the transaction
  readonly fills: readonly DemoFill[];
  readonly listings: readonly DemoListing[]; // new or changed
  readonly delisted: readonly string[]; // native ids of instruments to delete
}

export interface DemoState {
  readonly counters: DemoCounters;
  readonly listings: readonly DemoListing[]; // by number
  readonly openOrders: readonly DemoOrder[]; // by priority
}

export interface DemoOrderRange {
  readonly afterChange: number;
  readonly upToChange: number | null; // null: no upper limit
  readonly openOnly: boolean;
  readonly limit: number;
}

/**
 * Demo's durable state. It excludes the market maker's orders and trades, which are generated again at each start.
 */
export interface DemoStore {
  /**
   * True: commits and journal appends are one sequence (docs/decisions/processor-time.md). They become
   * durable in the order of the calls, whichever of the two was called, and a crash or a failed write keeps a prefix
   * of that sequence. So a durable execution has a durable intent, and a durable report has a durable execution.
   *
   * Calls of one step of the program, between which nothing else runs, are in one transaction: all of it is kept or none.
   *
   * A journal promises this by writing both in the same transactions. False: this store is durable on its own.
   */
  readonly commitsWithJournal: boolean;
  /** Null before the first commit. */
  load(): Promise<DemoState | null>;
  /** Resolves when synced to disk, in call order. After a failure all later commits fail too. */
  commit(commit: DemoCommit): Promise<void>;
  /** True when certainly no order with this client id was ever committed. False: `hasOrder` knows. */
  isNew(clientId: VenueClientId): boolean;
  /** True when an order with this client id was ever committed. */
  hasOrder(clientId: VenueClientId): Promise<boolean>;
  order(clientId: VenueClientId): Promise<DemoOrderHistory | null>;
  /** Sorted by change number, ascending. */
  orders(range: DemoOrderRange): Promise<readonly DemoOrderHistory[]>;
}
