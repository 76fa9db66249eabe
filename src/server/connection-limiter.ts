import { requirePresent } from '../domain/model/assert.ts';

/**
 * The connections that each holder has, by a name: a key, a caller's address. A place is taken before the work
 * of opening begins, so that a burst cannot slip past the limit.
 */
export class ConnectionLimiter<Holder extends string> {
  readonly max: number; // of each holder
  readonly #taken = new Map<Holder, number>();

  constructor(max: number) {
    this.max = max;
  }

  /** How to give the place back, to be called once; null when the holder has all it may have. */
  take(holder: Holder): (() => void) | null {
    const taken = this.#taken.get(holder) ?? 0;
    if (taken >= this.max) return null;
    this.#taken.set(holder, taken + 1);
    return () => this.#free(holder);
  }

  #free(holder: Holder): void {
    const left = requirePresent(this.#taken.get(holder), 'a place that was taken') - 1;
    if (left === 0) this.#taken.delete(holder);
    else this.#taken.set(holder, left);
  }
}
