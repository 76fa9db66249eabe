import type { WireOrder } from './wire.ts';

/** An order that an earlier life sent may be created so much later than our first look: on its way, or held back. */
const ON_ITS_WAY_MS = 10_000;

/** When this life first read its open orders: what it can tell apart from those of earlier lives. */
export class FirstLook {
  #atMs: number | null = null;

  get isDone(): boolean {
    return this.#atMs !== null;
  }

  /** @param atMs  when the look began, by the venue's clock, Unix ms. Only the first one counts. */
  done(atMs: number): void {
    this.#atMs ??= atMs;
  }

  /**
   * Whether an order that has no record may still be one of an earlier life of ours: the list of the first look
   * may have lagged behind it. Whether it is, the engine knows.
   */
  mayBeEarlier({ createdMs }: Pick<WireOrder, 'createdMs'>): boolean {
    return this.#atMs === null || (createdMs !== null && createdMs <= this.#atMs + ON_ITS_WAY_MS);
  }
}
