// Opportunities over 10,000 generic assets of two venues, while their books change 2,000 times a second: the time from a
// change until its sets are evaluated, and the processor time of the evaluation.
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { FeeSchedule } from '../src/contract/model/fee-schedule.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../src/contract/model/ids.ts';
import type { VenueInstrument } from '../src/contract/model/instrument.ts';
import type { Notional, Price, Qty } from '../src/contract/model/money.ts';
import type { TimestampMs } from '../src/contract/model/time.ts';
import type { AssetReview } from '../src/domain/instruments/asset-review.ts';
import { createMarketDataService, type MarketDataListener } from '../src/market-data/market-data-service.ts';
import { systemClock, systemRandom } from '../src/platform/system-environment.ts';
import type { Venue } from '../src/ports/venue.ts';
import { createMemoryMarketStore } from '../test/support/storage/memory-market-store.ts';
import { type Figure, publish } from './figures.ts';
import { measureBlocking } from './loop-blocking.ts';

const ASSETS = 10_000;
const CHANGES_PER_SECOND = 2_000;
const SECONDS = 20;
const TICK_MS = 5;
const CHANGES_PER_SLICE = 20; // as the feeds of a venue deliver them after a delay
const LEVELS = 40;
const CENT = 1_000_000n;
const CONTRACT = 100_000_000n;
const VENUES = ['Kalshi', 'Polymarket'] as const;

/** One book in twenty crosses that of the other venue. */
const CROSSED_EVERY = 20;

const FEES: Readonly<Record<string, FeeSchedule>> = {
  Kalshi: fees(7_000_000n, 10_000_000_000n, 'up', 1_000_000_000_000n),
  Polymarket: fees(5_000_000n, 100_000_000_000n, 'down', null),
};

function fees(
  takerRate: bigint,
  fillStep: bigint,
  fillRounding: FeeSchedule['fillRounding'],
  cashStep: bigint | null,
): FeeSchedule {
  const step = cashStep === null ? null : (cashStep as Notional);
  return {
    takerRate,
    makerRate: 0n,
    exponent: 1,
    fillStep: fillStep as Notional,
    fillRounding,
    cashStep: step,
  };
}

const updateMs: number[] = [];
const nothing = (): void => undefined;
const market = createMarketDataService({
  clock: systemClock,
  random: systemRandom(),
  store: createMemoryMarketStore(),
  log: { info: nothing, warn: nothing, error: console.error },
  metrics: {
    count: nothing,
    gauge: nothing,
    observe: (name, value) => {
      if (name === 'opportunity_update_ms') updateMs.push(value);
    },
  },
  bindings: [],
  holdings: { has: () => false, ids: () => [] },
  demand: { watchIdleMs: 300_000, firstBookMs: 1_500 },
  retention: {
    printsDays: 1,
    printsInMemoryMax: 100,
    minuteCandlesDays: 1,
    opportunitiesDays: 30,
    opportunitiesMax: 50_000,
  },
  venues: VENUES.map((name) => ({
    name: name as VenueName,
    capabilities: {
      trading: true,
      simulated: true,
      amend: 'native',
      amendQtyIncrease: true,
      tif: ['GTC', 'IOC'],
      notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 },
      bookDelivery: 'all',
      dustQty: 0n as Qty,
    },
    venue: { name, health: async () => ({ healthy: true, latencyMs: 0, reason: null }) } as unknown as Venue,
    bookAgeMsMax: 600_000,
    watchedMax: 0,
  })),
});

const native = (venue: string, asset: number): string => `${venue}-${asset}`;

const toListing = (venue: string, asset: number): VenueInstrument => ({
  venue: venue as VenueName,
  venueInstrumentId: native(venue, asset),
  ticker: native(venue, asset),
  slug: native(venue, asset),
  title: `Will candidate ${asset} win?`,
  description: 'Resolves YES if the candidate wins.',
  rulesSecondary: null,
  venueTerms: {},
  category: 'Politics',
  event: null,
  outcomeName: null,
  status: 'OPEN',
  priceTick: CENT as Price,
  priceMin: CENT as Price,
  priceMax: (99n * CENT) as Price,
  priceBands: null,
  qtyStep: CONTRACT as Qty,
  qtyMin: CONTRACT as Qty,
  fees: FEES[venue] ?? null,
  openTime: null,
  closeTime: null,
  result: null,
  settlementPrice: null,
  updatedAt: systemClock.now(),
});

const listeners = new Map<string, MarketDataListener>();

