import type { KeyId, TimestampMs } from '#contract';
import type { StateStore } from '#orders';
import type { Clock, Timer } from '#ports';
import { recordForbiddenCalls } from './call-audit.ts';

export interface ForbiddenCallDeps {
  readonly store: StateStore;
  readonly clock: Clock;
}

/** The calls of one key since its last record. Their number of paths is at most the number of routes. */
interface Counted {
  readonly from: TimestampMs;
  until: TimestampMs;
  readonly byPath: Map<string, { readonly method: string; readonly path: string; count: number }>;
}

const PERIOD_MS = 60_000;

/**
 * Counts the state-changing calls that a key lacks the permission for, and records them once a minute for each key.
 * One record for each call would let any key fill the disk with calls that have no effect (I-32).
 *
 * The counts of the last minute are lost when the process is killed.
 */
export class ForbiddenCallCounter {
  readonly #deps: ForbiddenCallDeps;
  readonly #keys = new Map<KeyId, Counted>();
  #timer: Timer | null = null;

  constructor(deps: ForbiddenCallDeps) {
    this.#deps = deps;
  }

  /** @param path  of the route: `/v1/orders/{id}` */
  count(keyId: KeyId, method: string, path: string): void {
    const now = this.#deps.store.now();
    const counted = this.#keys.get(keyId) ?? { from: now, until: now, byPath: new Map() };
    this.#keys.set(keyId, counted);
    counted.until = now;
    const name = `${method} ${path}`;
    const ofPath = counted.byPath.get(name) ?? { method, path, count: 0 };
    counted.byPath.set(name, ofPath);
    ofPath.count += 1;
    this.#timer ??= this.#deps.clock.after(PERIOD_MS, () => this.#record());
  }

  /** Records what is counted. The store must be closed later. */
  stop(): void {
    this.#timer?.cancel();
    this.#record();
  }

  #record(): void {
    this.#timer = null;
    for (const [keyId, { from, until, byPath }] of this.#keys)
      void recordForbiddenCalls(this.#deps.store, keyId, { from, until, paths: [...byPath.values()] });
    this.#keys.clear();
  }
}
