import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Mutant, ROOT, type Watch } from './mutant.ts';

export interface Outcome {
  readonly caughtBy: string | null; // the test or the broken invariant; null: no test failed
  readonly seconds: number;
}

/** A run that takes longer hangs, which the unchanged service does not. */
const WAIT_MS = 180_000;
/** All watchers together, with nothing to find. */
const UNHARMED_WAIT_MS = 1_800_000;
const TEST_WAIT_MS = 60_000;
const HERE = join(ROOT, 'test', 'mutation');

/** Lets the watch look at the service with the defect in it; with null, at the service as it is. */
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
  return words.trim().split('\n').at(-1) || 'the tests do not run to their end';
}

async function seedsSee(seeds: readonly number[], mutant: Mutant | null): Promise<string | null> {
  for (const seed of seeds) {
    const { exitCode, words } = await runNode(
      [join('simulation', 'main.ts'), '--seed', String(seed)],
      mutant,
    );
    if (exitCode === 0) continue;
    const broken = /✖ seed \d+ broke (.*) at step/.exec(words)?.[1];
    return `seed ${seed}: ${broken ?? 'does not run to its end'}`;
  }
  return null;
}

interface Ended {
  readonly exitCode: number | null; // null: it had to be stopped
  readonly words: string;
}

/** Runs Node in a new process group, so that what a broken run leaves behind ends with it. */
function runNode(args: readonly string[], mutant: Mutant | null): Promise<Ended> {
  const hook = mutant === null ? [] : ['--import', join(HERE, 'plant-mutant.ts')];
  // Without its context, or a runner inside a test would take itself for a part of it.
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
