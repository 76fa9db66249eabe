import { type Count, catalogueText } from './catalogue.ts';
import type { WorldSummary } from './summary.ts';

/** What many worlds saw together. */
export class Tally implements Count {
  readonly failed: number[] = [];
  readonly faults = new Map<string, number>();
  readonly moves = new Map<string, number>();
  readonly calls = new Map<string, number>();
  readonly crashes = new Map<string, number>();
  readonly #startedMs = performance.now();
  #worlds = 0;
  #wide = 0;
  #virtualMs = 0;

  add({ seed, failure, venues, virtualMs, ...seen }: WorldSummary): void {
    this.#worlds += 1;
    if (venues === 3) this.#wide += 1;
    this.#virtualMs += virtualMs;
    if (failure !== null) this.failed.push(seed);
    for (const kind of ['faults', 'moves', 'calls', 'crashes'] as const) addAll(this[kind], seen[kind]);
  }

  /** How many times anything was made to go wrong. */
  get struck(): number {
    return [...this.faults.values()].reduce((sum, count) => sum + count, 0);
  }

  text(): string {
    const seconds = ((performance.now() - this.#startedMs) / 1000).toFixed(1);
    const hours = (this.#virtualMs / 3_600_000).toFixed(1);
    const broke = this.failed.length === 0 ? '' : `: ${this.failed.toSorted((a, b) => a - b).join(' ')}`;
    return [
      catalogueText(this),
      `${this.#worlds} worlds, ${this.#wide} of them over three venues, ${this.struck} faults;`,
      `${hours} hours of their time in ${seconds} s; ${this.failed.length} broke${broke}`,
    ].join('\n');
  }
}

function addAll(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
}
