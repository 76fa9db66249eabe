/** A latency histogram of fixed size with buckets at most 1.6 % wide. */
export class Histogram {
  // 64 linear buckets per power of two, in units of 0.1 µs.
  readonly #counts = new Uint32Array(64 * 48);
  #count = 0;
  #max = 0;

  get count(): number {
    return this.#count;
  }

  add(ms: number): void {
    const bucket = toBucket(ms);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count += 1;
    if (ms > this.#max) this.#max = ms;
  }

  /** The latency in ms that `share` (0..1) of all operations did not exceed; 0 when there were none. */
  quantile(share: number): number {
    const rank = Math.ceil(this.#count * share);
    let seen = 0;
    for (let bucket = 0; bucket < this.#counts.length; bucket += 1) {
      seen += this.#counts[bucket] ?? 0;
      if (seen >= rank && seen > 0) return Math.min(toUpperMs(bucket), this.#max);
    }
    return this.#max;
  }
}

const UNITS_PER_MS = 10_000;

function toBucket(ms: number): number {
  const units = Math.max(0, Math.round(ms * UNITS_PER_MS));
  if (units < 64) return units;
  const power = Math.floor(Math.log2(units)) - 6;
  return (power + 1) * 64 + Math.floor(units / 2 ** power) - 64;
}

function toUpperMs(bucket: number): number {
  if (bucket < 64) return bucket / UNITS_PER_MS;
  const power = Math.floor(bucket / 64) - 1;
  return ((bucket % 64) + 65) * (2 ** power / UNITS_PER_MS);
}
