const CACHED_MAX = 20_000;

/**
 * Caches parsed decimals by their text: in book updates the same few prices and sizes arrive thousands of times
 * a second.
 */
export class DecimalCache {
  readonly #parse: (text: string) => bigint | null;
  readonly #cached = new Map<string, bigint>();

  /** @param read  units of 1e-8, or null for text that is no decimal */
  constructor(read: (text: string) => bigint | null) {
    this.#parse = read;
  }

  parse(text: string): bigint | null {
    const cached = this.#cached.get(text);
    if (cached !== undefined) return cached;
    const units = this.#parse(text);
    if (units === null) return null;
    if (this.#cached.size >= CACHED_MAX) this.#cached.clear();
    this.#cached.set(text, units);
    return units;
  }
}
