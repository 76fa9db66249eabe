import {
  computeNotional,
  NOTIONAL_ZERO,
  type Notional,
  ONE,
  type Outcome,
  PRICE_ONE,
  type Price,
  QTY_ZERO,
  type Qty,
  type Side,
  type TimestampMs,
  type VenueClientId,
  type VenueOrderId,
} from '#contract';
import { assumeFee, type ShownTerms } from '#domain';
import type { FillSettlement, OrderReport, VenueCloseReason, VenueFill, VenueOrderStatus } from '#ports';
import type { Payment } from '../codec/polymarket-mapping.ts';
import type { WireKill } from '../codec/polymarket-messages.ts';

/** An order with status `matched` may still have up to this quantity unfilled. */
export const DUST = 1_000_000n as Qty;
/** A balance was seen to fall up to two seconds after its trade was confirmed (README of the venue, assumptions). */
export const CASH_LAG_MS = 3_000;

/** A size as large as this may be in millionths. */
const SIZE_IN_DOUBT = 1_000_000n * ONE;

/**
 * What keeps an order from resting: the venue fills `part` of it or the `whole` order, or we `cancel` its remainder at
 * once. Null for an order that may rest.
 */
export type Kill = WireKill | 'cancel' | null;

export interface OrderTerms {
  readonly id: string; // the hash of what was signed
  readonly venueInstrumentId: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly isMarket: boolean;
  readonly price: Price | null; // null for MARKET
  readonly limit?: Price; // of a MARKET order that this process has signed: the worst price
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null; // as requested by the caller
  readonly kill: Kill;
  /** False for an order of a previous process of which only trades are known: `qty` is their sum. */
  readonly isQtyKnown: boolean;
}

interface End {
  readonly status: Exclude<VenueOrderStatus, 'OPEN'>;
  readonly reason: VenueCloseReason | null;
  readonly isGuess: boolean; // no longer open, without a final status from the venue
}

/** The state of one order, merged from requests, queries and the user channel. */
export class TrackedOrder {
  /** The venue has accepted or shown the order. */
  isAcknowledged = false;
  /** A request for this order is pending and will return its state, so events are not published meanwhile. */
  hasPendingRequest = false;
  isCancelRequested = false;
  /** The venue has no record of it: it was closed here (nothing to take) or killed on arrival. */
  isUnknownToVenue = false;
  /** Monotonic ms of the send; null for an order that this process did not send. */
  sentAtMs: number | null = null;
  /** Send time by the venue's clock, Unix ms. */
  sentAt: number | null = null;
  /** Monotonic ms of the first complete query that did not find it open; null while it is open. */
  firstMissedAtMs: number | null = null;
  /** Number of its last change, counted over all orders. */
  lastChange = 0;
  #terms: OrderTerms;
  #at: TimestampMs;
  #matched: Qty = QTY_ZERO;
  #end: End | null = null;
  /** Side, price and size in the latest message of the venue; as they were signed until there is one. */
  #shown: Pick<ShownTerms, 'venueInstrumentId' | 'side' | 'price' | 'qty'>;
  readonly #fills = new Map<string, VenueFill>();
  readonly #payments = new Map<string, Payment>(); // by fill
  readonly #paidAtMs = new Map<string, number>(); // by fill: monotonic ms of the first message of its payment on the chain
  readonly #unpublished = new Set<string>(); // fills that are new or changed since the last update

  constructor(terms: OrderTerms, at: TimestampMs) {
    this.#terms = terms;
    this.#at = at;
    this.#shown = terms;
  }

  /** Notes what the venue shows of the order, which is another one if it differs from what was signed. */
  show({ tokenId, side, price, qty }: Pick<OrderTerms, 'tokenId' | 'side' | 'price' | 'qty'>): void {
    const isSameToken = tokenId === this.#terms.tokenId;
    const venueInstrumentId = isSameToken ? this.#terms.venueInstrumentId : `token ${tokenId}`;
    this.#shown = { venueInstrumentId, side, price, qty };
  }

  get terms(): OrderTerms {
    return this.#terms;
  }

