import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import process from 'node:process';

/** The role of a process, which decides its cores: the server under test, or the load driver. */
export type Place = 'server' | 'driver';

/** Describes the machine and runtime in one line. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${model}), ${memory} GiB, ${type()} ${release()}, Node ${process.version}`;
}

const loadBefore = loadavg()[0] ?? 0;

/** Describes the core assignment and the load before the run, for the report. */
export const describePlaces = (): string =>
  `${canPin ? '' : 'servers and load generator share all cores, '}load average ${loadBefore.toFixed(1)} before the run`;

/**
 * Starts a Node process on the cores of its role, the same for both servers of a comparison. The driver has the last core
 * and servers have the others; with two cores servers have both, because on one core the service's worker threads would
 * compete with its main thread. The driver then competes with the service, but not with a single-threaded bare server.
 */
export function startNode(place: Place, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const command = canPin ? ['taskset', '-c', getCores(place), process.execPath] : [process.execPath];
  const [file = process.execPath, ...first] = command;
  return spawn(file, [...first, ...args], options);
}

const cores = availableParallelism();
const canPin =
  process.platform === 'linux' && cores > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

function getCores(place: Place): string {
  if (place === 'driver') return String(cores - 1);
  return `0-${Math.max(cores - 2, 1)}`;
}
