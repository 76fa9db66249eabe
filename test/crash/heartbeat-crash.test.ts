import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { getOrder, submit } from '../support/order-bodies.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { fetchVenueState } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';

// The second layer of guards: the venue cancels the orders of a service that dies.

const VENUE = 'Polymarket';
const CANCELLED_MS = 60_000; // the venue cancels after 10 to 15 seconds of silence

interface Guard {
  readonly armed: boolean;
  readonly venues: readonly {
    readonly venue: string;
    readonly dead_service: string;
    readonly cancels_in_ms?: number;
    readonly note: string;
  }[];
}

const service = await startService({
  isProcess: true,
  settings: { 'sandbox.exchanges': true, 'venues.polymarket.heartbeat': true },
});
const api = service.api();
const { instrument_id } = await until('the venue lists its markets', async () => {
  const open = await api.ok<readonly Instrument[]>('GET', `/v1/markets?venue=${VENUE}`);
  return open.find(({ status, min_price }) => status === 'OPEN' && min_price === '0.01') ?? null;
});
const order = { subaccount_id: 'sa_1', instrument_id, side: 'BUY', outcome: 'YES', type: 'LIMIT' };

const accepted = async (): Promise<number> => {
  const response = await fetch(`${service.url}/metrics`);
  const line = /^crossbook_venue_heartbeats_total\{(?=.*accepted)(?=.*Polymarket).*\} (\d+)$/m;
  return Number(line.exec(await response.text())?.[1] ?? 0);
};

test('the record of a guard names what each venue does when the service dies', async () => {
  const { armed, venues } = await api.ok<Guard>('GET', '/v1/risk/guard');
  assert.equal(armed, false);
  assert.deepEqual(
    venues.map(({ venue, dead_service, cancels_in_ms }) => [venue, dead_service, cancels_in_ms]),
    [
      ['Demo', 'NONE', undefined],
      ['Kalshi', 'NONE', undefined],
      [VENUE, 'HEARTBEAT', 10_000],
    ],
  );
  for (const { note } of venues) assert.match(note, /^\w.*\.$/);
});

test('an armed guard and a kill: the venue cancels the orders, and the next start records that', async () => {
  await until('the venue trades', async () => {
    const health = await api.ok<readonly { venue: string; healthy: boolean }[]>('GET', '/v1/venues/health');
    return health.find(({ venue }) => venue === VENUE)?.healthy === true ? true : null;
  });
  const { id } = await submit(api, { ...order, price: '0.02', qty: '20' });
  await until('the order rests', async () => ((await getOrder(api, id)).status === 'OPEN' ? true : null));
  assert.equal(await accepted(), 0, 'no guard was armed');
  assert.equal((await api.ok<Guard>('PUT', '/v1/risk/guard', { timeout_ms: 600_000 })).armed, true);
  await until('the venue has a heartbeat', async () => ((await accepted()) > 0 ? true : null));
  assert.equal((await fetchVenueState(service, VENUE)).resting, 1);
  await service.kill();
  await until(
    'the venue has cancelled the order',
    async () => ((await fetchVenueState(service, VENUE)).resting === 0 ? true : null),
    CANCELLED_MS,
  );
  await service.start();
  const over = await until(
    'the service knows',
    async () => {
      const now = await getOrder(api, id);
      return now.status === 'CANCELLED' ? now : null;
    },
    CANCELLED_MS,
  );
  assert.equal(over.filled_qty, '0');
  await until('heartbeats go on', async () => ((await accepted()) > 0 ? true : null));
  await service.cliOk('verify');
});
