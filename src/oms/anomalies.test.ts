import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OmsHarness, openOms, reportOf, settle, submit } from './oms.fixture.ts';

const STRANGER = { kind: 'external_order', detail: 'order V-77 was placed by other hands' } as const;

/** Kinds of the anomalies on record, in their order. */
const recorded = (desk: OmsHarness): string[] =>
  desk.store.database
    .prepare('SELECT events FROM entries ORDER BY seq')
    .all()
    .flatMap((row) => JSON.parse(String(row['events'])) as { type: string; kind: string }[])
    .filter(({ type }) => type === 'AnomalyRecorded')
    .map(({ kind }) => kind);

async function tellAll(desk: OmsHarness): Promise<void> {
  const [order] = desk.venue.placed;
  assert.ok(order);
  for (let times = 0; times < 3; times += 1) {
    desk.engine.anomaly(desk.venue.name, STRANGER);
    desk.engine.report(desk.venue.name, { ...reportOf(order), clientId: 'nobody' as typeof order.clientId });
    await settle();
  }
}

test('what a venue shows at every look is recorded and told once, and not again after a restart', async () => {
  const desk = await openOms();
  await submit(desk);
  await tellAll(desk);
  assert.deepEqual(recorded(desk), ['external_order', 'unknown_order']);
  assert.equal(desk.errors.length, 2);
  const { clock, venue, market } = desk;
  const next = await openOms({ store: await desk.store.restart(), clock, venue, market });
  await tellAll(next);
  assert.deepEqual([recorded(next).length, next.errors], [2, []]);
  next.engine.anomaly(venue.name, { ...STRANGER, detail: 'order V-78 was placed by other hands' });
  await settle();
  assert.deepEqual([recorded(next).length, next.errors.length], [3, 1]);
});

test('what was not on disk when the process ended is told by the next', async () => {
  const desk = await openOms();
  await submit(desk);
  desk.engine.anomaly(desk.venue.name, STRANGER);
  const { clock, venue, market } = desk;
  const next = await openOms({ store: await desk.store.restart(), clock, venue, market });
  assert.deepEqual(recorded(next), []);
  await tellAll(next);
  assert.deepEqual(recorded(next), ['external_order', 'unknown_order']);
});
