import { type NodesReport, runNodesSeed } from './run-nodes-seed.ts';

export interface NodesSummary {
  readonly failures: readonly string[]; // one line for each simulation that broke
  readonly faults: ReadonlyMap<string, number>;
  readonly takeovers: number;
  readonly refusals: number;
  readonly text: string;
}

const FAILURES_MAX = 5;

/** Runs simulations of two nodes one after the other, until some of them have broken. */
export async function runNodesSeeds(seeds: readonly number[]): Promise<NodesSummary> {
  const startedMs = performance.now();
  const reports: NodesReport[] = [];
  let broken = 0;
  for (const seed of seeds) {
    const report = await runNodesSeed(seed);
    reports.push(report);
    if (report.violation !== null && (broken += 1) === FAILURES_MAX) break;
  }
  const sum = (read: (report: NodesReport) => number): number =>
    reports.reduce((total, report) => total + read(report), 0);
  const faults = new Map<string, number>();
  for (const report of reports)
    for (const [fault, count] of report.faults) faults.set(fault, (faults.get(fault) ?? 0) + count);
  const failures = reports.flatMap(({ seed, violation }) =>
    violation === null ? [] : [`✖ seed ${seed} ${violation}: npm run sim -- --nodes 2 --seed ${seed}`],
  );
  const [takeovers, refusals] = [sum((report) => report.takeovers), sum((report) => report.refusals)];
  return {
    failures,
    faults,
    takeovers,
    refusals,
    text: [
      `${reports.length} simulations of two nodes, ${sum((report) => report.acknowledged)} orders acknowledged,`,
      `${takeovers} takeovers, ${refusals} refusals of a server that was behind,`,
      `in ${Math.round((performance.now() - startedMs) / 1_000)} s; ${failures.length} broke;`,
      [...faults].map(([fault, count]) => `${fault} ${count}`).join(', '),
    ].join(' '),
  };
}
