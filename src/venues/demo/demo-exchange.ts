import {
  err,
  NOTIONAL_ZERO,
  ok,
  QTY_ZERO,
  type Qty,
  type Result,
  requirePresent,
  type TimestampMs,
  type VenueClientId,
  type VenueOrderId,
} from '#contract';
import { type BookChange, type BookOrder, checkTerms, type SelfTrade } from '#matching-engine';
import type {
  DemoCounters,
  DemoOrder,
  VenueAmend,
  VenueCloseReason,
  VenueOrder,
  VenueOrderStatus,
} from '#ports';
import {
  checkOrder,
  type DemoRefusal,
  gridMessage,
  type Market,
  mirrorPrice,
  refuse,
  toBookSide,
  type WorkingOrder,
} from './demo-market.ts';
import type { DemoTransaction } from './demo-transaction.ts';

const CALLER = 'caller';
/** Trades of the market maker get numbers without a commit each, so a block of numbers is committed ahead. */
const TRADE_NUMBERS_AHEAD = 100_000;

/**
 * Demo's order books and the callers' orders in them. Each method is one synchronous step that records its
 * changes in the given transaction. It does not wait, store or publish.
 */
export class DemoExchange {
  readonly #markets = new Map<string, Market>();
  readonly #byClientId = new Map<VenueClientId, WorkingOrder>();
  readonly #byBookId = new Map<number, WorkingOrder>();
  readonly #startedAt: TimestampMs;
  #isHistoryPublished: boolean;
  #orderNumber: number;
  #change: number;
  #tradeNumber: number;
  #tradeNumberMax: number;
  #bookId = 0;

  constructor(counters: DemoCounters) {
    this.#startedAt = counters.startedAt;
    this.#isHistoryPublished = counters.isHistoryPublished;
    this.#orderNumber = counters.orderNumber;
    this.#change = counters.change;
    this.#tradeNumber = counters.tradeNumberMax;
    this.#tradeNumberMax = counters.tradeNumberMax;
  }

  get startedAt(): TimestampMs {
    return this.#startedAt;
  }

  get change(): number {
    return this.#change;
  }

  get isHistoryPublished(): boolean {
    return this.#isHistoryPublished;
  }

  markHistoryPublished(): void {
    this.#isHistoryPublished = true;
  }

  /** True if half of the committed trade numbers are used, so the next transaction must be committed. */
  get needsTradeNumbers(): boolean {
    return this.#tradeNumberMax - this.#tradeNumber < TRADE_NUMBERS_AHEAD / 2;
  }

  /** The counters for the next commit, with a new block of trade numbers if one is needed. */
  takeCounters(): DemoCounters {
    if (this.needsTradeNumbers) this.#tradeNumberMax = this.#tradeNumber + TRADE_NUMBERS_AHEAD;
    return {
      startedAt: this.#startedAt,
      isHistoryPublished: this.#isHistoryPublished,
      orderNumber: this.#orderNumber,
      change: this.#change,
      tradeNumberMax: this.#tradeNumberMax,
    };
  }

  markets(): IterableIterator<Market> {
    return this.#markets.values();
  }

  addMarket(market: Market): void {
    this.#markets.set(market.listing.instrument.venueInstrumentId, market);
  }

  removeMarket(venueInstrumentId: string): void {
    this.#markets.delete(venueInstrumentId);
  }

  findWorkingOrder(clientId: VenueClientId): WorkingOrder | null {
    return this.#byClientId.get(clientId) ?? null;
  }

