import type { BucketRule, TimestampMs } from '#contract';
import type { Clock, Log, Timer } from '#ports';
import { COSTS, LIMITS } from '../codec/kalshi-messages.ts';
import type { KalshiClient } from './kalshi-client.ts';
import { BASIC_BUDGETS, type Budgets } from './kalshi-rate-limiter.ts';

/** Costs from Kalshi's documentation, used where the list of costs has none. */
const DOCUMENTED_COSTS: readonly (readonly [string, number])[] = [
  ['DELETE /portfolio/events/orders/:order_id', 2],
  ['DELETE /portfolio/events/orders/batched', 2], // for each order
  ['GET /portfolio/orders/:order_id', 2],
];

const COST_MAX = 100; // a full bucket of the lowest tier
const CANCEL_COST_MAX = 10; // Kalshi's default; its documented cost of a cancel is 2
const RULE_MAX = 1_000_000;

/** The current request limits of the account. */
interface AccountLimits {
  readonly tier: string;
  readonly budgets: Budgets;
  readonly grantEndsAt: TimestampMs | null; // the earliest end of a grant: the limits fall then
}

/**
 * Reads the account's rate limits and request costs, which change with its tier. What the venue states is kept within
 * bounds, so that no answer of it can hold our cancels back: the limits are at least those of the lowest tier. Null when
 * the read fails.
 */
export async function fetchLimits(client: KalshiClient): Promise<AccountLimits | null> {
  const limits = await client.get('/account/limits', {}, LIMITS);
  if (limits.kind !== 'ok') return null;
  const costs = await client.get('/account/endpoint_costs', {}, COSTS);
  const listed = costs.kind === 'ok' ? costs.value.endpoint_costs : [];
  const { usage_tier, read, write, grants } = limits.value;
  const now = client.time.now();
  const ends = (grants ?? []).flatMap(({ expires_ts }) => (expires_ts === null ? [] : [expires_ts * 1_000]));
  const ahead = ends.filter((at) => at > now);
  const toRule = ({ refill_rate, bucket_capacity }: typeof read, { perSecond, burst }: BucketRule) => ({
    perSecond: bound(Math.floor(refill_rate), perSecond, RULE_MAX),
    burst: bound(Math.floor(bucket_capacity), burst, RULE_MAX),
  });
  return {
    tier: usage_tier ?? 'unknown',
    grantEndsAt: ahead.length === 0 ? null : (Math.min(...ahead) as TimestampMs),
    budgets: {
      read: toRule(read, BASIC_BUDGETS.read),
      write: toRule(write, BASIC_BUDGETS.write),
      costs: new Map([
        ...DOCUMENTED_COSTS,
        ...listed.map(
          ({ method, path, cost }) =>
            [
              `${method} ${withoutPrefix(path)}`,
              bound(cost, 0, method === 'DELETE' ? CANCEL_COST_MAX : COST_MAX),
            ] as const,
        ),
      ]),
      defaultCost: bound(
        costs.kind === 'ok' ? costs.value.default_cost : BASIC_BUDGETS.defaultCost,
        0,
        COST_MAX,
      ),
    },
  };
}

const bound = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

const withoutPrefix = (path: string): string => path.replace(/^\/trade-api\/v\d+/, '');

const REFRESH_MS = 60_000;
const RETRY_MS = 10_000; // after a failed read
const GRANT_MARGIN_MS = 1_000; // a grant ends at a second of the venue's clock, which is known to a second

interface AccountLimitsDeps {
  readonly client: KalshiClient;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Keeps the rate limiter at the limits of the account, which rise and fall with its tier and its grants: they are read
 * at the start, every minute, and at the end of a grant. Until the first read those of the lowest tier apply.
 */
export class AccountLimitsReader {
  readonly #deps: AccountLimitsDeps;
  #timer: Timer | null = null;
  #isReading = false;
  #isStopped = false;

  constructor(deps: AccountLimitsDeps) {
    this.#deps = deps;
  }

  /** Reads the limits now, and from then on regularly. */
  refresh(): void {
    if (this.#isReading || this.#isStopped) return;
    this.#isReading = true;
    this.#timer?.cancel();
    void this.#read()
      .catch((error: unknown) => {
        this.#deps.log.warn('Kalshi account limits could not be read', { why: String(error) });
        return RETRY_MS;
      })
      .then((waitMs) => {
        this.#isReading = false;
        if (!this.#isStopped) this.#timer = this.#deps.clock.after(waitMs, () => this.refresh());
      });
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  /** @returns milliseconds until the next read */
  async #read(): Promise<number> {
    const { client } = this.#deps;
    const limits = await fetchLimits(client);
    if (limits === null) return RETRY_MS;
    client.rateLimiter.set(limits.budgets);
    if (limits.grantEndsAt === null) return REFRESH_MS;
    return Math.min(REFRESH_MS, limits.grantEndsAt - client.time.now() + GRANT_MARGIN_MS);
  }
}
