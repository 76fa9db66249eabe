import { LRUCache } from 'lru-cache';
import type { VenueClientId, VenueOrderId } from '../../../domain/model/ids.ts';
import type { Qty } from '../../../domain/model/money.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type {
  OrderReport,
  VenueCloseReason,
  VenueFill,
  VenueOrder,
  VenueOrderStatus,
} from '../../../ports/venue.ts';
import {
  type BookSide,
  computeClose,
  convertYesPrice,
  type FillRecord,
  type OrderState,
  toBookSide,
  toVenueFill,
} from '../codec/kalshi-mapping.ts';
import type { OrderIdentity } from './kalshi-client-ids.ts';

/** Terms that the venue was asked for. They may be at work before it tells so. */
export interface PendingTerms {
  readonly yesPrice: OrderState['yesPrice'];
  readonly qty: Qty;
}

/** One order of ours, as all messages together tell it. */
export interface TrackedOrder {
  readonly identity: OrderIdentity;
  readonly orderId: VenueOrderId | null; // null: killed before it was one
  readonly ticker: string;
  readonly bookSide: BookSide;
  shard: number | null;
  status: VenueOrderStatus;
  reason: VenueCloseReason | null;
  yesPrice: OrderState['yesPrice'];
  qty: Qty;
  pendingAmend: PendingTerms | null; // a change that was sent, until it is known to hold or not to
  countedQty: Qty; // filled, as the venue's words about the order count it
  filledQty: Qty; // the same, or the sum of the fills where they are ahead
  expiresAt: TimestampMs | null;
  at: TimestampMs;
  readonly fills: Map<string, VenueFill>;
  readonly reportedFills: Set<string>; // by a report on the stream, or an answer
  reportedState: string; // the state last told
}

const LIVE_AND_RECENT_MAX = 100_000;

/**
 * Our orders as far as this process has seen them. A message may be late, repeated or from a lagging
 * replica, so none may take back what another has proven: an end stands, fills only grow, and of two
 * words about a living order the later holds.
 */
export class OrderTracker {
  readonly #byId = new LRUCache<VenueOrderId, TrackedOrder>({ max: LIVE_AND_RECENT_MAX });
  readonly #byName = new LRUCache<VenueClientId, TrackedOrder>({ max: LIVE_AND_RECENT_MAX });

  byId(orderId: VenueOrderId): TrackedOrder | null {
    return this.#byId.get(orderId) ?? null;
  }

  byClientId(clientId: VenueClientId): TrackedOrder | null {
    return this.#byName.get(clientId) ?? null;
  }

  open(): readonly TrackedOrder[] {
    return [...this.#byId.values()].filter(({ status }) => status === 'OPEN');
  }

  /** An order that never became one there: a FOK that was killed, or MARKET with nothing to take. */
  addUnplaced(
    identity: OrderIdentity,
    order: VenueOrder,
    reason: VenueCloseReason,
    at: TimestampMs,
  ): TrackedOrder {
    const known: TrackedOrder = {
      identity,
      orderId: null,
      ticker: order.venueInstrumentId,
      bookSide: toBookSide(order.side, order.outcome),
      shard: null,
      status: 'CANCELLED',
      reason,
      yesPrice: convertYesPrice(order.price ?? (0n as OrderState['yesPrice']), order.outcome),
      qty: order.qty,
      pendingAmend: null,
      countedQty: 0n as Qty,
      filledQty: 0n as Qty,
      expiresAt: order.expiresAt,
      at,
      fills: new Map(),
      reportedFills: new Set(),
      reportedState: '',
    };
    this.#byName.set(identity.clientId, known);
    return known;
  }

  /** Takes in what a message says, and what it cannot take back stays. */
  merge(identity: OrderIdentity, truth: OrderState, bookSide: BookSide, now: TimestampMs): TrackedOrder {
    const known = this.#byId.get(truth.orderId) ?? this.#add(identity, truth, bookSide, now);
    // An answer may have bound the name to another id; what shows the order itself binds it anew.
    this.#byName.set(identity.clientId, known);
    const at = truth.at ?? known.at;
    known.shard ??= truth.shard;
    if (truth.filledQty > known.countedQty) known.countedQty = truth.filledQty;
    if (truth.filledQty > known.filledQty) known.filledQty = truth.filledQty;
    if (known.status !== 'OPEN') return known;
    const isEnd = truth.status !== 'resting';
    if (isEnd || at >= known.at) {
      known.yesPrice = truth.yesPrice;
      known.expiresAt = sameSecond(known.expiresAt, truth.expiresAt) ? known.expiresAt : truth.expiresAt;
      known.at = at > known.at ? at : known.at;
      // What is canceled still shows its first count; an amend's total is known better here.
      if (truth.status === 'resting') known.qty = truth.qty;
    }
    if (isEnd) endAsking(known, truth.status);
    fillUp(known);
    // Executed below its total means that somebody took the rest back.
    if (isEnd) closeOrder(known, truth.why);
    return known;
  }

  /** @returns false for a fill that was known already */
  addFill(known: TrackedOrder, fill: FillRecord, now: TimestampMs): boolean {
    if (fill.qty <= 0n || known.fills.has(fill.tradeId)) return false;
    const { bookSide, identity } = known;
    known.fills.set(fill.tradeId, toVenueFill(fill, { bookSide, outcome: identity.terms.outcome }, now));
    const sum = sumFills(known);
    if (sum > known.filledQty) known.filledQty = sum;
    if (fill.at !== null && fill.at > known.at) known.at = fill.at;
    fillUp(known);
    return true;
  }

  #add(identity: OrderIdentity, truth: OrderState, bookSide: BookSide, now: TimestampMs): TrackedOrder {
    const known: TrackedOrder = {
      identity,
      orderId: truth.orderId,
      ticker: truth.ticker,
      bookSide,
      shard: truth.shard,
      status: 'OPEN',
      reason: null,
      yesPrice: truth.yesPrice,
      qty: truth.qty,
      pendingAmend: null,
      countedQty: 0n as Qty,
      filledQty: 0n as Qty,
      expiresAt: truth.expiresAt,
      at: truth.at ?? now,
      fills: new Map(),
      reportedFills: new Set(),
      reportedState: '',
    };
    this.#byId.set(truth.orderId, known);
    this.#byName.set(identity.clientId, known);
    return known;
  }
}

