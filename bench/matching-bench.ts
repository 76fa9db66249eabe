// Finds mapping proposals between 17,000 listings of one venue and 45,000 of another: from nothing, again without a
// change, and after one listing changed. Measures processor time and the longest blocking of the event loop.
import process from 'node:process';
import type { VenueName } from '../src/domain/model/ids.ts';
import type { Instrument } from '../src/domain/model/instrument.ts';
import { ProposalFinder } from '../src/market-data/proposal-finder.ts';
import { systemClock } from '../src/platform/system-environment.ts';
import type { MarketStore } from '../src/ports/market-store.ts';
import { type Figure, publish } from './figures.ts';
import { measureBlocking } from './loop-blocking.ts';
import { matchingListings } from './matching-listings.ts';

const KALSHI_LISTINGS = 17_000;
const POLYMARKET_LISTINGS = 45_000;
const CHANGES = 20;

const kalshi = [...matchingListings('Kalshi', KALSHI_LISTINGS)];
const polymarket = matchingListings('Polymarket', POLYMARKET_LISTINGS);
const finder = new ProposalFinder({
  store: { list: readPage } as unknown as MarketStore,
  clock: systemClock,
  venueOrder: ['Kalshi', 'Polymarket'] as VenueName[],
});

async function readPage(
  { venue }: { readonly venue: VenueName | null },
  afterId: number,
  limit: number,
): Promise<readonly Instrument[]> {
  const all = venue === 'Kalshi' ? kalshi : polymarket;
  const from = Math.max(
    0,
    all.findIndex(({ instrumentId }) => instrumentId > afterId),
  );
  return (all.at(-1)?.instrumentId ?? 0) <= afterId ? [] : all.slice(from, from + limit);
}

const first = await measure();
const unchanged = await measure();
const changes: number[] = [];
for (let at = 0; at < CHANGES; at += 1) {
  const changed = kalshi[at * 800] as Instrument;
  kalshi[at * 800] = {
    ...changed,
    description: `${changed.description ?? ''} Clarified on November ${at + 1}.`,
  };
}
const again = await measure();
changes.push((again.cpuMs - unchanged.cpuMs) / CHANGES);

const shared = { bare: null, p50: null, p99: null };
const figures: readonly Figure[] = [
  {
    ...shared,
    name: 'from nothing to proposals, processor time',
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
  { ...shared, name: 'proposals', unit: 'pairs', ours: [first.proposals], aim: '' },
  {
    ...shared,
    name: 'again without a change, processor time',
    unit: 's',
    ours: [unchanged.cpuMs / 1_000],
    aim: '',
  },
  { ...shared, name: 'one changed listing in addition', unit: 'ms', ours: changes, aim: '≤ 50 ms' },
];
publish(figures);

async function measure() {
  const before = process.threadCpuUsage();
  const run = { proposals: 0 };
  const blocking = await measureBlocking(
    finder.find().then((found) => {
      run.proposals = found.length;
    }),
  );
  const { user, system } = process.threadCpuUsage();
  const cpuMs = (user + system - before.user - before.system) / 1_000;
  return { ...run, cpuMs, longestMs: blocking.ownMs };
}
