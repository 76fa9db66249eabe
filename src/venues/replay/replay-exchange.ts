import {
  complement,
  computeNotional,
  NO_FEES,
  NOTIONAL_ZERO,
  type Notional,
  type Price,
  QTY_ZERO,
  type Qty,
  type Side,
  type TimestampMs,
  type VenueClientId,
  type VenueInstrument,
  type VenueOrderId,
} from '#contract';
import {
  addRestingOrder,
  chargeFill,
  computeFillFee,
  computeOrderFees,
  type Matched,
  NEW_MARKET,
  NO_CHARGES,
  type OrderCharges,
  type ReplayFill,
  type ReplayMarket,
  removeRestingOrder,
  takeableQty,
  takeFromBook,
} from '#domain';
import type { OrderReport, VenueAmend, VenueCloseReason, VenueFill, VenueOrder, VenueOutcome } from '#ports';

/** One of our orders at a replayed venue. */
interface ReplayOrder {
  terms: VenueOrder;
  readonly side: Side; // in YES terms
  report: OrderReport;
  charges: OrderCharges;
  notional: Notional; // of the fills, in terms of the outcome
  isOnBook: boolean; // false on its way there
}

interface Listed {
  instrument: VenueInstrument;
  market: ReplayMarket;
}

/** How orders travel and how they wait in the queue; `docs/replay.md` explains it. */
export interface FillModel {
  readonly entryMs: number;
  readonly responseMs: number;
  readonly queue: 'back' | 'prob';
  readonly power: number;
}

export interface ReplayExchangeDeps {
  readonly now: () => TimestampMs;
  readonly fillPrefix: string; // of the ids of orders and fills
  readonly model: FillModel;
  /** Runs `run` after this market time. */
  readonly after: (ms: number, run: () => void) => void;
  /** The visible book changed, or one of our orders did. */
  readonly onChange: (venueInstrumentId: string, report: OrderReport | null) => void;
}

/** Our orders at one venue, matched with the books of others by `domain/replay`. */
export class ReplayExchange {
  readonly #now: () => TimestampMs;
  readonly #fillPrefix: string;
  readonly #model: FillModel;
  readonly #after: ReplayExchangeDeps['after'];
  readonly #newMarket: ReplayMarket;
  readonly #listed = new Map<string, Listed>();
  readonly #orders = new Map<VenueClientId, ReplayOrder>();
  readonly #onChange: (venueInstrumentId: string, report: OrderReport | null) => void;
  #fillNumber = 0;

  constructor({ now, fillPrefix, model, after, onChange }: ReplayExchangeDeps) {
    this.#now = now;
    this.#fillPrefix = fillPrefix;
    this.#model = model;
    this.#after = after;
    this.#newMarket = { ...NEW_MARKET, queuePower: model.queue === 'prob' ? model.power : null };
    this.#onChange = onChange;
  }

  list(instrument: VenueInstrument): void {
    const id = instrument.venueInstrumentId;
    const isOpen = instrument.status === 'OPEN';
    const { market } = this.#listed.get(id) ?? { market: this.#newMarket };
    this.#listed.set(id, { instrument, market: { ...market, isOpen } });
    if (instrument.status === 'CLOSED' || instrument.status === 'SETTLED')
      this.#closeAll(id, 'market_closed');
  }

  market(id: string): ReplayMarket | null {
    return this.#listed.get(id)?.market ?? null;
  }

  /** Applies a recorded change and reports the fills that it causes. */
  change(id: string, apply: (market: ReplayMarket) => Matched): void {
    const listed = this.#listed.get(id);
    if (listed === undefined) return;
    const { market, fills } = apply(listed.market);
    listed.market = market;
    for (const fill of fills) this.#record(listed, fill);
    this.#onChange(id, null);
    for (const clientId of new Set(fills.map(({ orderId }) => orderId as VenueClientId)))
      this.#announce(clientId);
  }

  place(terms: VenueOrder): VenueOutcome {
    const known = this.#orders.get(terms.clientId);
    if (known !== undefined) return { kind: 'report', report: known.report };
    const listed = this.#listed.get(terms.venueInstrumentId);
    if (listed === undefined)
      return { kind: 'refused', code: 'unknown_market', message: 'the venue does not list it' };
    if (!listed.market.isOpen)
      return { kind: 'refused', code: 'market_closed', message: 'the market is not open' };
    const order = this.#open(terms);
    const { entryMs, responseMs } = this.#model;
    if (entryMs + responseMs === 0) return this.#enter(listed, order, 'REJECTED');
    // Answered at once: an answer that waited for market time would never come in steps.
    const { report } = order;
    if (entryMs === 0) this.#enterLater(order);
    else this.#after(entryMs, () => this.#enterLater(order));
    return { kind: 'report', report };
  }

