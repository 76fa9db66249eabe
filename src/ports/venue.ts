import type { Level } from '../domain/model/book.ts';
import type { VenueClientId, VenueName, VenueOrderId } from '../domain/model/ids.ts';
import type { VenueInstrument } from '../domain/model/instrument.ts';
import type { Notional, Price, Qty } from '../domain/model/money.ts';
import type {
  FillSettlement,
  Liquidity,
  OrderType,
  Outcome,
  Side,
  TimeInForce,
} from '../domain/model/order.ts';
import type { TimestampMs } from '../domain/model/time.ts';

export type { FillSettlement } from '../domain/model/order.ts';

export interface VenueCapabilities {
  readonly trading: boolean;
  readonly simulated: boolean;
  readonly amend: 'native' | 'replace';
  readonly amendQtyIncrease: boolean;
  readonly tif: readonly TimeInForce[];
  readonly notFoundPolicy: NotFoundPolicy;
  /** `told`: every book from the start on. `watched`: only those that are asked for. */
  readonly bookDelivery: 'all' | 'on_subscribe';
  readonly buyNotionalMin?: Notional; // a BUY of less that trades at once is refused
  /** A SELL of what is not held is worked as a BUY of the other outcome at one less the price, by a BUY's rules. */
  readonly mirrorsSales?: boolean;
  readonly dustQty: Qty; // a fill may differ from its order by so much without being a contradiction
}

/**
 * When "I do not know this order" proves that it will never exist: asked only after a new-order request
 * can no longer arrive, and confirmed so many times so far apart. Any failed query starts over.
 */
export interface NotFoundPolicy {
  readonly settleMs: number; // request life at the venue, plus a margin
  readonly confirmations: number;
  readonly gapMs: number;
}

/** A leg as the venue is asked to work it. Price and outcome are the instrument's own. */
export interface VenueOrder {
  readonly clientId: VenueClientId;
  readonly venueInstrumentId: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly price: Price | null; // null for MARKET
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null; // set exactly for GTD
}

export interface VenueAmend {
  readonly clientId: VenueClientId;
  readonly venueOrderId: VenueOrderId;
  readonly venueInstrumentId: string;
  readonly price: Price | null; // null leaves it
  readonly qty: Qty | null; // new total; null leaves it
  readonly expiresAt: TimestampMs | null; // null with tif null leaves it
  readonly tif: 'GTC' | 'GTD' | null;
}

export interface VenueFill {
  readonly venueTradeId: string; // unique with the clientId at this venue
  readonly side: Side; // as the order: never the counterparty's
  readonly outcome: Outcome;
  readonly price: Price; // in terms of `outcome`
  readonly qty: Qty;
  readonly fee: Notional;
  readonly liquidity: Exclude<Liquidity, 'SETTLEMENT'>;
  readonly settlement: FillSettlement;
  readonly at: TimestampMs;
}

export type VenueOrderStatus = 'OPEN' | 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED';

/** Why a venue closed an order, where it says so. */
export type VenueCloseReason =
  | 'requested'
  | 'ioc_remainder'
  | 'fok_unfilled'
  | 'no_liquidity'
  | 'expired'
  | 'market_closed'
  | 'rejected'
  | 'venue_rule';

/** A venue's truth about one of our orders, complete each time: applying it twice changes nothing. */
export interface OrderReport {
  readonly clientId: VenueClientId;
  readonly venueOrderId: VenueOrderId | null; // null: ended before the venue made it an order
  readonly status: VenueOrderStatus;
  readonly reason: VenueCloseReason | null; // set when closed other than by filling
  readonly price: Price | null;
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null; // null: it rests until filled or cancelled
  /**
   * All that was ever matched, fills that were voided later included: it never falls, as the engine's own
   * count of a generation (`takenQtyOf`) does not. More than the fills told so far means that some are missing.
   */
  readonly filledQty: Qty;
  readonly fills: readonly VenueFill[]; // every fill of it, or those new since the last report
  readonly at: TimestampMs;
}

/**
 * What became of a request. `unknown` is no answer at all: it proves neither acceptance nor refusal,
 * and the order is reconciled by query, never sent again.
 */
export type VenueOutcome =
  | { readonly kind: 'report'; readonly report: OrderReport }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string } // definitive
  | { readonly kind: 'unsent'; readonly why: string } // proven: no byte left
  | { readonly kind: 'unknown'; readonly why: string };

export type VenueQuery =
  | { readonly kind: 'found'; readonly report: OrderReport }
  | { readonly kind: 'absent' } // the venue says it does not know this order
  | { readonly kind: 'failed'; readonly why: string };

export interface VenueTrade {
  readonly venueInstrumentId: string;
  readonly venueTradeId: string;
  readonly price: Price; // YES terms
  readonly qty: Qty;
  readonly side: Side; // the taker's, YES terms
  readonly at: TimestampMs;
}

