import { type BucketRule, createFullBucket, type TokenBucket, takeTokens } from '#contract';
import type { Clock } from '#ports';

export interface Tier {
  readonly name: string;
  readonly read: BucketRule;
  readonly write: BucketRule;
}

const tier = (
  name: string,
  read: number,
  write: number,
  readSeconds: number,
  writeSeconds: number,
): Tier => ({
  name,
  read: { perSecond: read, burst: read * readSeconds },
  write: { perSecond: write, burst: write * writeSeconds },
});

/** Tokens per second for reads and writes, and how many seconds of tokens a bucket holds. */
export const TIERS: readonly Tier[] = [
  tier('basic', 200, 100, 2, 1),
  tier('advanced', 300, 300, 2, 2),
  tier('expert', 600, 600, 1, 2),
  tier('premier', 1000, 1000, 1, 2),
  tier('paragon', 2000, 2000, 1, 2),
  tier('prime', 4000, 4000, 1, 2),
  tier('prestige', 10_000, 8000, 1, 2),
];

export const DEFAULT_COST = 10;

/** Costs that differ from the default, as in `/account/endpoint_costs`. */
export const ENDPOINT_COSTS = [
  { method: 'DELETE', path: '/trade-api/v2/portfolio/events/orders/:order_id', cost: 2 },
  { method: 'DELETE', path: '/trade-api/v2/portfolio/events/orders', cost: 2 },
  { method: 'DELETE', path: '/trade-api/v2/portfolio/events/orders/batched', cost: 2 },
  { method: 'GET', path: '/trade-api/v2/portfolio/orders/:order_id', cost: 2 },
] as const;

/** A higher tier until `endsAt`, Unix milliseconds. */
interface Grant {
  readonly tier: Tier;
  readonly endsAt: number;
}

/**
 * Rate limits of all users: one read bucket per user, and one write bucket per user and shard. The admin API changes
 * the tier, or grants a higher one for a time.
 */
export class RequestRateLimiter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, TokenBucket>();
  #base: Tier;
  #grant: Grant | null = null;

  constructor(chosen: Tier, clock: Clock) {
    this.#base = chosen;
    this.#clock = clock;
  }

  set(tier: Tier): void {
    this.#base = tier;
  }

  grant(grant: Grant): void {
    this.#grant = grant;
  }

  /** The body of `/account/limits`. */
  render(): unknown {
    const { name, read, write } = this.#tier;
    const grant = this.#currentGrant();
    return {
      usage_tier: name,
      read: { refill_rate: read.perSecond, bucket_capacity: read.burst },
      write: { refill_rate: write.perSecond, bucket_capacity: write.burst },
      grants:
        grant === null
          ? []
          : [
              {
                exchange_instance: 'event_contract',
                level: grant.tier.name,
                expires_ts: Math.floor(grant.endsAt / 1_000),
                source: 'volume',
              },
            ],
    };
  }

  get #tier(): Tier {
    return this.#currentGrant()?.tier ?? this.#base;
  }

  #currentGrant(): Grant | null {
    return this.#grant !== null && this.#grant.endsAt > this.#clock.now() ? this.#grant : null;
  }

  takeRead(user: string, cost: number, nowMs: number): boolean {
    return this.#take([`${user}/read`], this.#tier.read, cost, nowMs);
  }

  /** Takes tokens from the buckets of all named shards, or from none if one has too few. */
  takeWrite(user: string, shards: readonly number[], cost: number, nowMs: number): boolean {
    const names = shards.map((shard) => `${user}/write/${shard}`);
    return this.#take(names, this.#tier.write, cost, nowMs);
  }

  #take(names: readonly string[], rule: BucketRule, cost: number, nowMs: number): boolean {
    if (cost > rule.burst) return false;
    const taken = names.map((name) =>
      takeTokens(this.#buckets.get(name) ?? createFullBucket(rule, nowMs), rule, cost, nowMs),
    );
    if (taken.some(({ allowed }) => !allowed)) return false;
    for (const [index, { bucket }] of taken.entries()) this.#buckets.set(names[index] ?? '', bucket);
    return true;
  }
}
