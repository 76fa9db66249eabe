import { Backoff } from '../../../domain/model/backoff.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { Verdict } from '../http/polymarket-refusals.ts';

const RESTART = { firstMs: 1_000, maxMs: 30_000 };
const POST_ONLY_MS = 30_000; // where the venue does not say how long
const BREAKER_FAILURES = 5;

/** How long a state that the venue told is believed before an order may find out again. */
const HOLDS: Readonly<Record<string, { readonly why: string; readonly ms: number }>> = {
  post_only: { why: 'post-only mode', ms: POST_ONLY_MS },
  cancel_only: { why: 'cancel-only mode', ms: 5_000 },
  trading_disabled: { why: 'trading is disabled', ms: 5_000 },
  closed_only: { why: 'the account is in closed-only mode', ms: 60_000 },
  banned: { why: 'the address is banned', ms: 60_000 },
  unauthorized: { why: 'the credentials are refused', ms: 60_000 },
  wrong_account: { why: 'the wallet is not the one of the credentials', ms: 60_000 },
  invalid_signature: { why: 'our signatures are refused', ms: 10_000 },
};

/**
 * Whether the venue takes new orders now, from what it last said and from whether it answers at all. It
 * stops orders before a byte leaves; cancels and reads pass always.
 */
export class VenueStatus {
  readonly #clock: Clock;
  #hold: { readonly why: string; readonly untilMs: number } | null = null;
  readonly #restart = new Backoff(RESTART);
  #failures = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why a new order should not be sent; null when it may. */
  blockedReason(): string | null {
    if (this.#failures >= BREAKER_FAILURES) return 'the venue does not answer';
    if (this.#hold === null || this.#clock.monotonicMs() >= this.#hold.untilMs) return null;
    return this.#hold.why;
  }

  /** @param retryAfterMs  the venue's own figure, where it gave one */
  onVerdict(verdict: Verdict, retryAfterMs: number | null): void {
    if (verdict.kind !== 'refused') return;
    if (verdict.code === 'venue_restarting') {
      const restartMs = this.#restart.next();
      this.#close('the matching engine restarts', retryAfterMs ?? restartMs);
      return;
    }
    const hold = HOLDS[verdict.code];
    if (hold !== undefined) this.#close(hold.why, retryAfterMs ?? hold.ms);
  }

  /** An order was taken: whatever it was, it is over. */
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

  #close(why: string, ms: number): void {
    this.#hold = { why, untilMs: this.#clock.monotonicMs() + ms };
  }
}
