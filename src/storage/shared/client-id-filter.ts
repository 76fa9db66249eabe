import type { SqlReader } from './sql-connections.ts';
import type { SqlValue } from './sql-values.ts';

const KEYS_MIN = 1_000_000; // minimum capacity: 2 MB
const BITS_A_KEY = 10;
const BITS_MAX = 2 ** 30;
const PROBES = 7; // with that many bits, 1 in 120 new keys needs an unnecessary look-up

/** Stored keys, one page at a time. */
export type ClientIdPages = AsyncIterable<readonly string[]>;

/**
 * A Bloom filter of all stored keys: recognises most new keys without a look-up, and never reports a stored key
 * as new. Stored keys are loaded in the background; until that is complete no key is reported as new.
 */
export class ClientIdFilter {
  readonly #bits: Uint32Array;
  readonly #mask: number;
  #isComplete = false;

  /** @param expected  the expected number of keys; with many more, fewer new keys are recognised */
  constructor(expected: number) {
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(expected, KEYS_MIN) * BITS_A_KEY));
    const bits = Math.min(wanted, BITS_MAX);
    this.#bits = new Uint32Array(bits / 32);
    this.#mask = bits - 1;
  }

  /** Loads the stored keys. Rejects when they cannot be read; then no key is ever reported as new. */
  async read(pages: ClientIdPages): Promise<void> {
    for await (const keys of pages) for (const key of keys) this.add(key);
    this.#isComplete = true;
  }

  /** Must be called before the key is stored. */
  add(key: string): void {
    const [first, step] = computeHashes(key);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (first + probe * step) & this.#mask;
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /** True: the key was never stored. False: the key may be stored. */
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

const PAGE = 1_000; // keys per page: about one millisecond on the caller's thread

/**
 * Reads every key of a table page by page, each in a separate query, so that no read delays the writer.
 *
 * @param sql      selects the key columns in order, after the key given by its first parameters; its last
 *                 parameter is the limit
 * @param columns  the number of key columns; their values are joined by `/`
 * @param scope    parameters of `sql` before the key
 */
export async function* readKeyPages(
  reader: SqlReader,
  sql: string,
  columns: number,
  scope: readonly SqlValue[] = [],
): ClientIdPages {
  let after: SqlValue[] = Array.from({ length: columns }, () => '');
  for (;;) {
    const rows = (await reader.all(sql, [...scope, ...after, PAGE])).map((row) => Object.values(row));
    if (rows.length === 0) return;
    yield rows.map((values) => values.join('/'));
    after = rows.at(-1) ?? after;
  }
}

/** Two FNV-1a style hashes with different primes. The second is odd, so that its multiples reach every bit. */
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
