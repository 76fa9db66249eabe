import {
  type BucketRule,
  createFullBucket,
  getTokensAt,
  refit,
  type TokenBucket,
  takeTokens,
} from '#contract';
import { type Clock, type VenueBudget, wait } from '#ports';

/** The bucket that a request is charged to: reads, or the orders of one shard. Batches are charged to shard 0. */
export type Bucket = 'read' | `write:${number}`;

export interface Budgets {
  readonly read: BucketRule;
  readonly write: BucketRule;
  readonly costs: ReadonlyMap<string, number>; // by `METHOD /path/:with_names`; others have the default cost
  readonly defaultCost: number;
}

/** The limits of the lowest tier, with the documented default cost. */
export const BASIC_BUDGETS: Budgets = {
  read: { perSecond: 200, burst: 200 },
  write: { perSecond: 100, burst: 100 },
  costs: new Map(),
  defaultCost: 10,
};

const CANCEL_DIVISOR = 5; // a fifth of each write bucket is for cancels alone
const PAUSE_MS_MAX = 9_000; // shorter than a read may wait
const HELD_MS = 20; // how long an order waits before it looks again whether cancels still wait

interface State {
  rule: BucketRule;
  main: TokenBucket;
  reserve: TokenBucket;
  waitingCancels: number; // requests; orders take no tokens meanwhile
}

/**
 * Mirrors Kalshi's token buckets, so that a request waits here instead of being refused by the venue. Cancels use
 * the common tokens first and then a reserve that only cancels may use. While cancels wait for tokens, orders get none.
 */
