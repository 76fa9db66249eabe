import { Backoff, getOwn } from '#contract';
import type { Clock, Unsent } from '#ports';
import type { Verdict } from '../http/polymarket-refusals.ts';

const RESTART = { firstMs: 1_000, maxMs: 30_000 };
const POST_ONLY_MS = 30_000; // if the venue gives no duration
const POST_ONLY_MODE = 'post-only mode';
const BREAKER_FAILURES = 5;
const BLOCK_MS_MAX = 60_000; // whatever the venue asks for; then one order may try again

/** How long orders stay blocked after each refusal, before one may be tried again. */
const HOLDS: Readonly<
  Record<string, { readonly why: string; readonly ms: number; readonly isPause?: true }>
> = {
  post_only: { why: POST_ONLY_MODE, ms: POST_ONLY_MS, isPause: true },
  cancel_only: { why: 'cancel-only mode', ms: 5_000, isPause: true },
  trading_disabled: { why: 'trading is disabled', ms: 5_000, isPause: true },
  closed_only: { why: 'the account is in closed-only mode', ms: 60_000 },
  banned: { why: 'the address is banned', ms: 60_000 },
  unauthorized: { why: 'the credentials were refused', ms: 60_000 },
  wrong_account: { why: 'the wallet does not match the credentials', ms: 60_000 },
  invalid_signature: { why: 'the order signature was refused', ms: 10_000 },
};

/**
 * Whether the venue accepts new orders, from its last refusals and from whether it answers at all. Orders are
 * stopped before they are sent; cancels and reads always pass.
 */
export class VenueStatus {
  readonly #clock: Clock;
  #hold: { readonly why: string; readonly untilMs: number; readonly isPause: boolean } | null = null;
  readonly #restart = new Backoff(RESTART);
  #failures = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why new orders are blocked; null if they are not. */
  blockedReason(): string | null {
    if (this.#failures >= BREAKER_FAILURES) return 'the venue does not answer';
    if (this.#hold === null || this.#clock.monotonicMs() >= this.#hold.untilMs) return null;
    return this.#hold.why;
  }

  /**
   * The outcome of an order that is blocked; null if it is not. A pause concerns every account; post-only mode lets
   * post-only orders pass.
   */
  blockedOutcome(isPostOnly: boolean): Unsent | null {
    const why = this.blockedReason();
    if (why === null || (isPostOnly && why === POST_ONLY_MODE)) return null;
    const isPaused = this.#failures < BREAKER_FAILURES && this.#hold?.isPause === true;
    return isPaused ? { kind: 'unsent', reason: 'venue_paused', why } : { kind: 'unsent', why };
  }

  /** @param retryAfterMs  the venue's retry time, if it gave one */
  onVerdict(verdict: Verdict, retryAfterMs: number | null): void {
    if (verdict.kind !== 'refused') return;
    if (verdict.code === 'venue_restarting') {
      const restartMs = this.#restart.next();
      this.#close('the matching engine restarts', retryAfterMs ?? restartMs, true);
      return;
    }
    const hold = getOwn(HOLDS, verdict.code);
    if (hold !== undefined) this.#close(hold.why, retryAfterMs ?? hold.ms, hold.isPause);
  }

  /** An accepted order ends any block. */
  onOrderAccepted(): void {
    this.#hold = null;
    this.#restart.reset();
  }

  block(why: string, ms: number): void {
    this.#close(why, ms);
  }

  onAnswer(): void {
    this.#failures = 0;
  }

  onFailure(): void {
    this.#failures += 1;
  }

  #close(why: string, ms: number, isPause = false): void {
    this.#hold = { why, untilMs: this.#clock.monotonicMs() + Math.min(ms, BLOCK_MS_MAX), isPause };
  }
}
