import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './mutant.ts';

export interface ProcessResult {
  readonly exitCode: number | null; // null: it was killed after the time limit
  readonly output: string;
}

/** What tests say about a program with a planted defect. A run that does not finish says nothing: the machine may be slow. */
export type Verdict =
  | { readonly kind: 'caught'; readonly by: string } // the test or the broken invariant
  | { readonly kind: 'missed' }
  | { readonly kind: 'unknown'; readonly why: string };

export const MISSED: Verdict = { kind: 'missed' };

/** @param by  named in the output of a run that failed */
export const toVerdict = (
  { exitCode, output }: ProcessResult,
  by: (output: string) => string | undefined,
): Verdict => {
  if (exitCode === 0) return MISSED;
  const found = exitCode === null ? undefined : by(output);
  return found === undefined || found === ''
    ? {
        kind: 'unknown',
        why: exitCode === null ? 'the run does not finish' : 'the run ends without a failed test',
      }
    : { kind: 'caught', by: found };
};

/** The last line of the reporter `first-failure.ts`. */
export const findLastLine = (output: string): string | undefined => output.trim().split('\n').at(-1);

const HOOK = pathToFileURL(join(ROOT, 'test', 'mutation', 'plant-mutant.ts')).href;

/**
 * Runs Node in a new process group, so that processes left behind by a broken run end with it. `planted` names the
 * defect, for this process, its workers and its child processes; null: none.
 */
export function runNode(
  args: readonly string[],
  planted: Readonly<Record<string, string>> | null,
  runMsMax: number,
): Promise<ProcessResult> {
  const hook = planted === null ? {} : { ...planted, NODE_OPTIONS: `--import=${HOOK}` };
  // Without the runner's context, because a test runner inside a test would report to the outer one.
  // A bundle holds the sources without the defect.
  const env = { ...process.env, ...hook, NODE_TEST_CONTEXT: undefined, TEST_BUNDLE: undefined };
  const child = spawn(process.execPath, [...args], { cwd: ROOT, env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended already.
    }
  };
  const timer = setTimeout(stop, runMsMax);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => {
      clearTimeout(timer);
      stop();
      resolve({ exitCode, output });
    });
  });
}