  openOrders(): DemoOrder[] {
    const orders: DemoOrder[] = [];
    for (const { order } of this.#byClientId.values()) if (order.status === 'OPEN') orders.push(order);
    return orders;
  }

  /** Drops the orders that a durable transaction closed: from now on the store answers queries for them. */
  forgetEnded(transaction: DemoTransaction): void {
    for (const { clientId, status } of transaction.orders.values()) {
      if (status !== 'OPEN') this.#byClientId.delete(clientId);
    }
  }

  /**
   * Places a caller's order. The caller has checked with the store that the client id is new.
   *
   * Refuses `unknown_instrument`, `market_not_open`, `invalid_order`, and the codes of `checkTerms`.
   */
  place(transaction: DemoTransaction, request: VenueOrder): Result<DemoOrder, DemoRefusal> {
    const market = this.#markets.get(request.venueInstrumentId);
    if (market === undefined)
      return refuse('unknown_instrument', `${request.venueInstrumentId} is not listed`);
    const invalid = checkOrder(market, request);
    if (invalid !== null) return err(invalid);
    const { postOnly, cancelOnPause: _cancelOnPause, selfTrade, ...terms } = request;
    const bookOrder = { ...this.#toBook(terms, postOnly), selfTrade: toBookSelfTrade(selfTrade) };
    const change = market.book.submit(bookOrder, transaction.at);
    if (!change.ok) return refuse(change.error, `the market is ${market.listing.instrument.status}`);

    const order = this.#newOrder(transaction, terms);
    const working = { order, bookId: bookOrder.id, market };
    this.#byClientId.set(order.clientId, working);
    this.#byBookId.set(bookOrder.id, working);
    transaction.orders.set(order.clientId, order);
    this.apply(transaction, market, change.value);
    return ok(working.order);
  }

  /**
   * Amends an open order. Refuses `unknown_order`, `market_not_open`, `order_not_open`, a price off the grid or a
   * bad quantity; a refused amend changes nothing.
   */
  amend(transaction: DemoTransaction, amend: VenueAmend): Result<DemoOrder, DemoRefusal> {
    const working = this.#byClientId.get(amend.clientId);
    if (working === undefined) return refuse('unknown_order', `no open order ${amend.clientId}`);
    const { market, order, bookId } = working;
    const price = amend.price === null ? null : mirrorPrice(amend.price, order.outcome);
    const offGrid = checkTerms(market.listing.instrument, price, amend.qty);
    if (offGrid !== null) return refuse(offGrid, gridMessage(market));
    const { qty, tif, expiresAt } = amend;
    if (expiresAt !== null && (tif ?? order.tif) !== 'GTD')
      return refuse('invalid_order', 'only GTD has an expiry time');
    const before = market.book.order(bookId);
    if (order.status !== 'OPEN' || before === null)
      return refuse('order_not_open', `the order is ${order.status}`);
    const keepsPlace = (price ?? before.price) === before.price && (qty ?? before.qty) <= before.qty;
    const { postOnly = false } = amend;
    const change = market.book.amend(bookId, { price, qty, tif, expiresAt, postOnly }, transaction.at);
    if (!change.ok) {
      // Its expiry time has passed: the next schedule step reports it as expired.
      const code = change.error === 'unknown_order' ? 'order_not_open' : change.error;
      return refuse(code, `the amend was refused: ${code}`);
    }
    const priority = keepsPlace ? order.priority : this.#change + 1;
    this.#update(transaction, working, {
      priority,
      price: amend.price ?? order.price,
      qty: qty ?? order.qty,
      tif: tif ?? order.tif,
      expiresAt: (tif ?? order.tif) === 'GTD' ? (expiresAt ?? order.expiresAt) : null,
    });
    this.apply(transaction, market, change.value);
    return ok(working.order);
  }

  /** Refuses `order_not_open` for an order that was closed by a transaction which is not durable yet. */
  cancel(transaction: DemoTransaction, working: WorkingOrder): Result<DemoOrder, DemoRefusal> {
    const change = working.market.book.cancel(working.bookId);
    if (!change.ok) return refuse('order_not_open', `the order is ${working.order.status}`);
    this.apply(transaction, working.market, change.value);
    return ok(working.order);
  }

  /** Restores an order that was open when Demo stopped. Call it in the order of priority. */
  restore(order: DemoOrder): void {
    const market = requirePresent(
      this.#markets.get(order.venueInstrumentId),
      `the market of ${order.clientId}`,
    );
    const bookOrder = this.#toBook(order);
    const price = requirePresent(bookOrder.price, 'the price of an order that rested');
    const working = { order, bookId: bookOrder.id, market };
    this.#byClientId.set(order.clientId, working);
    this.#byBookId.set(bookOrder.id, working);
    market.book.restore({ ...bookOrder, price, filledQty: order.filledQty });
  }

