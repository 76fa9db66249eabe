import type { KeyId } from '../../domain/model/ids.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { Clock } from '../../ports/environment.ts';
import type { ReplayStore } from '../../ports/journal.ts';

/** Signatures that were already used. Their text is canonical, so each signature has one spelling. */
export interface UsedSignatures {
  has(signature: string): boolean;
  /**
   * Stores a signature at once; the promise resolves when it is on disk. Null when memory is full: a request
   * is rejected rather than evicting a signature that could be replayed.
   *
   * @param at  its timestamp, when it is outside the window: the disk keeps the signature by the later time
   */
  remember(signature: string, at?: TimestampMs): Promise<void> | null;
  /**
   * Unix milliseconds: every evicted signature has this timestamp or an earlier one. If the clock is set back,
   * evicted signatures would be inside the window again.
   */
  readonly evictedUntil: number;
  /** The same for all signatures used before this start, evicted or not. */
  readonly previousRunsUntil: number;
  /** Milliseconds until the next eviction. */
  msUntilSpace(): number;
}

export interface UsedSignaturesDeps {
  readonly store: ReplayStore;
  readonly clock: Clock;
  readonly windowMs: number; // `auth.window_ms`
  readonly signaturesMax?: number; // in each of the two generations
}

const SIGNATURES_MAX = 1_000_000;

/** Loads the signatures of the previous run, so that a restart does not allow a replay. */
export async function loadUsedSignatures(deps: UsedSignaturesDeps): Promise<UsedSignatures> {
  // Load expired signatures too: the clock may be ahead now and be corrected later.
  const kept = await deps.store.loadSignatures(0 as TimestampMs);
  const latest = kept.reduce((max, { expiresAt }) => Math.max(max, expiresAt), 0);
  const signatures = kept.map(({ signature }) => signature);
  return new TwoGenerations(deps, signatures, latest - toRetentionMs(deps.windowMs));
}

/** The timestamp is within one window of the use, and the use is within one window of our clock. */
const toRetentionMs = (windowMs: number): number => 2 * windowMs;

/** The signatures of one period, and the latest wall clock time at which one was used. */
interface Generation {
  readonly signatures: Set<string>;
  lastUsedAt: number;
}

const generation = (signatures: readonly string[] = [], lastUsedAt = 0): Generation => ({
  signatures: new Set(signatures),
  lastUsedAt,
});

/**
 * Two generations: signatures enter the young one. Every `2 × window` it becomes the old one, and the
 * previous old one is dropped as a whole. Each signature is thus kept for at least twice the window, after
 * which its timestamp is rejected anyway, and eviction has no cost per signature.
 */
class TwoGenerations implements UsedSignatures {
  readonly #deps: UsedSignaturesDeps;
  readonly #retentionMs: number;
  #young: Generation;
  #old = generation();
  #rotatesAtMs: number;
  #evictedUntil: number;
  readonly previousRunsUntil: number;

  constructor(deps: UsedSignaturesDeps, kept: readonly string[], lastUsedAt: number) {
    this.#deps = deps;
    this.#retentionMs = toRetentionMs(deps.windowMs);
    this.#young = generation(kept, lastUsedAt);
    this.#rotatesAtMs = deps.clock.monotonicMs() + this.#retentionMs;
    // A signature deleted by the store was one retention period old at the last use, so its timestamp one window.
    this.#evictedUntil = lastUsedAt - deps.windowMs;
    this.previousRunsUntil = lastUsedAt + deps.windowMs;
  }

  get evictedUntil(): number {
    this.#rotate();
    return this.#evictedUntil;
  }

  has(signature: string): boolean {
    this.#rotate();
    return this.#young.signatures.has(signature) || this.#old.signatures.has(signature);
  }

  remember(signature: string, at?: TimestampMs): Promise<void> | null {
    this.#rotate();
    const { signatures } = this.#young;
    if (signatures.size >= (this.#deps.signaturesMax ?? SIGNATURES_MAX)) return null;
    signatures.add(signature);
    const now = this.#deps.clock.now();
    this.#young.lastUsedAt = Math.max(this.#young.lastUsedAt, now);
    const usedAt = Math.max(now, at ?? 0);
    const expiresAt = (usedAt + this.#retentionMs) as TimestampMs;
    return this.#deps.store.rememberSignature(signature, usedAt as TimestampMs, expiresAt);
  }

  msUntilSpace(): number {
    return Math.max(0, Math.ceil(this.#rotatesAtMs - this.#deps.clock.monotonicMs()));
  }

  #rotate(): void {
    const now = this.#deps.clock.monotonicMs();
    if (now < this.#rotatesAtMs) return;
    this.#evict(this.#old);
    const isLongPast = now >= this.#rotatesAtMs + this.#retentionMs;
    if (isLongPast) this.#evict(this.#young);
    this.#old = isLongPast ? generation() : this.#young;
    this.#young = generation();
    this.#rotatesAtMs = now + this.#retentionMs;
  }

  #evict({ lastUsedAt }: Generation): void {
    this.#evictedUntil = Math.max(this.#evictedUntil, lastUsedAt + this.#deps.windowMs);
  }
}

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
 * docs/decisions/0108-clock-set-back.md
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
