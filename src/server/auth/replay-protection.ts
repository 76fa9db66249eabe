import type { TimestampMs } from '../../domain/model/time.ts';
import type { Clock } from '../../ports/environment.ts';
import type { ReplayStore } from '../../ports/journal.ts';

/** Signatures that have done their work. Text is canonical, so one signature has one name. */
export interface UsedSignatures {
  has(signature: string): boolean;
  /**
   * Remembers a signature from this moment on; the promise resolves when it is on disk. Null when
   * memory is full: better to refuse a caller than to forget what could be replayed.
   *
   * @param at  its timestamp, where our clock says nothing of it: the disk keeps it by the later of the two
   */
  remember(signature: string, at?: TimestampMs): Promise<void> | null;
  /**
   * Unix milliseconds: whatever was forgotten had this timestamp or an earlier one. Our clock may be set back, and then
   * the window would open again for what nobody remembers any more.
   */
  readonly evictedUntil: number;
  /** The same of all that was used before this start, remembered or not. */
  readonly previousRunsUntil: number;
  /** Milliseconds until room is made. */
  msUntilSpace(): number;
}

export interface UsedSignaturesDeps {
  readonly store: ReplayStore;
  readonly clock: Clock;
  readonly windowMs: number; // `auth.window_ms`
  readonly signaturesMax?: number; // in each of the two generations
}

const SIGNATURES_MAX = 1_000_000;

/** Reads back what an earlier run remembered, so that a restart opens no door for a replay. */
export async function loadUsedSignatures(deps: UsedSignaturesDeps): Promise<UsedSignatures> {
  // All that the store has, also what is too old by our clock: it may have been set forward, and be set right later.
  const kept = await deps.store.loadSignatures(0 as TimestampMs);
  const latest = kept.reduce((so, { expiresAt }) => Math.max(so, expiresAt), 0);
  const signatures = kept.map(({ signature }) => signature);
  return new TwoGenerations(deps, signatures, latest - lifeOf(deps.windowMs));
}

/** A signature's timestamp is within a window of its use, and its use within a window of ours. */
const lifeOf = (windowMs: number): number => 2 * windowMs;

/** The signatures of a while, and the latest time our clock showed at the use of one. */
interface Generation {
  readonly signatures: Set<string>;
  lastUsedAt: number;
}

const generation = (signatures: readonly string[] = [], lastUsedAt = 0): Generation => ({
  signatures: new Set(signatures),
  lastUsedAt,
});

/**
 * Two generations: signatures enter the young one, and every `2 × window` it becomes the old one while the
 * old one is dropped whole. Each is thus known for at least twice the window, after which its
 * timestamp is refused anyway, and forgetting costs nothing per signature.
 */
class TwoGenerations implements UsedSignatures {
  readonly #deps: UsedSignaturesDeps;
  readonly #lifeMs: number;
  #young: Generation;
  #old = generation();
  #turnsAtMs: number;
  #forgottenUntil: number;
  readonly previousRunsUntil: number;

  constructor(deps: UsedSignaturesDeps, kept: readonly string[], lastUsedAt: number) {
    this.#deps = deps;
    this.#lifeMs = lifeOf(deps.windowMs);
    this.#young = generation(kept, lastUsedAt);
    this.#turnsAtMs = deps.clock.monotonicMs() + this.#lifeMs;
    // What the store has let go of was a life old when the newest was used, so its timestamp a window.
    this.#forgottenUntil = lastUsedAt - deps.windowMs;
    this.previousRunsUntil = lastUsedAt + deps.windowMs;
  }

  get evictedUntil(): number {
    this.#turn();
    return this.#forgottenUntil;
  }

  has(signature: string): boolean {
    this.#turn();
    return this.#young.signatures.has(signature) || this.#old.signatures.has(signature);
  }

  remember(signature: string, at?: TimestampMs): Promise<void> | null {
    this.#turn();
    const { signatures } = this.#young;
    if (signatures.size >= (this.#deps.signaturesMax ?? SIGNATURES_MAX)) return null;
    signatures.add(signature);
    const now = this.#deps.clock.now();
    this.#young.lastUsedAt = Math.max(this.#young.lastUsedAt, now);
    const usedAt = Math.max(now, at ?? 0);
    const expiresAt = (usedAt + this.#lifeMs) as TimestampMs;
    return this.#deps.store.rememberSignature(signature, usedAt as TimestampMs, expiresAt);
  }

  msUntilSpace(): number {
    return Math.max(0, Math.ceil(this.#turnsAtMs - this.#deps.clock.monotonicMs()));
  }

  #turn(): void {
    const now = this.#deps.clock.monotonicMs();
    if (now < this.#turnsAtMs) return;
    this.#forget(this.#old);
    const isLongPast = now >= this.#turnsAtMs + this.#lifeMs;
    if (isLongPast) this.#forget(this.#young);
    this.#old = isLongPast ? generation() : this.#young;
    this.#young = generation();
    this.#turnsAtMs = now + this.#lifeMs;
  }

  #forget({ lastUsedAt }: Generation): void {
    this.#forgottenUntil = Math.max(this.#forgottenUntil, lastUsedAt + this.#deps.windowMs);
  }
}
