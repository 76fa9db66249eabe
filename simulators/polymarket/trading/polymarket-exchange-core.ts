import type { BookChange } from '../../../src/domain/matching-engine/book-order.ts';
import { assert } from '../../../src/domain/model/assert.ts';
import { err, ok, type Result } from '../../../src/domain/model/result.ts';
import type { TimestampMs } from '../../../src/domain/model/time.ts';
import type { Clock, Random } from '../../../src/ports/environment.ts';
import { randomUuid } from '../../shared/process-environment.ts';
import { computeMarketImpact, type Execution, executeTrade, type MarketImpact } from './fill-plan.ts';
import { costUp, MICRO_ONE, renderMicro, toQty } from './micro-units.ts';
import { type Market, PRINTS_KEPT_MAX, type Print, type Resolution } from './outcome-market.ts';
import { isMarketStyle } from './posted-order.ts';
import { insufficientAllowance, insufficientBalance, type Rejection, reject } from './trading-rules.ts';
import {
  bookSide,
  computeRemaining,
  isOpen,
  type OrderStatus,
  priceFor,
  type VenueOrder,
  type VenueTrade,
} from './venue-order.ts';
import { PUSD, type WalletBalances, type Wallets } from './wallet-balances.ts';

/** What happens on the floor, told in the order in which it happened. */
export interface ExchangeCoreListener {
  onOrder(order: VenueOrder, what: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION'): void;
  onTrade(trade: VenueTrade): void;
  onBook(market: Market, change: BookChange, prints: readonly Print[]): void;
}

/** The house needs no cover: its wallets are as deep as the sandbox needs them. */
export const isMaker = (order: Pick<VenueOrder, 'wallet'>): boolean => order.wallet.startsWith('house');

const GTD_EARLY_SECONDS = 60;
const MARKETABLE_USD_MIN = MICRO_ONE;
const FOK_TEXT = "order couldn't be fully filled. FOK orders are fully filled or killed.";
const FAK_TEXT =
  'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.';

/**
 * The one matching floor: every order of a market in one book, in terms of its first outcome. What is
 * asked here has passed the rules of its own fields; the floor looks at book, money and time.
 */
export class PolymarketExchangeCore {
  readonly #balances: WalletBalances;
  readonly #wallets: Wallets;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #listener: ExchangeCoreListener;
  readonly #markets = new Map<string, Market>();
  readonly #resting = new Map<number, VenueOrder>();
  readonly #restingOf = new Map<string, Set<VenueOrder>>(); // by wallet; the marketMaker is not in it
  #lastBookId = 0;

  constructor(
    balances: WalletBalances,
    wallets: Wallets,
    clock: Clock,
    random: Random,
    listener: ExchangeCoreListener,
  ) {
    this.#balances = balances;
    this.#wallets = wallets;
    this.#clock = clock;
    this.#random = random;
    this.#listener = listener;
  }

  addMarket(market: Market): void {
    this.#markets.set(market.condition, market);
  }

  nextBookId(): number {
    this.#lastBookId += 1;
    return this.#lastBookId;
  }

  getOrder(bookId: number): VenueOrder | undefined {
    return this.#resting.get(bookId);
  }

