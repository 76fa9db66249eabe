import { join } from 'node:path';
import { ROOT } from '../mutant.ts';
import { findLastLine, MISSED, runNode, toVerdict, type Verdict } from '../run-node.ts';
import type { GeneratedMutant } from './generated-mutants.ts';
import type { NearestTests } from './nearest-tests.ts';
import type { Room } from './rooms.ts';

const FIRST_FILES = 10; // the tests closest to the defect detect most of them
const NEAR_FILES = 40;
const TEST_MS_MAX = 30_000;
const STAGE_MS_MAX = 240_000; // a stage that takes longer hangs
const SEEDS = ['--seeds', '8', '--from', '301']; // three venues
const REPORTER = join(ROOT, 'test', 'mutation', 'first-failure.ts');

/** Runs the nearest tests first, until one fails; `isQuick` runs no others. A stage that does not finish decides nothing. */
export async function tryMutant(
  mutant: GeneratedMutant,
  replaced: string,
  room: Room,
  nearest: NearestTests,
  isQuick = false,
): Promise<Verdict> {
  const { file, start, end, text } = mutant;
  const planted = { PLANTED_EDIT: JSON.stringify({ file, start, end, replaced, text }) };
  const near = nearest.of(file);
  const stages = [
    () => runTests(near.slice(0, FIRST_FILES), 'none', planted),
    () => runTests(near.slice(FIRST_FILES, NEAR_FILES), 'none', planted),
    () => (room.seeds === true ? runSeeds(planted) : Promise.resolve(MISSED)),
    () => runTests(room.wider, 'process', planted),
  ];
  let unfinished: Verdict | null = null;
  for (const stage of isQuick ? stages.slice(0, 1) : stages) {
    const verdict = await stage();
    if (verdict.kind === 'caught') return verdict;
    if (verdict.kind === 'unknown') unfinished ??= verdict;
  }
  return unfinished ?? MISSED;
}

/** Runs tests that detected a mutant without it: they must pass, or their failure proves nothing. */
export async function runUnharmed(caughtBy: Iterable<string>): Promise<Verdict> {
  const files = [
    ...new Set([...caughtBy].flatMap((text) => /\(([^()]+\.test\.ts)\)$/.exec(text)?.[1] ?? [])),
  ];
  const isUnit = (file: string): boolean => !file.startsWith('test/');
  const first = await runTests(files.filter(isUnit), 'none', null);
  if (first.kind !== 'missed') return first;
  return runTests(
    files.filter((file) => !isUnit(file)),
    'process',
    null,
  );
}

async function runTests(
  files: readonly string[],
  isolation: 'none' | 'process',
  planted: Readonly<Record<string, string>> | null,
): Promise<Verdict> {
  if (files.length === 0) return MISSED;
  const args = ['--test', `--test-isolation=${isolation}`, `--test-timeout=${TEST_MS_MAX}`];
  if (isolation === 'process') args.push('--test-concurrency=1');
  const result = await runNode([...args, `--test-reporter=${REPORTER}`, ...files], planted, STAGE_MS_MAX);
  return toVerdict(result, findLastLine);
}

async function runSeeds(planted: Readonly<Record<string, string>>): Promise<Verdict> {
  const result = await runNode([join('simulation', 'main.ts'), ...SEEDS], planted, STAGE_MS_MAX);
  return toVerdict(result, (output) => /✖ seed \d+ broke .*(?= at step)/.exec(output)?.[0]);
}
