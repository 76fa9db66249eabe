import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Print } from './parallel-tasks.ts';
import { ROOT } from './steps.ts';
import type { Heartbeat } from './test-heartbeat.ts';

const HEARTBEAT = join(import.meta.dirname, 'test-heartbeat.ts');
const LOOK_MS = 500;
const OUTPUT_MS_MAX = 2_000; // after the end of the run
/** Longer than any test that waits synchronously for another process. */
const SILENT_SECONDS_MAX = 180;
/** Beyond the longest time of one test, which Node's own `--test-timeout` ends. */
const SPARE_MINUTES = 2;

export interface WatchedRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** For one test. The run may be this long without a test that begins or ends, and two minutes more. */
  readonly minutesMax: number;
  /** Receives the output; without it the run writes to the terminal itself. */
  readonly print?: Print;
}

/** The watchdog's record of one test process. Times are of this process's monotonic clock. */
interface Watched {
  heartbeat: Heartbeat;
  beatAtMs: number;
  eventAtMs: number;
}

/**
 * Runs Node's test runner, and ends it when a test process hangs. `--test-timeout`
 * cannot: a timer does not run while a test loops without end.
 *
 * A process hangs when its event loop is blocked for `TEST_SILENT_SECONDS_MAX` seconds (180 unless
 * set), or when no test begins or ends for longer than a test may take. The file and the last test are printed,
 * and all processes that the run started are killed.
 *
 * @returns the exit code of the run; 1 when it was ended
 */
export async function runWatched({ args, env, minutesMax, print }: WatchedRun): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-heartbeats-'));
  const child = spawn(process.execPath, ['--import', HEARTBEAT, ...args], {
    cwd: ROOT,
    stdio: print === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...env, TEST_HEARTBEATS: folder },
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const isPrinted = print === undefined ? null : printOutput(child, print);
  const isOver = ended.then(() => true);
  const silentMsMax = Number(process.env['TEST_SILENT_SECONDS_MAX'] ?? SILENT_SECONDS_MAX) * 1_000;
  const stuckMsMax = (minutesMax + SPARE_MINUTES) * 60_000;
  const watched = new Map<number, Watched>();
  try {
    while (!(await Promise.race([isOver, delay(LOOK_MS, false)]))) {
      for (const [pid, { heartbeat, beatAtMs, eventAtMs }] of look(folder, watched)) {
        const silentMs = performance.now() - beatAtMs;
        const stuckMs = heartbeat.file === null ? 0 : performance.now() - eventAtMs;
        if (silentMs <= silentMsMax && stuckMs <= stuckMsMax) continue;
        const cause = silentMs > silentMsMax ? 'its event loop is blocked' : 'no test begins or ends';
        console.error(describe(pid, heartbeat, cause));
        if (child.pid !== undefined) killTree(child.pid);
        await isOver;
        return 1;
      }
    }
    return (await ended)[0] ?? 1;
  } finally {
    // A process that a test left behind may keep the pipe open.
    await Promise.race([isPrinted, delay(OUTPUT_MS_MAX)]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when both streams have ended. */
async function printOutput({ stdout, stderr }: ChildProcess, print: Print): Promise<void> {
  const ends = [stdout, stderr].map(async (stream) => {
    for await (const text of stream?.setEncoding('utf8') ?? []) print(text as string);
  });
  await Promise.all(ends);
}

/** Reads the files of the processes that run, and remembers when each changed. */
function look(folder: string, watched: Map<number, Watched>): ReadonlyMap<number, Watched> {
  const pids = readdirSync(folder).map(Number).filter(isAlive);
  for (const pid of watched.keys()) if (!pids.includes(pid)) watched.delete(pid);
  for (const pid of pids) {
    const heartbeat = readHeartbeat(join(folder, String(pid)));
    if (heartbeat === null) continue;
    const nowMs = performance.now();
    const before = watched.get(pid);
    const isSame = (key: 'beats' | 'events'): boolean => before?.heartbeat[key] === heartbeat[key];
    watched.set(pid, {
      heartbeat,
      beatAtMs: before !== undefined && isSame('beats') && isSame('events') ? before.beatAtMs : nowMs,
      eventAtMs: before !== undefined && isSame('events') ? before.eventAtMs : nowMs,
    });
  }
  return watched;
}

/** Null while the file is being written. */
function readHeartbeat(path: string): Heartbeat | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Heartbeat;
  } catch {
    return null;
  }
}

function describe(pid: number, { file, running, last }: Heartbeat, cause: string): string {
  const names = running.length > 0 ? running.join(' > ') : (last ?? 'none');
  return [
    `✖ the watchdog ends this run: process ${pid} hangs, ${cause}`,
    `  file: ${file === null ? 'unknown' : relative(ROOT, file)}`,
    `  ${running.length > 0 ? 'running' : 'last'} test: ${names}`,
  ].join('\n');
}

/**
 * Kills a process and all its descendants, also in other process groups: the exchanges of a service have
 * separate ones.
 */
function killTree(root: number): void {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const parents = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [root];
  for (const pid of tree)
    tree.push(...parents.filter(([, parent]) => parent === pid).map(([child = 0]) => child));
  for (const pid of tree) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
