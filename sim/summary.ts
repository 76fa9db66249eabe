import { failureText } from './report.ts';
import { runSeed } from './run.ts';

/** What is counted of a world, in a form that threads can hand over. */
export interface WorldSummary {
  readonly seed: number;
  readonly failure: string | null; // everything that a reader needs to begin with
  readonly hash: string;
  readonly virtualMs: number;
  readonly venues: 1 | 3;
  readonly faults: ReadonlyMap<string, number>;
  readonly moves: ReadonlyMap<string, number>;
  readonly calls: ReadonlyMap<string, number>;
  readonly crashes: ReadonlyMap<string, number>;
}

export async function worldOf(seed: number): Promise<WorldSummary> {
  const report = await runSeed(seed);
  const { options, violation, hash, virtualMs, witness } = report;
  const { faults, moves, calls, crashes } = witness;
  const failure = violation === null ? null : failureText(report);
  const venues = options.externals === null ? 1 : 3;
  return { seed, failure, hash, virtualMs, venues, faults, moves, calls, crashes };
}
