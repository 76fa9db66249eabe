import { err, ok, type Result } from '#contract';
import type { Fault, FaultInjector } from '#matching-engine';
import type { Clock, Timer } from '#ports';
import type { Micro } from './trading/micro-units.ts';
import type { OrderRecords, VenueOrder, VenueTrade } from './trading/order-records.ts';
import { getExchangeContract, orderDigest, toHex } from './trading/order-signing.ts';
import type { Market } from './trading/outcome-market.ts';
import { FOK_TEXT, isMaker, type PolymarketExchangeCore } from './trading/polymarket-exchange-core.ts';
import { isMarketStyle, type PostedOrder, type Terms } from './trading/posted-order.ts';
import {
  type Caller,
  checkSigner,
  checkTerms,
  getOutcome,
  type Rejection,
  reject,
} from './trading/trading-rules.ts';
import type { Wallets } from './trading/wallet-balances.ts';

/** An accepted order, as in its reply. */
export interface Placed {
  readonly order: VenueOrder;
  readonly status: 'live' | 'matched' | 'delayed';
  readonly trade: VenueTrade | null;
}

export interface OrderIntakeParts {
  readonly core: PolymarketExchangeCore;
  readonly records: OrderRecords;
  readonly wallets: Wallets;
  readonly clock: Clock;
  readonly faults: FaultInjector;
  readonly takerDelayMs: number; // how long marketable orders on the direction of a price are held
  readonly findMarket: (token: string) => Market | undefined;
  /** Called when a delayed order ends without a match or a rest. */
  readonly onOrderEnded: (order: VenueOrder) => void;
  /** Called when a FOK order is killed on arrival. */
  readonly onKilled: (order: VenueOrder, reason: string) => void;
  /** Called when a delay ends outside of a request. */
  readonly onDelayEnded: () => void;
}

const DELAY_MS_DEFAULT = 3_000;

/** Checks posted orders, applies the venue's delays, and passes orders to the exchange core. */
export class OrderIntake {
  readonly #parts: OrderIntakeParts;
  readonly #timers = new Set<Timer>();

