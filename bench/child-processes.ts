import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BareJob } from './bare-server.ts';
import type { LoadJob, LoadResult } from './load-generator.ts';
import { type Place, startNode } from './machine.ts';

/** A server under test on a local port. */
export interface Server {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** A bare server, and the processor time that it has used. */
export interface BareServer extends Server {
  readonly cpuSeconds: () => Promise<number>;
}

/** Starts the bare server with the response that it returns. */
export async function startBare(job: BareJob): Promise<BareServer> {
  const { child, first } = await startWorker('server', 'bare-server.ts', job);
  return {
    port: Number(first),
    stop: () => stop(child),
    cpuSeconds: async () => {
      const answered = once(child, 'message');
      child.send('cpu');
      const [micros] = await answered;
      return Number(micros) / 1_000_000;
    },
  };
}

/**
 * Runs one load in a separate process. Throws if a response was not 200, because the figure would be meaningless.
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const result = (await startWorker('driver', 'load-generator.ts', job)).first as LoadResult;
  if (result.failures > 0) {
    throw new Error(
      `${job.method} ${job.path}: ${result.failures} responses were not 200, for example ${result.failed}`,
    );
  }
  return result;
}

/** Starts a file of this folder, sends it its job, and waits for its first message. */
export async function startWorker(
  place: Place,
  file: string,
  job: object,
): Promise<{ readonly child: ChildProcess; readonly first: unknown }> {
  const child = startNode(place, [join(import.meta.dirname, file)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(job);
  const first = await Promise.race([
    once(child, 'message').then(([message]) => message as unknown),
    // `exit` may fire before the last message arrives.
    once(child, 'disconnect').then(() => {
      throw new Error(`bench/${file} ended without a message (${child.exitCode ?? child.signalCode})`);
    }),
  ]);
  return { child, first };
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
