import type { Fault, FaultInjector } from '#matching-engine';
import type { Clock, Timer } from '#ports';
import type { Micro } from './micro-units.ts';
import type { TradeStatus, VenueTrade } from './order-records.ts';
import type { Move, WalletBalances } from './wallet-balances.ts';

export interface TradePace {
  readonly minedMs: number; // after the match
  readonly confirmedMs: number; // after being mined
  readonly retryMs: number; // delay before a reverted transaction is sent again
}

export const DEFAULT_PACE: TradePace = { minedMs: 1_500, confirmedMs: 4_000, retryMs: 2_000 };

type OnStatus = (trade: VenueTrade) => void;

/**
 * The on-chain lifecycle of a trade: MATCHED → MINED → CONFIRMED. It is FAILED if a wallet no longer has the funds or the
 * allowance for it. Faults add RETRYING, or end it as FAILED, which returns payments and takes back receipts.
 */
export class SettlementLifecycle {
  readonly #balances: WalletBalances;
  readonly #clock: Clock;
  readonly #faults: FaultInjector;
  readonly #pace: TradePace;
  readonly #isAllowed: (trade: VenueTrade) => boolean;
  readonly #onStatus: OnStatus;
  readonly #timers = new Set<Timer>();

  /** @param isAllowed  whether the allowances of all wallets still cover the trade */
  constructor(
    balances: WalletBalances,
    clock: Clock,
    faults: FaultInjector,
    pace: TradePace,
    isAllowed: (trade: VenueTrade) => boolean,
    onStatus: OnStatus,
  ) {
    this.#balances = balances;
    this.#isAllowed = isAllowed;
    this.#clock = clock;
    this.#faults = faults;
    this.#pace = pace;
    this.#onStatus = onStatus;
  }

  /** Continues a trade from its current status: a new one, or an unfinished one after a restart. */
  follow(trade: VenueTrade): void {
    const failure = this.#faults.trigger('ghost_fill', { channel: 'trade' });
    if (trade.isMined) this.#confirmLater(trade, failure);
    else this.#mineLater(trade, failure);
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  #mineLater(trade: VenueTrade, failure: Fault | null): void {
    this.#after(this.#pace.minedMs, () => {
      if (this.#faults.trigger('trade_retrying') !== null) {
        this.#setStatus(trade, 'RETRYING');
        this.#mineLater(trade, failure);
      } else if ((failure !== null && failure.how !== 'mined') || !this.#isPaid(trade)) {
        this.#balances.forgive(trade.moves);
        this.#setStatus(trade, 'FAILED');
      } else {
        this.#balances.mine(trade.moves, this.#faults.findActive('balance_lag') === null);
        trade.isMined = true;
        this.#setStatus(trade, 'MINED');
        this.#confirmLater(trade, failure);
      }
    });
  }

  #confirmLater(trade: VenueTrade, failure: Fault | null): void {
    this.#after(this.#pace.confirmedMs, () => {
      if (failure === null) {
        this.#setStatus(trade, 'CONFIRMED');
        return;
      }
      // When the chain is reorganised, a mined trade is first retried and then fails.
      this.#setStatus(trade, 'RETRYING');
      this.#after(this.#pace.retryMs, () => {
        // What a later trade has spent cannot be taken back.
        if (!this.#balances.canMove(trade.moves.map(toReverse))) {
          this.#setStatus(trade, 'CONFIRMED');
          return;
        }
        this.#balances.unmine(trade.moves);
        trade.isMined = false;
        this.#setStatus(trade, 'FAILED');
      });
    });
  }

  #isPaid(trade: VenueTrade): boolean {
    return this.#balances.canMove(trade.moves) && this.#isAllowed(trade);
  }

  #setStatus(trade: VenueTrade, status: TradeStatus): void {
    trade.status = status;
    trade.updatedAt = this.#clock.now();
    this.#onStatus(trade);
  }

  #after(ms: number, run: () => void): void {
    const timer = this.#clock.after(ms, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
  }
}

const toReverse = (move: Move): Move => ({ ...move, amount: (0n - move.amount) as Micro });
