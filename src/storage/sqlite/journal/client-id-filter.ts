import type { SqlValue } from '../database.ts';
import type { SqliteReader } from '../reader-thread.ts';

const KEYS_MIN = 1_000_000; // room for them from the start: 2 MB
const BITS_A_KEY = 10;
const BITS_MAX = 2 ** 30;
const PROBES = 7; // with that many bits, 1 in 120 new keys is looked up for nothing

/** Reads stored keys a page at a time, in an order of their own; an empty page is the end. */
export type ClientIdPages = AsyncIterable<readonly string[]>;

/**
 * Says of most keys that are new that they are, without a look-up, and never of one that is stored. It is a
 * Bloom filter of all keys ever stored. They are read behind the work that goes on; until that is done
 * nothing is known to be new.
 */
export class ClientIdFilter {
  readonly #bits: Uint32Array;
  readonly #mask: number;
  #isComplete = false;

  /** @param expected  how many there may be; with many more it says "new" more seldom */
  constructor(expected: number) {
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(expected, KEYS_MIN) * BITS_A_KEY));
    const bits = Math.min(wanted, BITS_MAX);
    this.#bits = new Uint32Array(bits / 32);
    this.#mask = bits - 1;
  }

  /** Takes in what is stored. Rejects when it cannot be read, and then nothing is ever known to be new. */
  async read(pages: ClientIdPages): Promise<void> {
    for await (const keys of pages) for (const key of keys) this.add(key);
    this.#isComplete = true;
  }

  /** To be called before the key is stored. */
  add(key: string): void {
    const [first, step] = computeHashes(key);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * step) & this.#mask;
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /** True: it was never stored. False: perhaps it was. */
  isNew(key: string): boolean {
    if (!this.#isComplete) return false;
    const [first, step] = computeHashes(key);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * step) & this.#mask;
      if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return true;
    }
    return false;
  }
}

const PAGE = 1_000; // keys: about a millisecond of the caller's thread

/**
 * Every key of a table, page by page, each in a read of its own, so that none holds up the writer.
 *
 * @param sql      selects the key's columns, in their order, after the key that is its first parameters, at
 *                 most as many as its last
 * @param columns  how many the key has; they are joined by `/`
 */
export async function* readKeyPages(reader: SqliteReader, sql: string, columns: number): ClientIdPages {
  let after: SqlValue[] = Array.from({ length: columns }, () => '');
  for (;;) {
    const rows = (await reader.all(sql, [...after, PAGE])).map((row) => Object.values(row));
    if (rows.length === 0) return;
    yield rows.map((values) => values.join('/'));
    after = rows.at(-1) ?? after;
  }
}

/** Two hashes, the second odd, so that its multiples reach every bit. FNV-1a, and the same over other primes. */
function computeHashes(key: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
    second ^= second >>> 15;
  }
  first ^= first >>> 15;
  return [first, second | 1];
}
