/** Refill rate and capacity of a bucket, in whole tokens. */
export interface BucketRule {
  readonly perSecond: number;
  readonly burst: number;
}

/** Content of a bucket in thousandths of a token, at a time of the monotonic clock. */
export interface TokenBucket {
  readonly level: number;
  readonly atMs: number; // whole milliseconds
}

export interface TakeResult {
  readonly bucket: TokenBucket;
  readonly allowed: boolean;
  readonly retryAfterMs: number; // until the same request would pass; 0 when allowed
}

// In thousandths of a token one millisecond refills exactly `perSecond`, so no fraction is lost.
const TOKEN = 1000;

export const createFullBucket = (rule: BucketRule, nowMs: number): TokenBucket => ({
  level: rule.burst * TOKEN,
  atMs: Math.floor(nowMs),
});

/**
 * Takes all `tokens`, or none when the bucket has too few. A request above the capacity waits for a full
 * bucket and empties it, so that a permitted large batch is not blocked forever.
 *
 * @param kept  tokens that remain in the bucket, for other requests
 */
export function takeTokens(
  bucket: TokenBucket,
  rule: BucketRule,
  tokens: number,
  nowMs: number,
  kept = 0,
): TakeResult {
  const filled = refill(bucket, rule, nowMs);
  const need = Math.min(tokens, rule.burst) * TOKEN;
  const present = Math.min(tokens + kept, rule.burst) * TOKEN;
  if (filled.level < present) {
    return {
      bucket: filled,
      allowed: false,
      retryAfterMs: Math.ceil((present - filled.level) / rule.perSecond),
    };
  }
  return { bucket: { ...filled, level: filled.level - need }, allowed: true, retryAfterMs: 0 };
}

/** Whole tokens in the bucket at this time. */
export const getTokensAt = (bucket: TokenBucket, rule: BucketRule, nowMs: number): number =>
  getTokens(refill(bucket, rule, nowMs));

/** Whole tokens left. */
export const getTokens = (bucket: TokenBucket): number => Math.floor(bucket.level / TOKEN);

/** Seconds until the bucket is full again, rounded up. */
export const secondsUntilFull = (bucket: TokenBucket, rule: BucketRule): number =>
  Math.ceil((rule.burst * TOKEN - bucket.level) / (rule.perSecond * TOKEN));

/** The bucket under another rule from `nowMs`: it was refilled by the one before, and holds at most the new capacity. */
export function refit(
  bucket: TokenBucket,
  before: BucketRule,
  after: BucketRule,
  nowMs: number,
): TokenBucket {
  const { level, atMs } = refill(bucket, before, nowMs);
  return { level: Math.min(level, after.burst * TOKEN), atMs };
}

function refill(bucket: TokenBucket, rule: BucketRule, nowMs: number): TokenBucket {
  const atMs = Math.max(Math.floor(nowMs), bucket.atMs);
  const level = Math.min(rule.burst * TOKEN, bucket.level + (atMs - bucket.atMs) * rule.perSecond);
  return { level, atMs };
}
