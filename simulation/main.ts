import { parseArgs } from 'node:util';
import { commitName } from '../scripts/steps.ts';
import { CoverageCounts } from './coverage-counts.ts';
import { findMissing } from './fault-coverage.ts';
import { listSeeds } from './known-failures.ts';
import { runNodesSeeds } from './nodes/run-nodes-seeds.ts';
import { runMany } from './parallel-runner.ts';
import { ResumableRun } from './resumable-run.ts';
import { renderFailure, runSeed } from './run-seed.ts';
import type { ShrinkOptions } from './shrink-options.ts';
import { renderCommand, shrink } from './shrinker.ts';
import { drawOptions, hasSessions, hasThreeVenues } from './simulation-options.ts';

const USAGE = `npm run sim -- --seed N                       one simulation
    --verbose                                  every line of the history
    --actions N --without NAME,NAME            only the first actions, without these faults
npm run sim -- --seeds COUNT [--from N]        many simulations, a thread for each core
    --wide                                     only simulations over three venues
    --sessions                                    only simulations with sessions, agents and webhooks
    --resume FILE                              store results in FILE, and skip the seeds with a result of the same commit
npm run sim -- --nodes 2 --seeds COUNT [--from N]   two nodes of a cluster on one simulated database`;

/** A run of that many simulations is large enough that every fault must have happened in it. */
const CATALOGUE_SEEDS_MIN = 2_000;
const SHRUNK_MAX = 3;

const OPTIONS = {
  seed: { type: 'string' },
  seeds: { type: 'string' },
  from: { type: 'string', default: '1' },
  wide: { type: 'boolean', default: false },
  sessions: { type: 'boolean', default: false },
  actions: { type: 'string' },
  without: { type: 'string', default: '' },
  verbose: { type: 'boolean', default: false },
  resume: { type: 'string' },
  nodes: { type: 'string', default: '1' },
} as const;

/**
 * Exit code 0: all passed; 1: a simulation failed, or a large run missed a fault; 2: invalid command line.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  const numbers = [values.seed, values.seeds, values.from, values.actions].map((text) => Number(text ?? 1));
  const isRequested =
    (values.seed === undefined) !== (values.seeds === undefined) && ['1', '2'].includes(values.nodes);
  if (!isRequested || numbers.some((number) => !Number.isSafeInteger(number) || number < 1)) {
    console.error(USAGE);
    return 2;
  }
  if (values.nodes === '2') return runNodes(values.seed ?? values.from, values.seeds ?? '1');
  if (values.seeds !== undefined)
    return runSeeds(
      listSeeds(Number(values.from), Number(values.seeds), toKind(values)),
      values.resume ?? null,
    );
  const actions = values.actions === undefined ? null : Number(values.actions);
  const without = new Set(values.without.split(',').filter((name) => name !== ''));
  return runOne(Number(values.seed), { actions, without }, values.verbose);
}

function toKind({
  wide,
  sessions,
}: {
  readonly wide: boolean;
  readonly sessions: boolean;
}): (seed: number) => boolean {
  if (wide) return hasThreeVenues;
  return sessions ? hasSessions : () => true;
}

async function runNodes(from: string, count: string): Promise<number> {
  const seeds = Array.from({ length: Number(count) }, (_, index) => Number(from) + index);
  const { failures, text } = await runNodesSeeds(seeds);
  for (const line of failures) console.error(line);
  console.log(text);
  return failures.length === 0 ? 0 : 1;
}

async function runOne(seed: number, shrinkOptions: ShrinkOptions, isVerbose: boolean): Promise<number> {
  const report = await runSeed(seed, { shrinkOptions, onLine: isVerbose ? console.log : null });
  if (report.violation === null) {
    console.log(`seed ${seed} passed, hash ${report.hash}`);
    return 0;
  }
  console.error(renderFailure(report));
  console.error(`  ${renderCommand(seed, shrinkOptions)}`);
  return 1;
}

async function runSeeds(seeds: readonly number[], resumeFile: string | null): Promise<number> {
  const counts = new CoverageCounts();
  const earlier = resumeFile === null ? null : new ResumableRun(resumeFile, commitName());
  for (const summary of earlier?.results(seeds) ?? []) counts.add(summary);
  const remaining = earlier?.remaining(seeds) ?? seeds;
  if (remaining.length < seeds.length)
    console.error(`${seeds.length - remaining.length} simulations have results already`);
  await runMany(remaining, (summary) => {
    counts.add(summary);
    earlier?.add(summary);
    if (summary.failure !== null) console.error(summary.failure);
    return true;
  });
  for (const seed of counts.failed.slice(0, SHRUNK_MAX)) {
    console.error(`seed ${seed}, reduced: ${await findShortest(seed)}`);
  }
  console.log(counts.render());
  const missing = seeds.length < CATALOGUE_SEEDS_MIN ? [] : findMissing(counts);
  for (const line of missing) console.error(line);
  return counts.failed.length === 0 && missing.length === 0 ? 0 : 1;
}

async function findShortest(seed: number): Promise<string> {
  const { violation } = await runSeed(seed);
  const breaks = async (shrinkOptions: ShrinkOptions): Promise<boolean> =>
    (await runSeed(seed, { shrinkOptions })).violation?.invariant === violation?.invariant;
  return renderCommand(seed, await shrink(drawOptions(seed), breaks));
}

process.exitCode = await main();