/** A venue's book in YES terms. A snapshot replaces; a delta sets levels (qty 0 removes one). */
export type VenueBookUpdate =
  | {
      readonly kind: 'snapshot';
      readonly venueInstrumentId: string;
      readonly bids: readonly Level[]; // best first
      readonly asks: readonly Level[];
      readonly at: TimestampMs;
    }
  | {
      readonly kind: 'delta';
      readonly venueInstrumentId: string;
      readonly bids: readonly Level[]; // changed levels, any order, absolute qty
      readonly asks: readonly Level[];
      readonly at: TimestampMs;
    }
  /** The feed is broken: the book is not to be trusted until the next snapshot. */
  | {
      readonly kind: 'lost';
      readonly venueInstrumentId: string;
      readonly why: string;
      readonly at: TimestampMs;
    }
  /**
   * The feed proved that it lives and had nothing to tell: what we have is still so. Null speaks of every
   * book that is told, so a venue whose books come over several connections names each instead.
   */
  | {
      readonly kind: 'alive';
      readonly venueInstrumentId: string | null;
      readonly at: TimestampMs;
    };

/** Members of one asset that a venue itself declares to be the same contract. */
export interface VenueAsset {
  readonly title: string;
  readonly description: string | null;
  readonly category: string;
  readonly members: readonly { readonly venueInstrumentId: string; readonly inverted: boolean }[];
}

/** Something at a venue that no order of ours explains; recorded, never guessed away. */
export interface VenueAnomaly {
  readonly kind: 'external_order' | 'unknown_shape' | 'unknown_fill' | 'credentials' | 'settlement_reversed';
  readonly detail: string;
}

/** What the venue says we hold of one instrument, all subaccounts together. */
export interface VenuePosition {
  readonly venueInstrumentId: string;
  readonly netQty: bigint; // 1e-8 contracts, YES positive
}

/** Where a venue tells what happens. Calls are synchronous and in order. */
export interface VenueListener {
  onInstruments(instruments: readonly VenueInstrument[]): void; // new or changed
  /** Resolves when more instruments can be told without piling up. Whoever tells a long list waits for it. */
  waitForCapacity(): Promise<void>;
  onAssets(assets: readonly VenueAsset[]): void;
  onBook(update: VenueBookUpdate): void;
  onTrades(trades: readonly VenueTrade[]): void; // oldest first; past ones too, at the first start
  onReport(report: OrderReport): void;
  onAnomaly(anomaly: VenueAnomaly): void;
}

export interface VenueHealth {
  readonly healthy: boolean;
  readonly latencyMs: number | null;
  readonly reason: string | null;
}

/** What we may still send to a venue before we would wait, in what it counts by; kept below its own limits. */
export interface VenueBudget {
  readonly name: string;
  readonly left: number;
  readonly burst: number;
  readonly perSecond: number;
  readonly forCancels: boolean; // nothing else may use it
}

/** One thing that was looked at to tell whether a venue can be reached and traded. Nothing is changed by it. */
export interface VenueCheck {
  readonly name: string; // `clock`, `credentials`, `balance` …
  readonly ok: boolean;
  readonly detail: string; // what was found, or what is wrong and what to do
}

/** A place that lists instruments and works orders. Nothing behind it is known to engine or market. */
export interface Venue {
  readonly name: VenueName;
  readonly capabilities: VenueCapabilities;
  /**
   * Resolves when instruments, and the books of a venue that tells them all, have been told once. One
   * behind a network tries until it is there or stopped; the service does not wait for it.
   */
  start(listener: VenueListener): Promise<void>;
  /**
   * What the venue will know this order by, fixed and journaled before it is sent: the proposed `clientId`,
   * or, where the venue takes none, the hash of what is to be signed. Asks nobody; a later `place` of the
   * answer sends exactly what was named.
   */
  clientIdFor(order: VenueOrder): VenueClientId;
  place(order: VenueOrder): Promise<VenueOutcome>;
  /** Native amend; `refused` leaves the order as it was. Only where capabilities say `native`. */
  amend(amend: VenueAmend): Promise<VenueOutcome>;
  /** Safe to repeat. By client id, so that it works before the venue's id is known. */
  cancel(clientId: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome>;
  order(clientId: VenueClientId, venueInstrumentId: string): Promise<VenueQuery>;
  /** Every order of ours that is open there, and what changed since `mark`; null asks from the beginning. */
  reconcile(
    mark: string | null,
  ): Promise<{ readonly reports: readonly OrderReport[]; readonly mark: string }>;
  /** What the venue says we hold; null where it does not say. */
  positions(): Promise<readonly VenuePosition[] | null>;
  /**
   * Begins and ends telling the book and trades of an instrument, where books are `watched`. Twice is once.
   * May come while the venue is down or before it listed the instrument: it is told from when it can be.
   */
  watch(venueInstrumentId: string): void;
  unwatch(venueInstrumentId: string): void;
  health(): Promise<VenueHealth>;
  /** Left out by a venue that counts no requests. */
  budgets?(): readonly VenueBudget[];
  stop(): Promise<void>;
}

/** A venue behind a network. It is made without asking anybody, so that a dead one delays nothing. */
export interface ExternalVenue extends Venue {
  /** Looks at host, clock, credentials, account and streams without trading. Before or without `start`. */
  check(): Promise<readonly VenueCheck[]>;
}
