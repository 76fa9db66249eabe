import { createLruCache, type Qty, type TimestampMs, type VenueClientId, type VenueOrderId } from '#contract';
import type { ShownTerms } from '#domain';
import type {
  OrderReport,
  StreamedOrder,
  VenueCloseReason,
  VenueFill,
  VenueOrder,
  VenueOrderStatus,
} from '#ports';
import {
  type BookSide,
  computeClose,
  convertYesPrice,
  type FillRecord,
  type OrderState,
  toBookSide,
  toSide,
  toVenueFill,
} from '../codec/kalshi-mapping.ts';
import type { OrderIdentity } from './kalshi-client-ids.ts';

/** Price and quantity as requested. Those of an amend may be in force before the venue confirms them. */
export interface RequestedTerms {
  readonly yesPrice: OrderState['yesPrice'];
  readonly qty: Qty;
}

/** The state of one of our orders, merged from all messages about it. */
export interface TrackedOrder {
  readonly identity: OrderIdentity;
  readonly orderId: VenueOrderId | null; // null: killed on arrival
  readonly ticker: string;
  readonly bookSide: BookSide;
  shard: number | null;
  status: VenueOrderStatus;
  reason: VenueCloseReason | null;
  closeCode: string | null; // the venue's code for closing it by a rule
  yesPrice: OrderState['yesPrice'];
  qty: Qty;
  readonly placed: RequestedTerms; // as its first message shows it
  pendingAmend: RequestedTerms | null; // an amend that was sent, until it is confirmed or refused
  countedQty: Qty; // filled quantity that the venue's order messages report
  filledQty: Qty; // the greater of `countedQty` and the sum of the fills
  expiresAt: TimestampMs | null;
  at: TimestampMs;
  readonly fills: Map<string, VenueFill>;
  readonly reportedFills: Set<string>; // trade ids in reports already sent
  reportedState: string; // the state in the latest report
}

const LIVE_AND_RECENT_MAX = 100_000;

/**
 * Our orders that this process has seen. A message may be late, repeated or from a lagging replica, so none
 * may undo what another has proven: a closed order stays closed, the filled quantity only grows, and of two
 * messages about an open order the later one wins.
 */
export class OrderTracker {
  readonly #byId = createLruCache<VenueOrderId, TrackedOrder>(LIVE_AND_RECENT_MAX);
  readonly #byClientId = createLruCache<VenueClientId, TrackedOrder>(LIVE_AND_RECENT_MAX);

  byId(orderId: VenueOrderId): TrackedOrder | null {
    return this.#byId.get(orderId) ?? null;
  }

  byClientId(clientId: VenueClientId): TrackedOrder | null {
    return this.#byClientId.get(clientId) ?? null;
  }

  /** Removes an order whose venue order id was not its own; the next query by client id finds it again. */
  forget({ orderId, identity }: TrackedOrder): void {
    if (orderId !== null) this.#byId.delete(orderId);
    if (this.byClientId(identity.clientId)?.orderId === orderId) this.#byClientId.delete(identity.clientId);
  }

