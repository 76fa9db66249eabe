import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../steps.ts';
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
  readonly print?: (text: string) => void;
  /** Ends the run. */
  readonly signal?: AbortSignal;
}

export interface WatchedResult {
  readonly exitCode: number; // 1 when the run was ended
  readonly hang: Hang | null;
  readonly cpuSeconds: number; // of the test processes, and of the processes that they started and waited for
}

/** A test process that the watchdog has ended. */
export interface Hang {
  readonly file: string; // or `unknown`
  readonly title: string; // of the running test, or of the last one
  readonly message: string;
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
 * set), or when no test begins or ends for longer than a test may take. All processes that the run started are killed
 * then. Temporary files of the run (`TMPDIR`) are removed when it has ended.
 */
export async function runWatched(run: WatchedRun): Promise<WatchedResult> {
  const { args, env, minutesMax, print, signal } = run;
  // A short path, open to all: sockets in it have names of at most 107 characters, and PostgreSQL runs as another user.
  const scratch = mkdtempSync(join(tmpdir(), 'cb-'));
  chmodSync(scratch, 0o755);
  const folder = join(scratch, 'heartbeats');
  mkdirSync(folder);
  const child = spawn(process.execPath, ['--import', HEARTBEAT, ...args], {
    cwd: ROOT,
    stdio: print === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, TMPDIR: scratch, TEST_HEARTBEATS: folder },
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const isPrinted = print === undefined ? null : printOutput(child, print);
  const isOver = ended.then(() => true);
  const silentMsMax = Number(process.env['TEST_SILENT_SECONDS_MAX'] ?? SILENT_SECONDS_MAX) * 1_000;
  const stuckMsMax = (minutesMax + SPARE_MINUTES) * 60_000;
  const watched = new Map<number, Watched>();
  let hang: Hang | null = null;
  try {
    while (!(await Promise.race([isOver, delay(LOOK_MS, false)]))) {
      for (const [pid, { heartbeat, beatAtMs, eventAtMs }] of look(folder, watched)) {
        const silentMs = performance.now() - beatAtMs;
        const stuckMs = heartbeat.file === null ? 0 : performance.now() - eventAtMs;
        if (silentMs <= silentMsMax && stuckMs <= stuckMsMax) continue;
        const cause = silentMs > silentMsMax ? 'its event loop is blocked' : 'no test begins or ends';
        hang = toHang(heartbeat, `the watchdog ended process ${pid}: it hangs, ${cause}`);
        break;
      }
      if (hang === null && signal?.aborted !== true) continue;
      const current = [...watched.values()][0]?.heartbeat;
      hang ??= toHang(current ?? null, `ended while it ran: ${String(signal?.reason)}`);
      if (child.pid !== undefined) killTree(child.pid);
      await isOver;
    }
    const exitCode = hang === null ? ((await ended)[0] ?? 1) : 1;
    return { exitCode, hang, cpuSeconds: readCpuSeconds(folder) };
  } finally {
    // A process that a test left behind may keep the pipe open.
    await Promise.race([isPrinted, delay(OUTPUT_MS_MAX)]);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Resolves when both streams have ended. */
async function printOutput({ stdout, stderr }: ChildProcess, print: (text: string) => void): Promise<void> {
  const ends = [stdout, stderr].map(async (stream) => {
    for await (const text of stream?.setEncoding('utf8') ?? []) print(text as string);
  });
  await Promise.all(ends);
}

/** Reads the files of the processes that run, and remembers when each changed. */
function look(folder: string, watched: Map<number, Watched>): ReadonlyMap<number, Watched> {
  const pids = readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isAlive);
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

function toHang(heartbeat: Heartbeat | null, message: string): Hang {
  const { file = null, running = [], last = null } = heartbeat ?? {};
  return {
    file: file === null ? 'unknown' : relative(ROOT, file),
    title: running.length > 0 ? running.join(' › ') : `after ${last ?? 'the start'}`,
    message,
  };
}

/** Each test process writes `cpu-PID` when it ends; one that was killed has written none. */
function readCpuSeconds(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.startsWith('cpu-'))
    .reduce((sum, name) => sum + Number(readFileSync(join(folder, name), 'utf8')), 0);
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
