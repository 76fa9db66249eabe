import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import process from 'node:process';

/** Which part of the machine a process gets: the server under test, or what drives it. */
export type Place = 'server' | 'driver';

/** The machine and runtime in one line. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${model}), ${memory} GiB, ${type()} ${release()}, Node ${process.version}`;
}

const loadBefore = loadavg()[0] ?? 0;

/** How processes are kept apart, and how busy the machine was with other things, for the report. */
export const describePlaces = (): string =>
  `${places()}, load average ${loadBefore.toFixed(1)} before the run`;

const places = (): string =>
  canPin
    ? `servers on cores ${coresOf('server')}, load generator on core ${coresOf('driver')}`
    : 'servers and load generator share all cores';

/**
 * Starts a Node process on its place's cores, the same for both servers of a contest. The driver has the
 * last core; servers have the others, or on two cores both: one core alone would make the service's threads
 * take turns with its own main thread, which no machine does to them. What the driver leaves of its core
 * is theirs, and so the driver is a burden to the service and none to a ceiling of one thread.
 */
export function startNode(place: Place, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const command = canPin ? ['taskset', '-c', coresOf(place), process.execPath] : [process.execPath];
  const [file = process.execPath, ...first] = command;
  return spawn(file, [...first, ...args], options);
}

const cores = availableParallelism();
const canPin =
  process.platform === 'linux' && cores > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

function coresOf(place: Place): string {
  if (place === 'driver') return String(cores - 1);
  return `0-${Math.max(cores - 2, 1)}`;
}
