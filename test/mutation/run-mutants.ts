import { join } from 'node:path';
import { type Detection, type Mutant, ROOT } from './mutant.ts';
import { runNode } from './run-node.ts';

export interface Outcome {
  readonly caughtBy: string | null; // the test or the broken invariant; null: no test failed
  readonly seconds: number;
}

/** A run that takes longer counts as a failure: the defect makes it hang. */
const RUN_MS_MAX = 180_000;
/** All tests together, without a defect. */
const CLEAN_RUN_MS_MAX = 1_800_000;
const TEST_MS_MAX = 60_000;
const HERE = join(ROOT, 'test', 'mutation');

/** Runs the tests of the defect, with the defect or, for null, without it. */
export async function runDetection(watch: Detection, mutant: Mutant | null): Promise<Outcome> {
  const startedMs = performance.now();
  const caughtBy =
    'tests' in watch
      ? await findFailedTest(watch.tests, mutant)
      : await findBrokenInvariant(watch.seeds, mutant);
  return { caughtBy, seconds: (performance.now() - startedMs) / 1000 };
}

async function findFailedTest(tests: readonly string[], mutant: Mutant | null): Promise<string | null> {
  const { exitCode, output } = await runNode(
    [
      '--test',
      '--test-isolation=none',
      `--test-timeout=${TEST_MS_MAX}`,
      `--test-reporter=${join(HERE, 'first-failure.ts')}`,
      ...tests,
    ],
    ...planting(mutant),
  );
  if (exitCode === 0) return null;
  return output.trim().split('\n').at(-1) || 'the tests do not finish';
}

async function findBrokenInvariant(seeds: readonly number[], mutant: Mutant | null): Promise<string | null> {
  for (const seed of seeds) {
    const { exitCode, output } = await runNode(
      [join('simulation', 'main.ts'), '--seed', String(seed)],
      ...planting(mutant),
    );
    if (exitCode === 0) continue;
    const broken = /✖ seed \d+ broke (.*) at step/.exec(output)?.[1];
    return `seed ${seed}: ${broken ?? 'does not finish'}`;
  }
  return null;
}

const planting = (mutant: Mutant | null): readonly [Readonly<Record<string, string>> | null, number] =>
  mutant === null ? [null, CLEAN_RUN_MS_MAX] : [{ PLANTED: mutant.name }, RUN_MS_MAX];
