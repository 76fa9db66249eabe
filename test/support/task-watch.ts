import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type Profiler, Session } from 'node:inspector';
import type { Socket } from 'node:net';
import { PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';
import { type LongTask, measureSlowness, TASK_MS_MAX, threadMs } from './long-tasks.ts';

const SAMPLE_US = 2_000;
const REPORTS_MAX = 30; // each stops the profiler once
const SOURCES = /\/(?:src|test|node_modules)\/.*$/;

/** A part of one iteration of the event loop, by the processor time of this thread. */
interface Task {
  readonly startedNs: bigint;
  readonly ms: number;
  readonly request: string | null;
}

type Parts = Pick<LongTask, 'ownMs' | 'garbageMs' | 'path'>;

/**
 * Writes the long tasks of this process into the file.
 *
 * Divides the processor time of each iteration at the requests that begin and at the connections that open, end and
 * close: a thousand small requests are no long task. An immediate without a reference runs once per iteration and
 * does not keep the loop from waiting for events.
 *
 * The profiler runs from the first long task on: during the start it takes half as much time as
 * the start itself, and most processes have no long task.
 */
export function watchTasks(reportFile: string): void {
  let session: Session | null = null;
  let isListening = false; // the tasks of the start do not count
  const garbage = new PerformanceObserver(() => {});
  garbage.observe({ entryTypes: ['gc'] });
  let reports = 0;
  let request: string | null = null;
  let longest: Task | null = null;
  let startedNs = process.hrtime.bigint();
  let startedMs = threadMs();
  const endTask = (next: string | null): void => {
    const ms = threadMs() - startedMs;
    if (ms > (longest?.ms ?? TASK_MS_MAX)) longest = { startedNs, ms, request };
    request = next;
    startedNs = process.hrtime.bigint();
    startedMs += ms;
  };
  subscribe('http.server.request.start', (event) => {
    const { method, url } = (event as { readonly request: IncomingMessage }).request;
    endTask(`${method} ${url}`);
  });
  subscribe('net.server.socket', (event) => {
    endTask(null);
    const { socket } = event as { readonly socket: Socket };
    socket.once('end', () => endTask(null)).once('close', () => endTask(null));
  });
  subscribe('tracing:net.server.listen:asyncEnd', () => {
    setImmediate(() => {
      isListening = true; // from the next iteration on
    }).unref();
  });
  const endIteration = (): void => {
    endTask(null);
    if (longest !== null && isListening && reports < REPORTS_MAX) {
      reports += 1;
      const parts = session === null ? readGarbage(garbage, longest) : readProfile(session, longest);
      const slowness = measureSlowness();
      if (longest.ms / slowness > TASK_MS_MAX) {
        const { startedNs: taskNs, request: of } = longest;
        report(reportFile, { pid: process.pid, startedNs: String(taskNs), request: of, slowness, ...parts });
        session ??= openProfiler();
      }
      session?.post('Profiler.start');
      startedMs = threadMs();
    }
    longest = null;
    setImmediate(endIteration).unref();
  };
  endIteration();
}

function openProfiler(): Session {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  return session;
}

function report(reportFile: string, task: LongTask): void {
  try {
    appendFileSync(reportFile, `${JSON.stringify(task)}\n`);
  } catch {
    // The process may write no files, in a test of a full disk.
  }
}

/** Without a profile: the collections that began during the task, which ran in its thread. */
function readGarbage(observer: PerformanceObserver, { startedNs, ms }: Task): Parts {
  const clockOffsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  const fromMs = Number(startedNs) / 1e6 - clockOffsetMs;
  const collections = observer.takeRecords().filter(({ startTime }) => startTime >= fromMs);
  const garbageMs = Math.round(collections.reduce((sum, { duration }) => sum + duration, 0));
  return { ownMs: Math.round(ms) - garbageMs, garbageMs, path: [] };
}

/** Runs between two iterations. The profile is there when `post` returns. */
function readProfile(session: Session, { startedNs, ms }: Task): Parts {
  let parts: Parts | null = null;
  session.post('Profiler.stop', (_error, { profile }) => {
    const clockOffsetUs = Number(process.hrtime.bigint() / 1_000n) - profile.endTime;
    parts = divideByFunction(profile, Number(startedNs / 1_000n) - clockOffsetUs, ms);
  });
  return parts ?? { ownMs: Math.round(ms), garbageMs: 0, path: [] };
}

/** Divides the processor time by the samples: garbage collection, and the path of functions that took half of it. */
function divideByFunction(
  { nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile,
  fromUs: number,
  ms: number,
): Parts {
  const hits = new Map<number, number>();
  let total = 0;
  let atUs = startTime;
  for (const [index, node] of samples.entries()) {
    atUs += timeDeltas[index] ?? 0;
    if (atUs < fromUs) continue;
    hits.set(node, (hits.get(node) ?? 0) + 1);
    total += 1;
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const childrenOf = (node: Profiler.ProfileNode): readonly Profiler.ProfileNode[] =>
    (node.children ?? []).map((id) => byId.get(id)).filter((child) => child !== undefined);
  const count = (node: Profiler.ProfileNode): number =>
    childrenOf(node).reduce((sum, child) => sum + count(child), hits.get(node.id) ?? 0);
  const toMs = (samplesOf: number): number => Math.round((ms * samplesOf) / Math.max(total, 1));
  const garbage = nodes.find(({ callFrame }) => callFrame.functionName === '(garbage collector)');
  const garbageMs = garbage === undefined ? 0 : toMs(count(garbage));
  const path: string[] = [];
  for (let node = nodes[0]; node !== undefined; ) {
    const { functionName, url, lineNumber } = node.callFrame;
    const source = SOURCES.exec(url)?.[0].slice(1);
    if (source !== undefined)
      path.push(`${functionName || '(anonymous)'} ${source}:${lineNumber + 1} ${toMs(count(node))} ms`);
    node = childrenOf(node)
      .filter((child) => count(child) * 2 >= total)
      .toSorted((a, b) => count(b) - count(a))[0];
  }
  return { ownMs: Math.round(ms) - garbageMs, garbageMs, path };
}
