import { assert, err, ok, type Result, type TimestampMs } from '#contract';
import type { BookChange } from '#matching-engine';
import type { Clock, Random } from '#ports';
import { randomUuid } from '../../shared/process-environment.ts';
import { computeMarketImpact, type Execution, executeTrade, type MarketImpact } from './fill-plan.ts';
import { costUp, MICRO_ONE, renderMicro, toQty } from './micro-units.ts';
import {
  bookSide,
  computeRemaining,
  isOpen,
  type OrderStatus,
  priceFor,
  type VenueOrder,
  type VenueTrade,
} from './order-records.ts';
import { getSpenders } from './order-signing.ts';
import { type Market, PRINTS_KEPT_MAX, type Print, type Resolution } from './outcome-market.ts';
import { isMarketStyle } from './posted-order.ts';
import { insufficientAllowance, insufficientBalance, type Rejection, reject } from './trading-rules.ts';
import { PUSD, type WalletBalances, type Wallets } from './wallet-balances.ts';

/** Receives the changes of the exchange core in the order in which they happen. */
export interface ExchangeCoreListener {
  onOrder(order: VenueOrder, what: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION'): void;
  onTrade(trade: VenueTrade): void;
  onBook(market: Market, change: BookChange, prints: readonly Print[]): void;
}

/** The market maker's wallet and API key. Stored data contains this name. */
export const MAKER_WALLET = 'house';

/** Orders of the market maker and the outside trader. Their balances are not checked. */
export const isMaker = (order: Pick<VenueOrder, 'wallet'>): boolean => order.wallet.startsWith(MAKER_WALLET);

const GTD_EARLY_SECONDS = 60;
const MARKETABLE_USD_MIN = MICRO_ONE;
export const FOK_TEXT = "order couldn't be fully filled. FOK orders are fully filled or killed.";
const FAK_TEXT =
  'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.';

/**
 * The exchange core: one book per market for both tokens, in terms of the first outcome. Orders have passed
 * the rules for their own fields; the core checks book, balance and time.
 */
export class PolymarketExchangeCore {
  readonly #balances: WalletBalances;
  readonly #wallets: Wallets;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #listener: ExchangeCoreListener;
  readonly #markets = new Map<string, Market>();
  readonly #resting = new Map<number, VenueOrder>();
  readonly #restingByWallet = new Map<string, Set<VenueOrder>>(); // by wallet, without the market maker's orders
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
    return [...(this.#restingByWallet.get(wallet) ?? [])];
  }

  getRestingInMarket(market: Market): readonly VenueOrder[] {
    return [...this.#resting.values()].filter(({ condition }) => condition === market.condition);
  }

  /** Resting orders that the order would match if it were large enough. */
  getCrossing(order: VenueOrder): readonly VenueOrder[] {
    const limit = priceFor(order.price, order.outcome, 0);
    const isBuy = bookSide(order) === 'BUY';
    return [...this.#resting.values()].filter((other) => {
      if (other.condition !== order.condition || bookSide(other) === bookSide(order)) return false;
      const price = priceFor(other.price, other.outcome, 0);
      return isBuy ? price <= limit : price >= limit;
    });
  }

  /** Checks an order against book and balance without changing them. Rejects with the venue's texts. */
  check(order: VenueOrder): Result<MarketImpact, Rejection> {
    const market = this.#getMarket(order);
    const minters = this.#countMinters(order);
    const impact = computeMarketImpact(market, order, minters);
    if (order.isPostOnly && impact.shares > 0n)
      return err(reject('invalid post-only order: order crosses book'));
    const isTooSmall = order.side === 'BUY' && impact.shares > 0n && order.usd < MARKETABLE_USD_MIN;
    if (isTooSmall) {
      const usd = renderMicro(order.usd);
      return err(reject(`invalid amount for a marketable BUY order ($${usd}), min size: $1`));
    }
    const shortfall = this.#checkBalance(market, order, impact, minters);
    if (shortfall !== null) return err(shortfall);
    if (order.type === 'FOK' && !impact.isWhole) return err(reject(FOK_TEXT));
    return order.type === 'FAK' && impact.shares === 0n ? err(reject(FAK_TEXT)) : ok(impact);
  }

  /** Matches a checked order and lets the rest of it rest. Returns the trade, if any. */
  enter(order: VenueOrder, impact: MarketImpact): VenueTrade | null {
    const market = this.#getMarket(order);
    const now = this.#clock.now();
    const isLimit = !isMarketStyle(order.type);
    const submitted = market.book.submit(
      {
        id: order.bookId,
        owner: order.wallet,
        side: bookSide(order),
        price: priceFor(order.price, order.outcome, 0),
        qty: toQty(isLimit ? order.shares : impact.shares),
        tif: isLimit ? (order.type === 'GTD' ? 'GTD' : 'GTC') : 'IOC',
        expiresAt: toExpiry(order),
      },
      now,
    );
    assert(submitted.ok, 'the book accepts a checked order');
    const change = submitted.value;
    const name = { id: randomUuid(this.#random), hash: `0x${this.#random.hex(32)}`, at: now };
    const done = executeTrade(market, order, change, (bookId) => this.#resting.get(bookId), name);
    if (isLimit && market.book.order(order.bookId) !== null) this.#addResting(order);
    this.#closeAll(change.closed.filter(({ id }) => id !== order.bookId));
    this.#listener.onOrder(order, 'PLACEMENT');
    if (done !== null) this.#publishTrade(done);
    this.#publishBook(market, change, done?.prints ?? []);
    if (done !== null) for (const { wallet } of done.trade.moves) this.cancelUncovered(wallet);
    return done?.trade ?? null;
  }

  /** Cancels a resting order. Returns false when it does not rest. */
  cancel(order: VenueOrder, status: OrderStatus = 'CANCELED'): boolean {
    if (!this.#resting.has(order.bookId)) return false;
    const market = this.#getMarket(order);
    const cancelled = market.book.cancel(order.bookId);
    assert(cancelled.ok, 'a resting order is in its book');
    this.#closeOrder(order, status);
    this.#publishBook(market, cancelled.value, []);
    return true;
  }

  /** Expires due orders. `everyGtd` expires all GTD orders, for the fault `early_expiry`. */
  expire(everyGtd: boolean): void {
    for (const market of this.#markets.values()) {
      if (market.book.state === 'CLOSED') continue;
      const change = market.book.expire(this.#clock.now());
      this.#closeAll(change.closed);
      if (change.closed.length > 0) this.#publishBook(market, change, []);
    }
    if (!everyGtd) return;
    for (const order of this.#resting.values()) if (order.type === 'GTD') this.cancel(order);
  }

  /** Cancels a wallet's orders that its balance no longer covers, newest first. */
  cancelUncovered(wallet: string): void {
    const orders = this.#restingByWallet.get(wallet);
    if (orders === undefined) return;
    for (const order of [...orders].toReversed()) {
      const asset = getAsset(order);
      const isCovered = this.#committed(order) <= this.#balances.available(wallet, asset);
      if (!isCovered) this.cancel(order);
    }
  }

  /** Resolves a market: cancels resting orders and sets the payout of the first outcome's token. */
  resolve(market: Market, resolution: Resolution): void {
    const change = market.book.close(this.#clock.now());
    for (const { id } of change.closed) {
      const order = this.#resting.get(id);
      if (order !== undefined) this.#closeOrder(order, 'CANCELED_MARKET_RESOLVED');
    }
    market.resolution = resolution;
    market.isAccepting = false;
    this.#publishBook(market, change, []);
  }

  /** Restores an order that rested before a restart. */
  restore(order: VenueOrder): void {
    this.#lastBookId = Math.max(this.#lastBookId, order.bookId);
    this.#getMarket(order).book.restore({
      id: order.bookId,
      owner: order.wallet,
      side: bookSide(order),
      price: priceFor(order.price, order.outcome, 0),
      qty: toQty(order.shares),
      filledQty: toQty(order.matched),
      tif: order.type === 'GTD' ? 'GTD' : 'GTC',
      expiresAt: toExpiry(order),
    });
    this.#addResting(order);
  }

  /** Resting purchases of the other token that a purchase could be matched with. */
  #countMinters(order: VenueOrder): number {
    if (order.side !== 'BUY') return 0;
    return this.getCrossing(order).filter(({ outcome }) => outcome !== order.outcome).length;
  }

  #checkBalance(market: Market, order: VenueOrder, impact: MarketImpact, minters: number): Rejection | null {
    if (isMaker(order)) return null;
    const spare = BigInt(Math.max(0, minters - 1)); // the payment to each of them is rounded up
    const needed = order.side === 'BUY' ? order.usd + impact.fee + spare : order.shares;
    const { seen: balance, owed: matched } = this.#balances.holding(order.wallet, getAsset(order));
    const active = this.#committed(order);
    if (balance - matched - active < needed)
      return insufficientBalance({ balance, active, matched, amount: needed });
    for (const spender of getSpenders(market)) {
      const allowance = this.#wallets.getAllowance(order.wallet, spender);
      if (allowance < needed) return insufficientAllowance(spender, allowance, needed);
    }
    return null;
  }

  /** The amount of the same asset committed by the wallet's resting orders in the same market. */
  #committed(order: VenueOrder): bigint {
    let sum = 0n;
    for (const other of this.#restingByWallet.get(order.wallet) ?? []) {
      if (other.condition !== order.condition || getAsset(other) !== getAsset(order)) continue;
      sum += other.side === 'BUY' ? costUp(computeRemaining(other), other.price) : computeRemaining(other);
    }
    return sum;
  }

  #publishTrade({ trade, makers }: Execution): void {
    this.#balances.owe(trade.moves);
    for (const maker of makers) {
      if (computeRemaining(maker) === 0n) this.#removeResting(maker);
      this.#listener.onOrder(maker, 'UPDATE');
    }
    this.#listener.onTrade(trade);
  }

  #publishBook(market: Market, change: BookChange, prints: readonly Print[]): void {
    market.changedAt = this.#clock.now();
    market.prints.push(...prints);
    if (market.prints.length > 2 * PRINTS_KEPT_MAX) market.prints.splice(0, PRINTS_KEPT_MAX);
    this.#listener.onBook(market, change, prints);
  }

  #closeAll(closed: BookChange['closed']): void {
    for (const { id } of closed) {
      const order = this.#resting.get(id);
      if (order !== undefined) this.#closeOrder(order, 'CANCELED');
    }
  }

