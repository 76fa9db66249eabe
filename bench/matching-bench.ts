// Finds mapping proposals between 17,000 listings of one venue and 45,000 of another, in the thread that the service
// uses: from nothing, again without a change, and after one listing changed. Measures the processor time of all threads,
// the longest blocking of the event loop and memory.
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { VenueName } from '../src/contract/model/ids.ts';
import type { Instrument } from '../src/contract/model/instrument.ts';
import { ProposalFinder } from '../src/market-data/proposal-finder.ts';
import { openMatcherThread } from '../src/platform/matcher-thread.ts';
import { systemClock } from '../src/platform/system-environment.ts';
import { type Figure, publish } from './figures.ts';
import { measureBlocking } from './loop-blocking.ts';
import { matchingListings } from './matching-listings.ts';

const KALSHI_LISTINGS = 17_000;
const POLYMARKET_LISTINGS = 45_000;
const CHANGES = 20;
const POLYMARKET_FIRST = 1_000_000;

const kalshi = [...matchingListings('Kalshi', KALSHI_LISTINGS)];
const polymarket = matchingListings('Polymarket', POLYMARKET_LISTINGS);
const listeners: ((instrument: Instrument) => void)[] = [];
const nothing = (): void => undefined;
const finder = new ProposalFinder({
  store: { list: readPage, instruments: async (ids) => ids.flatMap((id) => getListing(id) ?? []) },
  catalogue: { getCached: () => null, onUpdated: (listener) => void listeners.push(listener) },
  clock: systemClock,
  log: { info: nothing, warn: nothing, error: console.error },
  metrics: { count: nothing, observe: nothing, gauge: nothing },
  venueOrder: ['Kalshi', 'Polymarket'] as VenueName[],
  openMatcher: openMatcherThread,
});

const getListing = (id: number): Instrument | undefined => {
  const all = id < POLYMARKET_FIRST ? kalshi : polymarket;
  return all[id - (all[0]?.instrumentId ?? 0)];
};

async function readPage(
  { venue }: { readonly venue: VenueName | null },
  afterId: number,
  limit: number,
): Promise<readonly Instrument[]> {
  const all = venue === 'Kalshi' ? kalshi : polymarket;
  const from = afterId === 0 ? 0 : afterId + 1 - (all[0]?.instrumentId ?? 0);
  return all.slice(from, from + limit);
}

collectGarbage(); // of making the listings, which is no part of the measurement
const rssBefore = process.memoryUsage().rss;
const first = await measure();
const rssMb = (process.memoryUsage().rss - rssBefore) / 1e6;
const unchanged = await measure();
const changes: number[] = [];
for (let at = 0; at < CHANGES; at += 1) {
  const changed = kalshi[at * 800] as Instrument;
  kalshi[at * 800] = {
    ...changed,
    description: `${changed.description ?? ''} Clarified on November ${at + 1}.`,
  };
  for (const listener of listeners) listener(changed);
  changes.push((await measure()).cpuMs);
}
finder.stop();

const shared = { bare: null, p50: null, p99: null };
const figures: readonly Figure[] = [
  {
    ...shared,
    name: 'from nothing to proposals, processor time of all threads',
    unit: 's',
    ours: [first.cpuMs / 1_000],
    aim: '≤ 15 s',
  },
  {
    ...shared,
    name: 'longest blocking of the event loop, processor time',
    unit: 'ms',
    ours: [first.longestMs],
    aim: '≤ 20 ms',
  },
  {
    ...shared,
    name: 'of which of the main thread',
    unit: 's',
    ours: [first.mainMs / 1_000],
    aim: '',
  },
  { ...shared, name: 'proposals', unit: 'pairs', ours: [first.proposals], aim: '' },
  { ...shared, name: 'memory added', unit: 'MB', ours: [rssMb], aim: '' },
  {
    ...shared,
    name: 'again without a change, processor time',
    unit: 's',
    ours: [unchanged.cpuMs / 1_000],
    aim: '',
  },
  {
    ...shared,
    name: 'one changed listing, processor time of all threads',
    unit: 'ms',
    ours: changes,
    aim: '≤ 50 ms',
  },
];
publish(figures);

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

async function measure() {
  const before = process.cpuUsage();
  const mainBefore = process.threadCpuUsage();
  const run = { proposals: 0 };
  const blocking = await measureBlocking(
    finder.find().then((found) => {
      run.proposals = found.length;
    }),
  );
  const cpuMs = toMs(process.cpuUsage(before));
  return { ...run, cpuMs, mainMs: toMs(process.threadCpuUsage(mainBefore)), longestMs: blocking.ownMs };
}

function toMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
