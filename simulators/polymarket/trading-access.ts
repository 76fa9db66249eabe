import type { FaultInjector } from '#matching-engine';
import type { Clock, Random } from '#ports';
import { randomUuid } from '../shared/process-environment.ts';
import type { Rejection } from './trading/trading-rules.ts';

/** The effect of an order request. */
type Intent = 'order' | 'post_only_order' | 'cancel';

export interface ModeRefusal extends Rejection {
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfter?: number; // seconds
}

const RESTART_MS_DEFAULT = 5_000;
const POST_ONLY_MS = 120_000;

/** The venue's trading mode: open, disabled, cancel-only, restarting, or post-only after a restart. */
export class TradingModes {
  readonly #clock: Clock;
  readonly #faults: FaultInjector;
  #trading: 'open' | 'cancel_only' | 'disabled' = 'open';
  #restartUntil = 0;
  #postOnlyUntil = 0;

  constructor(clock: Clock, faults: FaultInjector) {
    this.#clock = clock;
    this.#faults = faults;
  }

  set(trading: 'open' | 'cancel_only' | 'disabled'): void {
    this.#trading = trading;
    if (trading !== 'open') return;
    this.#restartUntil = 0;
    this.#postOnlyUntil = 0;
  }

  /** Returns why the action is not allowed now; null when it is allowed. */
  refusal(intent: Intent): ModeRefusal | null {
    const now = this.#clock.now();
    this.#beginRestart(now);
    if (now < this.#restartUntil) return { status: 425, error: 'Too Early' };
    if (this.#trading === 'disabled') return DISABLED;
    if (intent === 'cancel') return null;
    if (this.#trading === 'cancel_only') return CANCEL_ONLY;
    return intent === 'order' && now < this.#postOnlyUntil ? this.#postOnly(now) : null;
  }

  #beginRestart(now: number): void {
    const fault = this.#faults.trigger('restart');
    if (fault === null) return;
    this.#restartUntil = now + (fault.ms > 0 ? fault.ms : RESTART_MS_DEFAULT);
    this.#postOnlyUntil = this.#restartUntil + POST_ONLY_MS;
  }

  #postOnly(now: number): ModeRefusal {
    const retryAfter = Math.ceil((this.#postOnlyUntil - now) / 1000);
    return {
      status: 503,
      error: 'post-only mode: only post-only orders and cancels are allowed',
      extra: { code: 'post_only_mode', retry_after_seconds: retryAfter },
      retryAfter,
    };
  }
}

const DISABLED: ModeRefusal = {
  status: 503,
  error: 'Trading is currently disabled. Check polymarket.com for updates',
};
const CANCEL_ONLY: ModeRefusal = {
  status: 503,
  error: 'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
};

/** The state of a bucket after a request, for the reply's headers. */
export interface RateLimitResult {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number; // monotonic ms
}

/** A token bucket per signer. A batch is allowed as a whole or not at all. */
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

  /** Charges a cost known only afterwards. A cancel-all may make the bucket negative. */
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

interface Beat {
  readonly id: string;
  readonly at: number; // ms
}

/** Silence after a first heartbeat that cancels all open orders of the API key. */
const SILENCE_MAX_MS = 10_000;

/** The dead man's switch per API key. */
export class Heartbeats {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #beats = new Map<string, Beat>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Returns the next heartbeat id, and whether the received id was the expected one. */
  beat(apiKey: string, id: string): { readonly isExpected: boolean; readonly next: string } {
    const last = this.#beats.get(apiKey);
    if (last !== undefined && id !== last.id) return { isExpected: false, next: last.id };
    const next = randomUuid(this.#random);
    this.#beats.set(apiKey, { id: next, at: this.#clock.now() });
    return { isExpected: true, next };
  }

  /** Returns the keys that fell silent, each of them once. */
  takeSilent(): readonly string[] {
    const since = this.#clock.now() - SILENCE_MAX_MS;
    const silent = [...this.#beats].filter(([, { at }]) => at < since).map(([apiKey]) => apiKey);
    for (const apiKey of silent) this.#beats.delete(apiKey);
    return silent;
  }
}
