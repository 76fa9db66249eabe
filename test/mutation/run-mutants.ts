import { join } from 'node:path';
import { type Detection, type Mutant, ROOT } from './mutant.ts';
import { findLastLine, MISSED, runNode, toVerdict, type Verdict } from './run-node.ts';

export interface Outcome {
  readonly verdict: Verdict;
  readonly seconds: number;
}

const RUN_MS_MAX = 180_000;
/** All tests together, without a defect. */
const CLEAN_RUN_MS_MAX = 1_800_000;
const TEST_MS_MAX = 60_000;
const HERE = join(ROOT, 'test', 'mutation');

/** Runs the tests of the defect, with the defect or, for null, without it. */
export async function runDetection(watch: Detection, mutant: Mutant | null): Promise<Outcome> {
  const startedMs = performance.now();
  const verdict =
    'tests' in watch
      ? await findFailedTest(watch.tests, mutant)
      : await findBrokenInvariant(watch.seeds, mutant);
  return { verdict, seconds: (performance.now() - startedMs) / 1000 };
}

async function findFailedTest(tests: readonly string[], mutant: Mutant | null): Promise<Verdict> {
  const result = await runNode(
    [
      '--test',
      '--test-isolation=none',
      `--test-timeout=${TEST_MS_MAX}`,
      `--test-reporter=${join(HERE, 'first-failure.ts')}`,
      ...tests,
    ],
    ...planting(mutant),
  );
  return toVerdict(result, findLastLine);
}

async function findBrokenInvariant(seeds: readonly number[], mutant: Mutant | null): Promise<Verdict> {
  for (const seed of seeds) {
    const result = await runNode(
      [join('simulation', 'main.ts'), '--seed', String(seed)],
      ...planting(mutant),
    );
    const verdict = toVerdict(result, (output) => /✖ (seed \d+ broke .*) at step/.exec(output)?.[1]);
    if (verdict.kind !== 'missed') return verdict;
  }
  return MISSED;
}

const planting = (mutant: Mutant | null): readonly [Readonly<Record<string, string>> | null, number] =>
  mutant === null ? [null, CLEAN_RUN_MS_MAX] : [{ PLANTED: mutant.name }, RUN_MS_MAX];