  /** Divides quantities that were read from the venue in a smaller unit. Fills always have the right unit. */
  rescale(divisor: bigint): void {
    const qty = (this.#terms.qty / divisor) as Qty;
    this.#terms = { ...this.#terms, qty };
    if (this.#matched > qty) this.#matched = (this.#matched / divisor) as Qty;
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

  /** Takes over the fills and payments of another record of this order. */
  copyFills(from: TrackedOrder): void {
    for (const fill of from.fills) {
      const { venueTradeId } = fill;
      this.applyFill(fill, from.#payments.get(venueTradeId), from.#paidAtMs.get(venueTradeId));
    }
  }

  /** The venue has it, or had it: a trade proves that as well, even one that failed later. */
  get isSeenAtVenue(): boolean {
    return this.isAcknowledged || this.#fills.size > 0;
  }

  get isClosed(): boolean {
    return this.#end !== null || (this.terms.isQtyKnown && this.#filledSum() >= this.terms.qty);
  }

  /** Quantity of the received fills, without VOID ones. */
  get filledQty(): Qty {
    return this.#filledSum();
  }

  /** The venue reports a larger filled quantity than the fills that we received. */
  get hasMissingFills(): boolean {
    return this.#matched - this.#voidSum() > this.#filledSum();
  }

  hasTrade(tradeId: string): boolean {
    for (const key of this.#fills.keys()) if (key === tradeId || key.startsWith(`${tradeId}:`)) return true;
    return false;
  }

  /**
   * The cash that the venue keeps of the wallet's balance for a purchase: for what rests, and for what was matched until its
   * payment is on the chain and out of that balance. An unknown price counts as the highest one that was signed, an unknown fee as
   * the highest published one.
   *
   * @param nowMs  monotonic
   * Source  Polymarket/py-clob-client-v2#34, #112 (2026-08): balance ≥ active orders + matched orders + order amount;
   *   the same rule in the refusals of a session of 2026-08-31, nautechsystems/nautilus_trader#4911 (2026-09-13)
   */
  computeCashKept(nowMs: number): Notional {
    const { side, qty } = this.terms;
    if (side !== 'BUY') return NOTIONAL_ZERO;
    const price = this.terms.price ?? this.terms.limit ?? PRICE_ONE;
    const received = this.#sum(() => true);
    const matched = this.#matched > received ? this.#matched : received;
    const open = this.isClosed || qty < matched ? 0n : qty - matched;
    const missing = { fee: null, price, qty: (matched - received) as Qty };
    let sum = computeNotional(price, (open + missing.qty) as Qty) + assumeFee(missing);
    for (const fill of this.#fills.values())
      if (this.#isKept(fill, nowMs)) sum += computeNotional(fill.price, fill.qty) + assumeFee(fill);
    return sum as Notional;
  }

  /** A final fill without a message of its payment was read from a list, after the fact. */
  #isKept({ venueTradeId, settlement }: VenueFill, nowMs: number): boolean {
    if (settlement === 'VOID') return false;
    if (settlement === 'PENDING' && this.#payments.get(venueTradeId)?.isOnChain !== true) return true;
    const paidAtMs = this.#paidAtMs.get(venueTradeId);
    return paidAtMs !== undefined && nowMs - paidAtMs < CASH_LAG_MS;
  }

  /**
   * Applies a fill; repeated ones are ignored.
   *
   * @param nowMs  monotonic, of the message of the payment
   * @returns `reversed` for a settlement that contradicts a final one, which is not applied
   */
  applyFill(fill: VenueFill, payment: Payment | null = null, nowMs = 0): 'new' | 'known' | 'reversed' {
    const before = this.#fills.get(fill.venueTradeId);
    const counted = before === undefined ? this.#findSameTrade(fill) : [before];
    if (payment !== null)
      for (const { venueTradeId } of counted.length > 0 ? counted : [fill])
        this.#applyPayment(venueTradeId, payment, nowMs);
    if (counted.length > 0) return this.#applySettlement(counted, fill.settlement);
    this.#keep(fill);
    this.#touch(fill.at);
    return 'new';
  }

  /** Messages may be out of order. Of two of the same second the payment that is not on the chain counts. */
  #applyPayment(venueTradeId: string, next: Payment, nowMs: number): void {
    const before = this.#payments.get(venueTradeId);
    const isOlder =
      before !== undefined &&
      before.atMs !== null &&
      next.atMs !== null &&
      (next.isOnChain ? next.atMs <= before.atMs : next.atMs < before.atMs);
    if (isOlder) return;
    if (before?.isOnChain !== next.isOnChain) this.#paidAtMs.delete(venueTradeId);
    if (next.isOnChain && !this.#paidAtMs.has(venueTradeId)) this.#paidAtMs.set(venueTradeId, nowMs);
    this.#payments.set(venueTradeId, next);
  }

  #applySettlement(fills: readonly VenueFill[], settlement: FillSettlement): 'new' | 'known' | 'reversed' {
    let result: 'new' | 'known' = 'known';
    for (const before of fills) {
      const next = nextSettlement(before.settlement, settlement);
      if (next === 'reversed') return next;
      if (next === before.settlement) continue;
      this.#keep({ ...before, settlement: next });
      result = 'new';
    }
    return result;
  }

  /**
   * Fills that already count this fill's trade under other ids: a trade is one fill while its makers are not known,
   * and one per price when they are.
   */
  #findSameTrade({ venueTradeId, liquidity }: VenueFill): readonly VenueFill[] {
    if (liquidity !== 'TAKER') return [];
    const [tradeId = ''] = venueTradeId.split(':');
    const whole = this.#fills.get(tradeId);
    if (venueTradeId !== tradeId) return whole === undefined ? [] : [whole];
    return [...this.#fills.values()].filter((fill) => fill.venueTradeId.startsWith(`${tradeId}:`));
  }

  /** Applies the filled quantity that the venue reports; it only grows. */
  raiseMatchedQty(qty: Qty): void {
    if (qty > this.#matched) this.#matched = qty;
  }

  /** Closes the order with a final status of the venue. The first one wins. */
  close(status: End['status'], reason: VenueCloseReason | null, at: TimestampMs): void {
    if (this.#end !== null && !this.#end.isGuess) return;
    this.#end = { status, reason, isGuess: false };
    this.#touch(at);
  }

  /** Closes the order because two queries, some time apart, did not find it open. */
  presumeClosed(status: End['status'], reason: VenueCloseReason, at: TimestampMs): void {
    if (this.#end !== null) return;
    this.#end = { status, reason, isGuess: true };
    this.#touch(at);
  }

  /** The venue shows the order as open, which reverts a presumed close. */
  confirmOpen(): void {
    this.firstMissedAtMs = null;
    if (this.#end?.isGuess === true) this.#end = null;
  }

  get status(): VenueOrderStatus {
    return this.#finalStatus().status;
  }

  /** The order's state with the fills that are new or changed since the last update. */
  takeUpdate(): OrderReport {
    const fresh = [...this.#fills.values()].filter(({ venueTradeId }) => this.#unpublished.has(venueTradeId));
    this.#unpublished.clear();
    return { ...this.toReport(), fills: fresh };
  }

  /** The complete state with all fills. Does not affect `takeUpdate`. */
  toReport(): OrderReport {
    const { id, price, qty, expiresAt } = this.terms;
    const matchedSum = this.#sum(() => true); // VOID fills included: their quantity was matched and does not rest again
    const { status, reason } = this.#finalStatus();
    return {
      clientId: id as VenueClientId,
      venueOrderId: this.isUnknownToVenue ? null : (id as VenueOrderId),
      status,
      reason,
      price,
      qty,
      expiresAt,
      filledQty: this.#matched > matchedSum ? this.#matched : matchedSum,
      fills: [...this.#fills.values()],
      at: this.#at,
      terms: this.#shownTerms(),
    };
  }

  /** The venue computes the price of an order that must not rest from its amounts, which are rounded. */
  #shownTerms(): ShownTerms {
    const { outcome, kill, isQtyKnown } = this.#terms;
    const { venueInstrumentId, side, price, qty } = this.#shown;
    const isSize = isQtyKnown && qty !== null && qty < SIZE_IN_DOUBT;
    const own = { venueInstrumentId, side, outcome, type: null, tif: null };
    return { ...own, price: kill === null ? price : null, qty: isSize ? qty : null };
  }

  #finalStatus(): Pick<OrderReport, 'status' | 'reason'> {
    const left = this.terms.qty - this.#filledSum();
    const end = this.#end;
    if (left <= 0n && this.terms.isQtyKnown) return { status: 'FILLED', reason: null };
    if (end === null) return { status: 'OPEN', reason: null };
    if (end.reason === 'ioc_remainder' && this.terms.isMarket && left === this.terms.qty) {
      return { status: 'CANCELLED', reason: 'no_liquidity' };
    }
    if (end.status !== 'FILLED') return { status: end.status, reason: end.reason };
    // Status `matched`: the missing quantity is dust, not received yet, or was voided after the match.
    const isUndone = this.#voidSum() > 0n && !this.hasMissingFills;
    return isUndone ? { status: 'CANCELLED', reason: 'venue_rule' } : { status: 'FILLED', reason: null };
  }

  #keep(fill: VenueFill): void {
    this.#fills.set(fill.venueTradeId, fill);
    this.#unpublished.add(fill.venueTradeId);
  }

  #touch(at: TimestampMs): void {
    if (at > this.#at) this.#at = at;
  }

  #filledSum(): Qty {
    return this.#sum((fill) => fill.settlement !== 'VOID');
  }

  #voidSum(): Qty {
    return this.#sum((fill) => fill.settlement === 'VOID');
  }

  #sum(counts: (fill: VenueFill) => boolean): Qty {
    let sum = 0n;
    for (const fill of this.#fills.values()) if (counts(fill)) sum += fill.qty;
    return sum as Qty;
  }
}

/**
 * The settlement of a fill after another message about it. Messages are repeated and out of order: FINAL and VOID
 * replace PENDING, and neither changes again.
 */
export function nextSettlement(before: FillSettlement, next: FillSettlement): FillSettlement | 'reversed' {
  if (before === next || next === 'PENDING') return before;
  return before === 'PENDING' ? next : 'reversed';
}
