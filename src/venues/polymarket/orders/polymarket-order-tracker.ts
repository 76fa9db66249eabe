import type { VenueClientId, VenueOrderId } from '../../../domain/model/ids.ts';
import { type Price, QTY_ZERO, type Qty } from '../../../domain/model/money.ts';
import type { Outcome, Side } from '../../../domain/model/order.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type {
  FillSettlement,
  OrderReport,
  VenueCloseReason,
  VenueFill,
  VenueOrderStatus,
} from '../../../ports/venue.ts';

/** A part of a share that the venue may leave unfilled in an order that it calls matched. */
export const DUST = 1_000_000n as Qty;

/** How an order that must not rest is kept from resting: by the venue, or by our cancel right behind it. */
export type Kill = 'venue' | 'cancel' | null;

export interface OrderTerms {
  readonly id: string; // the hash of what was signed
  readonly venueInstrumentId: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly isMarket: boolean;
  readonly price: Price | null; // null for MARKET
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null; // as the caller wants it
  readonly kill: Kill;
  /** False for an order of an earlier life of which only its trades are left: `qty` is no more than their sum. */
  readonly isQtyKnown: boolean;
}

interface End {
  readonly status: Exclude<VenueOrderStatus, 'OPEN'>;
  readonly reason: VenueCloseReason | null;
  readonly isGuess: boolean; // it was not found open any more, and nothing said why
}

/** What is known of one of our orders, from whichever source, folded into one truth. */
export class TrackedOrder {
  readonly terms: OrderTerms;
  /** The venue has shown it or said that it took it. */
  isAcknowledged = false;
  /** A request of ours about it is under way, whose answer will tell: the stream keeps still meanwhile. */
  hasPendingRequest = false;
  isCancelRequested = false;
  /** The venue keeps no order of it: it ended here, with nothing in the book to take, or was killed on arrival. */
  isUnknownToVenue = false;
  /** Monotonic: when it was handed to the venue; null for one that we did not send in this life. */
  sentAtMs: number | null = null;
  /** The same moment by the venue's clock. */
  sentAt: number | null = null;
  /** Monotonic: first time that a complete look did not find it open; null while it is. */
  firstMissedAtMs: number | null = null;
  /** Place of its last change among all changes that were seen. */
  lastChange = 0;
  #at: TimestampMs;
  #matched: Qty = QTY_ZERO;
  #end: End | null = null;
  readonly #fills = new Map<string, VenueFill>();
  readonly #untold = new Set<string>(); // fills that are new or settled since the last word on this order

  constructor(terms: OrderTerms, at: TimestampMs) {
    this.terms = terms;
    this.#at = at;
  }

  get id(): VenueClientId {
    return this.terms.id as VenueClientId;
  }

  get at(): TimestampMs {
    return this.#at;
  }

  get fills(): IterableIterator<VenueFill> {
    return this.#fills.values();
  }

  get isClosed(): boolean {
    return this.#end !== null || (this.terms.isQtyKnown && this.#net() >= this.terms.qty);
  }

  /** Filled beyond doubt so far, fills that became void left out. */
  get filledQty(): Qty {
    return this.#net();
  }

  /**
   * What it may still give, or has given without that being surely seen where holdings are told: all that is
   * left of it while it may live, and fills that are not final or are later than `since` (the venue's clock).
   */
  unsettledQty(since: number): Qty {
    const seen = this.#sum(({ settlement, at }) => settlement === 'FINAL' && at <= since);
    const all = this.isClosed && !this.hasMissingFills ? this.#net() : this.terms.qty;
    return (all > seen ? all - seen : 0n) as Qty;
  }

  /** The venue counts more than its trades that we have seen. */
  get hasMissingFills(): boolean {
    return this.#matched - this.#voided() > this.#net();
  }

