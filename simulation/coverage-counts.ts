import { type Count, renderCoverage } from './fault-coverage.ts';
import { renderFailure, runSeed } from './run-seed.ts';

/** The counts of many simulations. */
export class CoverageCounts implements Count {
  readonly failed: number[] = [];
  readonly faults = new Map<string, number>();
  readonly moves = new Map<string, number>();
  readonly calls = new Map<string, number>();
  readonly crashes = new Map<string, number>();
  readonly #startedMs = performance.now();
  #simulations = 0;
  #threeVenues = 0;
  #virtualMs = 0;

  add({ seed, failure, venues, virtualMs, ...seen }: RunSummary): void {
    this.#simulations += 1;
    if (venues === 3) this.#threeVenues += 1;
    this.#virtualMs += virtualMs;
    if (failure !== null) this.failed.push(seed);
    for (const kind of ['faults', 'moves', 'calls', 'crashes'] as const) addAll(this[kind], seen[kind]);
  }

  /** The number of injected faults. */
  get faultCount(): number {
    return [...this.faults.values()].reduce((sum, count) => sum + count, 0);
  }

  render(): string {
    const seconds = ((performance.now() - this.#startedMs) / 1000).toFixed(1);
    const hours = (this.#virtualMs / 3_600_000).toFixed(1);
    const broke = this.failed.length === 0 ? '' : `: ${this.failed.toSorted((a, b) => a - b).join(' ')}`;
    return [
      renderCoverage(this),
      `${this.#simulations} simulations, ${this.#threeVenues} of them over three venues, ${this.faultCount} faults;`,
      `${hours} simulated hours in ${seconds} s; ${this.failed.length} failed${broke}`,
    ].join('\n');
  }
}

function addAll(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
}

/** The counts of a simulation in a form that threads can pass to each other. */
export interface RunSummary {
  readonly seed: number;
  readonly failure: string | null; // all that a reader needs to investigate
  readonly hash: string;
  readonly virtualMs: number;
  readonly venues: 1 | 3;
  readonly faults: ReadonlyMap<string, number>;
  readonly moves: ReadonlyMap<string, number>;
  readonly calls: ReadonlyMap<string, number>;
  readonly crashes: ReadonlyMap<string, number>;
}

export async function summarizeSeed(seed: number): Promise<RunSummary> {
  const report = await runSeed(seed);
  const { options, violation, hash, virtualMs, monitor } = report;
  const { faults, moves, calls, crashes } = monitor;
  const failure = violation === null ? null : renderFailure(report);
  const venues = options.externals === null ? 1 : 3;
  return { seed, failure, hash, virtualMs, venues, faults, moves, calls, crashes };
}
