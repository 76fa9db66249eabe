import type {
  Json,
  Level,
  Notional,
  OperationFailure,
  OperationKind,
  OrderType,
  Outcome,
  Price,
  Qty,
  SelfTrade,
  Side,
  TimeInForce,
  TimestampMs,
  UnsentReason,
  VenueAnswer,
  VenueClientId,
  VenueCloseReason,
  VenueInstrument,
  VenueName,
  VenueOrderId,
} from '#contract';
import type { ReportedFill, ShownTerms } from '#domain';

export type { FillSettlement, VenueCloseReason } from '#contract';

export interface VenueCapabilities {
  readonly trading: boolean;
  readonly simulated: boolean;
  readonly amend: 'native' | 'replace';
  readonly amendQtyIncrease: boolean;
  readonly tif: readonly TimeInForce[];
  /** The times in force of sales of tokens, where they are more. */
  readonly tifSell?: readonly TimeInForce[];
  readonly postOnly?: boolean; // the venue itself rejects a post-only order that would trade; absent: it cannot
  /** `native`: the venue itself prevents trades of our account there with itself, as `VenueOrder.selfTrade` says. */
  readonly selfTrade?: 'native';
  readonly notFoundPolicy: NotFoundPolicy;
  /** `all`: every book is delivered from the start. `on_subscribe`: only books subscribed to with `watch`. */
  readonly bookDelivery: 'all' | 'on_subscribe';
  readonly deadServiceNote?: string; // in one sentence: what the venue does with orders while the service is down
  /** The venue cancels all orders of our account once `sendHeartbeat` stays away for `cancelsInMs`. Absent: switched off, or it has none. */
  readonly heartbeat?: { readonly everyMs: number; readonly cancelsInMs: number };
  readonly buyNotionalMin?: Notional; // the venue rejects a BUY below this notional that trades immediately
  /**
   * YES and NO are separate holdings, and only held tokens can be sold: a leg has a `tokenSide`, and one whose tokens are not
   * held is sent as a BUY of the other outcome at 1 − price, under the rules of a BUY.
   */
  readonly holdsTokens?: boolean;
  /** Merges, splits and redemptions of tokens, in quantities of `qtyStep`. Absent: the venue nets YES and NO, and pays by itself. */
  readonly operations?: { readonly kinds: readonly OperationKind[]; readonly qtyStep: Qty };
  /** The times in force with which a sale of held tokens may be smaller than the market's minimum. Absent: none. */
  readonly tifsBelowMin?: readonly TimeInForce[];
  /**
   * The venue's state is in the journal's sequence of writes (`DemoStore.commitsWithJournal`), so it can have no order
   * whose intent was lost. Orders may be sent before their intent is durable. Absent for every venue outside the process.
   */
  readonly commitsWithJournal?: true;
  /** Client ids do not name the installation: a report of one that is in no ledger is of an order of another program. */
  readonly reportsExternalOrders?: true;
  readonly cashStep?: Notional; // the venue rounds the cash of each trade by up to this; absent: it moves price × quantity
  readonly dustQty: Qty; // tolerated difference between the filled and the ordered quantity
}

/**
 * When the answer "order not found" proves that an order never reached the venue. The queries start once the
 * request can no longer arrive. `confirmations` answers in a row, `gapMs` apart, are needed; a failed
 * query restarts the count.
 */
export interface NotFoundPolicy {
  readonly settleMs: number; // longest time a request may take to arrive, plus a margin
  readonly confirmations: number;
  readonly gapMs: number;
}

/** A leg as it is sent to the venue. Side, price and outcome are those of the tokens where the venue holds tokens. */
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
  readonly selfTrade?: SelfTrade; // prevented by the venue; only where its capability is `native`
  readonly cancelOnPause?: boolean; // true: cancelled by the venue, where it can, when the market pauses
  readonly postOnly?: boolean; // true: refused with `would_cross`, or closed with `post_only_cross`, instead of trading at once
}