/** The venue keeps whole seconds; what we asked for more exactly stays as it was asked. */
const sameSecond = (ours: TimestampMs | null, theirs: TimestampMs | null): boolean =>
  ours !== null && theirs !== null && Math.floor(ours / 1000) === Math.floor(theirs / 1000);

/** The venue counts more than the fills we have. */
export const hasMissingFills = (known: TrackedOrder): boolean => sumFills(known) < known.filledQty;

export function sumFills({ fills }: TrackedOrder): Qty {
  let sum = 0n;
  for (const { qty } of fills.values()) sum += qty;
  return sum as Qty;
}

/** Closes an order that is not filled. The time is the venue's, as far as it is known. */
export function closeOrder(known: TrackedOrder, why: string | null): void {
  if (known.status !== 'OPEN') return;
  const { identity, qty, filledQty, expiresAt, at } = known;
  Object.assign(known, computeClose({ terms: identity.terms, qty, filledQty, expiresAt, at }, why));
}

/** The change that was asked for does not hold. */
export function clearPendingAmend(known: TrackedOrder): void {
  known.pendingAmend = null;
  fillUp(known);
}

/** An end that comes before the answer to a raise tells by what was filled whether the raise held. */
function endAsking(known: TrackedOrder, status: OrderState['status']): void {
  const { pendingAmend, qty, filledQty } = known;
  known.pendingAmend = null;
  if (pendingAmend === null || pendingAmend.qty <= qty) return;
  const isHeld = status === 'canceled' ? filledQty >= qty : filledQty > qty;
  if (!isHeld) return;
  known.yesPrice = pendingAmend.yesPrice;
  known.qty = status === 'canceled' ? pendingAmend.qty : filledQty;
}

function fillUp(known: TrackedOrder): void {
  const { pendingAmend, filledQty } = known;
  // Beyond the total, a raise that was asked for is proven; at the total it may be at work.
  const isRaise = pendingAmend !== null && pendingAmend.qty > known.qty;
  if (isRaise && filledQty > known.qty) Object.assign(known, pendingAmend);
  if (filledQty < (isRaise ? pendingAmend.qty : known.qty)) return;
  known.status = 'FILLED';
  known.reason = null;
}

/** Everything about the order. Marks it as told. */
export function toFullReport(known: TrackedOrder): OrderReport {
  const report = reportOf(known, [...known.fills.values()]);
  for (const tradeId of known.fills.keys()) known.reportedFills.add(tradeId);
  known.reportedState = stateOf(known);
  return report;
}

/** What is new since the last report of it; null when nothing is. Marks it as told. */
export function toUpdateReport(known: TrackedOrder): OrderReport | null {
  const fresh = [...known.fills.values()].filter(
    ({ venueTradeId }) => !known.reportedFills.has(venueTradeId),
  );
  if (fresh.length === 0 && known.reportedState === stateOf(known)) return null;
  for (const { venueTradeId } of fresh) known.reportedFills.add(venueTradeId);
  known.reportedState = stateOf(known);
  return reportOf(known, fresh);
}

function reportOf(known: TrackedOrder, fills: readonly VenueFill[]): OrderReport {
  const { terms, clientId } = known.identity;
  return {
    clientId,
    venueOrderId: known.orderId,
    status: known.status,
    reason: known.reason,
    price: terms.type === 'MARKET' ? null : convertYesPrice(known.yesPrice, terms.outcome),
    qty: known.qty,
    expiresAt: known.expiresAt,
    filledQty: known.filledQty,
    fills: [...fills].sort((a, b) => a.at - b.at),
    at: known.at,
  };
}

const stateOf = ({ status, qty, filledQty, yesPrice }: TrackedOrder): string =>
  `${status} ${qty} ${filledQty} ${yesPrice}`;
