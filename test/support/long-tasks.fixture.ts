// Reports the long tasks of the event loop, in the process that imports it.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type Profiler, Session } from 'node:inspector';
import type { Socket } from 'node:net';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';
import { type LongTask, measureSlowness, TASK_MS_MAX, threadMs } from './long-tasks.ts';

const { LONG_TASKS_FILE: file } = process.env;
const SAMPLE_US = 2_000;
const REPORTS_MAX = 30; // each stops the profiler once
const SOURCES = /\/(?:src|test|node_modules)\/.*$/;

/** A part of one iteration of the event loop, by the processor time of this thread. */
interface Task {
  readonly startedNs: bigint;
  readonly ms: number;
  readonly request: string | null;
}

/** Workers inherit the import. Their work blocks no caller. */
if (isMainThread && file !== undefined) watchTasks(file);

/**
 * Divides the processor time of each iteration at the requests that begin and at the connections that open, end and
 * close: a thousand small requests are no long task. An immediate without a reference runs once per iteration and
 * does not keep the loop from waiting for events.
 */
function watchTasks(reportFile: string): void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  session.post('Profiler.start');
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
  const endIteration = (): void => {
    endTask(null);
    if (longest !== null && reports < REPORTS_MAX) {
      reports += 1;
      report(reportFile, session, longest);
      session.post('Profiler.start');
      startedMs = threadMs();
    }
    longest = null;
    setImmediate(endIteration).unref();
  };
  endIteration();
}

/** Runs between two iterations. The profile is there when `post` returns. */
function report(reportFile: string, session: Session, { startedNs, ms, request }: Task): void {
  session.post('Profiler.stop', (_error, { profile }) => {
    const clockOffsetUs = Number(process.hrtime.bigint() / 1_000n) - profile.endTime;
    const fromUs = Number(startedNs / 1_000n) - clockOffsetUs;
    const task: LongTask = {
      pid: process.pid,
      startedNs: String(startedNs),
      request,
      slowness: measureSlowness(),
      ...divideByFunction(profile, fromUs, ms),
    };
    try {
      appendFileSync(reportFile, `${JSON.stringify(task)}\n`);
    } catch {
      // The process may write no files, in a test of a full disk.
    }
  });
}

/** Divides the processor time by the samples: garbage collection, and the path of functions that took half of it. */
function divideByFunction(
  { nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile,
  fromUs: number,
  ms: number,
): Pick<LongTask, 'ownMs' | 'garbageMs' | 'path'> {
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