  open(): readonly TrackedOrder[] {
    return [...this.#byId.values()].filter(({ status }) => status === 'OPEN');
  }

  /** Orders of which a message has said something that no report has: it may have come in the answer to another question. */
  unreported(): readonly TrackedOrder[] {
    return [...this.#byId.values()].filter(hasNews);
  }

  /** Adds an order that has no venue order id: a FOK killed on arrival, or MARKET with nothing to take. */
  addUnplaced(
    identity: OrderIdentity,
    request: VenueOrder,
    reason: VenueCloseReason,
    at: TimestampMs,
  ): TrackedOrder {
    const yesPrice = convertYesPrice(request.price ?? (0n as OrderState['yesPrice']), request.outcome);
    const { qty } = request;
    const order: TrackedOrder = {
      identity,
      orderId: null,
      ticker: request.venueInstrumentId,
      bookSide: toBookSide(request.side, request.outcome),
      shard: null,
      status: 'CANCELLED',
      reason,
      closeCode: null,
      yesPrice,
      qty,
      placed: { yesPrice, qty },
      pendingAmend: null,
      countedQty: 0n as Qty,
      filledQty: 0n as Qty,
      expiresAt: request.expiresAt,
      at,
      fills: new Map(),
      reportedFills: new Set(),
      reportedState: '',
    };
    this.#byClientId.set(identity.clientId, order);
    return order;
  }

  /** Applies a message to its order; a message cannot reopen an order or reduce its fills. */
  merge(identity: OrderIdentity, state: OrderState, bookSide: BookSide, now: TimestampMs): TrackedOrder {
    const order = this.#byId.get(state.orderId) ?? this.#add(identity, state, bookSide, now);
    // A wrong acknowledgement may have mapped the client id to another order: map it again. Two orders with this client id
    // and other terms have different ids at the venue: the first is the one that was sent or found.
    const named = this.byClientId(identity.clientId);
    if (named === null || isSameRequest(named.identity, identity))
      this.#byClientId.set(identity.clientId, order);
    const at = state.at ?? order.at;
    order.shard ??= state.shard;
    if (state.filledQty > order.countedQty) order.countedQty = state.filledQty;
    if (state.filledQty > order.filledQty) order.filledQty = state.filledQty;
    if (order.status !== 'OPEN') return order;
    const isClosed = state.status !== 'resting';
    if (isClosed || at >= order.at) {
      order.yesPrice = state.yesPrice;
      order.expiresAt = isSameSecond(order.expiresAt, state.expiresAt) ? order.expiresAt : state.expiresAt;
      order.at = at > order.at ? at : order.at;
      // A canceled order still shows its initial count, so the total of an amend is kept.
      if (state.status === 'resting') order.qty = state.qty;
    }
    if (isClosed) resolvePendingAmend(order, state.status);
    markFilledIfComplete(order);
    // An order that is executed below its total has had its remaining quantity cancelled.
    if (isClosed) closeOrder(order, state.why);
    return order;
  }

  /** @returns false for a fill that is already recorded, or without a quantity */
  addFill(order: TrackedOrder, fill: FillRecord, now: TimestampMs): boolean {
    if (fill.qty <= 0n || order.fills.has(fill.tradeId)) return false;
    const { bookSide, identity } = order;
    order.fills.set(fill.tradeId, toVenueFill(fill, { bookSide, outcome: identity.terms.outcome }, now));
    const sum = sumFills(order);
    if (sum > order.filledQty) order.filledQty = sum;
    if (fill.at !== null && fill.at > order.at) order.at = fill.at;
    markFilledIfComplete(order);
    return true;
  }

  #add(identity: OrderIdentity, state: OrderState, bookSide: BookSide, now: TimestampMs): TrackedOrder {
    const order: TrackedOrder = {
      identity,
      orderId: state.orderId,
      ticker: state.ticker,
      bookSide,
      shard: state.shard,
      status: 'OPEN',
      reason: null,
      closeCode: null,
      yesPrice: state.yesPrice,
      qty: canBeAmended(identity) ? state.qty : state.qtyPlaced,
      placed: { yesPrice: state.yesPrice, qty: state.qtyPlaced },
      pendingAmend: null,
      countedQty: 0n as Qty,
      filledQty: 0n as Qty,
      expiresAt: state.expiresAt,
      at: state.at ?? now,
      fills: new Map(),
      reportedFills: new Set(),
      reportedState: '',
    };
    this.#byId.set(state.orderId, order);
    return order;
  }
}

/** Only an order that may rest: of another one, what is executed below its total was cut. */
const canBeAmended = ({ terms: { type, tif } }: OrderIdentity): boolean =>
  type === 'LIMIT' && (tif === 'GTC' || tif === 'GTD');

const isSameRequest = ({ terms: a }: OrderIdentity, { terms: b }: OrderIdentity): boolean =>
  a.outcome === b.outcome && a.type === b.type && a.tif === b.tif;

/** The venue truncates expiry to seconds; we keep our own millisecond value. */
const isSameSecond = (ours: TimestampMs | null, theirs: TimestampMs | null): boolean =>
  ours !== null && theirs !== null && Math.floor(ours / 1000) === Math.floor(theirs / 1000);

/** True while the venue counts more than the fills we have. */
export const hasMissingFills = (order: TrackedOrder): boolean => sumFills(order) < order.filledQty;

export function sumFills({ fills }: TrackedOrder): Qty {
  let sum = 0n;
  for (const { qty } of fills.values()) sum += qty;
  return sum as Qty;
}

/** Closes an order that is not filled, at the venue's latest time of it. */
export function closeOrder(order: TrackedOrder, why: string | null): void {
  if (order.status !== 'OPEN') return;
  const { identity, qty, filledQty, expiresAt, at } = order;
  Object.assign(order, computeClose({ terms: identity.terms, qty, filledQty, expiresAt, at }, why));
}

/** The pending amend did not take effect. */
export function clearPendingAmend(order: TrackedOrder): void {
  order.pendingAmend = null;
  markFilledIfComplete(order);
}

/** If the order closes before the amend reply, infer from the filled quantity whether the amend took effect. */
function resolvePendingAmend(order: TrackedOrder, status: OrderState['status']): void {
  const { pendingAmend, qty, filledQty } = order;
  order.pendingAmend = null;
  if (pendingAmend === null) return;
  if (pendingAmend.qty <= qty) {
    // Executed at exactly the lower total, so the order is filled and not cancelled below its former total.
    if (status === 'executed' && filledQty === pendingAmend.qty) Object.assign(order, pendingAmend);
    return;
  }
  const tookEffect = status === 'canceled' ? filledQty >= qty : filledQty > qty;
  if (!tookEffect) return;
  order.yesPrice = pendingAmend.yesPrice;
  order.qty = status === 'canceled' ? pendingAmend.qty : filledQty;
}

function markFilledIfComplete(order: TrackedOrder): void {
  const { pendingAmend, filledQty } = order;
  // A fill beyond the total proves a pending raise; at the total, the raise may be in force.
  const isRaise = pendingAmend !== null && pendingAmend.qty > order.qty;
  if (isRaise && filledQty > order.qty) Object.assign(order, pendingAmend);
  if (filledQty < (isRaise ? pendingAmend.qty : order.qty)) return;
  order.status = 'FILLED';
  order.reason = null;
}

/** The whole state and every fill. Marks all of it as reported. */
export function toFullReport(order: TrackedOrder): OrderReport {
  markReported(order);
  return toReport(order, [...order.fills.values()]);
}

/** Remembers that the state and every fill are known, so that `toUpdateReport` leaves them out. */
export function markReported(order: TrackedOrder): void {
  for (const tradeId of order.fills.keys()) order.reportedFills.add(tradeId);
  order.reportedState = describeState(order);
}

/** The state and the fills since the last report; null when nothing changed. Marks them as reported. */
export function toUpdateReport(order: TrackedOrder): OrderReport | null {
  if (!hasNews(order)) return null;
  const newFills = [...order.fills.values()].filter(
    ({ venueTradeId }) => !order.reportedFills.has(venueTradeId),
  );
  markReported(order);
  return toReport(order, newFills);
}

/** True if a message has said something that no report has. */
export const hasNews = (order: TrackedOrder): boolean =>
  order.fills.size > order.reportedFills.size || order.reportedState !== describeState(order);

function toReport(order: TrackedOrder, fills: readonly VenueFill[]): OrderReport {
  const { terms, clientId } = order.identity;
  return {
    clientId,
    venueOrderId: order.orderId,
    status: order.status,
    reason: order.reason,
    venueAnswer: { venueCode: order.closeCode },
    price: terms.type === 'MARKET' ? null : convertYesPrice(order.yesPrice, terms.outcome),
    qty: order.qty,
    expiresAt: order.expiresAt,
    filledQty: order.filledQty,
    fills: [...fills].sort((a, b) => a.at - b.at),
    at: order.at,
    terms: toShownTerms(order),
  };
}

/** The terms as the venue shows them, and as the id says that it does not keep. */
export function toShownTerms({ identity, ticker, bookSide, placed }: TrackedOrder): ShownTerms {
  const { outcome, type, tif } = identity.terms;
  const price = type === 'MARKET' ? null : convertYesPrice(placed.yesPrice, outcome);
  const side = toSide(bookSide, outcome);
  return { venueInstrumentId: ticker, side, outcome, type, tif, price, qty: placed.qty };
}

export const toStreamedOrder = (
  { identity: { clientId, terms }, bookSide }: TrackedOrder,
  { yesPrice, qty, bookSide: shown }: OrderState,
): StreamedOrder => ({
  clientId,
  side: toSide(shown ?? bookSide, terms.outcome),
  price: convertYesPrice(yesPrice, terms.outcome),
  qty,
});

const describeState = ({ status, qty, filledQty, yesPrice }: TrackedOrder): string =>
  `${status} ${qty} ${filledQty} ${yesPrice}`;
