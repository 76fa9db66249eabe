import { present } from '../../core/kernel/assert.ts';
import type { KeyId } from '../../core/kernel/ids.ts';

/** The connections that each key has, handshakes under way included, so that a burst cannot slip past the limit. */
export class Places {
  readonly #perKeyMax: number;
  readonly #taken = new Map<KeyId, number>();

  constructor(perKeyMax: number) {
    this.#perKeyMax = perKeyMax;
  }

  /** How to give the place back, to be called once; null when the key has all it may have. */
  take(keyId: KeyId): (() => void) | null {
    const taken = this.#taken.get(keyId) ?? 0;
    if (taken >= this.#perKeyMax) return null;
    this.#taken.set(keyId, taken + 1);
    return () => this.#free(keyId);
  }

  #free(keyId: KeyId): void {
    const left = present(this.#taken.get(keyId), 'a place that was taken') - 1;
    if (left === 0) this.#taken.delete(keyId);
    else this.#taken.set(keyId, left);
  }
}
