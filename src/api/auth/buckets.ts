import { LRUCache } from 'lru-cache';
import {
  type BucketRule,
  fullBucket,
  type Taken,
  type TokenBucket,
  takeTokens,
} from '../../core/access/tokenbucket.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * Token buckets by name. The least recently used are forgotten beyond `namesMax`: a forgotten bucket
 * starts full again, which is what an idle one would be anyway.
 */
export class Buckets {
  readonly #clock: Clock;
  readonly #buckets: LRUCache<string, TokenBucket>;

  constructor(clock: Clock, namesMax: number) {
    this.#clock = clock;
    this.#buckets = new LRUCache({ max: namesMax });
  }

  take(name: string, rule: BucketRule, tokens: number): Taken {
    const nowMs = this.#clock.monotonicMs();
    const taken = takeTokens(this.#buckets.get(name) ?? fullBucket(rule, nowMs), rule, tokens, nowMs);
    this.#buckets.set(name, taken.bucket);
    return taken;
  }
}
