import { type Notional, PRICE_ONE, type Price } from '../../src/domain/model/money.ts';
import type { Order } from './exchange-records.ts';
import type { ExchangeTransaction } from './exchange-transaction.ts';
import type { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import { flatPosition } from './position-accounts.ts';
import { gridOf, type Market, type MarketRow } from './sim-market.ts';

/** Time between closing and determination; the venue takes hours. Until then a tester may give the result. */
export const DETERMINATION_MS = 60_000;
/** Time between determination and pay-out. */
export const SETTLEMENT_TIMER_MS = 5_000;

/** The life of markets: pauses, closings, results, pay-outs. */
export class MarketLifecycle {
  readonly #floor: KalshiExchangeCore;

  constructor(floor: KalshiExchangeCore) {
    this.#floor = floor;
  }

  /** Does what time alone brings: closings, results and pay-outs. */
  step(now: number): void {
    for (const market of this.#floor.markets.values()) {
      const { status, closeAt, determinedAt } = market.row;
      const isTrading = status === 'active' || status === 'inactive';
      if (isTrading && closeAt <= now) this.close(market, null);
      if (status === 'closed' && closeAt + DETERMINATION_MS <= now) this.#answer(market, now);
      if (status === 'determined' && (determinedAt ?? now) + SETTLEMENT_TIMER_MS <= now) this.#pay(market);
    }
  }

  /** Halts a market. Orders rest on, but for those that asked to be cancelled on a pause. */
  pause(market: Market): string | null {
    if (market.row.status !== 'active') return `the market is ${market.row.status}`;
    this.#floor.turn((turn) => {
      market.book.pause();
      for (const order of this.#restingIn(market)) {
        if (order.cancelOnPause) this.#cancel(turn, market, order.number, 'HaltCancel');
      }
      turn.putMarket(market, { status: 'inactive' });
      turn.tellLifecycle(market, { type: 'deactivated', isDeactivated: true });
    });
    return null;
  }

  /** Trading again: a reactivation cancels everything that users had resting. */
  resume(market: Market): string | null {
    if (market.row.status !== 'inactive') return `the market is ${market.row.status}`;
    this.#floor.turn((turn) => {
      this.#cancelResting(turn, market);
      market.book.resume();
      turn.putMarket(market, { status: 'active' });
      turn.tellLifecycle(market, { type: 'activated', isDeactivated: false });
    });
    return null;
  }

  /** Ends trading for good. An early one is told first as a new close time; the closing itself never is. */
  close(market: Market, earlyAt: number | null): string | null {
    if (market.book.state === 'CLOSED') return `the market is ${market.row.status}`;
    this.#floor.turn((turn) => {
      const row: Partial<MarketRow> = { status: 'closed', closeAt: earlyAt ?? market.row.closeAt };
      turn.putMarket(market, row);
      if (earlyAt !== null) turn.tellLifecycle(market, { type: 'close_date_updated' });
      turn.apply(market, market.book.close(turn.at), null);
    });
    return null;
  }

  /** Gives the result, closing first if need be. Paid out after the settlement timer. */
  determine(market: Market, result: 'yes' | 'no' | 'scalar', value: Price, now: number): string | null {
    const { status } = market.row;
    if (status === 'determined' || status === 'finalized') return `the market is ${status}`;
    if (market.book.state !== 'CLOSED') this.close(market, now);
    this.#floor.turn((turn) => {
      turn.putMarket(market, { status: 'determined', result, value, determinedAt: turn.at });
      turn.tellLifecycle(market, { type: 'determined' });
    });
    return null;
  }

  /** Another price grid; what rests stays where the new grid allows it. */
  restructure(market: Market, structure: string): string | null {
    if (gridOf(structure) === null) return `no structure ${structure}`;
    this.#floor.turn((turn) => {
      turn.putMarket(market, { structure });
      turn.tellLifecycle(market, { type: 'price_level_structure_updated' });
    });
    return null;
  }

  #answer(market: Market, now: number): void {
    const isYes = market.answerAt(market.row.closeAt);
    this.determine(market, isYes ? 'yes' : 'no', isYes ? PRICE_ONE : (0n as Price), now);
  }

  #cancelResting(turn: ExchangeTransaction, market: Market): void {
    for (const { number } of this.#restingIn(market)) this.#cancel(turn, market, number, 'HaltCancel');
  }

  #restingIn(market: Market): readonly Order[] {
    return this.#floor.state.restingIn(market.ticker);
  }

  #cancel(turn: ExchangeTransaction, market: Market, number: number, reason: 'HaltCancel'): void {
    const result = market.book.cancel(number);
    if (!result.ok) return;
    turn.end(number, reason);
    turn.apply(market, { ...result.value, closed: [] }, null);
  }

  #pay(market: Market): void {
    this.#floor.turn((turn) => {
      const { value, result } = market.row;
      if (value === null || result === '') return;
      for (const position of this.#floor.state.positionsIn(market.ticker)) {
        if (position.qty === 0n) continue;
        const { user, subaccount, ticker, qty, cost, openFees } = position;
        const revenue = (qty > 0n ? qty * value : -qty * (PRICE_ONE - value)) as Notional;
        turn.addCash(user, subaccount, market.listing.shard, revenue);
        const realized = (position.realized + revenue - cost) as Notional;
        const { fees, traded, volume } = position;
        turn.putPosition({
          ...flatPosition(user, subaccount, ticker),
          realized,
          fees,
          traded,
          volume,
          updatedAt: turn.at,
        });
        const number = this.#floor.state.nextNumber();
        const paid = { user, subaccount, ticker, result, value, qty, cost, fees: openFees, revenue };
        turn.putSettlement({ number, ...paid, at: turn.at });
      }
      turn.putMarket(market, {
        status: 'finalized',
        settledAt: turn.at,
        openInterest: 0n as MarketRow['openInterest'],
      });
      turn.tellLifecycle(market, { type: 'settled' });
    });
  }
}