  /** The order reaches the book after it was acknowledged, unless it has ended on its way. */
  #enterLater(order: ReplayOrder): void {
    const listed = this.#listed.get(order.terms.venueInstrumentId);
    if (listed === undefined || order.report.status !== 'OPEN') return;
    order.isOnBook = true;
    this.#enter(listed, order, 'CANCELLED');
    this.#announce(order.terms.clientId);
  }

  /** @param refused  how a post-only order that would trade ends; one that was acknowledged cannot be rejected any more */
  #enter(listed: Listed, order: ReplayOrder, refused: 'REJECTED' | 'CANCELLED'): VenueOutcome {
    const { terms } = order;
    const limit = limitOf(order);
    const takeable = takeableQty(listed.market, order.side, limit);
    if (terms.postOnly === true && takeable > 0n) return this.#close(order, refused, 'post_only_cross');
    if (terms.tif === 'FOK' && takeable < terms.qty) return this.#close(order, 'CANCELLED', 'fok_unfilled');
    this.#take(listed, order, terms.qty);
    return this.#rest(listed, order);
  }

  /** Keeps the place in the queue only when nothing but the quantity is lowered. */
  amend({ clientId, price, qty, expiresAt, tif, postOnly }: VenueAmend): VenueOutcome {
    const order = this.#orders.get(clientId);
    if (order?.report.status !== 'OPEN')
      return { kind: 'refused', code: 'order_not_open', message: 'not open' };
    const listed = this.#listed.get(order.terms.venueInstrumentId);
    if (listed === undefined)
      return { kind: 'refused', code: 'unknown_market', message: 'the venue does not list it' };
    const { terms, report } = order;
    const next: VenueOrder = {
      ...terms,
      price: price ?? terms.price,
      qty: qty ?? terms.qty,
      tif: tif ?? terms.tif,
      expiresAt: tif === 'GTC' ? null : (expiresAt ?? terms.expiresAt),
    };
    if (next.qty <= report.filledQty) return this.cancel(clientId);
    const crossing = takeableQty(listed.market, order.side, limitOf({ ...order, terms: next }));
    if (postOnly === true && crossing > 0n)
      return { kind: 'refused', code: 'post_only_cross', message: 'the new price would trade at once' };
    const keepsPlace = next.price === terms.price && next.qty <= terms.qty;
    order.terms = next;
    if (!order.isOnBook) {
      const { price: at, qty: total, expiresAt: until } = next;
      order.report = { ...report, price: at, qty: total, expiresAt: until, at: this.#now() };
      return { kind: 'report', report: order.report };
    }
    order.report = {
      ...report,
      price: next.price,
      qty: next.qty,
      expiresAt: next.expiresAt,
      at: this.#now(),
    };
    const remaining = (next.qty - report.filledQty) as Qty;
    if (keepsPlace) {
      const orders = listed.market.orders.map((each) =>
        each.id === clientId ? { ...each, remaining } : each,
      );
      listed.market = { ...listed.market, orders };
      this.#onChange(terms.venueInstrumentId, null);
      return { kind: 'report', report: order.report };
    }
    listed.market = removeRestingOrder(listed.market, clientId);
    this.#take(listed, order, remaining);
    return this.#rest(listed, order);
  }

  cancel(clientId: VenueClientId, reason: VenueCloseReason = 'requested'): VenueOutcome {
    const order = this.#orders.get(clientId);
    if (order === undefined) return { kind: 'refused', code: 'not_found', message: 'no such order' };
    if (order.report.status !== 'OPEN') return { kind: 'report', report: order.report };
    return this.#close(order, reason === 'expired' ? 'EXPIRED' : 'CANCELLED', reason);
  }

  report(clientId: VenueClientId): OrderReport | null {
    return this.#orders.get(clientId)?.report ?? null;
  }

  reports(): readonly OrderReport[] {
    return [...this.#orders.values()].map(({ report }) => report);
  }

  /** Ends the orders whose time has come. */
  expire(): void {
    for (const [clientId, { report, terms }] of this.#orders) {
      if (report.status !== 'OPEN' || terms.expiresAt === null || terms.expiresAt > this.#now()) continue;
      this.cancel(clientId, 'expired');
      this.#announce(clientId);
    }
  }

  #open(terms: VenueOrder): ReplayOrder {
    const { clientId, price, qty, expiresAt, outcome } = terms;
    const side = outcome === 'YES' ? terms.side : terms.side === 'BUY' ? 'SELL' : 'BUY';
    const report: OrderReport = {
      clientId,
      venueOrderId: `R-${this.#orders.size + 1}` as VenueOrderId,
      status: 'OPEN',
      reason: null,
      price,
      qty,
      expiresAt,
      filledQty: QTY_ZERO,
      fills: [],
      at: this.#now(),
    };
    const order = {
      terms,
      side,
      report,
      charges: NO_CHARGES,
      notional: NOTIONAL_ZERO,
      isOnBook: this.#model.entryMs === 0,
    };
    this.#orders.set(clientId, order);
    return order;
  }

  #take(listed: Listed, order: ReplayOrder, qty: Qty): void {
    const { clientId: id } = order.terms;
    const { market, fills } = takeFromBook(listed.market, {
      id,
      side: order.side,
      limit: limitOf(order),
      qty,
    });
    listed.market = market;
    for (const fill of fills) this.#record(listed, fill);
    if (fills.length > 0) this.#onChange(order.terms.venueInstrumentId, null);
  }

  /** What was not taken at once rests, or ends where the order may not rest. */
  #rest(listed: Listed, order: ReplayOrder): VenueOutcome {
    const { terms, side, report } = order;
    const remaining = (terms.qty - report.filledQty) as Qty;
    if (remaining === 0n) return { kind: 'report', report };
    const price = limitOf(order);
    if (price === null || terms.tif === 'IOC' || terms.tif === 'FOK')
      return this.#close(order, 'CANCELLED', report.filledQty === 0n ? 'no_liquidity' : 'ioc_remainder');
    const crossesOwn = listed.market.orders.some(
      (other) => other.side !== side && (side === 'BUY' ? other.price <= price : other.price >= price),
    );
    if (crossesOwn) return this.#close(order, 'CANCELLED', 'self_trade');
    const since = this.#now();
    listed.market = addRestingOrder(listed.market, { id: terms.clientId, side, price, remaining, since });
    this.#onChange(terms.venueInstrumentId, null);
    return { kind: 'report', report: order.report };
  }

  #record({ instrument }: Listed, { orderId, price: yesPrice, qty, liquidity }: ReplayFill): void {
    const order = this.#orders.get(orderId as VenueClientId);
    if (order === undefined) return;
    const { outcome, side } = order.terms;
    const price = outcome === 'YES' ? yesPrice : complement(yesPrice);
    const schedule = instrument.fees ?? NO_FEES;
    const paid = computeOrderFees(side, order.charges, order.notional);
    const notional = computeNotional(price, qty);
    order.charges = chargeFill(
      schedule,
      side,
      order.charges,
      notional,
      computeFillFee(schedule, price, qty, liquidity),
    );
    order.notional = (order.notional + notional) as Notional;
    this.#fillNumber += 1;
    const fill: VenueFill = {
      venueTradeId: `${this.#fillPrefix}-${this.#fillNumber}`,
      side,
      outcome,
      price,
      qty,
      fee:
        instrument.fees === null
          ? null
          : ((computeOrderFees(side, order.charges, order.notional) - paid) as Notional),
      liquidity,
      settlement: 'FINAL',
      at: this.#now(),
    };
    const filledQty = (order.report.filledQty + qty) as Qty;
    const status = filledQty === order.report.qty ? 'FILLED' : 'OPEN';
    order.report = {
      ...order.report,
      status,
      filledQty,
      fills: [...order.report.fills, fill],
      at: this.#now(),
    };
  }

  #close(
    order: ReplayOrder,
    status: 'CANCELLED' | 'REJECTED' | 'EXPIRED',
    reason: VenueCloseReason,
  ): VenueOutcome {
    const { terms } = order;
    order.report = { ...order.report, status, reason, at: this.#now() };
    const listed = this.#listed.get(terms.venueInstrumentId);
    if (listed !== undefined) listed.market = removeRestingOrder(listed.market, terms.clientId);
    this.#onChange(terms.venueInstrumentId, null);
    return { kind: 'report', report: order.report };
  }

  #closeAll(venueInstrumentId: string, reason: VenueCloseReason): void {
    for (const [clientId, { report, terms }] of this.#orders) {
      if (report.status !== 'OPEN' || terms.venueInstrumentId !== venueInstrumentId) continue;
      this.cancel(clientId, reason);
      this.#announce(clientId);
    }
  }

  #announce(clientId: VenueClientId): void {
    const order = this.#orders.get(clientId);
    if (order === undefined) return;
    const { terms, report } = order;
    const { responseMs } = this.#model;
    if (responseMs === 0) this.#onChange(terms.venueInstrumentId, report);
    else this.#after(responseMs, () => this.#onChange(terms.venueInstrumentId, report));
  }
}

/** The limit in YES terms; null for MARKET. */
function limitOf({ terms: { price, outcome } }: Pick<ReplayOrder, 'terms'>): Price | null {
  return price === null || outcome === 'YES' ? price : complement(price);
}
