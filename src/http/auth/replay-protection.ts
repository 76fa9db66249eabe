import type { KeyId, TimestampMs } from '#contract';
import type { Clock, Metrics, ReplayStore } from '#ports';

/** Signatures that were already used. Their text is canonical, so each signature has one spelling. */
export interface UsedSignatures {
  has(signature: string): boolean;
  /**
   * Stores a signature at once; the promise resolves when it is on disk. Null when the key has used up its quota, or
   * all keys together theirs: a request is rejected rather than evicting a signature that could be replayed.
   */
  remember(signature: string, use: SignatureUse): Promise<void> | null;
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

/** Who used a signature, and for what. */
export interface SignatureUse {
  readonly keyId: KeyId;
  readonly reducesRisk: boolean; // a cancel or the kill switch may use the reserve of its key
  /** The timestamp, when it is outside the window: the disk keeps the signature by the later time. */
  readonly at: TimestampMs | null;
}

/** How many signatures a generation may hold. */
export interface SignatureQuota {
  readonly max: number; // of all keys together
  readonly perKeyMax: number;
  readonly reservePerKey: number; // in addition, for calls of a key that reduce risk
}

export interface UsedSignaturesDeps {
  readonly store: ReplayStore;
  readonly clock: Clock;
  readonly windowMs: number; // `auth.window_ms`
  readonly quota?: SignatureQuota;
  readonly metrics?: Pick<Metrics, 'gauge' | 'count'>;
}

/** Far more than the rate limits allow; one key cannot use the places of all others. */
const QUOTA: SignatureQuota = { max: 1_000_000, perKeyMax: 500_000, reservePerKey: 100_000 };

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
  readonly ofKeys: Map<KeyId, { counted: number; reserved: number }>;
  counted: number; // of all keys, without their reserves
  lastUsedAt: number;
}

const generation = (signatures: readonly string[] = [], lastUsedAt = 0): Generation => ({
  signatures: new Set(signatures),
  ofKeys: new Map(),
  counted: signatures.length,
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

  remember(signature: string, use: SignatureUse): Promise<void> | null {
    this.#rotate();
    if (!this.#takePlace(use)) return null;
    this.#young.signatures.add(signature);
    this.#deps.metrics?.gauge('replay_signatures', this.#young.signatures.size + this.#old.signatures.size);
    const now = this.#deps.clock.now();
    this.#young.lastUsedAt = Math.max(this.#young.lastUsedAt, now);
    const usedAt = Math.max(now, use.at ?? 0);
    const expiresAt = (usedAt + this.#retentionMs) as TimestampMs;
    return this.#deps.store.rememberSignature(signature, usedAt as TimestampMs, expiresAt);
  }

  /** A call that reduces risk uses the reserve of its key last; no other key can use that up. */
  #takePlace({ keyId, reducesRisk }: SignatureUse): boolean {
    const { max, perKeyMax, reservePerKey } = this.#deps.quota ?? QUOTA;
    const young = this.#young;
    const ofKey = young.ofKeys.get(keyId) ?? { counted: 0, reserved: 0 };
    young.ofKeys.set(keyId, ofKey);
    if (young.counted < max && ofKey.counted < perKeyMax) {
      young.counted += 1;
      ofKey.counted += 1;
      return true;
    }
    if (reducesRisk && ofKey.reserved < reservePerKey) {
      ofKey.reserved += 1;
      return true;
    }
    const why = ofKey.counted < perKeyMax ? 'all' : 'key';
    this.#deps.metrics?.count('replay_signatures_refused_total', { why });
    return false;
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
