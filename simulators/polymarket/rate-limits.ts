/** What a call found in its bucket, for the headers of its answer. */
export interface RateLimitResult {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number; // monotonic ms
}

/** A token bucket for each signer. A batch is admitted whole or not at all. */
export class SignerRateLimiter {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  take(signer: string, cost: number, nowMs: number): RateLimitResult {
    const bucket = this.#filled(signer, nowMs);
    const isAllowed = bucket.tokens >= cost;
    if (isAllowed) bucket.tokens -= cost;
    return this.#drawn(bucket, isAllowed, cost);
  }

  /** Takes what is known only afterwards: a cancel of everything may leave the bucket below nothing. */
  charge(signer: string, cost: number, nowMs: number): void {
    this.#filled(signer, nowMs).tokens -= cost;
  }

  #filled(signer: string, nowMs: number): Bucket {
    let bucket = this.#buckets.get(signer);
    if (bucket === undefined) {
      bucket = { tokens: this.#burst, at: nowMs };
      this.#buckets.set(signer, bucket);
    }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((nowMs - bucket.at) * this.#perSecond) / 1000);
    bucket.at = nowMs;
    return bucket;
  }

  #drawn(bucket: Bucket, isAllowed: boolean, cost: number): RateLimitResult {
    const missing = isAllowed ? this.#burst - bucket.tokens : cost - bucket.tokens;
    const resetSeconds = Math.max(0, Math.ceil(missing / this.#perSecond));
    return { isAllowed, remaining: Math.max(0, Math.floor(bucket.tokens)), resetSeconds };
  }
}