  /** Places an order of the market maker. Returns its book id if it rests, else null. */
  placeMakerOrder(transaction: DemoTransaction, market: Market, order: Omit<BookOrder, 'id'>): number | null {
    this.#bookId += 1;
    const change = market.book.submit({ ...order, id: this.#bookId }, transaction.at);
    if (change.ok) this.apply(transaction, market, change.value);
    return market.book.order(this.#bookId) === null ? null : this.#bookId;
  }

  cancelMakerOrder(transaction: DemoTransaction, market: Market, bookId: number): void {
    const change = market.book.cancel(bookId);
    if (change.ok) this.apply(transaction, market, change.value);
  }

  /** Records the changes of a book as orders, fills, trades and price levels of the transaction. */
  apply(transaction: DemoTransaction, market: Market, change: BookChange): void {
    const { venueInstrumentId } = market.listing.instrument;
    for (const trade of change.trades) {
      this.#tradeNumber += 1;
      const venueTradeId = `T-${this.#tradeNumber}`;
      const { price, qty, takerSide: side } = trade;
      transaction.trades.push({ venueInstrumentId, venueTradeId, price, qty, side, at: transaction.at });
      this.#fill(transaction, trade.makerId, venueTradeId, trade, 'MAKER');
      this.#fill(transaction, trade.takerId, venueTradeId, trade, 'TAKER');
    }
    for (const { id, reason } of change.closed) {
      this.#end(transaction, id, toEndStatus(reason), reason);
    }
    transaction.addLevels(venueInstrumentId, change.levels);
    if (change.trades.length > 0) market.isDisturbed = true;
  }

  #fill(
    transaction: DemoTransaction,
    bookId: number,
    venueTradeId: string,
    trade: BookChange['trades'][number],
    liquidity: 'MAKER' | 'TAKER',
  ): void {
    const working = this.#byBookId.get(bookId);
    if (working === undefined) return; // an order of the market maker has no report
    const { clientId, side, outcome, qty, filledQty } = working.order;
    const price = mirrorPrice(trade.price, outcome);
    const fill = {
      venueTradeId,
      side,
      outcome,
      price,
      qty: trade.qty,
      fee: NOTIONAL_ZERO,
      liquidity,
      settlement: 'FINAL' as const,
      at: transaction.at,
    };
    transaction.fills.push({ clientId, fill });
    const filled = (filledQty + trade.qty) as Qty;
    this.#update(transaction, working, { filledQty: filled });
    if (filled === qty) this.#end(transaction, bookId, 'FILLED', null);
  }

  #end(
    transaction: DemoTransaction,
    bookId: number,
    status: VenueOrderStatus,
    reason: VenueCloseReason | null,
  ): void {
    const working = this.#byBookId.get(bookId);
    if (working === undefined) return;
    this.#byBookId.delete(bookId);
    this.#update(transaction, working, { status, reason });
  }

  #update(transaction: DemoTransaction, working: WorkingOrder, change: Partial<DemoOrder>): void {
    working.order = { ...working.order, ...change, change: this.#nextChange(), at: transaction.at };
    transaction.orders.set(working.order.clientId, working.order);
  }

  #newOrder(transaction: DemoTransaction, request: OrderTerms): DemoOrder {
    const change = this.#nextChange();
    this.#orderNumber += 1;
    return {
      ...request,
      venueOrderId: `D-${this.#orderNumber}` as VenueOrderId,
      filledQty: QTY_ZERO,
      status: 'OPEN',
      reason: null,
      priority: change,
      change,
      at: transaction.at,
    };
  }

  #nextChange(): number {
    this.#change += 1;
    return this.#change;
  }

  #toBook(order: OrderTerms | DemoOrder, postOnly = false): BookOrder {
    this.#bookId += 1;
    return {
      id: this.#bookId,
      owner: CALLER,
      side: toBookSide(order.side, order.outcome),
      price: order.price === null ? null : mirrorPrice(order.price, order.outcome),
      qty: order.qty,
      tif: order.tif,
      expiresAt: order.expiresAt,
      postOnly,
    };
  }
}

/** The terms that Demo stores; a resting order no longer needs its post-only flag. */
type OrderTerms = Omit<VenueOrder, 'postOnly' | 'cancelOnPause' | 'selfTrade'>;

const toEndStatus = (reason: VenueCloseReason): VenueOrderStatus =>
  reason === 'expired' ? 'EXPIRED' : reason === 'post_only_cross' ? 'REJECTED' : 'CANCELLED';

/** Without prevention, orders of the same owner trade with each other. */
const toBookSelfTrade = (selfTrade: VenueOrder['selfTrade']): SelfTrade | null =>
  selfTrade === undefined ? null : selfTrade === 'CANCEL_RESTING' ? 'cancel_maker' : 'cut_taker';
