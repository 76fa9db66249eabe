import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { getFills, getOrder, getPositions, submit } from '../support/order-bodies.ts';
import type { Instrument, Order } from '../support/record-schemas.ts';
import { fetchVenueState } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';
import { type CrashPoint, REPLACEMENT_POINTS, SENT_POINTS, VOID_POINTS } from './named-crash-points.ts';

// Cases that random trading reaches too rarely: an amend by cancel/replace, and a reversed fill.

const RESOLVED_MS = 90_000; // absence is proven by several queries some time apart
const VENUE = 'Polymarket';

const service = await startService({ isProcess: true, settings: { 'sandbox.exchanges': true } });
const api = service.api();
const { instrument_id } = await until('the venue lists its markets', async () => {
  const open = await api.ok<readonly Instrument[]>('GET', `/v1/markets?venue=${VENUE}`);
  return open.find(({ status, min_price }) => status === 'OPEN' && min_price === '0.01') ?? null;
});
const order = { subaccount_id: 'sa_1', instrument_id, side: 'BUY', outcome: 'YES', type: 'LIMIT', qty: '20' };

for (const point of SENT_POINTS)
  test(`a crash while ${point.name}: the venue has one order or none, as the service says, and a repeat adds none`, async () => {
    await startWithCrashPoint(point);
    const body = { ...order, price: '0.02', client_order_id: `sent-${point.name.length}` };
    service.armCrashPoint();
    await Promise.allSettled([api.call('POST', '/v1/orders', body), service.exited()]);
    service.setCrashPoint(null);
    await service.start();
    const { id } = await submit(api, body);
    const { status } = await waitForOutcome(id);
    assert.equal((await fetchVenueState(service, VENUE)).resting, status === 'OPEN' ? 1 : 0);
    await service.cliOk('verify');
    await api.ok('POST', '/v1/orders/cancel-all');
    await until('nothing rests', async () =>
      (await fetchVenueState(service, VENUE)).resting === 0 ? true : null,
    );
  });

for (const point of REPLACEMENT_POINTS)
  test(`a crash while ${point.name} leaves one order or none, as at the venue`, async () => {
    await startWithCrashPoint(point);
    const { id } = await submit(api, { ...order, price: '0.02' });
    await until('the order rests', async () => ((await getOrder(api, id)).status === 'OPEN' ? true : null));
    service.armCrashPoint();
    await Promise.allSettled([api.call('PATCH', `/v1/orders/${id}`, { price: '0.03' }), service.exited()]);
    service.setCrashPoint(null);
    await service.start();
    const { status, reason, price } = await waitForOutcome(id);
    const { resting } = await fetchVenueState(service, VENUE);
    if (status === 'OPEN') assert.deepEqual([point.faultNumbers, price, resting], ['16', '0.03', 1]);
    else assert.deepEqual([status, reason, resting], ['CANCELLED', 'replace_interrupted', 0]);
    await service.cliOk('verify');
    await api.ok('POST', '/v1/orders/cancel-all');
    await until('nothing rests', async () =>
      (await fetchVenueState(service, VENUE)).resting === 0 ? true : null,
    );
  });

for (const point of VOID_POINTS)
  test(`a crash while ${point.name}: the fill is reversed once`, async () => {
    await startWithCrashPoint(point);
    await service.cliOk('sandbox', 'fault', 'set', VENUE, 'ghost_fill', '--param', 'times=1');
    const before = await getPositions(api);
    service.armCrashPoint();
    const { id } = await submit(api, { ...order, price: '0.97', tif: 'IOC' });
    await service.exited();
    service.setCrashPoint(null);
    await service.start();
    const fills = await until(
      'the fill is reversed',
      async () => {
        const all = await getFills(api, 'sa_1', `&order_id=${id}`);
        const isDone = all.length > 0 && all.every(({ settlement }) => settlement !== 'PENDING');
        return isDone ? all : null;
      },
      RESOLVED_MS,
    );
    const voided = fills.flatMap(({ voids }) => (voids === null ? [] : [voids]));
    const traded = fills.filter(({ voids }) => voids === null);
    assert.deepEqual(new Set(voided), new Set(traded.map((fill) => fill.id)));
    assert.equal(voided.length, traded.length, 'each fill is reversed once');
    const { status, filled_qty } = await waitForOutcome(id);
    assert.deepEqual([status, filled_qty], ['CANCELLED', '0']);
    assert.deepEqual(await getPositions(api), before);
    await service.cliOk('verify');
  });

async function startWithCrashPoint({ name }: CrashPoint): Promise<void> {
  await service.kill();
  service.setCrashPoint({ name, pass: 1 });
  await service.start();
  await until('the venue trades', async () => {
    const health = await api.ok<readonly { venue: string; healthy: boolean }[]>('GET', '/v1/venues/health');
    return health.find(({ venue }) => venue === VENUE)?.healthy === true ? true : null;
  });
}

const waitForOutcome = (id: string): Promise<Order> =>
  until(
    'the order is not in doubt',
    async () => {
      const now = await getOrder(api, id);
      return now.status === 'PENDING_SUBMISSION' || now.pending_action !== null ? null : now;
    },
    RESOLVED_MS,
  );
