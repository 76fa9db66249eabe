import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The project's folder: scripts work from any folder. */
export const ROOT = join(import.meta.dirname, '..');

/** A tool of node_modules as the file that Node runs; `bin` is its path inside its package. */
export const tool = (bin: string): string => join(ROOT, 'node_modules', bin);

/** Runs Node on its arguments in the project's folder; its output is ours. Returns its exit code. */
export function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  const { status, error } = spawnSync(process.execPath, [...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error !== undefined) throw error;
  return status ?? 1;
}
