import { type BucketRule, createFullBucket, getOwn, getTokensAt, takeTokens } from '#contract';
import { type Clock, wait } from '#ports';

/** The longest pause that the venue may request, and whether single requests pass meanwhile. */
export interface PauseRule {
  readonly pauseMsMax: number;
  readonly isProbedWhilePaused: boolean;
}

/** While the venue throttles us, at most one request per interval is sent to find out whether it still does. */
const PROBE_EVERY_MS = 250;

/**
 * Our limit on one kind of request, below the venue's limit so that the venue does not throttle us. If it does, the
 * requests pause for the time that the venue gives, up to a maximum; then single requests probe it until one is
 * answered. A venue can therefore not stop our requests for longer than that, whatever it sends.
 */
export class PolymarketRateLimiter {
  #rule: BucketRule;
  readonly #pauses: PauseRule;
  readonly #clock: Clock;
  #bucket: ReturnType<typeof createFullBucket>;
  #throttle: { readonly untilMs: number; probeAtMs: number } | null = null;

  constructor(rule: BucketRule & PauseRule, clock: Clock) {
    this.#rule = rule;
    this.#pauses = rule;
    this.#clock = clock;
    this.#bucket = createFullBucket(rule, clock.monotonicMs());
  }

  /**
   * Takes the tokens of one request, waiting at most `waitMsMax`.
   *
   * @returns false if it would take longer; then no token was taken
   */
  async take(waitMsMax: number, tokens = 1): Promise<boolean> {
    const startedMs = this.#clock.monotonicMs();
    for (;;) {
      const nowMs = this.#clock.monotonicMs();
      const pausedMs = Math.max(0, (this.#throttle?.probeAtMs ?? nowMs) - nowMs);
      const { bucket, allowed, retryAfterMs } = takeTokens(this.#bucket, this.#rule, tokens, nowMs);
      if (pausedMs === 0) this.#bucket = bucket;
      if (pausedMs === 0 && allowed) {
        if (this.#throttle !== null) this.#throttle.probeAtMs = nowMs + PROBE_EVERY_MS;
        return true;
      }
      const waitMs = Math.max(pausedMs, retryAfterMs);
      if (nowMs - startedMs + waitMs > waitMsMax) return false;
      await wait(this.#clock, waitMs);
    }
  }

  get rule(): BucketRule {
    return { perSecond: this.#rule.perSecond, burst: this.#rule.burst };
  }

  /** The venue's limit for us changed. Tokens are kept, up to the new burst. */
  setRule(rule: BucketRule): void {
    this.#bucket = takeTokens(this.#bucket, this.#rule, 0, this.#clock.monotonicMs()).bucket;
    this.#rule = rule;
  }

  /** The venue counts only `remaining` tokens for us, or a debt below zero. Never adds tokens. */
  limitTo(remaining: number): void {
    const nowMs = this.#clock.monotonicMs();
    const excess = getTokensAt(this.#bucket, this.#rule, nowMs) - Math.max(0, remaining);
    if (excess > 0) this.#bucket = takeTokens(this.#bucket, this.#rule, excess, nowMs).bucket;
  }

  /** Number of requests that would not wait; 0 while the venue throttles us. */
  get left(): number {
    const nowMs = this.#clock.monotonicMs();
    return this.#throttle === null ? getTokensAt(this.#bucket, this.#rule, nowMs) : 0;
  }

  /** How much longer the present pause lasts, ms; 0 without one. */
  get pausedMs(): number {
    return Math.max(0, (this.#throttle?.untilMs ?? 0) - this.#clock.monotonicMs());
  }

  /** Pauses all requests of this kind, because the venue throttles us. */
  pause(ms: number): void {
    const nowMs = this.#clock.monotonicMs();
    const untilMs = Math.max(this.#throttle?.untilMs ?? 0, nowMs + Math.min(ms, this.#pauses.pauseMsMax));
    const probeAtMs = this.#pauses.isProbedWhilePaused ? nowMs + PROBE_EVERY_MS : untilMs;
    this.#throttle = { untilMs, probeAtMs };
  }

  /**
   * Lifts the limit on requests after a pause: the venue has answered one without throttling us. Has no effect during
   * the pause, since the answered request may have been sent before it.
   */
  resume(): void {
    if (this.pausedMs === 0) this.#throttle = null;
  }
}

const READ_PAUSE = { pauseMsMax: 9_000, isProbedWhilePaused: false } as const; // shorter than a read may wait

/** 80 % of the venue's limits, of tier Standard for orders and cancels. Cancels have a separate limit. */
export const BUDGETS = {
  orders: { perSecond: 32, burst: 48, pauseMsMax: 60_000, isProbedWhilePaused: false },
  // A cancel reduces risk: single cancels are sent whatever the venue requests.
  cancels: { perSecond: 64, burst: 96, pauseMsMax: 2_000, isProbedWhilePaused: true },
  records: { perSecond: 40, burst: 80, ...READ_PAUSE }, // own orders and trades
  books: { perSecond: 40, burst: 80, ...READ_PAUSE },
  discovery: { perSecond: 24, burst: 24, ...READ_PAUSE },
  public: { perSecond: 12, burst: 24, ...READ_PAUSE }, // trades and positions of the data service
} as const satisfies Record<string, BucketRule & PauseRule>;

/** Orders per second and their burst, by tier of the signer. Cancels have twice both. */
const TIERS: Readonly<Record<string, BucketRule>> = {
  standard: { perSecond: 40, burst: 60 },
  copper: { perSecond: 60, burst: 90 },
  bronze: { perSecond: 80, burst: 120 },
  silver: { perSecond: 200, burst: 300 },
  gold: { perSecond: 400, burst: 600 },
  platinum: { perSecond: 450, burst: 675 },
  diamond: { perSecond: 525, burst: 787 },
  elite: { perSecond: 600, burst: 900 },
};
const STANDARD: BucketRule = { perSecond: 40, burst: 60 };
/** The limit per address: 120,000 orders, and as many cancels, in ten minutes. */
const ADDRESS_PER_SECOND = 200;
const SHARE = 0.8;

interface TradingLimiters {
  readonly orders: PolymarketRateLimiter;
  readonly cancels: PolymarketRateLimiter;
}

/**
 * Follows the tier that the venue's answers report. It depends on our volume of 30 days, so it rises and falls. Our
 * limits are 80 % of the tier's. An unknown tier counts as Standard, the lowest.
 *
 * Source  docs.polymarket.com/api-reference/trading-rate-limits (2026-08)
 */
export class RateLimitTier {
  readonly #limiters: TradingLimiters;
  #name: string | null = null;

  constructor(limiters: TradingLimiters) {
    this.#limiters = limiters;
  }

  /** Applies the headers of an answer to an order or a cancel; answers without them change nothing. */
  apply(kind: keyof TradingLimiters, headers: Readonly<Record<string, string>>): void {
    const name = headers['poly-ratelimit-tier']?.toLowerCase() ?? null;
    if (name !== null && name !== this.#name) this.#adopt(name);
    const remaining = headers['poly-ratelimit-remaining'] ?? '';
    if (/^-?\d+$/.test(remaining)) this.#limiters[kind].limitTo(Number(remaining));
  }

  #adopt(name: string): void {
    this.#name = name;
    const tier = getOwn(TIERS, name) ?? STANDARD;
    this.#limiters.orders.setRule(toOwnRule(tier, 1));
    this.#limiters.cancels.setRule(toOwnRule(tier, 2));
  }
}

const toOwnRule = ({ perSecond, burst }: BucketRule, factor: number): BucketRule => ({
  perSecond: Math.floor(Math.min(perSecond * factor, ADDRESS_PER_SECOND) * SHARE),
  burst: Math.floor(burst * factor * SHARE),
});