  #closeOrder(order: VenueOrder, status: OrderStatus): void {
    this.#removeResting(order);
    order.status = status;
    this.#listener.onOrder(order, 'CANCELLATION');
  }

  #addResting(order: VenueOrder): void {
    this.#resting.set(order.bookId, order);
    if (isMaker(order)) return;
    const own = this.#restingByWallet.get(order.wallet);
    if (own === undefined) this.#restingByWallet.set(order.wallet, new Set([order]));
    else own.add(order);
  }

  #removeResting(order: VenueOrder): void {
    this.#resting.delete(order.bookId);
    this.#restingByWallet.get(order.wallet)?.delete(order);
  }

  #getMarket(order: VenueOrder): Market {
    const market = this.#markets.get(order.condition);
    assert(market !== undefined && (isOpen(order) || order.status === 'DELAYED'), 'an order has a market');
    return market;
  }
}

/** The asset that the order pays with. */
const getAsset = (order: VenueOrder): string => (order.side === 'BUY' ? PUSD : order.token);

/** The venue expires a GTD order one minute before its stated time. */
const toExpiry = ({ type, expiration }: VenueOrder): TimestampMs | null =>
  type === 'GTD' ? (((expiration - GTD_EARLY_SECONDS) * 1000) as TimestampMs) : null;