async function load(): Promise<void> {
  await market.start();
  for (const venue of VENUES) {
    const listener = market.listenerFor(venue as VenueName);
    listeners.set(venue, listener);
    listener.onInstruments(Array.from({ length: ASSETS }, (_, asset) => toListing(venue, asset)));
  }
  await market.flush();
  for (let asset = 0; asset < ASSETS; asset += 1) {
    market.mappingSource.applyReview(await toReview(asset));
    if (asset % 500 === 0) await pause(0);
  }
  for (let change = 0; change < 2 * ASSETS; change += 1) {
    changeBook(change);
    if (change % 500 === 0) await pause(0);
  }
  await pause(2_000);
}

async function toReview(asset: number): Promise<AssetReview> {
  const members = await Promise.all(
    VENUES.map(async (venue) => ({
      venue: venue as VenueName,
      venueInstrumentId: native(venue, asset),
      instrumentId: await findId(venue, asset),
      ticker: native(venue, asset),
      inverted: false,
      fingerprint: '',
    })),
  );
  return {
    genericAssetId: (1_000_001 + asset) as GenericAssetId,
    status: 'APPROVED',
    simulated: true,
    title: `Candidate ${asset}`,
    description: null,
    category: 'Politics',
    members,
    by: 'bench',
    why: 'the same',
    at: 0 as TimestampMs,
  };
}

async function findId(venue: string, asset: number): Promise<InstrumentId> {
  const found = await market.data.instrumentByNativeId(venue as VenueName, native(venue, asset));
  if (found === null) throw new Error(`${native(venue, asset)} is not listed`);
  return found.instrumentId;
}

let seed = 7;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

/** Replaces a whole book: forty levels on each side, and one in twenty four cents off its usual middle. */
function changeBook(change: number): void {
  const venue = VENUES[change % 2] ?? 'Kalshi';
  const asset = Math.floor(change / 2) % ASSETS;
  const isOff = random(CROSSED_EVERY) === 0;
  const middle = 50n + (isOff ? (venue === 'Kalshi' ? -5n : 5n) : 0n);
  const side = (sign: bigint) =>
    Array.from({ length: LEVELS }, (_, level) => ({
      price: ((middle + sign * BigInt(level + 1)) * CENT) as Price,
      qty: (BigInt(1 + random(200)) * CONTRACT) as Qty,
    }));
  listeners.get(venue)?.onBook({
    kind: 'snapshot',
    venueInstrumentId: native(venue, asset),
    bids: side(-1n),
    asks: side(1n),
    at: systemClock.now(),
  });
}

/** Changes books at a steady rate; a late tick makes up for what it missed, in slices. */
async function run(): Promise<{ readonly cpuMs: number; readonly changes: number }> {
  const startedMs = performance.now();
  const cpu = process.cpuUsage();
  let changes = 0;
  while (performance.now() - startedMs < SECONDS * 1_000) {
    const due = Math.floor(((performance.now() - startedMs) / 1_000) * CHANGES_PER_SECOND);
    for (; changes < due; changes += 1) {
      changeBook(random(2 * ASSETS));
      if (changes % CHANGES_PER_SLICE === 0) await pause(0);
    }
    await pause(TICK_MS);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000, changes };
}

await load();
updateMs.length = 0;
const running = run();
const blocking = await measureBlocking(running);
const { cpuMs, changes } = await running;
let open = 0;
for await (const page of market.data.opportunities.list(() => [])) open += page.length;
await market.stop();

const sorted = updateMs.toSorted((a, b) => a - b);
const at = (share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const shared = { bare: null, p50: null, p99: null };
const figures: readonly Figure[] = [
  {
    ...shared,
    name: 'from a book change to its evaluated sets, at 2,000 changes a second',
    unit: 'ms',
    ours: [at(0.5)],
    p50: at(0.5),
    p99: at(0.99),
    aim: '≤ 50 ms',
  },
  {
    ...shared,
    name: 'longest blocking of the event loop, processor time, with the changes themselves',
    unit: 'ms',
    ours: [blocking.ownMs],
    aim: '',
  },
  {
    ...shared,
    name: 'processor time of a change, book included',
    unit: 'µs',
    ours: [(cpuMs * 1_000) / changes],
    aim: '',
  },
  {
    ...shared,
    name: 'share of one core',
    unit: '%',
    ours: [(cpuMs / (SECONDS * 1_000)) * 100],
    aim: '≤ 100 %',
  },
  { ...shared, name: 'opportunities open at the end', unit: '', ours: [open], aim: '' },
];
publish(figures);
process.exit(0);
