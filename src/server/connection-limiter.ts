import { requirePresent } from '../domain/model/assert.ts';

/**
 * Limits the open connections of each holder: an API key, or a client address. A slot is taken before the
 * connection is opened, so that a burst cannot exceed the limit.
 */
export class ConnectionLimiter<Holder extends string> {
  readonly max: number; // per holder
  readonly #taken = new Map<Holder, number>();

  constructor(max: number) {
    this.max = max;
  }

  /** Takes a slot and returns the function that frees it, to be called once; null at the limit. */
  take(holder: Holder): (() => void) | null {
    const taken = this.#taken.get(holder) ?? 0;
    if (taken >= this.max) return null;
    this.#taken.set(holder, taken + 1);
    return () => this.#free(holder);
  }

  #free(holder: Holder): void {
    const left = requirePresent(this.#taken.get(holder), 'a slot that was taken') - 1;
    if (left === 0) this.#taken.delete(holder);
    else this.#taken.set(holder, left);
  }
}
