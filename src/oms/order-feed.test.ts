import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SubaccountId, toFillId, type VenueClientId } from '../contract/model/ids.ts';
import type { Fill, FillSettlement } from '../contract/model/order.ts';
import type { TouchedRecords } from '../domain/projections/ledger-state.ts';
import type { StateStore } from '../orders/state-store.ts';
import { getOrder, openOms, settle, submit, TRADER, value } from './oms.fixture.ts';
import { OrderFeed } from './order-feed.ts';
import { ReplacingVenue, restingReply, venueFill } from './scripted-venue.fixture.ts';

const SA_1 = 'sa_1' as SubaccountId;

test('I-05: an order is published, and in the snapshot, only once its state is durable', async () => {
  const harness = await openOms();
  const published: string[] = [];
  let isChecked = true;
  harness.oms.feeds.onOrder((order) => {
    published.push(order.status);
    const listed = value(harness.oms.feeds.liveOrders(TRADER, SA_1)).some(({ id }) => id === order.id);
    harness.storage.journal
      .order(order.id)
      .then((stored) => {
        isChecked &&= listed && stored?.status !== undefined;
      })
      .catch(() => {
        isChecked = false;
      });
  });
  const submitting = submit(harness);
  assert.deepEqual(value(harness.oms.feeds.liveOrders(TRADER, SA_1)), []);
  await submitting;
  await settle();
  assert.deepEqual(published, ['PENDING_SUBMISSION', 'OPEN']);
  assert.ok(isChecked);
});

test('I-28: an order is published although its fill settles before either is durable', async () => {
  const synced = { promise: Promise.resolve() };
  const venue = new ReplacingVenue();
  const harness = await openOms({ venue, disk: { beforeSync: () => synced.promise } });
  const { id } = await submit(harness);
  const published: string[] = [];
  harness.oms.feeds.onOrder(({ status }) => published.push(status));
  const clientId = getOrder(harness, id).legs[0]?.clientId as VenueClientId;
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const filled = venue.fill(clientId, 't1', '10', 'PENDING');
  const fills = filled.fills.map((each) => ({ ...each, settlement: 'FINAL' as const }));
  harness.oms.onVenueReport(venue.name, filled);
  harness.oms.onVenueReport(venue.name, { ...filled, fills });
  await settle();
  assert.deepEqual(published, []);
  sync.resolve();
  await settle();
  assert.deepEqual(published, ['FILLED']);
});

test('I-28: an order left out of a snapshot while its fill settles is published once that is durable', async () => {
  const synced = { promise: Promise.resolve() };
  const venue = new ReplacingVenue();
  const harness = await openOms({ venue, disk: { beforeSync: () => synced.promise } });
  const { id } = await submit(harness);
  const clientId = getOrder(harness, id).legs[0]?.clientId as VenueClientId;
  const partial = venue.fill(clientId, 't1', '4', 'PENDING');
  harness.oms.onVenueReport(venue.name, partial);
  await settle();
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const fills = partial.fills.map((each) => ({ ...each, settlement: 'FINAL' as const }));
  harness.oms.onVenueReport(venue.name, { ...partial, fills });
  await settle();
  const published: string[] = [];
  harness.oms.feeds.onOrder(({ status }) => published.push(status));
  assert.deepEqual(value(harness.oms.feeds.liveOrders(TRADER, SA_1)), []);
  sync.resolve();
  await settle();
  assert.deepEqual(published, ['PARTIAL']);
  assert.equal(value(harness.oms.feeds.liveOrders(TRADER, SA_1)).length, 1);
});

test('a closed order is published even if memory keeps no closed orders', async () => {
  const harness = await openOms({}, 0);
  const published: string[] = [];
  harness.oms.feeds.onOrder(({ status }) => published.push(status));
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, 't', '10', '0.48')] });
  await submit(harness);
  assert.equal(published.at(-1), 'FILLED');
});

test('the latest fills are kept across a restart, newest first', async () => {
  const harness = await openOms();
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, order.clientId, '10', '0.48')] });
  await submit(harness);
  await submit(harness);
  const before = value(harness.oms.feeds.recentFills(TRADER, SA_1));
  assert.deepEqual(
    before.map(({ id }) => id),
    ['fil_2', 'fil_1'],
  );
  harness.oms.stop();
  const after = await openOms({ storage: harness.storage, clock: harness.clock });
  assert.deepEqual(value(after.oms.feeds.recentFills(TRADER, SA_1)), before);
});

/** A feed whose start reads these fills, newest first. */
function openFeed(...stored: readonly number[]) {
  let onDurable: (touched: TouchedRecords) => void = () => undefined;
  const owner = { accountId: TRADER.accountId, subaccountId: SA_1 };
  const toFill = (number: number, settlement: FillSettlement): Fill =>
    ({ ...owner, id: toFillId(number), settlement }) as Fill;
  const fills = Promise.resolve(stored.map((number) => toFill(number, 'PENDING')));
  const feed = new OrderFeed({
    onDurable: (listener: typeof onDurable) => (onDurable = listener),
    journal: { fills: () => fills },
    state: { subaccounts: new Map([['', owner]]) },
  } as unknown as StateStore);
  const publish = (number: number, settlement: FillSettlement): void => {
    const fill = toFill(number, settlement);
    onDurable({ orders: new Set(), fills: new Map([[fill.id, fill]]) } as unknown as TouchedRecords);
  };
  const list = () =>
    feed.recentFills(owner.accountId, SA_1).map(({ id, settlement }) => `${id} ${settlement}`);
  return { feed, publish, list };
}

test('fills published while the start reads the stored ones are in their place, each once', async () => {
  const { feed, publish, list } = openFeed(4, 3, 2, 1);
  const started = feed.start();
  publish(2, 'FINAL');
  publish(5, 'PENDING');
  await started;
  assert.deepEqual(list(), [
    'fil_5 PENDING',
    'fil_4 PENDING',
    'fil_3 PENDING',
    'fil_2 FINAL',
    'fil_1 PENDING',
  ]);
  publish(3, 'FINAL');
  assert.deepEqual(list(), ['fil_5 PENDING', 'fil_4 PENDING', 'fil_3 FINAL', 'fil_2 FINAL', 'fil_1 PENDING']);
});

test('the latest hundred fills are newest first, each once and in its last state, whatever their order', () => {
  const { publish, list } = openFeed();
  for (const number of [2, 1, 3]) publish(number, 'PENDING');
  publish(2, 'FINAL');
  assert.deepEqual(list(), ['fil_3 PENDING', 'fil_2 FINAL', 'fil_1 PENDING']);
  for (let number = 4; number <= 102; number += 1) publish(number, 'FINAL');
  publish(1, 'FINAL'); // older than those kept
  const kept = Array.from({ length: 99 }, (_, at) => `fil_${102 - at} FINAL`);
  assert.deepEqual(list(), [...kept, 'fil_3 PENDING']);
});
