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
 * Runs Node's test runner with the output of Node's reporter, and ends it when a test process hangs. `--test-timeout`
 * cannot: a timer does not run while a test loops without end.
 *
 * A process hangs when its event loop is blocked for `TEST_SILENT_SECONDS_MAX` seconds (180 unless
 * set), or when no test begins or ends for longer than a test may take. All processes that the run started are killed
 * then. Temporary files of the run (`TMPDIR`) are removed when it has ended.
 */
export async function runWatched({
  args,
  env,
  minutesMax,
}: WatchedRun): Promise<{ readonly exitCode: number; readonly hang: Hang | null }> {
  const run = new TestProcess(args, env, null);
  const hang = await run.watch(run.ended, minutesMax);
  const exitCode = await run.ended;
  await run.remove();
  return { exitCode: hang === null ? exitCode : 1, hang };
}

/** A process that runs tests and writes heartbeats, with its own folder of temporary files. */
export class TestProcess {
  readonly child: ChildProcess;
  /** Resolves with its exit code; 1 if a signal ended it. */
  readonly ended: Promise<number>;
  // A short path, open to all: sockets in it have names of at most 107 characters, and PostgreSQL runs as another user.
  readonly #scratch = mkdtempSync(join(tmpdir(), 'cb-'));
  readonly #folder = join(this.#scratch, 'heartbeats');
  readonly #hasTests: boolean;
  readonly #isPrinted: Promise<void> | null;

  /** @param print receives the output, and the process a channel for messages; null: it writes to the terminal itself */
  constructor(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    print: ((text: string) => void) | null,
  ) {
    chmodSync(this.#scratch, 0o755);
    mkdirSync(this.#folder);
    this.child = spawn(process.execPath, ['--import', HEARTBEAT, ...args], {
      cwd: ROOT,
      stdio: print === null ? 'inherit' : ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env, TMPDIR: this.#scratch, TEST_HEARTBEATS: this.#folder },
    });
    this.#hasTests = print !== null;
    this.#isPrinted = print === null ? null : printOutput(this.child, print);
    this.ended = once(this.child, 'exit').then(([code]) => (code as number | null) ?? 1);
  }

  /**
   * Watches until `over` resolves. Kills the process and all that it started if a test hangs or `signal` ends the run, and
   * returns which test ran.
   */
  async watch(over: Promise<unknown>, minutesMax: number, signal?: AbortSignal): Promise<Hang | null> {
    const isOver = over.then(() => true);
    const silentMsMax = Number(process.env['TEST_SILENT_SECONDS_MAX'] ?? SILENT_SECONDS_MAX) * 1_000;
    const stuckMsMax = (minutesMax + SPARE_MINUTES) * 60_000;
    const watched = new Map<number, Watched>();
    while (!(await Promise.race([isOver, delay(LOOK_MS, false)]))) {
      let hang: Hang | null = null;
      for (const [pid, { heartbeat, beatAtMs, eventAtMs }] of look(this.#folder, watched)) {
        const silentMs = performance.now() - beatAtMs;
        // A runner of other processes runs no test itself.
        const stuckMs = heartbeat.file === null && !this.#hasTests ? 0 : performance.now() - eventAtMs;
        if (silentMs <= silentMsMax && stuckMs <= stuckMsMax) continue;
        const cause = silentMs > silentMsMax ? 'its event loop is blocked' : 'no test begins or ends';
        hang = toHang(heartbeat, `the watchdog ended process ${pid}: it hangs, ${cause}`);
        break;
      }
      if (hang === null && signal?.aborted !== true) continue;
      const current = [...watched.values()][0]?.heartbeat;
      hang ??= toHang(current ?? null, `ended while it ran: ${String(signal?.reason)}`);
      if (this.child.pid !== undefined) killTree(this.child.pid);
      await this.ended;
      return hang;
    }
    return null;
  }

  /** Waits for the last output of a process that has ended, and removes its temporary files. */
  async remove(): Promise<void> {
    // A process that a test left behind may keep the pipe open.
    await Promise.race([this.#isPrinted, delay(OUTPUT_MS_MAX)]);
    rmSync(this.#scratch, { recursive: true, force: true, maxRetries: 5 });
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
