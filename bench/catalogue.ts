// A venue's whole catalogue read, mapped, stored and indexed, and how long the loop stood still at most.
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { VenueName } from '../src/core/kernel/ids.ts';
import { createMarket, type Market } from '../src/market/market.ts';
import type { MarketStore } from '../src/ports/marketstore.ts';
import type { ExternalVenue, VenueListener } from '../src/ports/venue.ts';
import { openSqliteMarketStore } from '../src/store/sqlite/market/store.ts';
import { DEFAULTS } from '../src/venues/kalshi/settings.ts';
import { createKalshi } from '../src/venues/kalshi/venue.ts';
import { createPolymarket } from '../src/venues/polymarket/venue.ts';
import { type Figure, publish } from './figures.ts';
import { hexOf, MACHINE } from './localexchange.ts';
import { options } from './options.ts';
import { startWorker, stop } from './processes.ts';
import { temporaryDataDir } from './service.ts';
import { longestTurnMs } from './turns.ts';

const IDLE_MS = 3_000; // the same loop with nothing to do: what the machine itself adds
const { markets } = options();
const size = markets.toLocaleString('en-US');

publish([
  ...(await sync('Kalshi', (url) => kalshiAt(url))),
  ...(await sync('Polymarket', (url) => polymarketAt(url))),
]);

async function sync(name: string, venueAt: (url: string) => ExternalVenue): Promise<readonly Figure[]> {
  const host = await startWorker('driver', 'cataloguehost.ts', { markets });
  const { dir, remove } = temporaryDataDir();
  const { store } = await openSqliteMarketStore(join(dir, 'market.db'));
  const venue = venueAt(`http://127.0.0.1:${String(host.first)}`);
  const market = marketOf(store, venue);
  try {
    await market.start();
    const idle = await longestTurnMs(delay(IDLE_MS));
    const begunMs = performance.now();
    const longest = await longestTurnMs(run(venue, market));
    const seconds = (performance.now() - begunMs) / 1_000;
    const listed = (await store.bindings(0, markets + 1)).length;
    if (listed !== markets) throw new Error(`${listed} of ${markets} were stored`);
    const of = { bare: null, p50: null, p99: null, aim: '' };
    return [
      {
        ...of,
        name: `${name}: longest turn of the loop while ${size} markets are synced`,
        unit: 'ms',
        ours: [longest],
        bare: [idle],
      },
      { ...of, name: `${name}: until all are told and stored`, unit: 's', ours: [seconds] },
    ];
  } finally {
    await venue.stop();
    await market.stop();
    await store.close();
    await stop(host.child);
    remove();
  }
}

function marketOf(store: MarketStore, venue: ExternalVenue): Market {
  return createMarket({
    ...MACHINE,
    store,
    metrics: { count: () => undefined, observe: () => undefined, gauge: () => undefined },
    bindings: [],
    holdings: { has: () => false, ids: () => [] },
    demand: { watchIdleMs: 300_000, firstBookMs: 1_500 },
    retention: { printsDays: 30, printsInMemoryMax: 100, minuteCandlesDays: 30 },
    venues: [
      { name: venue.name, capabilities: venue.capabilities, venue, bookAgeMsMax: 30_000, watchedMax: 100 },
    ],
  });
}

async function run(venue: ExternalVenue, market: Market): Promise<void> {
  const listener: VenueListener = {
    ...market.listenerFor(venue.name),
    onReport: () => undefined,
    onAnomaly: () => undefined, // the host lists, and does nothing else
  };
  await venue.start(listener);
  await market.settled();
}

function kalshiAt(url: string): ExternalVenue {
  const { privateKey } = generateKeyPairSync('ed25519');
  return createKalshi(
    { name: 'Kalshi' as VenueName, ...MACHINE },
    {
      ...DEFAULTS,
      restUrl: `${url}/trade-api/v2`,
      wsUrl: `${url.replace('http', 'ws')}/trade-api/ws/v2`,
      keyId: 'bench',
      privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      simulated: true,
      clientIdSpace: hexOf(16),
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
      privateKeyHex: hexOf(32),
      space: hexOf(16),
      simulated: true,
    },
  );
}
