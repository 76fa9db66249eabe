import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runNode, tool } from './steps.ts';

const BUILT = join(ROOT, 'terminal', 'dist', 'index.html');
const SOURCES = [
  'terminal/src/**/*',
  'terminal/*.{html,ts}',
  'sdk/src/**/*',
  'src/contract/model/*',
  'package-lock.json',
];

/**
 * Builds the web terminal if its sources are newer than the last build.
 *
 * @returns the exit code of the build; 0 if it is up to date
 */
export function buildTerminal(): number {
  if (isUpToDate()) return 0;
  console.error('Crossbook: building the terminal (once, a few seconds) …');
  return runNode([
    tool('vite/bin/vite.js'),
    'build',
    '--config',
    'terminal/vite.config.ts',
    '--logLevel',
    'warn',
  ]);
}

/** True if a build exists, even of other sources. */
export const isTerminalBuilt = (): boolean => existsSync(BUILT);

function isUpToDate(): boolean {
  if (!isTerminalBuilt()) return false;
  const builtMs = statSync(BUILT).mtimeMs;
  return globSync(SOURCES, { cwd: ROOT }).every((file) => statSync(join(ROOT, file)).mtimeMs <= builtMs);
}
