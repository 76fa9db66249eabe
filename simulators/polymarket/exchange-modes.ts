import type { FaultInjector } from '../../src/domain/matching-engine/fault-injector.ts';
import type { Clock } from '../../src/ports/environment.ts';
import type { Rejection } from './trading/trading-rules.ts';

/** What an order route wants to do. */
export type Intent = 'order' | 'post_only_order' | 'cancel';

export interface ModeRefusal extends Rejection {
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfter?: number; // seconds
}

const RESTART_MS_USUAL = 5_000;
const POST_ONLY_MS = 120_000;

/** Whether the venue takes orders at all: disabled, cancel-only, restarting, or post-only after that. */
export class TradingModes {
  readonly #clock: Clock;
  readonly #faults: FaultInjector;
  #trading: 'open' | 'cancel_only' | 'disabled' = 'open';
  #restartUntil = 0;
  #postOnlyUntil = 0;

  constructor(clock: Clock, faults: FaultInjector) {
    this.#clock = clock;
    this.#faults = faults;
  }

  set(trading: 'open' | 'cancel_only' | 'disabled'): void {
    this.#trading = trading;
    if (trading !== 'open') return;
    this.#restartUntil = 0;
    this.#postOnlyUntil = 0;
  }

  /** Why this may not be done now; null when it may. */
  refusal(intent: Intent): ModeRefusal | null {
    const now = this.#clock.now();
    this.#beginRestart(now);
    if (now < this.#restartUntil) return { status: 425, error: 'Too Early' };
    if (this.#trading === 'disabled') return DISABLED;
    if (intent === 'cancel') return null;
    if (this.#trading === 'cancel_only') return CANCEL_ONLY;
    return intent === 'order' && now < this.#postOnlyUntil ? this.#postOnly(now) : null;
  }

  #beginRestart(now: number): void {
    const fault = this.#faults.trigger('restart');
    if (fault === null) return;
    this.#restartUntil = now + (fault.ms > 0 ? fault.ms : RESTART_MS_USUAL);
    this.#postOnlyUntil = this.#restartUntil + POST_ONLY_MS;
  }

  #postOnly(now: number): ModeRefusal {
    const retryAfter = Math.ceil((this.#postOnlyUntil - now) / 1000);
    return {
      status: 503,
      error: 'post-only mode: only post-only orders and cancels are allowed',
      extra: { code: 'post_only_mode', retry_after_seconds: retryAfter },
      retryAfter,
    };
  }
}

const DISABLED: ModeRefusal = {
  status: 503,
  error: 'Trading is currently disabled. Check polymarket.com for updates',
};
const CANCEL_ONLY: ModeRefusal = {
  status: 503,
  error: 'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
};
