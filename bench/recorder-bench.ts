// The recorder at a steady rate of book updates: its share of a core, its lag and what it lost.
import { setTimeout as pause } from 'node:timers/promises';
import { options } from './bench-options.ts';
import { type Figure, publish } from './figures.ts';
import { openLake, toBookUpdate } from './lake-load.ts';

const PER_SECOND = 5_000;
const TICK_MS = 10;
const { rounds, runMs } = options();

interface Round {
  readonly coreShare: number; // of the whole process, with the encoding of the part
  readonly lagMs: number;
  readonly dropped: number;
}

const results: Round[] = [];
for (let round = 0; round < rounds; round += 1) results.push(await record());
publish([
  toFigure('processor time of all threads', '% of a core', ({ coreShare }) => coreShare * 100, ''),
  toFigure('largest lag until an update is on disk', 'ms', ({ lagMs }) => lagMs, '≤ 1,000'),
  toFigure('updates lost', '', ({ dropped }) => dropped, '0'),
]);

function toFigure(name: string, unit: string, read: (round: Round) => number, aim: string): Figure {
  const ours = results.map(read);
  return { name: `5,000 updates/s: ${name}`, unit, ours, bare: null, p50: null, p99: null, aim };
}

async function record(): Promise<Round> {
  const { recorder, remove } = openLake();
  const before = process.cpuUsage();
  const startedMs = performance.now();
  let lagMs = 0;
  for (let sent = 0; performance.now() - startedMs < runMs; ) {
    const due = Math.floor(((performance.now() - startedMs) / 1_000) * PER_SECOND);
    for (; sent < due; sent += 1) recorder.record(toBookUpdate(sent));
    lagMs = Math.max(lagMs, recorder.status().lagMs);
    await pause(TICK_MS);
  }
  const elapsedMs = performance.now() - startedMs;
  await recorder.stop();
  const { user, system } = process.cpuUsage(before);
  const { droppedUpdates: dropped } = recorder.status();
  remove();
  return { coreShare: (user + system) / 1_000 / elapsedMs, lagMs, dropped };
}
