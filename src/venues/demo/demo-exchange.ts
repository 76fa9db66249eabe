import { type BookChange, type BookOrder, checkTerms } from '../../domain/matching-engine/book-order.ts';
import { assert, requirePresent } from '../../domain/model/assert.ts';
import type { VenueClientId, VenueOrderId } from '../../domain/model/ids.ts';
import { NOTIONAL_ZERO, QTY_ZERO, type Qty } from '../../domain/model/money.ts';
import { err, ok, type Result } from '../../domain/model/result.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { DemoCounters, DemoOrder } from '../../ports/demo-store.ts';
import type { VenueAmend, VenueCloseReason, VenueOrder, VenueOrderStatus } from '../../ports/venue.ts';
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
/** House trades are numbered without a commit each, so a block of numbers is made durable ahead. */
const TRADE_NUMBERS_AHEAD = 100_000;

/**
 * Demo's books and the callers' orders in them. Every method is one synchronous step that records in a
 * turn what it did; nothing here waits, stores or tells.
 */
export class DemoExchange {
  readonly #markets = new Map<string, Market>();
  readonly #byClientId = new Map<VenueClientId, WorkingOrder>();
  readonly #byBookId = new Map<number, WorkingOrder>();
  readonly #startedAt: TimestampMs;
  #historyTold: boolean;
  #orderNumber: number;
  #change: number;
  #tradeNumber: number;
  #tradeNumberMax: number;
  #bookId = 0;

  constructor(counters: DemoCounters) {
    this.#startedAt = counters.startedAt;
    this.#historyTold = counters.historyTold;
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
    return this.#historyTold;
  }

  markHistoryPublished(): void {
    this.#historyTold = true;
  }

  /** True when the block of trade numbers is half used and the next commit should not wait for an order. */
  get needsTradeNumbers(): boolean {
    return this.#tradeNumberMax - this.#tradeNumber < TRADE_NUMBERS_AHEAD / 2;
  }

  /** The counters for the next commit, with a fresh block of trade numbers where one is needed. */
  takeCounters(): DemoCounters {
    if (this.needsTradeNumbers) this.#tradeNumberMax = this.#tradeNumber + TRADE_NUMBERS_AHEAD;
    return {
      startedAt: this.#startedAt,
      historyTold: this.#historyTold,
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

  /** Forgets orders that ended in a turn which is durable now: the store answers for them. */
  forgetEnded(turn: DemoTransaction): void {
    for (const { clientId, status } of turn.orders.values()) {
      if (status !== 'OPEN') this.#byClientId.delete(clientId);
    }
  }

  /**
   * Takes a caller's order. Its client id must be new; only the store knows all old ones.
   *
   * Refuses `unknown_instrument`, `market_not_open`, `invalid_order`, and the codes of `checkTerms`.
   */
  place(turn: DemoTransaction, asked: VenueOrder): Result<DemoOrder, DemoRefusal> {
    const market = this.#markets.get(asked.venueInstrumentId);
    if (market === undefined) return refuse('unknown_instrument', `${asked.venueInstrumentId} is not listed`);
    const invalid = checkOrder(market, asked);
    if (invalid !== null) return err(invalid);
    const bookOrder = this.#toBook(asked);
    const change = market.book.submit(bookOrder, turn.at);
    if (!change.ok) return refuse(change.error, `the market is ${market.listing.instrument.status}`);

    const order = this.#newOrder(turn, asked);
    const working = { order, bookId: bookOrder.id, market };
    this.#byClientId.set(order.clientId, working);
    this.#byBookId.set(bookOrder.id, working);
    turn.orders.set(order.clientId, order);
    this.apply(turn, market, change.value);
    return ok(working.order);
  }

  /** Refuses `unknown_order`, `market_not_open`, `order_not_open`, a bad grid or quantity; then nothing changed. */
  amend(turn: DemoTransaction, asked: VenueAmend): Result<DemoOrder, DemoRefusal> {
    const working = this.#byClientId.get(asked.clientId);
    if (working === undefined) return refuse('unknown_order', `no open order ${asked.clientId}`);
    const { market, order, bookId } = working;
    const price = asked.price === null ? null : mirrorPrice(asked.price, order.outcome);
    const offGrid = checkTerms(market.listing.instrument, price, asked.qty);
    if (offGrid !== null) return refuse(offGrid, gridMessage(market));
    const { qty, tif, expiresAt } = asked;
    if (expiresAt !== null && (tif ?? order.tif) !== 'GTD')
      return refuse('invalid_order', 'only GTD has a time');
    const before = market.book.order(bookId);
    if (order.status !== 'OPEN' || before === null)
      return refuse('order_not_open', `the order is ${order.status}`);
    const keepsPlace = (price ?? before.price) === before.price && (qty ?? before.qty) <= before.qty;
    const change = market.book.amend(bookId, { price, qty, tif, expiresAt }, turn.at);
    if (!change.ok) {
      // The book knows it no longer by the clock: the expiry is told by the next sweep.
      const code = change.error === 'unknown_order' ? 'order_not_open' : change.error;
      return refuse(code, `the amend was refused: ${code}`);
    }
    const priority = keepsPlace ? order.priority : this.#change + 1;
    this.#update(turn, working, {
      priority,
      price: asked.price ?? order.price,
      qty: qty ?? order.qty,
      tif: tif ?? order.tif,
      expiresAt: (tif ?? order.tif) === 'GTD' ? (expiresAt ?? order.expiresAt) : null,
    });
    this.apply(turn, market, change.value);
    return ok(working.order);
  }

