import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** The aim for one task of the event loop, in own processor time of a machine of usual speed; the limit of the browsers' Long Tasks too. */
const TASK_MS_AIM = 50;
/** Above this a test fails. The same work takes up to twice the processor time where cores are shared. */
export const TASK_MS_MAX = 2 * TASK_MS_AIM;
/** The first use of a function, with its compilation, takes less than this. */
const FIRST_USE_MS_MAX = 2 * TASK_MS_MAX;

/** A task that used more processor time than `TASK_MS_MAX`. */
export interface LongTask {
  readonly pid: number;
  readonly startedNs: string; // of the machine's monotonic clock, which all processes share
  readonly ownMs: number; // without garbage collection
  readonly slowness: number; // of the machine just after it: see `measureSlowness`
  readonly garbageMs: number;
  readonly request: string | null; // that began the task
  /**
   * Functions of the project and its packages with half of the time, outermost first. Empty for the first long task of a process,
   * after which its profiler runs.
   */
  readonly path: readonly string[];
}

/**
 * The tasks that break the limit, each as text with its busiest functions.
 *
 * Two tasks over 100 ms break it when they have a busy function in common, or are of one request, and each task over 200 ms breaks it. The
 * first use of a function includes its compilation, so one task over 100 ms is permitted. Garbage collection does not
 * count: it belongs to no task.
 *
 * Source: docs/decisions/processor-time.md.
 *
 * @param readyNs  when each process had started, by process id; earlier tasks do not count
 */
export function findLongTasks(file: string, readyNs: ReadonlyMap<number, bigint>): readonly string[] {
  if (!existsSync(file)) return [];
  const tasks = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LongTask)
    .filter((task) => {
      const ready = readyNs.get(task.pid);
      return ready !== undefined && BigInt(task.startedNs) >= ready && toUsualMs(task) > TASK_MS_MAX;
    });
  return tasks
    .filter(
      (task) =>
        toUsualMs(task) > FIRST_USE_MS_MAX ||
        tasks.some((other) => other !== task && haveSameCause(task, other)),
    )
    .map(render);
}

/** The time of the task on a machine of usual speed. */
const toUsualMs = ({ ownMs, slowness }: LongTask): number => ownMs / slowness;

const REFERENCE_ROUNDS = 40;
const REFERENCE_MS = 40; // of the rounds on the two-core machine on which the limits were chosen, when it is quiet
const WARM_UP_ROUNDS = 5;

/**
 * How many times as much processor time as usual the same work takes now: a shared core may be three times slower than an hour
 * ago. 1 on a machine of usual speed, and on a faster one. The work is of the service's kind: objects, and their text.
 *
 * @returns `LONG_TASKS_SLOWNESS` if it is set: two measurements differ while the speed changes
 */
export function measureSlowness(): number {
  const given = Number(process.env['LONG_TASKS_SLOWNESS']);
  if (given > 0) return given;
  let size = 0;
  const work = (rounds: number): void => {
    for (let round = 0; round < rounds; round += 1) {
      const rows = new Map<string, object>();
      for (let number = 0; number < 3_000; number += 1) rows.set(`key ${number}`, { number, list: [number] });
      size += JSON.stringify([...rows.values()]).length;
    }
  };
  work(WARM_UP_ROUNDS);
  const startedMs = threadMs();
  work(REFERENCE_ROUNDS);
  const slowness = (threadMs() - startedMs) / REFERENCE_MS;
  return size > 0 ? Math.max(1, slowness) : 1;
}

/** The processor time of this thread. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Of a task without a busy function only the request is known. */
function haveSameCause(a: LongTask, b: LongTask): boolean {
  if (a.path.length === 0 || b.path.length === 0) return a.request !== null && a.request === b.request;
  const names = new Set(a.path.map(getFunction));
  return b.path.some((line) => names.has(getFunction(line)));
}

/** A line of the path without its time. */
const getFunction = (line: string): string => line.replace(/ \d+ ms$/, '');

const render = ({ ownMs, slowness, garbageMs, request, path }: LongTask): string =>
  [
    `a task of ${ownMs} ms at ${slowness.toFixed(1)} times the usual time, and ${garbageMs} ms of garbage collection${request === null ? '' : `, of ${request}`}`,
    ...path.map((line) => `  ${line}`),
  ].join('\n');
