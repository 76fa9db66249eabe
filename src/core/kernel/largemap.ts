const PARTS = 256; // a power of two
const HASHED_CHARS = 8;

/**
 * A map of names that may grow to a million entries. A plain Map of that size moves every entry when it
 * outgrows its room, 80 ms for half a million, and whoever waits for the loop waits with it; here only one
 * part in 256 is ever moved. Entries are walked part by part, in no promised order, and may be added,
 * changed and removed meanwhile, as in a Map.
 */
export class LargeMap<Value> {
  readonly #parts: readonly Map<string, Value>[] = Array.from({ length: PARTS }, () => new Map());
  #size = 0; // of all parts together

  get size(): number {
    return this.#size;
  }

  get(name: string): Value | undefined {
    return this.#partOf(name).get(name);
  }

  has(name: string): boolean {
    return this.#partOf(name).has(name);
  }

  set(name: string, value: Value): void {
    const part = this.#partOf(name);
    const before = part.size;
    part.set(name, value);
    this.#size += part.size - before;
  }

  delete(name: string): void {
    if (this.#partOf(name).delete(name)) this.#size -= 1;
  }

  *values(): Generator<Value> {
    for (const part of this.#parts) yield* part.values();
  }

  *[Symbol.iterator](): Generator<[string, Value]> {
    for (const part of this.#parts) yield* part;
  }

  #partOf(name: string): Map<string, Value> {
    return this.#parts[partOf(name)] as Map<string, Value>;
  }
}

/** FNV-1a of the end of a name, where the venues' tickers, conditions and tokens differ most. */
function partOf(name: string): number {
  let hash = name.length;
  for (let at = Math.max(0, name.length - HASHED_CHARS); at < name.length; at += 1)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (PARTS - 1);
}
