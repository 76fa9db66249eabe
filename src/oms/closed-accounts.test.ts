import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GenericAssetId, InstrumentId, OrderId } from '../contract/model/ids.ts';
import type { FillSettlement, Order } from '../contract/model/order.ts';
import type { Journal } from '../ports/journal.ts';
import type { OrderReport, VenueOrder } from '../ports/venue.ts';
import { getOrder, openOms, orderBody, resultCode, settle, submit, TRADER, value } from './oms.fixture.ts';
import { qty, toReport, venueFill } from './scripted-venue.fixture.ts';

const filled = (order: VenueOrder): OrderReport =>
  toReport(order, { status: 'FILLED', fills: [venueFill(order, `t-${order.clientId}`, '10', '0.48')] });

/** The same, by a trade with this settlement. */
function reportSettlement(order: VenueOrder, settlement: FillSettlement): OrderReport {
  const report = filled(order);
  return { ...report, fills: report.fills.map((each) => ({ ...each, settlement })) };
}

/** A journal whose order reads can be delayed, each by its number. */
function withDelayedReads(
  journal: Journal,
  read: (number: number, found: Order | null) => Promise<Order | null>,
): Journal {
  let reads = 0;
  const order: Journal['order'] = async (id) => {
    const found = await journal.order(id);
    reads += 1;
    return read(reads, found);
  };
  const methods: Partial<Journal> = { order };
  return new Proxy(journal, {
    get: (target, name) => methods[name as keyof Journal] ?? Reflect.get(target, name).bind(target),
  });
}

test('an order that closes at acceptance is answered, although it leaves memory at once', async () => {
  const harness = await openOms({}, 0);
  const member = {
    venue: harness.venue.name,
    instrumentId: 1001 as InstrumentId,
    ticker: 'M',
    inverted: false,
  };
  const genericAssetId = 501 as GenericAssetId;
  const texts = { title: 'Rain', description: null, category: 'Weather' };
  harness.market.assets.set(genericAssetId, { genericAssetId, ...texts, members: [member] });
  const book = { instrumentId: member.instrumentId, bids: [], timestamp: 0 as never, sequence: 1 };
  harness.market.books.set(member.instrumentId, {
    ...book,
    asks: [{ price: qty('0.47') as never, qty: qty('5') }],
  });
  const orderFields = {
    instrument_id: undefined,
    generic_asset_id: 501,
    tif: 'FOK',
    client_order_id: 'client-1',
  };
  const order = await submit(harness, orderFields);
  assert.deepEqual([order.status, order.reason], ['CANCELLED', 'fok_unfilled']);
  assert.equal(harness.oms.state.orders.size, 0);
  assert.deepEqual(value(await harness.oms.orders.submit(TRADER, orderBody(orderFields), null)), {
    order,
    replayed: true,
  });
});

test('race: a cancel whose order fills and leaves memory before the cancel is durable answers FILLED', async () => {
  const synced = { promise: Promise.resolve() };
  const harness = await openOms({ disk: { beforeSync: () => synced.promise } }, 0);
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const answer = harness.oms.orders.cancel(TRADER, order.id);
  harness.oms.onVenueReport(harness.venue.name, filled(placed));
  sync.resolve();
  assert.equal(value(await answer).status, 'FILLED');
});

test('a closed order stays in memory until its close is durable', async () => {
  const waiting: PromiseWithResolvers<void>[] = [];
  let isSlow = false;
  const beforeSync = (): Promise<void> => {
    if (!isSlow) return Promise.resolve();
    const sync = Promise.withResolvers<void>();
    waiting.push(sync);
    return sync.promise;
  };
  const harness = await openOms({ disk: { beforeSync } }, 0);
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  isSlow = true;
  const answer = harness.oms.orders.amend(TRADER, order.id, { qty: '12' });
  await settle();
  harness.oms.onVenueReport(harness.venue.name, filled(placed));
  await settle();
  waiting[0]?.resolve();
  await settle();
  assert.equal(getOrder(harness, order.id).status, 'FILLED');
  waiting[1]?.resolve();
  assert.equal(resultCode(await answer), 'order_not_open');
});

test('a reply about an order that has left memory is applied like any other', async () => {
  const harness = await openOms({}, 0);
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  const reply = Promise.withResolvers<void>();
  let attempts = 0;
  harness.venue.onCancel = async () => {
    attempts += 1;
    await reply.promise;
    return { kind: 'report', report: { ...filled(placed), qty: qty('10') } };
  };
  const answer = harness.oms.orders.cancel(TRADER, order.id);
  await settle();
  harness.oms.onVenueReport(harness.venue.name, filled(placed));
  assert.equal(value(await answer).status, 'FILLED');
  reply.resolve();
  await settle();
  assert.deepEqual([harness.errors, attempts], [[], 1]);
});

test('an order whose fill is settling stays in memory until that is durable', async () => {
  const synced = { promise: Promise.resolve() };
  const harness = await openOms({ disk: { beforeSync: () => synced.promise } }, 0);
  await submit(harness);
  await submit(harness);
  const [first, second] = harness.venue.placed;
  assert.ok(first && second);
  const reportFill = async (order: VenueOrder, settlement: FillSettlement): Promise<void> => {
    harness.oms.onVenueReport(harness.venue.name, reportSettlement(order, settlement));
    await settle();
  };
  for (const order of [first, second]) await reportFill(order, 'PENDING');
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  // The second order is loaded again, although memory keeps no closed order.
  for (const order of [first, second, first]) await reportFill(order, 'FINAL');
  sync.resolve();
  await settle();
  assert.deepEqual([harness.errors, harness.oms.state.pendingFills.size], [[], 0]);
});

test('race: two reports on an order that has left memory load it once; no stale load overwrites it', async () => {
  const harness = await openOms({}, 0);
  await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.oms.onVenueReport(harness.venue.name, reportSettlement(placed, 'PENDING'));
  await settle();
  const store = await harness.storage.restart();
  const slow = Promise.withResolvers<void>();
  const journal = withDelayedReads(store.journal, async (read, found) => {
    if (read === 2) await slow.promise;
    return found;
  });
  const next = await openOms({ ...harness, storage: { ...store, journal } }, 0);
  next.oms.onVenueReport(next.venue.name, reportSettlement(placed, 'VOID'));
  next.oms.onVenueReport(next.venue.name, reportSettlement(placed, 'VOID'));
  await settle();
  slow.resolve();
  await settle();
  const order = value(await next.oms.queries.order(TRADER, 'ord_1' as OrderId));
  assert.deepEqual([order.status, order.reason, next.errors], ['CANCELLED', 'fill_voided', []]);
});
