import {
  assert,
  err,
  type Level,
  minQty,
  ok,
  type Price,
  QTY_ZERO,
  type Qty,
  type Result,
  type Side,
  type TimestampMs,
} from '#contract';
import type {
  BookAmend,
  BookChange,
  BookOrder,
  BookRejection,
  BookTrade,
  ClosedOrder,
  CloseReason,
  LevelDelta,
  RestingOrder,
} from './book-order.ts';
import { BookSide, getLeavesQty, type PriceLevel, type QueuedOrder } from './book-side.ts';
import { ExpiryQueue } from './order-expiries.ts';

export type TradingState = 'OPEN' | 'PAUSED' | 'CLOSED';

/** Result of matching an incoming order; `isCut` when self-trade prevention stopped it. */
interface Matched {
  readonly filledQty: Qty;
  readonly isCut: boolean;
}

/** A mutable BookChange that an operation fills. */
interface Changes extends BookChange {
  readonly trades: BookTrade[];
  readonly closed: ClosedOrder[];
  readonly levels: LevelDelta[];
}

const noChanges = (): Changes => ({ trades: [], closed: [], levels: [] });

/**
 * One instrument's order book with price-time priority, in YES terms.
 *
 * Each operation happens at `now`, which the caller supplies: expired GTD orders are removed first, so none
 * trades late. Orders of one owner may trade with each other, unless the incoming order prevents it
 * (`selfTrade`). The caller checks prices and quantities beforehand (`checkTerms`).
 */
export class OrderBook {
  #state: TradingState = 'OPEN';
  readonly #bids = new BookSide('BUY');
  readonly #asks = new BookSide('SELL');
  readonly #orders = new Map<number, QueuedOrder>();
  readonly #expiries = new ExpiryQueue();

  get state(): TradingState {
    return this.#state;
  }

  /** A live view of a resting order; null when it is filled, closed or was never in the book. */
  order(id: number): RestingOrder | null {
    return this.#orders.get(id) ?? null;
  }