  hasTrade(tradeId: string): boolean {
    for (const key of this.#fills.keys()) if (key === tradeId || key.startsWith(`${tradeId}:`)) return true;
    return false;
  }

  /**
   * Takes a fill, again too.
   *
   * @returns `reversed` for a settlement that contradicts a final one: it is not taken
   */
  applyFill(fill: VenueFill): 'new' | 'known' | 'reversed' {
    const before = this.#fills.get(fill.venueTradeId);
    if (before === undefined) {
      this.#keep(fill);
      this.#touch(fill.at);
      return 'new';
    }
    const next = nextSettlement(before.settlement, fill.settlement);
    if (next === 'reversed' || next === before.settlement) return next === 'reversed' ? 'reversed' : 'known';
    this.#keep({ ...before, settlement: next });
    return 'new';
  }

  /** The venue's own count of what was filled, which only grows. */
  raiseMatchedQty(qty: Qty): void {
    if (qty > this.#matched) this.#matched = qty;
  }

  /** It is over by the venue's own word. The first one stands. */
  close(status: End['status'], reason: VenueCloseReason | null, at: TimestampMs): void {
    if (this.#end !== null && !this.#end.isGuess) return;
    this.#end = { status, reason, isGuess: false };
    this.#touch(at);
  }

  /** It is over because it was not found open any more, twice and with time between. */
  presumeClosed(status: End['status'], reason: VenueCloseReason, at: TimestampMs): void {
    if (this.#end !== null) return;
    this.#end = { status, reason, isGuess: true };
    this.#touch(at);
  }

  /** The venue shows it open: what was only presumed is taken back. */
  confirmOpen(): void {
    this.firstMissedAtMs = null;
    if (this.#end?.isGuess === true) this.#end = null;
  }

  get status(): VenueOrderStatus {
    return this.#ending().status;
  }

  /** The state of the order, and its fills that are new or settled since it was last told. */
  takeUpdate(): OrderReport {
    const fresh = [...this.#fills.values()].filter(({ venueTradeId }) => this.#untold.has(venueTradeId));
    this.#untold.clear();
    return { ...this.toReport(), fills: fresh };
  }

  /** All that is known, complete each time. It may be dropped on its way: what is news stays news. */
  toReport(): OrderReport {
    const { id, price, qty, expiresAt } = this.terms;
    const told = this.#sum(() => true); // voided fills too: they were matched, and do not rest again
    const { status, reason } = this.#ending();
    return {
      clientId: id as VenueClientId,
      venueOrderId: this.isUnknownToVenue ? null : (id as VenueOrderId),
      status,
      reason,
      price,
      qty,
      expiresAt,
      filledQty: this.#matched > told ? this.#matched : told,
      fills: [...this.#fills.values()],
      at: this.#at,
    };
  }

  #ending(): Pick<OrderReport, 'status' | 'reason'> {
    const left = this.terms.qty - this.#net();
    const end = this.#end;
    if (left <= 0n && this.terms.isQtyKnown) return { status: 'FILLED', reason: null };
    if (end === null) return { status: 'OPEN', reason: null };
    if (end.reason === 'ioc_remainder' && this.terms.isMarket && left === this.terms.qty) {
      return { status: 'CANCELLED', reason: 'no_liquidity' };
    }
    if (end.status !== 'FILLED') return { status: end.status, reason: end.reason };
    // Called matched: what is missing is dust, is on its way, or was undone after the match.
    const isUndone = this.#voided() > 0n && !this.hasMissingFills;
    return isUndone ? { status: 'CANCELLED', reason: 'venue_rule' } : { status: 'FILLED', reason: null };
  }

  #keep(fill: VenueFill): void {
    this.#fills.set(fill.venueTradeId, fill);
    this.#untold.add(fill.venueTradeId);
  }

  #touch(at: TimestampMs): void {
    if (at > this.#at) this.#at = at;
  }

  #net(): Qty {
    return this.#sum((fill) => fill.settlement !== 'VOID');
  }

  #voided(): Qty {
    return this.#sum((fill) => fill.settlement === 'VOID');
  }

  #sum(counts: (fill: VenueFill) => boolean): Qty {
    let sum = 0n;
    for (const fill of this.#fills.values()) if (counts(fill)) sum += fill.qty;
    return sum as Qty;
  }
}

/**
 * The settlement of a fill after another word on it. Words come twice and out of order: a final one stands,
 * and a failure beats everything but that.
 */
export function nextSettlement(before: FillSettlement, told: FillSettlement): FillSettlement | 'reversed' {
  if (before === told || told === 'PENDING') return before;
  return before === 'PENDING' ? told : 'reversed';
}
