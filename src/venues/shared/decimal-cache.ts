const KEPT_MAX = 20_000;

/**
 * Decimals as a venue writes them, each text read once: of books the same few prices and sizes come by the
 * thousand a second.
 */
export class DecimalCache {
  readonly #read: (text: string) => bigint | null;
  readonly #known = new Map<string, bigint>();

  /** @param read  units of 1e-8, or null for text that is no decimal */
  constructor(read: (text: string) => bigint | null) {
    this.#read = read;
  }

  parse(text: string): bigint | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const units = this.#read(text);
    if (units === null) return null;
    if (this.#known.size >= KEPT_MAX) this.#known.clear();
    this.#known.set(text, units);
    return units;
  }
}
