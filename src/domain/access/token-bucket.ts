/** How fast a bucket refills and how much it holds; whole tokens. */
export interface BucketRule {
  readonly perSecond: number;
  readonly burst: number;
}

/** What a bucket holds, in thousandths of a token, at a moment of a clock that never runs backwards. */
export interface TokenBucket {
  readonly level: number;
  readonly atMs: number; // whole milliseconds
}

export interface TakeResult {
  readonly bucket: TokenBucket;
  readonly allowed: boolean;
  readonly retryAfterMs: number; // until the same request would pass; 0 when allowed
}

// With thousandths of a token, one millisecond refills exactly `perSecond` of them: no fraction is lost.
const TOKEN = 1000;

export const createFullBucket = (rule: BucketRule, nowMs: number): TokenBucket => ({
  level: rule.burst * TOKEN,
  atMs: Math.floor(nowMs),
});

/**
 * Takes `tokens` whole, or nothing when they are not all there. A request for more than the bucket
 * can ever hold waits for a full bucket and empties it, so that no permitted batch is shut out for ever.
 */
export function takeTokens(bucket: TokenBucket, rule: BucketRule, tokens: number, nowMs: number): TakeResult {
  const filled = refill(bucket, rule, nowMs);
  const need = Math.min(tokens, rule.burst) * TOKEN;
  if (filled.level < need) {
    return {
      bucket: filled,
      allowed: false,
      retryAfterMs: Math.ceil((need - filled.level) / rule.perSecond),
    };
  }
  return { bucket: { ...filled, level: filled.level - need }, allowed: true, retryAfterMs: 0 };
}

/** Whole tokens that it will hold at this moment. */
export const getTokensAt = (bucket: TokenBucket, rule: BucketRule, nowMs: number): number =>
  getTokens(refill(bucket, rule, nowMs));

/** Whole tokens left. */
export const getTokens = (bucket: TokenBucket): number => Math.floor(bucket.level / TOKEN);

/** Seconds until the bucket is full again, rounded up. */
export const secondsUntilFull = (bucket: TokenBucket, rule: BucketRule): number =>
  Math.ceil((rule.burst * TOKEN - bucket.level) / (rule.perSecond * TOKEN));

function refill(bucket: TokenBucket, rule: BucketRule, nowMs: number): TokenBucket {
  const atMs = Math.max(Math.floor(nowMs), bucket.atMs);
  const level = Math.min(rule.burst * TOKEN, bucket.level + (atMs - bucket.atMs) * rule.perSecond);
  return { level, atMs };
}
