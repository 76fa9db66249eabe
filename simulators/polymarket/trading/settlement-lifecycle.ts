import type { Fault, FaultInjector } from '../../../src/domain/matching-engine/fault-injector.ts';
import type { Clock, Timer } from '../../../src/ports/environment.ts';
import type { TradeStatus, VenueTrade } from './venue-order.ts';
import type { WalletBalances } from './wallet-balances.ts';

export interface TradePace {
  readonly minedMs: number; // from the match
  readonly confirmedMs: number; // from being mined
  readonly retryMs: number; // how long a reverted transaction takes to be sent again
}

export const DEFAULT_PACE: TradePace = { minedMs: 1_500, confirmedMs: 4_000, retryMs: 2_000 };

type Told = (trade: VenueTrade) => void;

/**
 * What becomes of a trade on the chain: MATCHED → MINED → CONFIRMED, and by fault RETRYING in between or
 * FAILED at the end, which gives back what was paid and takes back what was received.
 */
export class SettlementLifecycle {
  readonly #balances: WalletBalances;
  readonly #clock: Clock;
  readonly #faults: FaultInjector;
  readonly #pace: TradePace;
  readonly #told: Told;
  readonly #timers = new Set<Timer>();

  constructor(balances: WalletBalances, clock: Clock, faults: FaultInjector, pace: TradePace, told: Told) {
    this.#balances = balances;
    this.#clock = clock;
    this.#faults = faults;
    this.#pace = pace;
    this.#told = told;
  }

  /** Goes on with a trade from where it stands: a new one, or one that a restart found unfinished. */
  follow(trade: VenueTrade): void {
    const ghost = this.#faults.trigger('ghost_fill', { channel: 'trade' });
    if (trade.isMined) this.#confirmLater(trade, ghost);
    else this.#mineLater(trade, ghost);
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  #mineLater(trade: VenueTrade, ghost: Fault | null): void {
    this.#after(this.#pace.minedMs, () => {
      if (this.#faults.trigger('trade_retrying') !== null) {
        this.#turn(trade, 'RETRYING');
        this.#mineLater(trade, ghost);
      } else if (ghost !== null && ghost.how !== 'mined') {
        this.#balances.forgive(trade.moves);
        this.#turn(trade, 'FAILED');
      } else {
        this.#balances.mine(trade.moves, this.#faults.findActive('balance_lag') === null);
        trade.isMined = true;
        this.#turn(trade, 'MINED');
        this.#confirmLater(trade, ghost);
      }
    });
  }

  #confirmLater(trade: VenueTrade, ghost: Fault | null): void {
    this.#after(this.#pace.confirmedMs, () => {
      if (ghost === null) {
        this.#turn(trade, 'CONFIRMED');
        return;
      }
      // A mined trade fails when the chain is reorganised: first it is sent again, then given up.
      this.#turn(trade, 'RETRYING');
      this.#after(this.#pace.retryMs, () => {
        this.#balances.unmine(trade.moves);
        trade.isMined = false;
        this.#turn(trade, 'FAILED');
      });
    });
  }

  #turn(trade: VenueTrade, status: TradeStatus): void {
    trade.status = status;
    trade.updatedAt = this.#clock.now();
    this.#told(trade);
  }

  #after(ms: number, run: () => void): void {
    const timer = this.#clock.after(ms, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
  }
}
