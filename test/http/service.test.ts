import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, VALIDATION } from '../api-assertions.ts';
import { isBehindEdge } from '../support/edge-process.ts';
import { RAIN } from '../support/order-bodies.ts';
import type { Asset, Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const unsigned = (path: string) => api.send('GET', path, undefined, {});
const assets = (query = ''): Promise<readonly Asset[]> => api.ok('GET', `/v1/generic-assets${query}`);

test('the server time needs no signature', async () => {
  const { timestamp } = api.read('GET', '/v1/time', await unsigned('/v1/time')) as { timestamp: number };
  assert.ok(Math.abs(timestamp - Date.now()) < 5_000);
});

test('the documents are served to anyone and describe this contract', async () => {
  const openapi = JSON.parse((await unsigned('/v1/openapi.json')).text) as { openapi: string };
  const asyncapi = JSON.parse((await unsigned('/v1/asyncapi.json')).text) as {
    asyncapi: string;
    channels: object;
  };
  assert.match(openapi.openapi, /^3\.1\./);
  assert.match(asyncapi.asyncapi, /^3\.0\./);
  const channels = JSON.stringify(asyncapi.channels);
  for (const path of ['/v1/ws/tradeprints', '/v1/ws/positions']) assert.ok(channels.includes(path), path);
});

test('everything else under /v1 needs a signature', async () => {
  const open = new Set(['/v1/time', '/v1/openapi.json', '/v1/asyncapi.json']);
  const paths = Object.entries(service.contract.paths).filter(
    ([path]) => path.startsWith('/v1') && !open.has(path),
  );
  assert.ok(paths.length > 25);
  for (const [path, operations] of paths) {
    for (const method of Object.keys(operations)) {
      const target = path.replaceAll(/\{\w+\}/g, '1001');
      const answer = await api.send(method.toUpperCase(), target, undefined, {});
      api.readRefusal([401, 'unauthorized'], method, target, answer);
    }
  }
});

test('health reports storage and venues without a signature', async () => {
  interface Health {
    readonly status: string;
    readonly version: string;
    readonly uptime_s: number;
    readonly profile: string;
    readonly checks: { readonly storage: string; readonly venues?: string; readonly edge?: string };
  }
  const health = api.read('GET', '/health', await unsigned('/health')) as Health;
  const { storage, venues, edge } = health.checks;
  // The health of a node is its own (E-06).
  const expected = isBehindEdge ? ['standby', undefined, 'ok'] : ['ok', 'ok', undefined];
  assert.deepEqual([health.status, storage, venues, edge], ['ok', ...expected]);
  assert.ok(Number.isInteger(health.uptime_s));
  assert.equal(health.profile, 'sandbox');
});

test('metrics are Prometheus text and hold no secret', async () => {
  const { status, headers, text } = await unsigned('/metrics');
  assert.equal(status, 200);
  assert.match(headers['content-type'] ?? '', /^text\/plain/);
  assert.match(text, /^# TYPE \w+ (?:counter|gauge|histogram|summary)$/m);
  assert.ok(!text.includes(service.key.private_key) && !text.includes(service.key.key_id));
});

test('the venues are exactly three, and Demo trades in simulation', async () => {
  interface Venue {
    readonly name: string;
    readonly status: string;
    readonly capabilities: Readonly<Record<string, unknown>>;
  }
  const venues = await api.ok<readonly Venue[]>('GET', '/v1/venues');
  assert.deepEqual(
    venues.map(({ name, status }) => [name, status]),
    [
      ['Demo', 'LIVE'],
      ['Kalshi', 'DISABLED'],
      ['Polymarket', 'DISABLED'],
    ],
  );
  assert.deepEqual(venues[0]?.capabilities, {
    trading: true,
    simulated: true,
    amend: 'native',
    amend_qty_increase: true,
    tif: ['GTC', 'IOC', 'FOK', 'GTD'],
    tif_sell: ['GTC', 'IOC', 'FOK', 'GTD'],
    post_only: true,
    reduce_only: true,
    cancel_on_pause: true,
    self_trade: 'NATIVE',
  });
});

test('venue health has an entry for each venue; an unknown latency is left out', async () => {
  interface VenueHealth {
    readonly venue: string;
    readonly healthy: boolean;
    readonly latency_ms?: number;
    readonly reason: string | null;
  }
  const health = await api.ok<readonly VenueHealth[]>('GET', '/v1/venues/health');
  assert.deepEqual(
    health.map(({ venue, healthy }) => [venue, healthy]),
    [
      ['Demo', true],
      ['Kalshi', false],
      ['Polymarket', false],
    ],
  );
  for (const { healthy, reason, ...rest } of health) {
    assert.equal(reason === null, healthy, `${rest.venue}: ${reason}`);
    if ('latency_ms' in rest) assert.ok(Number.isInteger(rest.latency_ms));
  }
});

test('Demo has generic assets of two members and more, and each member knows its asset', async () => {
  const all = await assets();
  assert.ok(all.length > 0);
  for (const asset of all) {
    assert.ok(asset.members.length >= 2, asset.title);
    assert.deepEqual(asset.venues, ['Demo']);
    assert.deepEqual(await api.ok('GET', `/v1/generic-assets/${asset.generic_asset_id}`), asset);
    for (const { instrument_id: id, ticker } of asset.members) {
      const instrument = await api.ok<Instrument>('GET', `/v1/markets/${id}`);
      assert.deepEqual([instrument.generic_asset_id, instrument.ticker], [asset.generic_asset_id, ticker]);
    }
  }
});

test('generic assets are found by words, venue, category and member', async () => {
  const all = await assets();
  const [first] = all;
  const memberId = first?.members[1]?.instrument_id ?? 0;
  assert.deepEqual(await assets(`?instrument_id=${memberId}`), [first]);
  assert.deepEqual(await assets(`?instrument_id=${RAIN}`), []);
  assert.deepEqual(await assets('?venue=Demo'), all);
  assert.deepEqual(await assets('?venue=Kalshi'), []);
  assert.deepEqual(
    await assets('?category=economics'),
    all.filter(({ category }) => category === 'Economics'),
  );
  const word = first?.title.split(' ')[0]?.toLowerCase() ?? '';
  assert.ok((await assets(`?q=${word}`)).some(({ generic_asset_id: id }) => id === first?.generic_asset_id));
  assert.deepEqual(await assets('?q=nothing-is-called-so'), []);
  await api.refused(VALIDATION, 'GET', '/v1/generic-assets?venue=Nowhere');
  const error = await api.refused(NOT_FOUND, 'GET', '/v1/generic-assets/999999');
  assert.deepEqual(error.details, { resource: 'generic_asset' });
});