  /** The quantity at the price of a resting order that is matched before it. */
  countAhead(id: number): Qty {
    let qty = 0n;
    for (let order = this.#orders.get(id)?.ahead ?? null; order !== null; order = order.ahead)
      qty += order.qty - order.filledQty;
    return qty as Qty;
  }

  /** Best first. */
  levels(side: Side, depth = Number.POSITIVE_INFINITY): Level[] {
    return this.#bookSide(side).levels(depth);
  }

  best(side: Side): Level | null {
    return this.#bookSide(side).best();
  }

  nextExpiryAt(): TimestampMs | null {
    return this.#expiries.nextAt();
  }

  /**
   * Matches an order and rests the remainder if its type allows. An order that ends at once is in `closed` with
   * its reason: `no_liquidity` (MARKET without liquidity), `ioc_remainder`, `fok_unfilled`, `expired`,
   * `post_only_cross`, or `self_trade`.
   *
   * Rejects with `market_not_open`.
   */
  submit(order: BookOrder, now: TimestampMs): Result<BookChange, BookRejection> {
    if (this.#state !== 'OPEN') return err('market_not_open');
    assert(!this.#orders.has(order.id), 'an order id enters a book once');
    const changes = this.#expireDue(now);
    if (isDue(order, now)) {
      changes.closed.push({ id: order.id, reason: 'expired' });
      return ok(changes);
    }
    if (order.postOnly && this.#wouldTrade(order))
      changes.closed.push({ id: order.id, reason: 'post_only_cross' });
    else this.#work(order, changes);
    return ok(changes);
  }

  /**
   * Restores an order that rested in this book before a restart, behind the orders already in it. It must not
   * cross the book. Works while paused.
   */
  restore(order: RestingOrder): void {
    assert(!this.#orders.has(order.id), 'an order id enters a book once');
    const facing = this.#bookSide(order.side === 'BUY' ? 'SELL' : 'BUY').best();
    assert(facing === null || !reaches(order, facing.price), 'resting orders do not cross');
    this.#rest(order, order.price, order.filledQty, noChanges());
  }

  /**
   * Changes a resting order. Decreasing `qty`, or changing only tif and expiry, keeps its queue priority; a new
   * price or a quantity increase loses it and may trade.
   *
   * Rejects with `market_not_open`, `unknown_order` (also for an expired order), `qty_not_above_filled`,
   * `expiry_not_in_future` or `would_cross`.
   */
  amend(id: number, amend: BookAmend, now: TimestampMs): Result<BookChange, BookRejection> {
    if (this.#state !== 'OPEN') return err('market_not_open');
    const order = this.#orders.get(id);
    if (order === undefined || isDue(order, now)) return err('unknown_order');
    const price = amend.price ?? order.price;
    const qty = amend.qty ?? order.qty;
    const tif = amend.tif ?? order.tif;
    const expiresAt = tif === 'GTD' ? (amend.expiresAt ?? order.expiresAt) : null;
    if (qty <= order.filledQty) return err('qty_not_above_filled');
    if (tif === 'GTD' && (expiresAt === null || expiresAt <= now)) return err('expiry_not_in_future');
    if (amend.postOnly && this.#wouldTrade({ ...order, price })) return err('would_cross');

    const changes = this.#expireDue(now);
    if (price === order.price && qty <= order.qty) this.#shrink(order, qty, changes);
    else this.#replace(order, price, qty, changes);
    this.#setExpiry(order, tif, expiresAt);
    return ok(changes);
  }

  /** Cancels a resting order, also while paused. Rejects with `unknown_order`. */
  cancel(id: number): Result<BookChange, BookRejection> {
    const order = this.#orders.get(id);
    if (order === undefined) return err('unknown_order');
    const changes = noChanges();
    this.#close(order, 'requested', changes);
    return ok(changes);
  }

  /** Removes all expired GTD orders. */
  expire(now: TimestampMs): BookChange {
    return this.#expireDue(now);
  }

  /** Halts trading; resting orders stay. */
  pause(): void {
    assert(this.#state !== 'CLOSED', 'a closed book stays closed');
    this.#state = 'PAUSED';
  }

  resume(): void {
    assert(this.#state !== 'CLOSED', 'a closed book stays closed');
    this.#state = 'OPEN';
  }

  /** Ends trading permanently and cancels all resting orders. */
  close(now: TimestampMs): BookChange {
    const changes = this.#expireDue(now);
    for (const order of this.#orders.values()) this.#close(order, 'market_closed', changes);
    this.#state = 'CLOSED';
    return changes;
  }

  #work(order: BookOrder, changes: Changes): void {
    const maker = this.#bookSide(order.side === 'BUY' ? 'SELL' : 'BUY');
    if (order.tif === 'FOK' && !isCovered(order, maker)) {
      changes.closed.push({ id: order.id, reason: 'fok_unfilled' });
      return;
    }
    const { filledQty, isCut } = this.#match(order, QTY_ZERO, changes);
    if (filledQty === order.qty) return;
    if (isCut) {
      changes.closed.push({ id: order.id, reason: 'self_trade' });
      return;
    }
    if (order.price !== null && (order.tif === 'GTC' || order.tif === 'GTD')) {
      this.#rest(order, order.price, filledQty, changes);
      return;
    }
    const nothing = order.price === null && filledQty === 0n;
    changes.closed.push({ id: order.id, reason: nothing ? 'no_liquidity' : 'ioc_remainder' });
  }

  #wouldTrade(order: BookOrder): boolean {
    const facing = this.#bookSide(order.side === 'BUY' ? 'SELL' : 'BUY').best();
    return facing !== null && reaches(order, facing.price);
  }

  /** Matches against the opposite side, best price first, oldest first. */
  #match(taker: BookOrder, filledBefore: Qty, changes: Changes): Matched {
    const bookSide = this.#bookSide(taker.side === 'BUY' ? 'SELL' : 'BUY');
    let matched: Matched = { filledQty: filledBefore, isCut: false };
    for (let level = bookSide.best(); level !== null; level = bookSide.best()) {
      if (matched.isCut || matched.filledQty === taker.qty || !reaches(taker, level.price)) break;
      matched = this.#matchLevel(taker, matched.filledQty, bookSide, level, changes);
      changes.levels.push({ side: bookSide.side, price: level.price, qty: level.qty });
    }
    return matched;
  }

  #matchLevel(
    taker: BookOrder,
    filled: Qty,
    bookSide: BookSide,
    level: PriceLevel,
    changes: Changes,
  ): Matched {
    let filledQty = filled;
    for (let maker = level.first; maker !== null && filledQty < taker.qty; maker = level.first) {
      if (taker.selfTrade && maker.owner === taker.owner) {
        if (taker.selfTrade === 'cut_taker') return { filledQty, isCut: true };
        this.#forget(maker, bookSide);
        changes.closed.push({ id: maker.id, reason: 'self_trade' });
        continue;
      }
      const qty = minQty(getLeavesQty(maker), (taker.qty - filledQty) as Qty);
      changes.trades.push({
        makerId: maker.id,
        takerId: taker.id,
        takerSide: taker.side,
        price: level.price,
        qty,
      });
      filledQty = (filledQty + qty) as Qty;
      maker.filledQty = (maker.filledQty + qty) as Qty;
      level.qty = (level.qty - qty) as Qty;
      if (maker.filledQty === maker.qty) this.#forget(maker, bookSide);
    }
    return { filledQty, isCut: false };
  }

  #rest(order: BookOrder, price: Price, filledQty: Qty, changes: Changes): void {
    const resting: QueuedOrder = {
      id: order.id,
      owner: order.owner,
      side: order.side,
      price,
      qty: order.qty,
      filledQty,
      tif: order.tif,
      expiresAt: order.expiresAt,
      selfTrade: order.selfTrade ?? null,
      level: null,
      ahead: null,
      behind: null,
    };
    this.#orders.set(order.id, resting);
    if (order.expiresAt !== null) this.#expiries.add(order.id, order.expiresAt);
    this.#recordLevel(order.side, this.#bookSide(order.side).add(resting), changes);
  }

  #shrink(order: QueuedOrder, qty: Qty, changes: Changes): void {
    if (qty === order.qty || order.level === null) return;
    order.level.qty = (order.level.qty - (order.qty - qty)) as Qty;
    order.qty = qty;
    this.#recordLevel(order.side, order.level, changes);
  }

  #replace(order: QueuedOrder, price: Price, qty: Qty, changes: Changes): void {
    const bookSide = this.#bookSide(order.side);
    this.#recordLevel(order.side, bookSide.remove(order), changes);
    order.price = price;
    order.qty = qty;
    const { filledQty, isCut } = this.#match(order, order.filledQty, changes);
    order.filledQty = filledQty;
    if (isCut) this.#close(order, 'self_trade', changes);
    else if (order.filledQty < order.qty) this.#recordLevel(order.side, bookSide.add(order), changes);
    else this.#forget(order, bookSide);
  }

  #setExpiry(order: QueuedOrder, tif: QueuedOrder['tif'], expiresAt: TimestampMs | null): void {
    if (order.expiresAt !== null) this.#expiries.remove(order.id, order.expiresAt);
    order.tif = tif;
    order.expiresAt = expiresAt;
    if (expiresAt !== null && this.#orders.has(order.id)) this.#expiries.add(order.id, expiresAt);
  }

  #expireDue(now: TimestampMs): Changes {
    const changes = noChanges();
    for (let id = this.#expiries.due(now); id !== null; id = this.#expiries.due(now)) {
      const order = this.#orders.get(id);
      assert(order !== undefined, 'only a resting order can expire');
      this.#close(order, 'expired', changes);
    }
    return changes;
  }

  #close(order: QueuedOrder, reason: CloseReason, changes: Changes): void {
    const level = this.#forget(order, this.#bookSide(order.side));
    if (level !== null) this.#recordLevel(order.side, level, changes);
    changes.closed.push({ id: order.id, reason });
  }

  #forget(order: QueuedOrder, bookSide: BookSide): PriceLevel | null {
    this.#orders.delete(order.id);
    if (order.expiresAt !== null) this.#expiries.remove(order.id, order.expiresAt);
    return order.level === null ? null : bookSide.remove(order);
  }

  #recordLevel(side: Side, level: PriceLevel, changes: Changes): void {
    changes.levels.push({ side, price: level.price, qty: level.qty });
  }

  #bookSide(side: Side): BookSide {
    return side === 'BUY' ? this.#bids : this.#asks;
  }
}

const isDue = (order: Pick<BookOrder, 'expiresAt'>, now: TimestampMs): boolean =>
  order.expiresAt !== null && order.expiresAt <= now;

const isCovered = (order: BookOrder, maker: BookSide): boolean =>
  order.selfTrade ? maker.coversWithoutOwn(order) : maker.covers(order.qty, order.price);

/** True when the taker's limit allows a trade at `price`. */
function reaches(taker: BookOrder, price: Price): boolean {
  if (taker.price === null) return true;
  return taker.side === 'BUY' ? price <= taker.price : price >= taker.price;
}