export class KalshiRateLimiter {
  readonly #clock: Clock;
  readonly #states = new Map<Bucket, State>();
  #budgets: Budgets = BASIC_BUDGETS;
  #isStopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Replaces the limits by those of the account. What was spent stays spent: a bucket keeps its tokens, up to the new
   * capacity, so that reading the limits again never adds tokens.
   */
  set(budgets: Budgets): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [bucket, state] of this.#states) {
      const [before, rule] = [splitRule(bucket, state.rule), getRule(budgets, bucket)];
      const after = splitRule(bucket, rule);
      state.main = refit(state.main, before.main, after.main, nowMs);
      state.reserve = refit(state.reserve, before.reserve, after.reserve, nowMs);
      state.rule = rule;
    }
    this.#budgets = budgets;
  }

  get budgets(): Budgets {
    return this.#budgets;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Waits for the tokens of one read, order or amend; false when they will not be available within `waitMsMax`. */
  spend(bucket: Bucket, endpoint: string, waitMsMax: number): Promise<boolean> {
    const cost = this.getCost(endpoint);
    return this.#waitUntil(waitMsMax, () => this.#take(bucket, cost));
  }

  /** Like `spend`, for one request of so many cancels. */
  async spendOnCancels(bucket: Bucket, endpoint: string, waitMsMax: number, count: number): Promise<boolean> {
    const cost = count * this.getCost(endpoint);
    const state = this.#getState(bucket);
    state.waitingCancels += 1;
    const isSpent = await this.#waitUntil(waitMsMax, () => this.#takeForCancels(bucket, cost));
    state.waitingCancels -= 1;
    return isSpent;
  }

  /** The number of requests of this cost that a full bucket covers, with its reserve. */
  countFitting(bucket: Bucket, endpoint: string): number {
    const { main, reserve } = splitRule(bucket, this.#getState(bucket).rule);
    return Math.floor((main.burst + reserve.burst) / this.getCost(endpoint));
  }

  getCost(endpoint: string): number {
    return this.#budgets.costs.get(endpoint) ?? this.#budgets.defaultCost;
  }

  /** @param take  returns the milliseconds to wait; 0 when it took the tokens */
  async #waitUntil(waitMsMax: number, take: () => number): Promise<boolean> {
    const untilMs = this.#clock.monotonicMs() + waitMsMax;
    while (!this.#isStopped) {
      const waitMs = take();
      if (waitMs === 0) return true;
      if (this.#clock.monotonicMs() + waitMs > untilMs) return false;
      await wait(this.#clock, waitMs);
    }
    return false;
  }

  /**
   * Empties a bucket after the venue answered 429. It is filled again after `pauseMs`, at most `PAUSE_MS_MAX`: the venue
   * cannot stop our requests for longer. The reserve for cancels is kept.
   */
  drain(bucket: Bucket, pauseMs: number): void {
    const state = this.#getState(bucket);
    const fromMs = Math.floor(this.#clock.monotonicMs()) + Math.min(pauseMs, PAUSE_MS_MAX);
    state.main = { level: 0, atMs: Math.max(state.main.atMs, fromMs) };
  }

  /** The tokens left in each bucket, and in its reserve for cancels. */
  left(): readonly VenueBudget[] {
    const nowMs = this.#clock.monotonicMs();
    const buckets = new Set<Bucket>(['read', 'write:0', ...this.#states.keys()]);
    return [...buckets].flatMap((name) => {
      const { rule, ...held } = this.#getState(name);
      const { main, reserve } = splitRule(name, rule);
      const left = (bucket: TokenBucket, of: BucketRule, forCancels: boolean): VenueBudget => ({
        name,
        left: getTokensAt(bucket, of, nowMs),
        ...of,
        forCancels,
      });
      const usual = left(held.main, main, false);
      return name === 'read' ? [usual] : [usual, left(held.reserve, reserve, true)];
    });
  }

  /** @returns milliseconds until the tokens are available; 0 when they were taken */
  #take(bucket: Bucket, cost: number): number {
    const state = this.#getState(bucket);
    if (state.waitingCancels > 0) return HELD_MS;
    const { main } = splitRule(bucket, state.rule);
    const nowMs = this.#clock.monotonicMs();
    const taken = takeTokens(state.main, main, cost, nowMs);
    state.main = taken.bucket;
    const pausedMs = Math.max(0, taken.bucket.atMs - nowMs);
    return taken.allowed ? 0 : Math.ceil(pausedMs) + taken.retryAfterMs;
  }

  /** Takes from the common tokens what they cover, and the rest from the reserve; nothing if both are too few. */
  #takeForCancels(bucket: Bucket, cost: number): number {
    const state = this.#getState(bucket);
    const nowMs = this.#clock.monotonicMs();
    const { main, reserve } = splitRule(bucket, state.rule);
    const needed = Math.min(cost, main.burst + reserve.burst);
    const common = getTokensAt(state.main, main, nowMs);
    const missing = needed - common - getTokensAt(state.reserve, reserve, nowMs);
    if (missing > 0) return Math.ceil((missing * 1_000) / (main.perSecond + reserve.perSecond));
    const fromMain = Math.min(common, needed);
    state.main = takeTokens(state.main, main, fromMain, nowMs).bucket;
    state.reserve = takeTokens(state.reserve, reserve, needed - fromMain, nowMs).bucket;
    return 0;
  }

  #getState(bucket: Bucket): State {
    const known = this.#states.get(bucket);
    if (known !== undefined) return known;
    const rule = getRule(this.#budgets, bucket);
    const { main, reserve } = splitRule(bucket, rule);
    const nowMs = this.#clock.monotonicMs();
    const [common, kept] = [createFullBucket(main, nowMs), createFullBucket(reserve, nowMs)];
    const state = { rule, main: common, reserve: kept, waitingCancels: 0 };
    this.#states.set(bucket, state);
    return state;
  }
}

const getRule = (budgets: Budgets, bucket: Bucket): BucketRule =>
  bucket === 'read' ? budgets.read : budgets.write;

/** Splits a rule into common tokens and the reserve; together they never exceed the venue's limit. */
function splitRule(
  bucket: Bucket,
  rule: BucketRule,
): { readonly main: BucketRule; readonly reserve: BucketRule } {
  if (bucket === 'read') return { main: rule, reserve: rule };
  const share = (units: number): number => Math.max(1, Math.floor(units / CANCEL_DIVISOR));
  const reserve = { perSecond: share(rule.perSecond), burst: share(rule.burst) };
  const main = {
    perSecond: Math.max(1, rule.perSecond - reserve.perSecond),
    burst: Math.max(1, rule.burst - reserve.burst),
  };
  return { main, reserve };
}
