import type { LRUCache } from 'lru-cache';
import type { Config } from '#config';
import {
  type BucketRule,
  createFullBucket,
  createLruCache,
  getTokens,
  type KeyId,
  secondsUntilFull,
  type TakeResult,
  type TokenBucket,
  takeTokens,
} from '#contract';
import type { Clock } from '#ports';

export type RateBucket = 'read' | 'write' | 'risk' | 'quotes';

/** The decision of a bucket on one request, with the numbers for the rate limit headers. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number; // the burst
  readonly remaining: number; // whole tokens left
  readonly resetSeconds: number; // until full, rounded up
  readonly windowSeconds: number; // from empty to full, rounded up
  readonly retryAfterMs: number; // 0 when allowed
}

export interface RateLimiter {
  take(keyId: KeyId, bucket: RateBucket, tokens: number): RateDecision;
  /** Takes tokens from the upper half of the bucket only; the lower half remains for other requests of the key. */
  takeSpare(keyId: KeyId, bucket: RateBucket, tokens: number): RateDecision;
}

const BUCKETS_MAX = 50_000;

/**
 * Keeps one token bucket for each key and kind of call. A flood of reads therefore does not block the
 * cancels of the same key, and orders do not block its kill switch.
 */
export function createRateLimiter(rules: Config['rate'], clock: Clock): RateLimiter {
  const buckets = new RateLimitBuckets(clock, BUCKETS_MAX);
  const take = (keyId: KeyId, name: RateBucket, tokens: number, kept: number): RateDecision => {
    const rule = rules[name];
    const { bucket, allowed, retryAfterMs } = buckets.take(`${name} ${keyId}`, rule, tokens, kept);
    return {
      allowed,
      limit: rule.burst,
      remaining: getTokens(bucket),
      resetSeconds: secondsUntilFull(bucket, rule),
      windowSeconds: Math.ceil(rule.burst / rule.perSecond),
      retryAfterMs,
    };
  };
  return {
    take: (keyId, name, tokens) => take(keyId, name, tokens, 0),
    takeSpare: (keyId, name, tokens) => take(keyId, name, tokens, Math.floor(rules[name].burst / 2)),
  };
}

/**
 * Token buckets by name. Beyond `namesMax` the least recently used bucket is evicted. An evicted bucket
 * starts full again; an idle bucket would have refilled as well.
 */
export class RateLimitBuckets {
  readonly #clock: Clock;
  readonly #buckets: LRUCache<string, TokenBucket>;

  constructor(clock: Clock, namesMax: number) {
    this.#clock = clock;
    this.#buckets = createLruCache(namesMax);
  }

  take(name: string, rule: BucketRule, tokens: number, kept = 0): TakeResult {
    const nowMs = this.#clock.monotonicMs();
    const bucket = this.#buckets.get(name) ?? createFullBucket(rule, nowMs);
    const taken = takeTokens(bucket, rule, tokens, nowMs, kept);
    this.#buckets.set(name, taken.bucket);
    return taken;
  }
}
