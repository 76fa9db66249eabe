import type { Config } from '../../config.ts';
import { secondsUntilFull, tokensIn } from '../../core/access/tokenbucket.ts';
import type { KeyId } from '../../core/kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { Buckets } from './buckets.ts';
import type { RateBucket, RateDecision, RateLimiter } from './types.ts';

const BUCKETS_MAX = 50_000;

/**
 * One bucket a key and kind of call, so that a flood of reads leaves the same key's cancels alone,
 * and orders leave its kill switch alone.
 */
export function createRateLimiter(rules: Config['rate'], clock: Clock): RateLimiter {
  const buckets = new Buckets(clock, BUCKETS_MAX);
  return {
    take(keyId: KeyId, name: RateBucket, tokens: number): RateDecision {
      const rule = rules[name];
      const { bucket, allowed, retryAfterMs } = buckets.take(`${name} ${keyId}`, rule, tokens);
      return {
        allowed,
        limit: rule.burst,
        remaining: tokensIn(bucket),
        resetSeconds: secondsUntilFull(bucket, rule),
        windowSeconds: Math.ceil(rule.burst / rule.perSecond),
        retryAfterMs,
      };
    },
  };
}
