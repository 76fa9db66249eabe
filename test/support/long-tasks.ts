import { existsSync, readFileSync } from 'node:fs';

/** The aim for one task of the event loop, in own processor time; the limit of the browsers' Long Tasks too. */
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
  readonly garbageMs: number;
  readonly request: string | null; // that began the task
  readonly path: readonly string[]; // functions of the project and its packages with half of the time, outermost first
}

/**
 * The tasks that break the limit, each as text with its busiest functions.
 *
 * Two tasks over 100 ms break it when they have a busy function in common, and each task over 200 ms breaks it. The
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
    .filter(({ pid, startedNs, ownMs }) => {
      const ready = readyNs.get(pid);
      return ready !== undefined && BigInt(startedNs) >= ready && ownMs > TASK_MS_MAX;
    });
  return tasks
    .filter(
      (task) =>
        task.ownMs > FIRST_USE_MS_MAX || tasks.some((other) => other !== task && haveSameCause(task, other)),
    )
    .map(render);
}

/** A task without a busy function may have the same cause as any other. */
function haveSameCause(a: LongTask, b: LongTask): boolean {
  const names = new Set(a.path.map(getFunction));
  return a.path.length === 0 || b.path.length === 0 || b.path.some((line) => names.has(getFunction(line)));
}

/** A line of the path without its time. */
const getFunction = (line: string): string => line.replace(/ \d+ ms$/, '');

const render = ({ ownMs, garbageMs, request, path }: LongTask): string =>
  [
    `a task of ${ownMs} ms, and ${garbageMs} ms of garbage collection${request === null ? '' : `, of ${request}`}`,
    ...path.map((line) => `  ${line}`),
  ].join('\n');
