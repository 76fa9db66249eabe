import { type Clock, JournalUnavailableError, type Timer } from '#ports';
import type { SqlReader } from '#storage/shared';

const LOOK_MS = 100;
/**
 * In doubt at so many looks in a row. After the process itself was stopped for seconds the first looks come before the
 * answers and the renewal that have waited as long, and several missed looks are one.
 */
const DOUBTFUL_LOOKS = 5;

interface OwnedReaderParts {
  readonly reader: SqlReader;
  readonly clock: Clock;
  readonly lease: { readonly isHeld: boolean };
  readonly place: string; // of the server, for messages
}

/**
 * Look-ups of an owner. A server that cannot be reached answers none of them, perhaps for minutes: once the ownership has
 * been in doubt for half a second, those that wait are given up, so that their callers go to the next owner.
 */
export class OwnedReader implements SqlReader {
  readonly #reader: SqlReader;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #waiting = new Map<(why: Error) => void, number>(); // since when, monotonic
  #doubtfulLooks = 0;

  constructor({ reader, clock, lease, place }: OwnedReaderParts) {
    this.#reader = reader;
    this.#clock = clock;
    const why = `${place} does not answer, and the ownership of its journal is in doubt`;
    this.#timer = clock.every(LOOK_MS, () => {
      this.#doubtfulLooks = lease.isHeld ? 0 : this.#doubtfulLooks + 1;
      if (this.#doubtfulLooks >= DOUBTFUL_LOOKS) this.#giveUp(new JournalUnavailableError(why));
    });
  }

  get: SqlReader['get'] = (sql, ...params) => this.#bounded(this.#reader.get(sql, ...params));

  all: SqlReader['all'] = (sql, params) => this.#bounded(this.#reader.all(sql, params));

  close(): Promise<void> {
    this.#timer.cancel();
    return this.#reader.close();
  }

  async #bounded<Value>(reading: Promise<Value>): Promise<Value> {
    const { promise, reject } = Promise.withResolvers<never>();
    this.#waiting.set(reject, this.#clock.monotonicMs());
    try {
      return await Promise.race([reading, promise]);
    } finally {
      this.#waiting.delete(reject);
    }
  }

  #giveUp(why: Error): void {
    const latestMs = this.#clock.monotonicMs() - LOOK_MS;
    for (const [reject, sinceMs] of this.#waiting) if (sinceMs <= latestMs) reject(why);
  }
}
