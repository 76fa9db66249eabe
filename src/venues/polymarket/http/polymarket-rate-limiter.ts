import {
  type BucketRule,
  createFullBucket,
  getTokensAt,
  takeTokens,
} from '../../../domain/access/token-bucket.ts';
import { type Clock, wait } from '../../../ports/environment.ts';

/** Our limit on one kind of request, below the venue's limit so that the venue does not throttle us. */
export class PolymarketRateLimiter {
  readonly #rule: BucketRule;
  readonly #clock: Clock;
  #bucket: ReturnType<typeof createFullBucket>;
  #pausedUntilMs = 0;

  constructor(rule: BucketRule, clock: Clock) {
    this.#rule = rule;
    this.#clock = clock;
    this.#bucket = createFullBucket(rule, clock.monotonicMs());
  }

  /**
   * Takes one token, waiting at most `waitMsMax`.
   *
   * @returns false if it would take longer; then no token was taken
   */
  async take(waitMsMax: number): Promise<boolean> {
    const startedMs = this.#clock.monotonicMs();
    for (;;) {
      const nowMs = this.#clock.monotonicMs();
      const pausedMs = Math.max(0, this.#pausedUntilMs - nowMs);
      const { bucket, allowed, retryAfterMs } = takeTokens(this.#bucket, this.#rule, 1, nowMs);
      if (pausedMs === 0) this.#bucket = bucket;
      if (pausedMs === 0 && allowed) return true;
      const waitMs = Math.max(pausedMs, retryAfterMs);
      if (nowMs - startedMs + waitMs > waitMsMax) return false;
      await wait(this.#clock, waitMs);
    }
  }

  /** Number of requests that would not wait; 0 while the venue throttles us. */
  get left(): number {
    const nowMs = this.#clock.monotonicMs();
    return nowMs < this.#pausedUntilMs ? 0 : getTokensAt(this.#bucket, this.#rule, nowMs);
  }

  /** Pauses all requests of this kind, because the venue throttles us. */
  pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.monotonicMs() + ms);
  }
}

/** 80 % of the venue's limits per address (Standard tier). Cancels have a separate limit. */
export const BUDGETS = {
  orders: { perSecond: 32, burst: 48 },
  cancels: { perSecond: 64, burst: 96 },
  records: { perSecond: 40, burst: 80 }, // own orders and trades
  books: { perSecond: 40, burst: 80 },
  discovery: { perSecond: 24, burst: 24 },
  public: { perSecond: 12, burst: 24 }, // trades and positions of the data service
} as const satisfies Record<string, BucketRule>;
