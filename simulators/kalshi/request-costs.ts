import {
  type BucketRule,
  createFullBucket,
  type TokenBucket,
  takeTokens,
} from '../../src/domain/access/token-bucket.ts';

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

/** Rate limits of all users: one read bucket per user, and one write bucket per user and shard. */
export class RequestRateLimiter {
  readonly #tier: Tier;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(chosen: Tier) {
    this.#tier = chosen;
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