  constructor(parts: OrderIntakeParts) {
    this.#parts = parts;
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  /** Places one order. For a taker delay, the result is available when the delay ends. */
  async place(posted: PostedOrder, caller: Caller): Promise<Result<Placed, Rejection>> {
    const accepted = this.#accept(posted, caller);
    if (!accepted.ok) return accepted;
    const { order, market } = accepted.value;
    const checked = this.#parts.core.check(order);
    if (!checked.ok) {
      if (checked.error.error === FOK_TEXT) this.#parts.onKilled(order, FOK_TEXT);
      return checked;
    }
    const fault = this.#parts.faults.trigger('delayed');
    const isMarketable = checked.value.shares > 0n;
    const isHeld = market.delaySeconds > 0 && isMarketable;
    if (fault !== null || isHeld) return ok(this.#delay(order, market, fault));
    const heldMs = isMarketable ? this.#findTakerDelay(market) : 0;
    if (heldMs > 0) await this.#wait(heldMs);
    return this.#enter(order, market);
  }

  /** Markets on the direction of a price hold takers for a moment; with a fault all markets on prices do. */
  #findTakerDelay(market: Market): number {
    const { faults, takerDelayMs } = this.#parts;
    if (!isPriceMarket(market)) return 0;
    const fault = faults.findActive('taker_delay', { path: market.slug });
    if (fault !== null) return fault.ms > 0 ? fault.ms : takerDelayMs;
    return UP_OR_DOWN.test(market.slug) ? takerDelayMs : 0;
  }

  #accept(posted: PostedOrder, caller: Caller): Result<{ order: VenueOrder; market: Market }, Rejection> {
    const { findMarket, records, wallets, clock, faults } = this.#parts;
    const token = posted.fields.tokenId.toString();
    const market = findMarket(token);
    if (market === undefined || market.resolution !== null) return err(reject('market not found', 404));
    if (!market.isAccepting) return err(reject('the market is not yet ready to process new orders'));
    if (faults.trigger('version_mismatch') !== null) return err(reject('order_version_mismatch'));
    const notSigned = checkSigner(posted, market, caller, wallets, clock.now());
    if (notSigned !== null) return err(notSigned);
    const id = toHex(orderDigest(posted.fields, getExchangeContract(market)));
    if (records.order(id) !== undefined) return err(reject(`order ${id} is invalid. Duplicated.`));
    const minBindsTaking = faults.findActive('min_size_for_taking') !== null;
    const terms = checkTerms(posted, market, id, clock.now(), minBindsTaking);
    if (!terms.ok) return terms;
    wallets.open(posted.fields.maker.toLowerCase(), caller.address);
    return ok({ order: this.#createOrder(posted, market, id, terms.value), market });
  }

  #createOrder(posted: PostedOrder, market: Market, id: string, terms: Terms): VenueOrder {
    const token = posted.fields.tokenId.toString();
    return {
      bookId: this.#parts.core.nextBookId(),
      id,
      owner: posted.owner,
      wallet: posted.fields.maker.toLowerCase(),
      makerAddress: posted.fields.maker,
      condition: market.condition,
      token,
      outcome: getOutcome(market, token),
      side: posted.fields.side === 0 ? 'BUY' : 'SELL',
      ...terms,
      type: posted.type,
      isPostOnly: posted.isPostOnly,
      expiration: posted.expiration,
      createdAt: this.#parts.clock.now(),
      matched: 0n as Micro,
      status: 'LIVE',
      tradeIds: [],
    };
  }

  #enter(order: VenueOrder, market: Market): Result<Placed, Rejection> {
    if (!market.isAccepting) return err(reject('the market is not yet ready to process new orders'));
    const { core, records } = this.#parts;
    const id = order.id;
    // Equal orders may wait at the same time. Only the first one after the wait is accepted.
    if (order.status !== 'DELAYED' && records.order(id) !== undefined) {
      return err(reject(`order ${id} is invalid. Duplicated.`));
    }
    const checked = core.check(order);
    if (!checked.ok) return checked;
    records.keepOrder(order);
    if (order.status === 'DELAYED') order.status = 'LIVE';
    const trade = core.enter(order, checked.value);
    return ok({ order, status: trade === null ? 'live' : 'matched', trade });
  }

  #delay(order: VenueOrder, market: Market, fault: Fault | null): Placed {
    order.status = 'DELAYED';
    this.#parts.records.keepOrder(order);
    const ms = fault === null ? market.delaySeconds * 1000 : fault.ms > 0 ? fault.ms : DELAY_MS_DEFAULT;
    this.#after(ms, () => {
      this.#endDelay(order, market, fault?.how ?? null);
      this.#parts.onDelayEnded();
    });
    return { order, status: fault?.text === 'live' ? 'live' : 'delayed', trade: null };
  }

  /** Ends a delay with the book as it is then, or as the fault demands. */
  #endDelay(order: VenueOrder, market: Market, how: string | null): void {
    const isRefused = how === 'refuse' || how === 'kill';
    if (how === 'rest') this.#cancelFacingQuotes(order);
    const entered = isRefused ? null : this.#enter(order, market);
    if (entered?.ok === true) {
      if (entered.value.status === 'live') order.status = 'UNMATCHED';
      return;
    }
    const isKilled = how === 'kill' || isMarketStyle(order.type);
    order.status = isKilled ? 'CANCELED' : 'INVALID';
    this.#parts.onOrderEnded(order);
  }

  /** Cancels the market maker's orders that the order would match, so that it can rest. */
  #cancelFacingQuotes(order: VenueOrder): void {
    const { core } = this.#parts;
    for (const resting of core.getCrossing(order)) if (isMaker(resting)) core.cancel(resting);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#after(ms, resolve);
    });
  }

  #after(ms: number, run: () => void): void {
    const timer = this.#parts.clock.after(ms, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
  }
}

/** Slugs of markets on the direction of a price: `btc-updown-5m-1764403200`, `bitcoin-up-or-down-on-november-29`. */
const UP_OR_DOWN = /(?:^|-)up-?(?:or-?)?down(?:-|$)/;
const isPriceMarket = ({ tag }: Market): boolean => tag === 'Crypto' || tag === 'Finance';
