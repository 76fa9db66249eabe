import { join } from 'node:path';
import { ROOT } from '../mutant.ts';
import { runNode } from '../run-node.ts';
import type { GeneratedMutant } from './generated-mutants.ts';
import type { NearestTests } from './nearest-tests.ts';
import type { Room } from './rooms.ts';

const FIRST_FILES = 10; // the tests closest to the defect detect most of them
const NEAR_FILES = 40;
const TEST_MS_MAX = 30_000;
const STAGE_MS_MAX = 240_000; // a stage that takes longer hangs
const SEEDS = ['--seeds', '8', '--from', '301']; // three venues
const REPORTER = join(ROOT, 'test', 'mutation', 'first-failure.ts');

/**
 * Returns the test that fails with the mutant, or null if it survives. The nearest tests run first; `isQuick` runs
 * no others.
 */
export async function tryMutant(
  mutant: GeneratedMutant,
  replaced: string,
  room: Room,
  nearest: NearestTests,
  isQuick = false,
): Promise<string | null> {
  const { file, start, end, text } = mutant;
  const planted = { PLANTED_EDIT: JSON.stringify({ file, start, end, replaced, text }) };
  const near = nearest.of(file);
  const stages = [
    () => runTests(near.slice(0, FIRST_FILES), 'none', planted),
    () => runTests(near.slice(FIRST_FILES, NEAR_FILES), 'none', planted),
    () => (room.seeds === true ? runSeeds(planted) : Promise.resolve(null)),
    () => runTests(room.wider, 'process', planted),
  ];
  for (const stage of isQuick ? stages.slice(0, 1) : stages) {
    const caughtBy = await stage();
    if (caughtBy !== null) return caughtBy;
  }
  return null;
}

/** Runs tests that detected a mutant without it: they must pass, or their failure proves nothing. */
export async function runUnharmed(caughtBy: Iterable<string>): Promise<string | null> {
  const files = [
    ...new Set([...caughtBy].flatMap((text) => /\(([^()]+\.test\.ts)\)$/.exec(text)?.[1] ?? [])),
  ];
  const isUnit = (file: string): boolean => !file.startsWith('test/');
  return (
    (await runTests(files.filter(isUnit), 'none', null)) ??
    (await runTests(
      files.filter((file) => !isUnit(file)),
      'process',
      null,
    ))
  );
}

async function runTests(
  files: readonly string[],
  isolation: 'none' | 'process',
  planted: Readonly<Record<string, string>> | null,
): Promise<string | null> {
  if (files.length === 0) return null;
  const args = ['--test', `--test-isolation=${isolation}`, `--test-timeout=${TEST_MS_MAX}`];
  if (isolation === 'process') args.push('--test-concurrency=1');
  const { exitCode, output } = await runNode(
    [...args, `--test-reporter=${REPORTER}`, ...files],
    planted,
    STAGE_MS_MAX,
  );
  if (exitCode === 0) return null;
  return output.trim().split('\n').at(-1) || 'the tests do not finish';
}

async function runSeeds(planted: Readonly<Record<string, string>>): Promise<string | null> {
  const { exitCode, output } = await runNode(
    [join('simulation', 'main.ts'), ...SEEDS],
    planted,
    STAGE_MS_MAX,
  );
  if (exitCode === 0) return null;
  return `simulation: ${/✖ seed \d+ broke .*(?= at step)/.exec(output)?.[0] ?? 'does not finish'}`;
}
