import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import type { VenueClientId } from '../../contract/model/ids.ts';
import type { Price, Qty } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { DemoStore } from '../../ports/demo-store.ts';
import type { Venue, VenueOrder } from '../../ports/venue.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { advanceTime, createTestDemo, START } from './demo-harness.fixture.ts';

/** A store whose commits wait until the test resolves or rejects them. */
class SlowStore {
  readonly store: DemoStore;
  readonly pending: PromiseWithResolvers<void>[] = [];
  isSlow = false;

  constructor() {
    const inner = createMemoryDemoStore();
    this.store = {
      ...inner,
      commit: async (commit) => {
        if (this.isSlow) {
          const synced = Promise.withResolvers<void>();
          this.pending.push(synced);
          await synced.promise;
        }
        await inner.commit(commit);
      },
    };
  }
}

const order = (
  listener: RecordingListener,
  fields: Omit<Partial<VenueOrder>, 'clientId'> & { clientId: string },
): VenueOrder => {
  const market = requirePresent([...listener.instruments.values()][0], 'a first instrument');
  return {
    venueInstrumentId: market.venueInstrumentId,
    side: 'BUY',
    outcome: 'YES',
    type: 'LIMIT',
    tif: 'GTC',
    price: market.priceMin,
    qty: market.qtyMin,
    expiresAt: null,
    ...fields,
    clientId: fields.clientId as VenueClientId,
  };
};

