import { type Notional, PRICE_ONE, type Price } from '#contract';
import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import type { ListingSchedule } from '../catalogue/recurring-events.ts';
import type { MarketMaker } from '../shared/market-maker.ts';
import { flatPosition } from './account-funds.ts';
import type { Order } from './exchange-records.ts';
import type { ExchangeTransaction } from './exchange-transaction.ts';
import type { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import type { RestoredExchange } from './restore-exchange.ts';
import { createMarketRow, findGrid, Market, type MarketRow } from './sim-market.ts';

/**
 * Time from closing to determination; the venue takes hours. In between, the admin API can set the result.
 */
export const DETERMINATION_MS = 60_000;
/** Time from determination to payout. */
export const SETTLEMENT_TIMER_MS = 5_000;

/** Runs the market lifecycle: pause, resume, close, determine, pay out. */
export class MarketLifecycle {
  readonly #core: KalshiExchangeCore;

  constructor(core: KalshiExchangeCore) {
    this.#core = core;
  }

  /** Runs all due closings, determinations and payouts. */
  step(now: number): void {
    for (const market of this.#core.markets.values()) {
      const { status, closeAt, determinedAt } = market.row;
      const isTrading = status === 'active' || status === 'inactive';
      if (isTrading && closeAt <= now) this.close(market, null);
      if (status === 'closed' && closeAt + DETERMINATION_MS <= now) this.#determineResult(market, now);
      if (status === 'determined' && (determinedAt ?? now) + SETTLEMENT_TIMER_MS <= now) this.#payOut(market);
    }
  }

  /** Pauses a market. Orders keep resting, except those with `cancelOnPause`. */
  pause(market: Market): string | null {
    if (market.row.status !== 'active') return `the market is ${market.row.status}`;
    this.#core.runTransaction((transaction) => {
      market.book.pause();
      for (const order of this.#restingIn(market)) {
        if (order.cancelOnPause) this.#cancel(transaction, market, order.number, 'HaltCancel');
      }
      transaction.putMarket(market, { status: 'inactive' });
      transaction.publishLifecycle(market, { type: 'deactivated', isDeactivated: true });
    });
    return null;
  }

  /** Resumes a market. The venue cancels all resting user orders on reactivation. */
  resume(market: Market): string | null {
    if (market.row.status !== 'inactive') return `the market is ${market.row.status}`;
    this.#core.runTransaction((transaction) => {
      this.#cancelResting(transaction, market);
      market.book.resume();
      transaction.putMarket(market, { status: 'active' });
      transaction.publishLifecycle(market, { type: 'activated', isDeactivated: false });
    });
    return null;
  }

  /** Closes a market permanently. Only an early close publishes a message: the new close time. */
  close(market: Market, earlyAt: number | null): string | null {
    if (market.book.state === 'CLOSED') return `the market is ${market.row.status}`;
    this.#core.runTransaction((transaction) => {
      const row: Partial<MarketRow> = { status: 'closed', closeAt: earlyAt ?? market.row.closeAt };
      transaction.putMarket(market, row);
      if (earlyAt !== null) transaction.publishLifecycle(market, { type: 'close_date_updated' });
      transaction.apply(market, market.book.close(transaction.at), null);
    });
    return null;
  }

  /** Sets the result and closes the market first if needed. Payout follows after the settlement timer. */
  determine(market: Market, result: 'yes' | 'no' | 'scalar', value: Price, now: number): string | null {
    const { status } = market.row;
    if (status === 'determined' || status === 'finalized') return `the market is ${status}`;
    if (market.book.state !== 'CLOSED') this.close(market, now);
    this.#core.runTransaction((transaction) => {
      transaction.putMarket(market, { status: 'determined', result, value, determinedAt: transaction.at });
      transaction.publishLifecycle(market, { type: 'determined' });
    });
    return null;
  }

  /** Changes the price grid. Resting orders keep their prices. */
  restructure(market: Market, structure: string): string | null {
    if (findGrid(structure) === null) return `no structure ${structure}`;
    this.#core.runTransaction((transaction) => {
      transaction.putMarket(market, { structure });
      transaction.publishLifecycle(market, { type: 'price_level_structure_updated' });
    });
    return null;
  }

  /** Replaces the secondary rules. The venue publishes no message for it. */
  changeRules(market: Market, rulesSecondary: string): null {
    this.#core.runTransaction((transaction) => transaction.putMarket(market, { rulesSecondary }));
    return null;
  }

  #determineResult(market: Market, now: number): void {
    const { payout = 'result' } = market.listing.terms;
    if (payout !== 'result') {
      const cents = BigInt(Math.round(market.fairAt(market.row.closeAt) * 100));
      this.determine(market, 'scalar', ((cents * PRICE_ONE) / 100n) as Price, now);
      return;
    }
    const isYes = market.resultAt(market.row.closeAt);
    this.determine(market, isYes ? 'yes' : 'no', isYes ? PRICE_ONE : (0n as Price), now);
  }

  #cancelResting(transaction: ExchangeTransaction, market: Market): void {
    for (const { number } of this.#restingIn(market)) this.#cancel(transaction, market, number, 'HaltCancel');
  }

  #restingIn(market: Market): readonly Order[] {
    return this.#core.state.getRestingInMarket(market.ticker);
  }

  #cancel(transaction: ExchangeTransaction, market: Market, number: number, reason: 'HaltCancel'): void {
    const result = market.book.cancel(number);
    if (!result.ok) return;
    transaction.endOrder(number, reason);
    transaction.apply(market, { ...result.value, closed: [] }, null);
  }

  #payOut(market: Market): void {
    this.#core.runTransaction((transaction) => {
      const { value, result } = market.row;
      if (value === null || result === '') return;
      for (const position of this.#core.state.getPositionsInMarket(market.ticker)) {
        if (position.qty === 0n) continue;
        const { user, subaccount, ticker, qty, cost, openFees } = position;
        const revenue = (qty > 0n ? qty * value : -qty * (PRICE_ONE - value)) as Notional;
        transaction.addCash(user, subaccount, market.listing.shard, revenue);
        const realized = (position.realized + revenue - cost) as Notional;
        const { fees, traded, volume } = position;
        transaction.putPosition({
          ...flatPosition(user, subaccount, ticker),
          realized,
          fees,
          traded,
          volume,
          updatedAt: transaction.at,
        });
        const number = this.#core.state.nextNumber();
        const paid = { user, subaccount, ticker, result, value, qty, cost, fees: openFees, revenue };
        transaction.putSettlement({ number, ...paid, at: transaction.at });
      }
      transaction.putMarket(market, {
        status: 'finalized',
        settledAt: transaction.at,
        openInterest: 0n as MarketRow['openInterest'],
      });
      transaction.publishLifecycle(market, { type: 'settled' });
    });
  }
}

