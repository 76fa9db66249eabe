import type { KeyId, TimestampMs } from '#contract';
import type { Clock } from '#ports';

interface ClockRollbackPolicyDeps {
  readonly clock: Clock;
  readonly windowMs: number; // `auth.window_ms`
  /** Unix milliseconds: every signature used by a previous run has this timestamp or an earlier one. */
  readonly previousRunsUntil: number;
}

const PER_KEY_MAX = 1_000;

/** The used signatures of one key with their timestamps. Evicted ones have at most `evictedUntil`. */
interface Used {
  readonly signatures: Map<string, TimestampMs>;
  evictedUntil: number;
}

/**
 * Accepts calls that only reduce risk while the server clock is set back. After a rollback, a new signature
 * cannot be distinguished from one that was used and evicted. Calls that reduce risk are few, so their
 * signatures are kept for the whole process and a replay is still detected.
 *
 * docs/decisions/signatures.md
 */
export class ClockRollbackPolicy {
  readonly #deps: ClockRollbackPolicyDeps;
  readonly #byKey = new Map<KeyId, Used>();
  #aheadMs: number; // the largest lead of the wall clock over the monotonic clock so far

  constructor(deps: ClockRollbackPolicyDeps) {
    this.#deps = deps;
    this.#aheadMs = deps.clock.now() - deps.clock.monotonicMs();
  }

  /** Must be called for every request, so that a clock rollback is detected. */
  watchClock(): void {
    const { clock } = this.#deps;
    this.#aheadMs = Math.max(this.#aheadMs, clock.now() - clock.monotonicMs());
  }

  /**
   * True when a call with a timestamp outside the window may pass, provided it is not a known replay: the
   * timestamp is not too old, was reached by our clock, and is later than all timestamps of previous runs.
   */
  canAccept(at: TimestampMs): boolean {
    const { clock, windowMs, previousRunsUntil } = this.#deps;
    const latestShown = clock.monotonicMs() + this.#aheadMs;
    return at > previousRunsUntil && at >= clock.now() - windowMs && at <= latestShown + windowMs;
  }

  /** True when the call was used, or may have been used and evicted, which needs a key with very many calls. */
  isPossiblyUsed(keyId: KeyId, signature: string, at: TimestampMs): boolean {
    const used = this.#byKey.get(keyId);
    return used !== undefined && (at <= used.evictedUntil || used.signatures.has(signature));
  }

  remember(keyId: KeyId, signature: string, at: TimestampMs): void {
    const used = this.#byKey.get(keyId) ?? {
      signatures: new Map(),
      evictedUntil: Number.NEGATIVE_INFINITY,
    };
    this.#byKey.set(keyId, used);
    used.signatures.set(signature, at);
    if (used.signatures.size > PER_KEY_MAX) evictOldest(used);
  }
}

function evictOldest(used: Used): void {
  used.evictedUntil = Math.min(...used.signatures.values());
  for (const [signature, at] of used.signatures)
    if (at <= used.evictedUntil) used.signatures.delete(signature);
}
