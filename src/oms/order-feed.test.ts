import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubaccountId, VenueClientId } from '../domain/model/ids.ts';
import {
  fill,
  openOms,
  ReplacingVenue,
  resting,
  settle,
  stateOf,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

const SA_1 = 'sa_1' as SubaccountId;

test('I-05: an order is told, and stands in the snapshot, only once its state is in the store', async () => {
  const desk = await openOms();
  const told: string[] = [];
  let isChecked = true;
  desk.engine.onOrder((order) => {
    told.push(order.status);
    const listed = value(desk.engine.liveOrders(TRADER, SA_1)).some(({ id }) => id === order.id);
    desk.store.journal
      .order(order.id)
      .then((stored) => {
        isChecked &&= listed && stored?.status !== undefined;
      })
      .catch(() => {
        isChecked = false;
      });
  });
  const submitting = submit(desk);
  assert.deepEqual(value(desk.engine.liveOrders(TRADER, SA_1)), []);
  await submitting;
  await settle();
  assert.deepEqual(told, ['PENDING_SUBMISSION', 'OPEN']);
  assert.ok(isChecked);
});

test('I-28: an order is told though its fill settles before the disk has either', async () => {
  const synced = { promise: Promise.resolve() };
  const venue = new ReplacingVenue();
  const desk = await openOms({ venue, disk: { beforeSync: () => synced.promise } });
  const { id } = await submit(desk);
  const told: string[] = [];
  desk.engine.onOrder(({ status }) => told.push(status));
  const clientId = stateOf(desk, id).legs[0]?.clientId as VenueClientId;
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const filled = venue.fill(clientId, 't1', '10', 'PENDING');
  const fills = filled.fills.map((each) => ({ ...each, settlement: 'FINAL' as const }));
  desk.engine.report(venue.name, filled);
  desk.engine.report(venue.name, { ...filled, fills });
  await settle();
  assert.deepEqual(told, []);
  sync.resolve();
  await settle();
  assert.deepEqual(told, ['FILLED']);
});

test('an ended order is told even when memory keeps none that ended', async () => {
  const desk = await openOms({}, 0);
  const told: string[] = [];
  desk.engine.onOrder(({ status }) => told.push(status));
  desk.venue.onPlace = (order) =>
    resting(order, { status: 'FILLED', fills: [fill(order, 't', '10', '0.48')] });
  await submit(desk);
  assert.equal(told.at(-1), 'FILLED');
});

test('the latest fills are remembered across a restart, newest first', async () => {
  const desk = await openOms();
  desk.venue.onPlace = (order) =>
    resting(order, { status: 'FILLED', fills: [fill(order, order.clientId, '10', '0.48')] });
  await submit(desk);
  await submit(desk);
  const before = value(desk.engine.recentFills(TRADER, SA_1));
  assert.deepEqual(
    before.map(({ id }) => id),
    ['fil_2', 'fil_1'],
  );
  desk.engine.stop();
  const after = await openOms({ store: desk.store, clock: desk.clock });
  assert.deepEqual(value(after.engine.recentFills(TRADER, SA_1)), before);
});
