import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The project's folder: scripts work from any folder. */
export const ROOT = join(import.meta.dirname, '..');

/** The path of a tool in node_modules; `bin` is its path inside node_modules. */
export const tool = (bin: string): string => join(ROOT, 'node_modules', bin);

const CHANGE_HOURS = 12;

/**
 * Files that the change at hand touches: the commits of the hours before the newest one, and what is not committed. A clone
 * does not know what landed before, so the time decides.
 */
export function listChangedFiles(): readonly string[] {
  const git = (...args: string[]): readonly string[] =>
    (spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '').split('\n').filter(Boolean);
  const newestAt = Number(git('log', '-1', '--format=%ct')[0] ?? 0);
  const since = `--since=${newestAt - CHANGE_HOURS * 3600}`;
  const committed = git('log', since, '--no-renames', '--name-only', '--format=');
  return [...new Set([...committed, ...git('diff', '--name-only', 'HEAD')])];
}

/** The short id of the current commit, with `with changes` when files other than documentation differ from it. */
export function commitName(): string {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
  const isClean = git('status', '--porcelain', '--', '.', ':!docs') === '';
  return `${git('rev-parse', '--short=12', 'HEAD') || 'unknown'}${isClean ? '' : ' with changes'}`;
}

/** Runs Node with these arguments in the project's folder, with inherited output. Returns its exit code. */
export function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  const { status, error } = spawnSync(process.execPath, [...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error !== undefined) throw error;
  return status ?? 1;
}