/** Runs all ready callbacks. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

async function started(
  store: DemoStore,
  clock?: ManualClock,
): Promise<{ venue: Venue; listener: RecordingListener }> {
  const listener = new RecordingListener();
  const venue = createTestDemo(store, { ...(clock && { clock }), settings: { hasMarketMaker: false } });
  await venue.start(listener);
  return { venue, listener };
}

test('an order is answered at once, but published and found by a query only once it is durable', async () => {
  const slow = new SlowStore();
  const { venue, listener } = await started(slow.store);
  slow.isSlow = true;
  const placed = order(listener, { clientId: 'a' });
  const answer = await venue.place(placed);
  assert.equal(answer.kind === 'report' && answer.report.status, 'OPEN');
  let isFound = false;
  const query = venue.order(placed.clientId, placed.venueInstrumentId).then(({ kind }) => {
    isFound = kind === 'found';
  });
  await settle();
  assert.deepEqual([isFound, listener.levels(placed.venueInstrumentId, 'BUY')], [false, []]);
  requirePresent(slow.pending[0], 'a commit').resolve();
  await query;
  assert.equal(isFound, true);
  assert.equal(listener.levels(placed.venueInstrumentId, 'BUY').length, 1);
});

test('after a failed commit all requests are refused until a restart, which loads the durable state', async () => {
  const slow = new SlowStore();
  const { venue, listener } = await started(slow.store);
  slow.isSlow = true;
  const placed = order(listener, { clientId: 'a' });
  await venue.place(placed);
  requirePresent(slow.pending[0], 'a commit').reject(new Error('disk full'));
  await settle();
  assert.deepEqual(listener.levels(placed.venueInstrumentId, 'BUY'), []);
  assert.equal((await venue.place(order(listener, { clientId: 'b' }))).kind, 'unsent');
  assert.equal((await venue.order('a' as VenueClientId, '')).kind, 'failed');
  const health = await venue.health();
  assert.deepEqual([health.healthy, health.reason], [false, 'disk full']);
  await assert.rejects(venue.reconcile(null), /disk full/);

  slow.isSlow = false;
  const again = await started(slow.store);
  assert.equal((await again.venue.order('a' as VenueClientId, '')).kind, 'absent');
});

test('a query and a cancel wait for a place of the same order that is still in progress', async () => {
  const slow = new SlowStore();
  const { venue, listener } = await started(slow.store);
  const request = order(listener, { clientId: 'a' });
  const placing = venue.place(request);
  const found = await venue.order(request.clientId, request.venueInstrumentId);
  assert.equal(found.kind, 'found');
  await placing;
  const second = order(listener, { clientId: 'b' });
  const outcomes = await Promise.all([
    venue.place(second),
    venue.cancel(second.clientId, second.venueInstrumentId),
  ]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind === 'report' && outcome.report.status),
    ['OPEN', 'CANCELLED'],
  );
});

test('orders keep their queue position across a restart, amended orders their new one', async () => {
  const store = createMemoryDemoStore();
  const { venue, listener } = await started(store);
  const price = 50_000_000n as Price;
  const ids = ['a', 'b', 'c'];
  for (const clientId of ids) await venue.place(order(listener, { clientId, price }));
  const { qtyMin, venueInstrumentId } = requirePresent(
    [...listener.instruments.values()][0],
    'a first instrument',
  );
  const nothing = { price: null, tif: null, expiresAt: null };
  const found = await venue.order('a' as VenueClientId, venueInstrumentId);
  assert.ok(found.kind === 'found');
  const { clientId } = found.report;
  const venueOrderId = requirePresent(found.report.venueOrderId, 'the id of a placed order');
  const qty = (2n * qtyMin) as Qty;
  await venue.amend({ clientId, venueOrderId, venueInstrumentId, ...nothing, qty });

  const again = await started(store);
  await again.venue.place(order(listener, { clientId: 'd', side: 'SELL', price, qty: (3n * qtyMin) as Qty }));
  assert.deepEqual(
    again.listener.reports.map((report) => [report.clientId, report.status, report.filledQty]),
    [
      ['b', 'FILLED', qtyMin],
      ['c', 'FILLED', qtyMin],
      ['a', 'OPEN', qtyMin],
    ],
  );
  // The quantity of a partly filled order is its total, after a restart too.
  const third = await started(store);
  const refused = await third.venue.amend({
    clientId,
    venueOrderId,
    venueInstrumentId,
    ...nothing,
    qty: qtyMin,
  });
  assert.ok(refused.kind === 'refused' && refused.code === 'qty_not_above_filled');
});

test('expiries and closings that fell due while Demo was stopped are reported at the start, in order of time', async () => {
  const clock = new ManualClock(START);
  const store = createMemoryDemoStore();
  const { venue, listener } = await started(store, clock);
  const open = [...listener.instruments.values()].filter(({ status }) => status === 'OPEN');
  const series = requirePresent(
    open.find(({ ticker }) => ticker.startsWith('BTC-HOUR')),
    'an hourly market',
  );
  const { venueInstrumentId, priceMin: price } = series;
  const expiresAt = ((series.closeTime ?? 0) - 1_000) as TimestampMs;
  await venue.place(order(listener, { clientId: 'gtc', venueInstrumentId, price }));
  await venue.place(order(listener, { clientId: 'gtd', venueInstrumentId, price, tif: 'GTD', expiresAt }));
  await venue.stop();
  clock.advance(3 * 3_600_000);

  const again = await started(store, clock);
  assert.deepEqual(
    new Map(again.listener.reports.map(({ clientId, status, reason }) => [clientId, [status, reason]])),
    new Map([
      ['gtd', ['EXPIRED', 'expired']],
      ['gtc', ['CANCELLED', 'market_closed']],
    ]),
  );
  assert.equal(again.listener.instruments.get(venueInstrumentId)?.status, 'SETTLED');
});

test('a closing market cancels its resting orders; a paused one keeps them', async () => {
  const clock = new ManualClock(START);
  const { venue, listener } = await started(createMemoryDemoStore(), clock);
  const series = requirePresent(
    [...listener.instruments.values()].find(
      ({ ticker, status }) => ticker.startsWith('BTC-20MIN') && status === 'OPEN',
    ),
    'a short market',
  );
  const { venueInstrumentId, priceMin: price, qtyMin: qty } = series;
  await venue.place(order(listener, { clientId: 'a', venueInstrumentId, price, qty }));
  await advanceTime(clock, 330_000); // into the pause, which begins at 09:10
  assert.equal(listener.instruments.get(venueInstrumentId)?.status, 'PAUSED');
  const outcome = await venue.order('a' as VenueClientId, venueInstrumentId);
  assert.ok(outcome.kind === 'found' && outcome.report.status === 'OPEN');
  await advanceTime(clock, (series.closeTime ?? 0) - clock.now());
  assert.deepEqual(
    listener.reports.map(({ clientId, status, reason }) => [clientId, status, reason]),
    [['a', 'CANCELLED', 'market_closed']],
  );
  assert.equal(listener.levels(venueInstrumentId, 'BUY').length, 0);
});

test('a stopped Demo has no running timer', async () => {
  const clock = new ManualClock(START);
  const venue = createTestDemo(createMemoryDemoStore(), { clock, settings: { marketMakerStepMs: 200 } });
  await venue.start(new RecordingListener());
  assert.equal(clock.timers, 2);
  await venue.stop();
  assert.equal(clock.timers, 0);
});
