import type { TimestampMs } from '../../core/kernel/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReplayStore } from '../../ports/journal.ts';

/** Signatures that have done their work. Text is canonical, so one signature has one name. */
export interface UsedSignatures {
  has(signature: string): boolean;
  /**
   * Remembers a signature from this moment on; the promise resolves when it is on disk. Null when
   * memory is full: better to refuse a caller than to forget what could be replayed.
   */
  remember(signature: string): Promise<void> | null;
  /** Milliseconds until room is made. */
  roomInMs(): number;
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
  const kept = await deps.store.loadSignatures(deps.clock.now());
  return new TwoGenerations(
    deps,
    kept.map(({ signature }) => signature),
  );
}

/**
 * Two sets: signatures enter the young one, and every `2 × window` it becomes the old one while the
 * old one is dropped whole. Each is thus known for at least twice the window, after which its
 * timestamp is refused anyway, and forgetting costs nothing per signature.
 */
class TwoGenerations implements UsedSignatures {
  readonly #deps: UsedSignaturesDeps;
  readonly #lifeMs: number;
  #young: Set<string>;
  #old = new Set<string>();
  #turnsAtMs: number;

  constructor(deps: UsedSignaturesDeps, kept: readonly string[]) {
    this.#deps = deps;
    this.#lifeMs = 2 * deps.windowMs;
    this.#young = new Set(kept);
    this.#turnsAtMs = deps.clock.monotonicMs() + this.#lifeMs;
  }

  has(signature: string): boolean {
    this.#turn();
    return this.#young.has(signature) || this.#old.has(signature);
  }

  remember(signature: string): Promise<void> | null {
    this.#turn();
    if (this.#young.size >= (this.#deps.signaturesMax ?? SIGNATURES_MAX)) return null;
    this.#young.add(signature);
    const expiresAt = (this.#deps.clock.now() + this.#lifeMs) as TimestampMs;
    return this.#deps.store.rememberSignature(signature, expiresAt);
  }

  roomInMs(): number {
    return Math.max(0, Math.ceil(this.#turnsAtMs - this.#deps.clock.monotonicMs()));
  }

  #turn(): void {
    const now = this.#deps.clock.monotonicMs();
    if (now < this.#turnsAtMs) return;
    const isLongPast = now >= this.#turnsAtMs + this.#lifeMs;
    this.#old = isLongPast ? new Set() : this.#young;
    this.#young = new Set();
    this.#turnsAtMs = now + this.#lifeMs;
  }
}