  /** Refuses `order_not_open` for one that ended in a turn not yet durable. */
  cancel(turn: DemoTransaction, working: WorkingOrder): Result<DemoOrder, DemoRefusal> {
    const change = working.market.book.cancel(working.bookId);
    if (!change.ok) return refuse('order_not_open', `the order is ${working.order.status}`);
    this.apply(turn, working.market, change.value);
    return ok(working.order);
  }

  /** Puts back an order that was open when Demo stopped, behind those of an earlier priority. */
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

  /** A house order. Returns its book id when it rests. */
  placeMakerOrder(turn: DemoTransaction, market: Market, order: Omit<BookOrder, 'id'>): number | null {
    this.#bookId += 1;
    const change = market.book.submit({ ...order, id: this.#bookId }, turn.at);
    if (change.ok) this.apply(turn, market, change.value);
    return market.book.order(this.#bookId) === null ? null : this.#bookId;
  }

  cancelMakerOrder(turn: DemoTransaction, market: Market, bookId: number): void {
    const change = market.book.cancel(bookId);
    if (change.ok) this.apply(turn, market, change.value);
  }

  /** Turns what a book did into orders, fills, trades and levels of the turn. */
  apply(turn: DemoTransaction, market: Market, change: BookChange): void {
    const { venueInstrumentId } = market.listing.instrument;
    for (const trade of change.trades) {
      this.#tradeNumber += 1;
      const venueTradeId = `T-${this.#tradeNumber}`;
      const { price, qty, takerSide: side } = trade;
      turn.trades.push({ venueInstrumentId, venueTradeId, price, qty, side, at: turn.at });
      this.#fill(turn, trade.makerId, venueTradeId, trade, 'MAKER');
      this.#fill(turn, trade.takerId, venueTradeId, trade, 'TAKER');
    }
    for (const { id, reason } of change.closed) {
      assert(reason !== 'self_trade', 'Demo lets orders of one owner trade with each other');
      this.#end(turn, id, endOf(reason), reason);
    }
    turn.addLevels(venueInstrumentId, change.levels);
    if (change.trades.length > 0) market.isDisturbed = true;
  }

  #fill(
    turn: DemoTransaction,
    bookId: number,
    venueTradeId: string,
    trade: BookChange['trades'][number],
    liquidity: 'MAKER' | 'TAKER',
  ): void {
    const working = this.#byBookId.get(bookId);
    if (working === undefined) return; // the house's own side of a trade is nobody's report
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
      at: turn.at,
    };
    turn.fills.push({ clientId, fill });
    const filled = (filledQty + trade.qty) as Qty;
    this.#update(turn, working, { filledQty: filled });
    if (filled === qty) this.#end(turn, bookId, 'FILLED', null);
  }

  #end(
    turn: DemoTransaction,
    bookId: number,
    status: VenueOrderStatus,
    reason: VenueCloseReason | null,
  ): void {
    const working = this.#byBookId.get(bookId);
    if (working === undefined) return;
    this.#byBookId.delete(bookId);
    this.#update(turn, working, { status, reason });
  }

  #update(turn: DemoTransaction, working: WorkingOrder, change: Partial<DemoOrder>): void {
    working.order = { ...working.order, ...change, change: this.#nextChange(), at: turn.at };
    turn.orders.set(working.order.clientId, working.order);
  }

  #newOrder(turn: DemoTransaction, asked: VenueOrder): DemoOrder {
    const change = this.#nextChange();
    this.#orderNumber += 1;
    return {
      ...asked,
      venueOrderId: `D-${this.#orderNumber}` as VenueOrderId,
      filledQty: QTY_ZERO,
      status: 'OPEN',
      reason: null,
      priority: change,
      change,
      at: turn.at,
    };
  }

  #nextChange(): number {
    this.#change += 1;
    return this.#change;
  }

  #toBook(order: VenueOrder | DemoOrder): BookOrder {
    this.#bookId += 1;
    return {
      id: this.#bookId,
      owner: CALLER,
      side: toBookSide(order.side, order.outcome),
      price: order.price === null ? null : mirrorPrice(order.price, order.outcome),
      qty: order.qty,
      tif: order.tif,
      expiresAt: order.expiresAt,
    };
  }
}

const endOf = (reason: VenueCloseReason): VenueOrderStatus =>
  reason === 'expired' ? 'EXPIRED' : 'CANCELLED';
