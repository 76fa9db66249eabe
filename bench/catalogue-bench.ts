// Reads, maps, stores and indexes a venue's whole catalogue, first into an empty store and then by a service that has it
// stored. Measures the longest time that the event loop was blocked.

import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { VenueName } from '../src/contract/model/ids.ts';
import { createMarketDataService, type MarketDataService } from '../src/market-data/market-data-service.ts';
import type { MarketStore } from '../src/ports/market-store.ts';
import type { ExternalVenue, VenueListener } from '../src/ports/venue.ts';
import { openSqliteMarketStore } from '../src/storage/sqlite/market/sqlite-market-store.ts';
import { KALSHI_DEFAULTS } from '../src/venues/kalshi/kalshi-settings.ts';
import { createKalshi } from '../src/venues/kalshi/kalshi-venue.ts';
import { createPolymarket } from '../src/venues/polymarket/polymarket-venue.ts';
import { options } from './bench-options.ts';
import { temporaryDataDir } from './bench-service.ts';
import { startWorker, stop } from './child-processes.ts';
import { type Figure, publish } from './figures.ts';
import { type Blocking, measureBlocking } from './loop-blocking.ts';
import { createHex, MACHINE } from './simulator-host.ts';

const IDLE_MS = 3_000; // an idle loop, to measure what the machine itself adds
const { markets } = options();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

publish([
  ...(await sync('Kalshi', (url) => kalshiAt(url))),
  ...(await sync('Polymarket', (url) => polymarketAt(url))),
]);

async function sync(name: string, venueAt: (url: string) => ExternalVenue): Promise<readonly Figure[]> {
  const host = await startWorker('driver', 'catalogue-host.ts', { markets });
  const { dir, remove } = temporaryDataDir();
  const { store } = await openSqliteMarketStore(join(dir, 'market.db'));
  const url = `http://127.0.0.1:${String(host.first)}`;
  try {
    const idle = await measureBlocking(delay(IDLE_MS));
    const first = await run(store, venueAt(url));
    const again = await run(store, venueAt(url));
    return [
      ...toFigures(`${name}, the first sync`, first, idle),
      ...toFigures(`${name}, a start with all of them stored`, again, idle),
    ];
  } finally {
    await store.close();
    await stop(host.child);
    remove();
  }
}

interface Synced {
  readonly longest: Blocking;
  readonly seconds: number;
  readonly heapMiB: number; // used heap after a garbage collection
}

/** Runs a service from its start until everything is published, stored and indexed. */
async function run(store: MarketStore, venue: ExternalVenue): Promise<Synced> {
  const market = createMarketData(store, venue);
  const begunMs = performance.now();
  try {
    const longest = await measureBlocking(listed(venue, market));
    const seconds = (performance.now() - begunMs) / 1_000;
    const stored = (await store.bindings(0, markets + 1)).length;
    if (stored !== markets) throw new Error(`${stored} of ${markets} were stored`);
    collect();
    return { longest, seconds, heapMiB: process.memoryUsage().heapUsed / 1_048_576 };
  } finally {
    await venue.stop();
    await market.stop();
  }
}

function toFigures(name: string, { longest, seconds, heapMiB }: Synced, idle: Blocking): Figure[] {
  const of = { bare: null, p50: null, p99: null, aim: '' };
  const shared = { ...of, unit: 'ms' };
  return [
    {
      ...shared,
      name: `${name}: longest blocking, CPU time`,
      ours: [longest.ownMs],
      bare: [idle.ownMs],
      aim: '≤ 50 ms',
    },
    {
      ...shared,
      name: `${name}: longest blocking, wall time`,
      ours: [longest.wallMs],
      bare: [idle.wallMs],
    },
    { ...of, name: `${name}: until all are published and stored`, unit: 's', ours: [seconds] },
    { ...of, name: `${name}: memory used by the main thread`, unit: 'MiB', ours: [heapMiB] },
  ];
}

function createMarketData(store: MarketStore, venue: ExternalVenue): MarketDataService {
  return createMarketDataService({
    ...MACHINE,
    store,
    metrics: { count: () => undefined, observe: () => undefined, gauge: () => undefined },
    bindings: [],
    holdings: { has: () => false, ids: () => [] },
    demand: { watchIdleMs: 300_000, firstBookMs: 1_500 },
    retention: {
      printsDays: 30,
      printsInMemoryMax: 100,
      minuteCandlesDays: 30,
      opportunitiesDays: 30,
      opportunitiesMax: 50_000,
    },
    venues: [
      { name: venue.name, capabilities: venue.capabilities, venue, bookAgeMsMax: 30_000, watchedMax: 100 },
    ],
  });
}

async function listed(venue: ExternalVenue, market: MarketDataService): Promise<void> {
  const listener: VenueListener = {
    ...market.listenerFor(venue.name),
    onReport: () => undefined,
    onAnomaly: () => undefined, // the host lists, and does nothing else
  };
  await market.start();
  await venue.start(listener);
  await market.flush();
}

function kalshiAt(url: string): ExternalVenue {
  const { privateKey } = generateKeyPairSync('ed25519');
  return createKalshi(
    { name: 'Kalshi' as VenueName, ...MACHINE },
    {
      ...KALSHI_DEFAULTS,
      restUrl: `${url}/trade-api/v2`,
      wsUrl: `${url.replace('http', 'ws')}/trade-api/ws/v2`,
      keyId: 'bench',
      privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      simulated: true,
      clientIdSpace: createHex(16),
    },
  );
}

function polymarketAt(url: string): ExternalVenue {
  const socketUrl = url.replace('http', 'ws');
  return createPolymarket(
    { name: 'Polymarket' as VenueName, ...MACHINE },
    {
      clobUrl: url,
      gammaUrl: url,
      dataUrl: url,
      wsMarketUrl: `${socketUrl}/ws/market`,
      wsUserUrl: `${socketUrl}/ws/user`,
      privateKeyHex: createHex(32),
      space: createHex(16),
      simulated: true,
    },
  );
}
