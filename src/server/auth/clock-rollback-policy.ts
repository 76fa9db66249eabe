import type { KeyId } from '../../domain/model/ids.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { Clock } from '../../ports/environment.ts';

export interface ClockRollbackPolicyDeps {
  readonly clock: Clock;
  readonly windowMs: number; // `auth.window_ms`
  /** Unix milliseconds: what an earlier run of the service has used had this timestamp or an earlier one. */
  readonly previousRunsUntil: number;
}

const PER_KEY_MAX = 1_000;

/** The signatures of one key by their timestamps; those that had to be forgotten had at most this one. */
interface Used {
  readonly signatures: Map<string, TimestampMs>;
  forgottenUntil: number;
}

/**
 * Calls that only ever make things safer, remembered as long as the process runs. They are few, so that,
 * unlike other signatures, they need not be forgotten. When our clock was set back, nothing that is signed by
 * it can be told from what was used and forgotten, but for these.
 * docs/decisions/0108-clock-set-back.md
 */
export class ClockRollbackPolicy {
  readonly #deps: ClockRollbackPolicyDeps;
  readonly #byKey = new Map<KeyId, Used>();
  #aheadMs: number; // the most that the wall clock was ever ahead of the monotonic one

  constructor(deps: ClockRollbackPolicyDeps) {
    this.#deps = deps;
    this.#aheadMs = deps.clock.now() - deps.clock.monotonicMs();
  }

  /** To be called with whatever comes, so that a clock that is set back is noticed. */
  watchClock(): void {
    const { clock } = this.#deps;
    this.#aheadMs = Math.max(this.#aheadMs, clock.now() - clock.monotonicMs());
  }

  /**
   * Whether a call that is not fresh by our clock may pass all the same, if it is not remembered here: it is not
   * older than our clock allows, not of a time that our clock never showed, and no earlier run has used it.
   */
  canAccept(at: TimestampMs): boolean {
    const { clock, windowMs, previousRunsUntil } = this.#deps;
    const latestShown = clock.monotonicMs() + this.#aheadMs;
    return at > previousRunsUntil && at >= clock.now() - windowMs && at <= latestShown + windowMs;
  }

  /** True when the call was used, or may be one that was used and forgotten: of a key that used very many. */
  isPossiblyUsed(keyId: KeyId, signature: string, at: TimestampMs): boolean {
    const used = this.#byKey.get(keyId);
    return used !== undefined && (at <= used.forgottenUntil || used.signatures.has(signature));
  }

  remember(keyId: KeyId, signature: string, at: TimestampMs): void {
    const used = this.#byKey.get(keyId) ?? {
      signatures: new Map(),
      forgottenUntil: Number.NEGATIVE_INFINITY,
    };
    this.#byKey.set(keyId, used);
    used.signatures.set(signature, at);
    if (used.signatures.size > PER_KEY_MAX) forgetOldest(used);
  }
}

function forgetOldest(used: Used): void {
  used.forgottenUntil = Math.min(...used.signatures.values());
  for (const [signature, at] of used.signatures)
    if (at <= used.forgottenUntil) used.signatures.delete(signature);
}
