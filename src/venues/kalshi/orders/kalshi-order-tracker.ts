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
  bookSideOf,
  endOf,
  type FillTruth,
  fillInTerms,
  type OrderTruth,
  yesTerms,
} from '../codec/kalshi-mapping.ts';
import type { Named } from './kalshi-client-ids.ts';

/** Terms that the venue was asked for. They may be at work before it tells so. */
export interface PendingTerms {
  readonly yesPrice: OrderTruth['yesPrice'];
  readonly qty: Qty;
}

/** One order of ours, as all messages together tell it. */
export interface TrackedOrder {
  readonly named: Named;
  readonly orderId: VenueOrderId | null; // null: killed before it was one
  readonly ticker: string;
  readonly bookSide: BookSide;
  shard: number | null;
  status: VenueOrderStatus;
  reason: VenueCloseReason | null;
  yesPrice: OrderTruth['yesPrice'];
  qty: Qty;
  asked: PendingTerms | null; // a change that was sent, until it is known to hold or not to
  countedQty: Qty; // filled, as the venue's words about the order count it
  filledQty: Qty; // the same, or the sum of the fills where they are ahead
  expiresAt: TimestampMs | null;
  at: TimestampMs;
  readonly fills: Map<string, VenueFill>;
  readonly toldFills: Set<string>; // by a report on the stream, or an answer
  told: string; // the state last told
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

  byName(clientId: VenueClientId): TrackedOrder | null {
    return this.#byName.get(clientId) ?? null;
  }

  open(): readonly TrackedOrder[] {
    return [...this.#byId.values()].filter(({ status }) => status === 'OPEN');
  }

  /** An order that never became one there: a FOK that was killed, or MARKET with nothing to take. */
  addStillborn(named: Named, order: VenueOrder, reason: VenueCloseReason, at: TimestampMs): TrackedOrder {
    const known: TrackedOrder = {
      named,
      orderId: null,
      ticker: order.venueInstrumentId,
      bookSide: bookSideOf(order.side, order.outcome),
      shard: null,
      status: 'CANCELLED',
      reason,
      yesPrice: yesTerms(order.price ?? (0n as OrderTruth['yesPrice']), order.outcome),
      qty: order.qty,
      asked: null,
      countedQty: 0n as Qty,
      filledQty: 0n as Qty,
      expiresAt: order.expiresAt,
      at,
      fills: new Map(),
      toldFills: new Set(),
      told: '',
    };
    this.#byName.set(named.clientId, known);
    return known;
  }

  /** Takes in what a message says, and what it cannot take back stays. */
  merge(named: Named, truth: OrderTruth, bookSide: BookSide, now: TimestampMs): TrackedOrder {
    const known = this.#byId.get(truth.orderId) ?? this.#add(named, truth, bookSide, now);
    // An answer may have bound the name to another id; what shows the order itself binds it anew.
    this.#byName.set(named.clientId, known);
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
    if (isEnd) end(known, truth.why);
    return known;
  }

  /** @returns false for a fill that was known already */
  addFill(known: TrackedOrder, fill: FillTruth, now: TimestampMs): boolean {
    if (fill.qty <= 0n || known.fills.has(fill.tradeId)) return false;
    const { bookSide, named } = known;
    known.fills.set(fill.tradeId, fillInTerms(fill, { bookSide, outcome: named.terms.outcome }, now));
    const sum = filledByFills(known);
    if (sum > known.filledQty) known.filledQty = sum;
    if (fill.at !== null && fill.at > known.at) known.at = fill.at;
    fillUp(known);
    return true;
  }

  #add(named: Named, truth: OrderTruth, bookSide: BookSide, now: TimestampMs): TrackedOrder {
    const known: TrackedOrder = {
      named,
      orderId: truth.orderId,
      ticker: truth.ticker,
      bookSide,
      shard: truth.shard,
      status: 'OPEN',
      reason: null,
      yesPrice: truth.yesPrice,
      qty: truth.qty,
      asked: null,
      countedQty: 0n as Qty,
      filledQty: 0n as Qty,
      expiresAt: truth.expiresAt,
      at: truth.at ?? now,
      fills: new Map(),
      toldFills: new Set(),
      told: '',
    };
    this.#byId.set(truth.orderId, known);
    this.#byName.set(named.clientId, known);
    return known;
  }
}

