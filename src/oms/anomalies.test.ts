import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubaccountId } from '../contract/model/ids.ts';
import type { Notional } from '../contract/model/money.ts';
import { getOrder, type OmsHarness, openOms, settle, submit, TRADER, value } from './oms.fixture.ts';
import { toReport, venueFill } from './scripted-venue.fixture.ts';

const EXTERNAL_ORDER = {
  kind: 'external_order',
  detail: 'order V-77 was placed outside this service',
} as const;

/** The kinds of the journaled anomalies, in order. */
const recorded = (harness: OmsHarness): string[] =>
  harness.storage.database
    .prepare('SELECT events FROM entries ORDER BY seq')
    .all()
    .flatMap((row) => JSON.parse(String(row['events'])) as { type: string; kind: string }[])
    .filter(({ type }) => type === 'AnomalyRecorded')
    .map(({ kind }) => kind);

async function reportAll(harness: OmsHarness): Promise<void> {
  const [order] = harness.venue.placed;
  assert.ok(order);
  for (let times = 0; times < 3; times += 1) {
    harness.oms.onVenueAnomaly(harness.venue.name, EXTERNAL_ORDER);
    harness.oms.onVenueReport(harness.venue.name, {
      ...toReport(order),
      clientId: 'unknown' as typeof order.clientId,
    });
    await settle();
  }
}

test('an anomaly that a venue shows in every poll is recorded and reported once, also across restarts', async () => {
  const harness = await openOms();
  await submit(harness);
  await reportAll(harness);
  assert.deepEqual(recorded(harness), ['external_order', 'unknown_order']);
  assert.deepEqual([harness.errors.length, harness.warnings.length], [1, 1]);
  const { clock, venue, market } = harness;
  const next = await openOms({ storage: await harness.storage.restart(), clock, venue, market });
  await reportAll(next);
  assert.deepEqual([recorded(next).length, next.errors, next.warnings], [2, [], []]);
  next.oms.onVenueAnomaly(venue.name, {
    ...EXTERNAL_ORDER,
    detail: 'order V-78 was placed outside this service',
  });
  await settle();
  assert.deepEqual([recorded(next).length, next.warnings.length], [3, 1]);
});

test('an order of another program is no error: one that has ended is named once, one that rests is a warning', async () => {
  const harness = await openOms();
  for (const isOver of [true, false, true, false])
    harness.oms.onVenueAnomaly(harness.venue.name, {
      kind: 'external_order',
      detail: `order V-${isOver ? 1 : 2}`,
      isOver,
    });
  await settle();
  assert.deepEqual(harness.errors, []);
  assert.deepEqual(harness.notes, ['an order of another program has ended at the venue']);
  assert.deepEqual(harness.warnings, ['an order of another program rests at the venue; it is left there']);
});

test('an anomaly that was not durable when the process ended is reported by the next process', async () => {
  const harness = await openOms();
  await submit(harness);
  harness.oms.onVenueAnomaly(harness.venue.name, EXTERNAL_ORDER);
  const { clock, venue, market } = harness;
  const next = await openOms({ storage: await harness.storage.restart(), clock, venue, market });
  assert.deepEqual(recorded(next), []);
  await reportAll(next);
  assert.deepEqual(recorded(next), ['external_order', 'unknown_order']);
});

test('an order with a fill of unknown fee has unknown fees, now and after a restart', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  const fills = [
    { ...venueFill(placed, 't1', '4', '0.48'), fee: 1n as Notional },
    { ...venueFill(placed, 't2', '3', '0.48'), fee: null },
  ];
  for (const count of [1, 2]) {
    harness.oms.onVenueReport(harness.venue.name, toReport(placed, { fills: fills.slice(0, count) }));
    await settle();
    assert.equal(getOrder(harness, order.id).fees, count === 1 ? 1n : null);
  }
  const { clock, venue, market } = harness;
  const next = await openOms({ storage: await harness.storage.restart(), clock, venue, market });
  assert.equal(getOrder(next, order.id).fees, null);
  const stored: (Notional | null)[] = [];
  for await (const page of value(
    await next.oms.queries.fills(TRADER, { subaccountId: 'sa_1' as SubaccountId }),
  ))
    for (const { fee } of page) stored.push(fee);
  assert.deepEqual(stored, [null, 1n]);
});
