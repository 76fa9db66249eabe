// Runs `npm run gate`: what continuous integration runs, in a fresh clone of the current commit.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ROOT } from './steps.ts';

const SLOW_MINUTES_MAX = 90;
const ONE_CORE = ['taskset', '-c', '0'] as const;
const LOW_PRIORITY = ['nice', '-n', '5'] as const;

const USAGE = `npm run gate [-- --slow]

Clones the current commit into a temporary folder, links the installed packages if its lock file is the same, and runs
.ci/run there. Changes that are not committed are not tested. --slow gives it a small share of one core, next to a process
that computes all the time: tests that depend on the speed of the machine fail.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { slow: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-gate-'));
  const clone = join(folder, 'crossbook');
  const load = values.slow ? startLoad() : null;
  try {
    run('git', 'clone', '--quiet', ROOT, clone);
    linkPackages(clone);
    const env = {
      ...process.env,
      CI: 'true',
      ...(values.slow ? { TEST_MINUTES_MAX: String(SLOW_MINUTES_MAX) } : {}),
    };
    const slowed = values.slow ? [...ONE_CORE, ...LOW_PRIORITY] : [];
    const options: SpawnOptions = { cwd: clone, env, stdio: ['ignore', 'inherit', 'inherit'] };
    const child = spawn('env', [...slowed, 'bash', '.ci/run'], options);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    load?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Hard links, so that nothing is copied; without the caches, whose files are written again in their place. */
function linkPackages(clone: string): void {
  const lock = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(ROOT, 'node_modules');
  if (!existsSync(installed) || lock(ROOT) !== lock(clone)) return;
  run('cp', '-al', installed, join(clone, 'node_modules'));
  rmSync(join(clone, 'node_modules', '.cache'), { recursive: true, force: true });
}

function startLoad(): ChildProcess {
  const [program, ...args] = ONE_CORE;
  return spawn(program, [...args, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' });
}

function run(program: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}

process.exitCode = await main();