/** The venue keeps whole seconds; what we asked for more exactly stays as it was asked. */
const sameSecond = (ours: TimestampMs | null, theirs: TimestampMs | null): boolean =>
  ours !== null && theirs !== null && Math.floor(ours / 1000) === Math.floor(theirs / 1000);

/** The venue counts more than the fills we have. */
export const hasMissingFills = (known: TrackedOrder): boolean => filledByFills(known) < known.filledQty;

export function filledByFills({ fills }: TrackedOrder): Qty {
  let sum = 0n;
  for (const { qty } of fills.values()) sum += qty;
  return sum as Qty;
}

/** Closes an order that is not filled. The time is the venue's, as far as it is known. */
export function end(known: TrackedOrder, why: string | null): void {
  if (known.status !== 'OPEN') return;
  const { named, qty, filledQty, expiresAt, at } = known;
  Object.assign(known, endOf({ terms: named.terms, qty, filledQty, expiresAt, at }, why));
}

/** The change that was asked for does not hold. */
export function clearPendingAmend(known: TrackedOrder): void {
  known.asked = null;
  fillUp(known);
}

/** An end that comes before the answer to a raise tells by what was filled whether the raise held. */
function endAsking(known: TrackedOrder, status: OrderTruth['status']): void {
  const { asked, qty, filledQty } = known;
  known.asked = null;
  if (asked === null || asked.qty <= qty) return;
  const isHeld = status === 'canceled' ? filledQty >= qty : filledQty > qty;
  if (!isHeld) return;
  known.yesPrice = asked.yesPrice;
  known.qty = status === 'canceled' ? asked.qty : filledQty;
}

function fillUp(known: TrackedOrder): void {
  const { asked, filledQty } = known;
  // Beyond the total, a raise that was asked for is proven; at the total it may be at work.
  const isRaise = asked !== null && asked.qty > known.qty;
  if (isRaise && filledQty > known.qty) Object.assign(known, asked);
  if (filledQty < (isRaise ? asked.qty : known.qty)) return;
  known.status = 'FILLED';
  known.reason = null;
}

/** Everything about the order. Marks it as told. */
export function fullReport(known: TrackedOrder): OrderReport {
  const report = reportOf(known, [...known.fills.values()]);
  for (const tradeId of known.fills.keys()) known.toldFills.add(tradeId);
  known.told = stateOf(known);
  return report;
}

/** What is new since the last report of it; null when nothing is. Marks it as told. */
export function newsReport(known: TrackedOrder): OrderReport | null {
  const fresh = [...known.fills.values()].filter(({ venueTradeId }) => !known.toldFills.has(venueTradeId));
  if (fresh.length === 0 && known.told === stateOf(known)) return null;
  for (const { venueTradeId } of fresh) known.toldFills.add(venueTradeId);
  known.told = stateOf(known);
  return reportOf(known, fresh);
}

function reportOf(known: TrackedOrder, fills: readonly VenueFill[]): OrderReport {
  const { terms, clientId } = known.named;
  return {
    clientId,
    venueOrderId: known.orderId,
    status: known.status,
    reason: known.reason,
    price: terms.type === 'MARKET' ? null : yesTerms(known.yesPrice, terms.outcome),
    qty: known.qty,
    expiresAt: known.expiresAt,
    filledQty: known.filledQty,
    fills: [...fills].sort((a, b) => a.at - b.at),
    at: known.at,
  };
}

const stateOf = ({ status, qty, filledQty, yesPrice }: TrackedOrder): string =>
  `${status} ${qty} ${filledQty} ${yesPrice}`;