export interface VenueAmend {
  readonly clientId: VenueClientId;
  readonly venueOrderId: VenueOrderId;
  readonly venueInstrumentId: string;
  readonly price: Price | null; // null: unchanged
  readonly qty: Qty | null; // new total; null: unchanged
  readonly expiresAt: TimestampMs | null; // unchanged when this and tif are null
  readonly tif: 'GTC' | 'GTD' | null;
  readonly postOnly?: boolean; // of the order: its new terms must not trade at once either
}

/** `side` is the order's side, never the counterparty's. */
export type VenueFill = ReportedFill;

export const VENUE_ORDER_STATUSES = ['OPEN', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const;
export type VenueOrderStatus = (typeof VENUE_ORDER_STATUSES)[number];

/** The complete state of one of our orders at the venue. Applying the same report twice changes nothing. */
export interface OrderReport {
  readonly clientId: VenueClientId;
  readonly venueOrderId: VenueOrderId | null; // null: rejected before the venue assigned an id
  readonly status: VenueOrderStatus;
  readonly reason: VenueCloseReason | null; // set when closed without being filled
  readonly venueAnswer?: Partial<VenueAnswer>; // what the venue said when it refused or closed the order
  readonly price: Price | null;
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null; // null: rests until filled or cancelled
  /**
   * Total matched quantity, including fills that were voided later; it never decreases. When it exceeds the
   * sum of the reported fills, some fills are missing.
   */
  readonly filledQty: Qty;
  readonly fills: readonly VenueFill[]; // all fills, or the new ones since the last report
  readonly at: TimestampMs;
  /** The terms in which the venue shows the order; absent while the venue has shown none. */
  readonly terms?: ShownTerms;
}

/** The venue answered that it refuses the request, which is final. An amend that the adapter refuses counts too. */
export interface VenueRefusal {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string; // the venue's text
  readonly venueCode?: string; // the venue's code, where it differs from `code`
  readonly isLocal?: true; // an amend that the adapter itself refused, without a request
}

/** Proven: no byte of the request was sent. */
export interface Unsent {
  readonly kind: 'unsent';
  readonly why: string;
  /** `id_in_use`: the venue has an order with its client id. Absent: the venue could not be reached. */
  readonly reason?: UnsentReason | 'id_in_use';
}

/** Why an order must not be sent. */
export interface OrderObstacle extends Unsent {
  readonly reason: UnsentReason;
  readonly details?: { readonly [name: string]: Json }; // such as the spender of a missing allowance
}

/**
 * Outcome of a request. `unknown` means that no answer arrived, or one that proves neither acceptance nor
 * rejection: the order is queried, never sent again.
 */
export type VenueOutcome =
  | { readonly kind: 'report'; readonly report: OrderReport }
  | VenueRefusal
  | Unsent
  | UnknownOutcome;

export interface UnknownOutcome {
  readonly kind: 'unknown';
  readonly why: string;
  readonly venueAnswer?: Partial<VenueAnswer>; // what the venue said, if it answered at all
}

export type VenueQuery =
  | { readonly kind: 'found'; readonly report: OrderReport }
  | { readonly kind: 'absent' } // the venue answers that it has no such order
  | { readonly kind: 'failed'; readonly why: string };

/** A merge, split or redemption as it is sent to the venue. */
export interface VenueOperation {
  readonly kind: OperationKind;
  readonly venueInstrumentId: string;
  readonly qty: Qty | null; // pairs; null for REDEEM, which takes all tokens of the market in the account
}

/** What makes the request of an operation unique: with the same seal, the venue can execute it once at most. */
export type OperationSeal =
  | { readonly kind: 'sealed'; readonly seal: string }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * What a venue says of an operation. `confirmed` and `failed` are final and proven; `unknown` proves nothing, so it is
 * queried, and never sent again.
 */
export type OperationOutcome =
  | { readonly kind: 'pending'; readonly venueOperationId: string; readonly transactionHash: string | null }
  | { readonly kind: 'confirmed'; readonly venueOperationId: string; readonly transactionHash: string | null }
  | {
      readonly kind: 'failed';
      readonly failure: Extract<
        OperationFailure,
        'not_sent' | 'venue_refused' | 'failed_on_chain' | 'never_executed'
      >;
      readonly venueMessage: string | null;
      readonly transactionHash?: string | null;
    }
  | { readonly kind: 'unknown'; readonly why: string };

/** Operations of one account at a venue run one after the other. */
export interface VenueOperations {
  /** Why this account cannot do it, in a sentence for its owner; null if it can. Needs no request. */
  findObstacle(operation: VenueOperation): string | null;
  /** Reads what the seal depends on. Sends nothing that changes anything. */
  seal(operation: VenueOperation): Promise<OperationSeal>;
  /** Sends the operation, once. */
  send(operation: VenueOperation, seal: string): Promise<OperationOutcome>;
  /** @param venueOperationId  null while the venue's answer to the send is missing */
  query(operation: VenueOperation, seal: string, venueOperationId: string | null): Promise<OperationOutcome>;
}

export interface VenueTrade {
  readonly venueInstrumentId: string;
  readonly venueTradeId: string;
  readonly price: Price; // YES terms
  readonly qty: Qty;
  readonly side: Side; // the taker's, YES terms
  readonly at: TimestampMs;
}

/** An instrument's figures as the venue publishes them; null where it publishes none, or they could not be read. */
export interface VenueStats {
  readonly venueInstrumentId: string;
  readonly volume24h: Qty | null; // contracts
  readonly lastPrice: Price | null; // YES terms; null also before the first trade
  readonly openInterest: Qty | null; // contracts
  readonly at: TimestampMs; // when they were read
}

/** Prices of a period as the venue publishes them, in YES terms. */
export interface VenueCandle {
  readonly t: TimestampMs; // start of the period, aligned to UTC
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: Qty | null; // null: the venue publishes none
}

export type VenueCandleMinutes = 1 | 60 | 1_440;

/** The periods that begin in [start, end). */
export interface VenueCandleQuery {
  readonly venueInstrumentId: string;
  readonly minutes: VenueCandleMinutes;
  readonly start: TimestampMs;
  readonly end: TimestampMs;
}

/** What a venue publishes of an instrument without a subscription. */
export interface PublicRecords {
  readonly statsAtOnceMax: number;
  /** Instruments whose figures could not be read are left out. */
  stats(venueInstrumentIds: readonly string[]): Promise<readonly VenueStats[]>;
  /** Ascending; periods without trades may be left out. Null if they could not be read. */
  candles(query: VenueCandleQuery): Promise<readonly VenueCandle[] | null>;
}

/** A book update in YES terms. A snapshot replaces the book; a delta sets levels (qty 0 removes a level). */
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
  /** Updates were missed: the book is invalid until the next snapshot. */
  | {
      readonly kind: 'lost';
      readonly venueInstrumentId: string;
      readonly why: string;
      readonly at: TimestampMs;
    }
  /**
   * The connection is alive and there were no changes, so the book is current. Null means all delivered
   * books; a venue with books on several connections sends one update for each book instead.
   */
  | {
      readonly kind: 'alive';
      readonly venueInstrumentId: string | null;
      readonly at: TimestampMs;
    };

/** Instruments that the venue itself declares to be the same contract. */
export interface VenueAsset {
  readonly title: string;
  readonly description: string | null;
  readonly category: string;
  readonly members: readonly { readonly venueInstrumentId: string; readonly inverted: boolean }[];
}

/** A venue state that none of our orders explains. It is recorded for the operator. */
export interface VenueAnomaly {
  readonly kind:
    | 'external_order'
    | 'unknown_shape'
    | 'unknown_fill'
    | 'unknown_fee'
    | 'credentials'
    | 'settlement_reversed';
  readonly detail: string;
  /** True for an order of another program that has ended, so that nothing needs to be done. */
  readonly isOver?: boolean;
}

/** An open order of the account, ours or of another program, in the venue's terms. */
export interface OpenOrder {
  readonly venueOrderId: VenueOrderId;
  readonly clientId: VenueClientId | null; // null: it cannot be of this installation
  readonly venueInstrumentId: string;
  readonly side: Side | null; // null: not stated
  readonly outcome: Outcome | null; // null: its market is not listed
  readonly price: Price; // of the outcome
  readonly qty: Qty;
  readonly filledQty: Qty;
}

/** Our position in one instrument according to the venue, over all subaccounts. */
export interface VenuePosition {
  readonly venueInstrumentId: string;
  readonly netQty: bigint; // 1e-8 contracts, YES positive
  readonly pairs?: bigint; // tokens of YES and as many of NO in addition to the net; absent: none, or the venue nets them
  readonly avgPrice?: Price; // what the net cost on average by the venue's account, YES terms; absent: not stated
}

/** The cash of the venue's account, over all subaccounts. */
export interface VenueBalance {
  readonly currency: string;
  readonly total: Notional | null; // including what resting orders block; null when the venue does not report it
  readonly available: Notional; // for new orders, over all parts
  /** The part of `available` in each of the pools between which the venue divides its cash; absent: it is not divided. */
  readonly pools?: ReadonlyMap<string, Notional>;
}

/** What the tokens in the venue's account pay, over all subaccounts. */
export interface VenueTokenCash {
  readonly lockedInPairs: Notional; // the pairs of open markets, when they are merged
  readonly redeemable: Notional | null; // the tokens of settled markets, when they are redeemed; null: a result is not known
}

/** Public trades from `start` to `end`, both included, of which some may be missing. */
export interface MissedTrades {
  readonly venueInstrumentId: string;
  readonly start: TimestampMs;
  readonly end: TimestampMs;
}

/** Receives a venue's updates. Calls are synchronous and in order. */
export interface VenueListener {
  onInstruments(instruments: readonly VenueInstrument[]): void; // new or changed
  /** Resolves when the listener can take more instruments. A venue awaits it between pages of a long list. */
  waitForCapacity(): Promise<void>;
  onAssets(assets: readonly VenueAsset[]): void;
  onBook(update: VenueBookUpdate): void;
  onTrades(trades: readonly VenueTrade[]): void; // oldest first; at the first start also past trades
  /** Public trades of this time could not be read. Absent: not needed. */
  onTradesMissed?(missed: MissedTrades): void;
  /** The time of the newest public trade that is known, also of earlier processes; null: none. Absent: not needed. */
  lastTradeAt?(venueInstrumentId: string): TimestampMs | null;
  onReport(report: OrderReport): void;
  onAnomaly(anomaly: VenueAnomaly): void;
  /** Each event of one of our orders on the account's stream, also one that changes nothing. Absent: not needed. */
  onStreamedOrder?(order: StreamedOrder): void;
}

/** An order as an event of the account's stream shows it, in the terms in which it was sent. */
export interface StreamedOrder {
  readonly clientId: VenueClientId;
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
}

export interface VenueHealth {
  readonly healthy: boolean;
  readonly latencyMs: number | null;
  readonly reason: string | null;
  /** What an operator should know and limits nothing; shown where there is no reason. Absent or null: nothing. */
  readonly note?: string | null;
}

/** Remaining capacity of one rate limiter, in the venue's unit. Our limits stay below the venue's. */
export interface VenueBudget {
  readonly name: string;
  readonly left: number;
  readonly burst: number;
  readonly perSecond: number;
  readonly forCancels: boolean; // reserved for cancels
  /** Present when new orders spend it: the tokens of one, and how long an order may wait for them. */
  readonly orders?: { readonly cost: number; readonly waitMsMax: number };
}

/** Result of one read-only check of a venue's connectivity and credentials. */
export interface VenueCheck {
  readonly name: string; // `clock`, `credentials`, `balance` …
  readonly ok: boolean;
  readonly detail: string; // the finding, or the problem and its remedy
  readonly asOf?: string; // the day of the fact that is assumed, `2026-10-07`; absent: read from the venue now
}

/** An exchange that lists instruments and executes orders. Each adapter hides its venue behind this interface. */
export interface Venue {
  readonly name: VenueName;
  readonly capabilities: VenueCapabilities;
  /**
   * Resolves when all instruments, and all books under `bookDelivery: 'all'`, have been delivered once. A
   * remote venue retries until it connects or is stopped; the service starts without it.
   */
  start(listener: VenueListener): Promise<void>;
  /**
   * The client id of this order at the venue, journaled before the order is sent: the proposed `clientId`, or,
   * for a venue without client ids, the hash of the signed order. Needs no network. A later `place` with this
   * id sends exactly the same order.
   */
  clientIdFor(order: VenueOrder): VenueClientId;
  /**
   * Why the venue would refuse this order, from what the adapter knows without a request; null when it may be sent.
   * Called just before an order is accepted, so that it is refused before anything is stored. Absent: nothing is known.
   */
  findObstacle?(order: Omit<VenueOrder, 'clientId'>): OrderObstacle | null;
  place(order: VenueOrder): Promise<VenueOutcome>;
  /**
   * Places an order and returns its outcome within the calling step, so that the order and the report are one journal entry.
   * Null: nothing was done, `place` must be called. Only with `commitsWithJournal`; absent: always null.
   */
  placeAtOnce?(order: VenueOrder): VenueOutcome | null;
  /** The same for the cancel of an open order. */
  cancelAtOnce?(clientId: VenueClientId): VenueOutcome | null;
  /** Amends in place; `refused` means the order is unchanged. Only for venues with `amend: 'native'`. */
  amend(amend: VenueAmend): Promise<VenueOutcome>;
  /** Idempotent. Takes the client id, so that it works before the venue order id is known. */
  cancel(clientId: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome>;
  order(clientId: VenueClientId, venueInstrumentId: string): Promise<VenueQuery>;
  /**
   * All our open orders, and all changes since `mark`; null requests the complete history. With a mark of this start it may
   * leave out what was reported to the listener, and the fills of open orders.
   */
  reconcile(
    mark: string | null,
  ): Promise<{ readonly reports: readonly OrderReport[]; readonly mark: string }>;
  /** All open orders of the account in the list of the last `reconcile`. Absent: only this service places orders there. */
  openOrders?(): readonly OpenOrder[];
  /** Cancels an order that this service did not place. Returns why that is not proven, or null. Only with `openOrders`. */
  cancelOpenOrder?(order: OpenOrder): Promise<string | null>;
  /** Our positions according to the venue; null when it does not report them. */
  positions(): Promise<readonly VenuePosition[] | null>;
  /** The cash of the account; null if it could not be read. Absent: orders are not limited by cash. */
  balance?(): Promise<VenueBalance | null>;
  /** What the tokens of the account pay; null if it could not be read. Absent: the venue holds none. */
  tokenCash?(): Promise<VenueTokenCash | null>;
  /** The only pool whose cash pays for orders in this market; null or absent: all cash does, or it is not known. */
  findCashPool?(venueInstrumentId: string): string | null;
  /**
   * `watch` and `unwatch` subscribe to the book and trades of an instrument under `bookDelivery:
   * 'on_subscribe'`. Both are idempotent. While the venue is down or the instrument is not listed yet, the
   * subscription is pending.
   */
  watch(venueInstrumentId: string): void;
  unwatch(venueInstrumentId: string): void;
  /** Absent: all trades of all instruments are delivered, so our own figures are complete. */
  readonly publicRecords?: PublicRecords;
  health(): Promise<VenueHealth>;
  /** Only with `capabilities.heartbeat`. The first one arms the venue's switch. Returns why it was not accepted, or null. */
  sendHeartbeat?(): Promise<string | null>;
  /** Only with `capabilities.operations`. */
  readonly operations?: VenueOperations;
  /** Absent for a venue without rate limits. */
  budgets?(): readonly VenueBudget[];
  stop(): Promise<void>;
}

/** A remote venue. Its construction needs no network, so that an unreachable venue delays nothing. */
export interface ExternalVenue extends Venue {
  /** Checks host, clock, credentials, account and streams without trading. Works without `start`. */
  check(): Promise<readonly VenueCheck[]>;
}