  getResting(wallet: string): readonly VenueOrder[] {
    return [...(this.#restingOf.get(wallet) ?? [])];
  }

  getRestingInMarket(market: Market): readonly VenueOrder[] {
    return [...this.#resting.values()].filter(({ condition }) => condition === market.condition);
  }

  /** What rests in the way of an order: all that it would trade with, were it large enough. */
  getCrossing(order: VenueOrder): readonly VenueOrder[] {
    const limit = priceFor(order.price, order.outcome, 0);
    const isBuy = bookSide(order) === 'BUY';
    return [...this.#resting.values()].filter((other) => {
      if (other.condition !== order.condition || bookSide(other) === bookSide(order)) return false;
      const price = priceFor(other.price, other.outcome, 0);
      return isBuy ? price <= limit : price >= limit;
    });
  }

  /** Looks at book and money without touching either. Refuses in the venue's words. */
  check(order: VenueOrder): Result<MarketImpact, Rejection> {
    const market = this.#marketOf(order);
    const found = computeMarketImpact(market, order);
    if (order.isPostOnly && found.shares > 0n)
      return err(reject('invalid post-only order: order crosses book'));
    const isTooSmall = order.side === 'BUY' && found.shares > 0n && order.usd < MARKETABLE_USD_MIN;
    if (isTooSmall) {
      const usd = renderMicro(order.usd);
      return err(reject(`invalid amount for a marketable BUY order ($${usd}), min size: $1`));
    }
    const uncovered = this.#checkCover(market, order, found);
    if (uncovered !== null) return err(uncovered);
    if (order.type === 'FOK' && !found.isWhole) return err(reject(FOK_TEXT));
    return order.type === 'FAK' && found.shares === 0n ? err(reject(FAK_TEXT)) : ok(found);
  }

  /** Matches a checked order and rests what may rest. Gives the trade, if there was one. */
  enter(order: VenueOrder, found: MarketImpact): VenueTrade | null {
    const market = this.#marketOf(order);
    const now = this.#clock.now();
    const isLimit = !isMarketStyle(order.type);
    const submitted = market.book.submit(
      {
        id: order.bookId,
        owner: order.wallet,
        side: bookSide(order),
        price: priceFor(order.price, order.outcome, 0),
        qty: toQty(isLimit ? order.shares : found.shares),
        tif: isLimit ? (order.type === 'GTD' ? 'GTD' : 'GTC') : 'IOC',
        expiresAt: expiryOf(order),
      },
      now,
    );
    assert(submitted.ok, 'an order enters an open market');
    const change = submitted.value;
    const name = { id: randomUuid(this.#random), hash: `0x${this.#random.hex(32)}`, at: now };
    const done = executeTrade(market, order, change, (bookId) => this.#resting.get(bookId), name);
    if (isLimit && market.book.order(order.bookId) !== null) this.#keep(order);
    this.#closeAll(change.closed.filter(({ id }) => id !== order.bookId));
    this.#listener.onOrder(order, 'PLACEMENT');
    if (done !== null) this.#tellTrade(done);
    this.#tellBook(market, change, done?.prints ?? []);
    if (done !== null) for (const { wallet } of done.trade.moves) this.cancelUncovered(wallet);
    return done?.trade ?? null;
  }

  /** Takes a resting order away; false when it does not rest. */
  cancel(order: VenueOrder, status: OrderStatus = 'CANCELED'): boolean {
    if (!this.#resting.has(order.bookId)) return false;
    const market = this.#marketOf(order);
    const cancelled = market.book.cancel(order.bookId);
    assert(cancelled.ok, 'what rests here rests in the book');
    this.#drop(order, status);
    this.#tellBook(market, cancelled.value, []);
    return true;
  }

  /** Takes away what has expired; with `everyGtd` also what has not, as a hasty venue would. */
  expire(everyGtd: boolean): void {
    for (const market of this.#markets.values()) {
      if (market.book.state === 'CLOSED') continue;
      const change = market.book.expire(this.#clock.now());
      this.#closeAll(change.closed);
      if (change.closed.length > 0) this.#tellBook(market, change, []);
    }
    if (!everyGtd) return;
    for (const order of this.#resting.values()) if (order.type === 'GTD') this.cancel(order);
  }

  /** Cancels, newest first, what a wallet's money or tokens no longer cover in a market. */
  cancelUncovered(wallet: string): void {
    const orders = this.#restingOf.get(wallet);
    if (orders === undefined) return;
    for (const order of [...orders].toReversed()) {
      const asset = assetOf(order);
      const isCovered = this.#committed(order) <= this.#balances.available(wallet, asset);
      if (!isCovered) this.cancel(order);
    }
  }

  /** Ends a market: what rests is cancelled, and one token of the first outcome pays `payout`. */
  resolve(market: Market, resolution: Resolution): void {
    const change = market.book.close(this.#clock.now());
    for (const { id } of change.closed) {
      const order = this.#resting.get(id);
      if (order !== undefined) this.#drop(order, 'CANCELED_MARKET_RESOLVED');
    }
    market.resolution = resolution;
    market.isAccepting = false;
    this.#tellBook(market, change, []);
  }

  /** Puts back an order that rested before a restart. */
  restore(order: VenueOrder): void {
    this.#lastBookId = Math.max(this.#lastBookId, order.bookId);
    this.#marketOf(order).book.restore({
      id: order.bookId,
      owner: order.wallet,
      side: bookSide(order),
      price: priceFor(order.price, order.outcome, 0),
      qty: toQty(order.shares),
      filledQty: toQty(order.matched),
      tif: order.type === 'GTD' ? 'GTD' : 'GTC',
      expiresAt: expiryOf(order),
    });
    this.#keep(order);
  }

  #checkCover(market: Market, order: VenueOrder, found: MarketImpact): Rejection | null {
    if (isMaker(order)) return null;
    const needed = order.side === 'BUY' ? order.usd + found.fee : order.shares;
    const balance = this.#balances.available(order.wallet, assetOf(order));
    const free = balance - this.#committed(order);
    if (free < needed) return insufficientBalance(free, needed);
    const allowance = this.#wallets.getAllowance(order.wallet, market.negRisk);
    return allowance < needed ? insufficientAllowance(allowance, needed) : null;
  }

  /** What the wallet's resting orders hold of the same asset in the same market. */
  #committed(order: VenueOrder): bigint {
    let sum = 0n;
    for (const other of this.#restingOf.get(order.wallet) ?? []) {
      if (other.condition !== order.condition || assetOf(other) !== assetOf(order)) continue;
      sum += other.side === 'BUY' ? costUp(computeRemaining(other), other.price) : computeRemaining(other);
    }
    return sum;
  }

  #tellTrade({ trade, makers }: Execution): void {
    this.#balances.owe(trade.moves);
    for (const maker of makers) {
      if (computeRemaining(maker) === 0n) this.#forget(maker);
      this.#listener.onOrder(maker, 'UPDATE');
    }
    this.#listener.onTrade(trade);
  }

  #tellBook(market: Market, change: BookChange, prints: readonly Print[]): void {
    market.changedAt = this.#clock.now();
    market.prints.push(...prints);
    if (market.prints.length > 2 * PRINTS_KEPT_MAX) market.prints.splice(0, PRINTS_KEPT_MAX);
    this.#listener.onBook(market, change, prints);
  }

  #closeAll(closed: BookChange['closed']): void {
    for (const { id } of closed) {
      const order = this.#resting.get(id);
      if (order !== undefined) this.#drop(order, 'CANCELED');
    }
  }

  #drop(order: VenueOrder, status: OrderStatus): void {
    this.#forget(order);
    order.status = status;
    this.#listener.onOrder(order, 'CANCELLATION');
  }

  #keep(order: VenueOrder): void {
    this.#resting.set(order.bookId, order);
    if (isMaker(order)) return;
    const own = this.#restingOf.get(order.wallet);
    if (own === undefined) this.#restingOf.set(order.wallet, new Set([order]));
    else own.add(order);
  }

  #forget(order: VenueOrder): void {
    this.#resting.delete(order.bookId);
    this.#restingOf.get(order.wallet)?.delete(order);
  }

  #marketOf(order: VenueOrder): Market {
    const market = this.#markets.get(order.condition);
    assert(market !== undefined && (isOpen(order) || order.status === 'DELAYED'), 'an order has a market');
    return market;
  }
}

/** What the order pays with. */
const assetOf = (order: VenueOrder): string => (order.side === 'BUY' ? PUSD : order.token);

/** The venue ends a GTD order a minute before the time that it states. */
const expiryOf = ({ type, expiration }: VenueOrder): TimestampMs | null =>
  type === 'GTD' ? (((expiration - GTD_EARLY_SECONDS) * 1000) as TimestampMs) : null;
