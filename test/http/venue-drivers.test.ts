import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createApp } from '../../src/app/create-app.ts';
import { createConfig } from '../../src/config/parse-config.ts';
import { DEMO_SCHEMA, VENUE_SCHEMAS } from '../../src/config/venue-schemas.ts';
import { requirePresent } from '../../src/contract/model/assert.ts';
import type { VenueDriver } from '../../src/drivers/venue-driver.ts';
import { createMetrics } from '../../src/platform/prometheus-metrics.ts';
import { SecretRedactor } from '../../src/platform/secret-protection.ts';
import { systemClock, systemRandom } from '../../src/platform/system-environment.ts';
import { createDemo } from '../../src/venues/demo/demo-venue.ts';
import { type Api, until } from '../api-assertions.ts';
import type { Instrument, Order, Position } from '../support/record-schemas.ts';
import { createMemoryDemoStore } from '../support/storage/memory-demo-store.ts';
import { startService, type TestService } from '../support/test-service.ts';

interface VenueRecord {
  readonly name: string;
  readonly status: string;
}

test('a second Demo and a second Kalshi account are configuration alone', async () => {
  const service = await startService({
    isProcess: true,
    settings: {
      'sandbox.exchanges': true,
      'venues.Practice.driver': 'demo',
      'venues.Practice.seed': 7,
      'venues.Practice.history_days': 0,
      'venues.Kalshi2.driver': 'kalshi',
    },
  });
  const api = service.api();
  const venues = await api.ok<VenueRecord[]>('GET', '/v1/venues');
  assert.deepEqual(
    venues.map(({ name }) => name),
    ['Demo', 'Kalshi', 'Polymarket', 'Practice', 'Kalshi2'],
  );
  const names = ['Demo', 'Practice', 'Kalshi', 'Kalshi2'];
  const bought: Order[] = [];
  for (const venue of names) bought.push(await buy(service, venue));
  const positions = await api.ok<Position[]>('GET', '/v1/positions?subaccount_id=sa_1');
  assert.equal(positions.length, names.length, 'each venue has its own position');
  assert.deepEqual(
    bought.map(({ legs }) => legs[0]?.venue),
    names,
  );

  await service.kill();
  await service.start();
  for (const { id } of bought) {
    const { status } = await service.api().ok<Order>('GET', `/v1/orders/${id}`);
    assert.equal(status, 'FILLED');
  }
  assert.deepEqual(await service.api().ok<Position[]>('GET', '/v1/positions?subaccount_id=sa_1'), positions);
});

test('an added driver is one object, and its venue is listed and started', async () => {
  const driver: VenueDriver = {
    schema: { ...DEMO_SCHEMA, driver: 'second-demo' },
    create: ({ name, clock, random, log }) => ({
      ...createDemo({
        name,
        clock,
        random,
        log,
        seed: 3,
        store: createMemoryDemoStore(),
        settings: { historyDays: 0 },
      }),
      check: () => Promise.resolve([]),
    }),
    simulator: null,
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-driver-'));
  const settings = [
    { name: 'venues.Second.driver', value: 'second-demo' },
    { name: 'sandbox.exchanges', value: false },
    { name: 'venues.demo.history_days', value: 0 },
    { name: 'port', value: 0 },
  ].map((each) => ({ ...each, source: 'test', line: null }));
  const config = createConfig(settings, [...VENUE_SCHEMAS, driver.schema]);
  assert.ok(config.ok);
  const metrics = createMetrics();
  const wait = { signal: new AbortController().signal, hasOwned: false, onStandby: () => {} };
  const deps = {
    config: { ...config.value, dataDir },
    clock: systemClock,
    random: systemRandom(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    metrics,
    metricsText: () => metrics.text(),
    version: 'test',
    secrets: new SecretRedactor(),
    drivers: [driver],
  };
  const app = requirePresent(await createApp(deps, wait), 'an app that waits for no other');
  after(() => app.stop());
  const { url } = await app.listen();
  await until('the venue is healthy', async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return /venue_healthy\{venue="Second"\} 1/.test(text) ? true : null;
  });
});

/** Buys one contract at the best ask of any open market of the venue. */
async function buy(service: TestService, venue: string): Promise<Order> {
  const api = service.api();
  const instrument = await until(`${venue} has an open market with asks`, () =>
    findMarketWithAsks(api, venue),
  );
  const body = { subaccount_id: 'sa_1', instrument_id: instrument, side: 'BUY', type: 'MARKET', qty: '1' };
  const { id } = await api.ok<Order>('POST', '/v1/orders', body);
  return until(`the order at ${venue} is filled`, async () => {
    const order = await api.ok<Order>('GET', `/v1/orders/${id}`);
    return order.status === 'FILLED' ? order : null;
  });
}

/** Null while the venue's listings or books have not arrived. */
async function findMarketWithAsks(api: Api, venue: string): Promise<number | null> {
  const path = `/v1/markets/search?venue=${venue}&status=OPEN&limit=20`;
  const { items } = await api.ok<{ items: Instrument[] }>('GET', path);
  for (const { instrument_id } of items) {
    const book = await api.ok<{ asks: unknown[] }>('GET', `/v1/markets/${instrument_id}/book`);
    if (book.asks.length > 0) return instrument_id;
  }
  return null;
}
