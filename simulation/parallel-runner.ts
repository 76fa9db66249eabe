import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type RunSummary, summarizeSeed } from './coverage-counts.ts';

/** The number of simulations that run in parallel: one per core, up to a useful maximum. */
export const WORKERS = Math.min(availableParallelism(), 8);

/**
 * Runs many simulations, each in one of `workers` threads, and passes on each result. Simulations are
 * independent, so the number of threads affects only the duration.
 *
 * @param take  receives each result in the order of completion; false ends the run
 */
export async function runMany(
  seeds: readonly number[],
  take: (environment: RunSummary) => boolean,
  workers = WORKERS,
): Promise<void> {
  if (workers <= 1 || seeds.length < 2 * workers) return runInThisThread(seeds, take);
  const waiting = [...seeds].reverse();
  await Promise.all(Array.from({ length: workers }, () => runInWorker(waiting, take)));
}

async function runInThisThread(
  seeds: readonly number[],
  take: (environment: RunSummary) => boolean,
): Promise<void> {
  for (const seed of seeds) if (!take(await summarizeSeed(seed))) return;
}

/** One thread: it gets the next seed when it has reported the previous result. */
function runInWorker(waiting: number[], take: (environment: RunSummary) => boolean): Promise<void> {
  const worker = new Worker(new URL('./simulation.worker.ts', import.meta.url));
  const next = (): void => {
    const seed = waiting.pop();
    worker.postMessage(seed ?? null);
  };
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => resolve());
    worker.on('message', (environment: RunSummary) => {
      if (!take(environment)) waiting.length = 0;
      next();
    });
    next();
  });
}