interface MarketListingParts {
  readonly restored: RestoredExchange;
  readonly core: KalshiExchangeCore;
  readonly marketMaker: MarketMaker | null;
  readonly seed: number;
  readonly schedule: ListingSchedule;
}

/** Lists scheduled markets at their opening time. */
export class MarketListingJob {
  readonly #parts: MarketListingParts;
  #until = 0; // the schedule does not change before this time

  constructor(parts: MarketListingParts) {
    this.#parts = parts;
  }

  step(now: number): void {
    if (now < this.#until) return;
    const { events, until } = this.#parts.schedule(now);
    this.#until = until;
    for (const event of events) this.#list(event);
  }

  /** Stores, publishes and quotes a new market. Does nothing for a market that is listed already. */
  #list(event: CatalogueEvent): void {
    const { restored, core, marketMaker, seed } = this.#parts;
    if (event.kalshi === undefined || restored.markets.has(event.kalshi.ticker)) return;
    const listing = restored.catalogue.add(event);
    if (listing === null) return;
    const market = new Market(listing, createMarketRow(listing, restored.openedAt), seed);
    restored.markets.set(market.ticker, market);
    core.runTransaction((transaction) => {
      transaction.putListed(listing);
      transaction.putMarket(market, {});
      transaction.publishLifecycle(market, { type: 'created' });
      transaction.publishLifecycle(market, { type: 'activated', isDeactivated: false });
      marketMaker?.quote(market, transaction.at);
    });
  }
}
