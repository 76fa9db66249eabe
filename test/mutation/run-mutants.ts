import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Mutant, ROOT, type Watch } from './mutant.ts';

export interface Outcome {
  readonly caughtBy: string | null; // the test or the broken invariant; null: no test failed
  readonly seconds: number;
}

/** A run that takes longer hangs; the unchanged service never does. */
const WAIT_MS = 180_000;
/** All tests together, without a defect. */
const UNHARMED_WAIT_MS = 1_800_000;
const TEST_WAIT_MS = 60_000;
const HERE = join(ROOT, 'test', 'mutation');

/** Runs the tests of the defect, with the defect or, for null, without it. */
export async function look(watch: Watch, mutant: Mutant | null): Promise<Outcome> {
  const startedMs = performance.now();
  const caughtBy =
    'tests' in watch ? await testsSee(watch.tests, mutant) : await seedsSee(watch.seeds, mutant);
  return { caughtBy, seconds: (performance.now() - startedMs) / 1000 };
}

async function testsSee(tests: readonly string[], mutant: Mutant | null): Promise<string | null> {
  const { exitCode, words } = await runNode(
    [
      '--test',
      '--test-isolation=none',
      `--test-timeout=${TEST_WAIT_MS}`,
      `--test-reporter=${join(HERE, 'first-failure.ts')}`,
      ...tests,
    ],
    mutant,
  );
  if (exitCode === 0) return null;
  return words.trim().split('\n').at(-1) || 'the tests do not finish';
}

async function seedsSee(seeds: readonly number[], mutant: Mutant | null): Promise<string | null> {
  for (const seed of seeds) {
    const { exitCode, words } = await runNode(
      [join('simulation', 'main.ts'), '--seed', String(seed)],
      mutant,
    );
    if (exitCode === 0) continue;
    const broken = /✖ seed \d+ broke (.*) at step/.exec(words)?.[1];
    return `seed ${seed}: ${broken ?? 'does not finish'}`;
  }
  return null;
}

interface Ended {
  readonly exitCode: number | null; // null: it had to be killed
  readonly words: string;
}

/** Runs Node in a new process group, so that processes left behind by a broken run end with it. */
function runNode(args: readonly string[], mutant: Mutant | null): Promise<Ended> {
  const hook = mutant === null ? [] : ['--import', join(HERE, 'plant-mutant.ts')];
  // Without the runner's context, because a test runner inside a test would report to the outer one.
  const env = { ...process.env, PLANTED: mutant?.name, NODE_TEST_CONTEXT: undefined };
  const child = spawn(process.execPath, [...hook, ...args], { cwd: ROOT, env, detached: true });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      words += text;
    });
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended already.
    }
  };
  const timer = setTimeout(stop, mutant === null ? UNHARMED_WAIT_MS : WAIT_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => {
      clearTimeout(timer);
      stop();
      resolve({ exitCode, words });
    });
  });
}
