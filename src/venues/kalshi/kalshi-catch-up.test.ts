import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { ExternalVenue } from '../../ports/venue.ts';
import { BOB, KalshiHarness, TICKER } from './kalshi-harness.fixture.ts';
import { expectReport, order, price, qty } from './kalshi-orders.fixture.ts';
import { MarketSync, type MarketSyncDeps } from './market-data/market-sync.ts';

const OVERLAP_MS = 60_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

test('each new connection reads what changed since the last one that was read, less a minute', async () => {
  const readSince: number[] = [];
  let isDown = false;
  const harness = new KalshiHarness({
    hooks: {
      delivery: (_, { path }) => {
        const minTs = /\/portfolio\/fills\?.*min_ts=(\d+)/.exec(path)?.[1];
        if (minTs !== undefined) readSince.push(Number(minTs) * SECOND_MS);
        return { fate: isDown && minTs !== undefined ? 'lost' : 'arrives', requestMs: 0, answerMs: 0 };
      },
    },
  });
  const { faults } = harness.exchange.controls;
  try {
    await harness.quote();
    const [startedAt, venue] = [harness.clock.now(), harness.venue()];
    await venue.start(new RecordingListener());
    venue.watch(TICKER);
    await harness.pass(SECOND_MS);
    await venue.reconcile(null);
    /** Drops the connection, and waits until the next one has read. @returns the times of the reads, and of the drop */
    const reconnect = async () => {
      readSince.length = 0;
      const droppedAt = harness.clock.now();
      faults.add({ name: 'ws_drop', channel: 'user_orders', times: 1 });
      expectReport(await venue.place(order({ price: price('0.1') })));
      for (let second = 0; second < 120 && readSince.length === 0; second += 1) await harness.pass(SECOND_MS);
      await harness.pass(60 * SECOND_MS);
      return { droppedAt, since: readSince[0] ?? assert.fail('nothing was read') };
    };
    const first = await reconnect();
    assert.ok(first.since <= startedAt - OVERLAP_MS, 'everything since the start');
    isDown = true;
    const failed = await reconnect();
    assert.ok(failed.since > first.since, 'not what the last connection has read');
    assert.ok(failed.since <= failed.droppedAt - OVERLAP_MS);
    isDown = false;
    const third = await reconnect();
    assert.equal(third.since, failed.since, 'a failed read is made good by the next one');
    const last = await reconnect();
    assert.ok(last.since > third.since && last.since <= last.droppedAt - OVERLAP_MS);
  } finally {
    await harness.close();
  }
});

test('a market that is no longer watched is not watched after the next start, either', async () => {
  const harness = new KalshiHarness();
  try {
    await harness.quote();
    const venue = harness.venue();
    await venue.start(new RecordingListener());
    venue.watch(TICKER);
    const startAgain = async () => {
      await venue.stop();
      const listener = new RecordingListener();
      await venue.start(listener);
      await harness.pass(SECOND_MS);
      return listener.levels(TICKER, 'BUY').map((level) => level.qty);
    };
    assert.deepEqual(await startAgain(), [qty('5'), qty('5')], 'what is watched is watched again');
    venue.unwatch(TICKER);
    assert.deepEqual(await startAgain(), []);
  } finally {
    await harness.close();
  }
});

/** Reads of the market lists, each of which takes `answerMs`, and the fees that they made due. */
function openSync(feeChanges: readonly object[]) {
  const clock = new ManualClock();
  const state = { answerMs: 0, feeChanges };
  const reads: { readonly path: string; readonly startedAt: number; readonly since: number | undefined }[] =
    [];
  const applied: unknown[] = [];
  const sync = new MarketSync({
    clock,
    client: {
      time: { now: () => clock.now() },
      get: async (path: string, query: { readonly min_updated_ts?: number }) => {
        reads.push({ path, startedAt: clock.now(), since: query.min_updated_ts });
        if (state.answerMs > 0)
          await new Promise<void>((resolve) => void clock.after(state.answerMs, resolve));
        if (path === '/series') return { kind: 'ok', value: { series: [] } };
        if (path === '/series/fee_changes')
          return { kind: 'ok', value: { series_fee_change_arr: state.feeChanges } };
        return { kind: 'ok', value: { items: [], unread: [], next: null } };
      },
    },
    catalogue: {
      takeDue: () => [],
      addSeries: () => [],
      addEvents: () => [],
      addMarkets: () => [],
      applyFeeChanges: (changes: readonly unknown[]) => {
        applied.push(...changes);
        return [];
      },
    },
    listener: { waitForCapacity: async () => {}, onInstruments: () => {} },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    note: () => {},
    refreshMs: 30 * SECOND_MS,
    settledDays: 1,
  } as unknown as MarketSyncDeps);
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= SECOND_MS) {
      clock.advance(Math.min(SECOND_MS, left));
      for (let round = 0; round < 4; round += 1) await new Promise((resolve) => void setImmediate(resolve));
    }
  };
  return { clock, state, reads, applied, sync, pass };
}

test('changes of markets are read since the start of the read before, less a minute, however long it took', async () => {
  const { state, reads, sync, pass } = openSync([]);
  void sync.start();
  await pass(5 * SECOND_MS);
  state.answerMs = 200 * SECOND_MS;
  await pass(2_000 * SECOND_MS);
  sync.stop();
  const changes = reads.filter(({ path, since }) => path === '/markets' && since !== undefined);
  const [first, ...later] = reads.filter(({ path }) => path.startsWith('/series'));
  const starts = [first, ...later.slice(1)].map((each) => each?.startedAt ?? 0); // the first round reads both lists
  assert.ok(changes.length >= 3);
  for (const [at, { since = 0 }] of changes.entries())
    assert.equal(since, Math.floor(((starts[at] ?? 0) - OVERLAP_MS) / SECOND_MS), String(at));
});

for (const [seconds, expected] of [
  [5, 'applies'],
  [15, 'was withdrawn'],
] as const)
  test(`a change of fees ${seconds} seconds after the start of a read of ten, which does not list it, ${expected}`, async () => {
    const probe = openSync([]);
    const startedAt = probe.clock.now();
    void probe.sync.start();
    await probe.pass(90 * SECOND_MS);
    probe.sync.stop();
    const lists = probe.reads.filter(({ path }) => path === '/series/fee_changes');
    const readAfterMs = (lists[1]?.startedAt ?? assert.fail('a second read')) - startedAt;

    const scheduled_ts = startedAt + readAfterMs + seconds * SECOND_MS;
    const change = { series_ticker: 'S', fee_type: 'quadratic', fee_multiplier: 2, scheduled_ts };
    const { state, applied, sync, pass } = openSync([change]);
    void sync.start();
    await pass(readAfterMs - SECOND_MS);
    Object.assign(state, { feeChanges: [], answerMs: 10 * SECOND_MS });
    await pass(60 * SECOND_MS);
    sync.stop();
    assert.deepEqual(applied, expected === 'applies' ? [change] : []);
  });

test('orders that ended while the service was down for 15 days are read from the archive, with their fills', async () => {
  const harness = new KalshiHarness();
  const start = async (venue: ExternalVenue): Promise<ExternalVenue> => {
    await harness.run(venue.start(new RecordingListener()));
    await harness.run(venue.reconcile(null));
    return venue;
  };
  const place = async (venue: ExternalVenue, change: object) =>
    expectReport(await harness.run(venue.place(order({ price: price('0.40'), qty: qty('6'), ...change }))));
  const before = await start(harness.createUndrivenVenue());
  const filled = await place(before, {});
  const cancelled = await place(before, { price: price('0.02') });
  await harness.pass(1_000); // the lists lag
  const { mark } = await harness.run(before.reconcile(null));
  await harness.run(before.stop());

  const seller = await start(harness.createVenue(BOB, 'f'.repeat(32)));
  await place(seller, { side: 'SELL', tif: 'IOC' });
  await harness.run(seller.stop());
  const other = await start(harness.createUndrivenVenue());
  expectReport(await harness.run(other.cancel(cancelled.clientId, TICKER)));
  await harness.run(other.stop());
  harness.clock.advance(15 * DAY_MS);

  const after = harness.createUndrivenVenue();
  await harness.run(after.start(new RecordingListener()));
  const { reports } = await harness.run(after.reconcile(mark));
  assert.deepEqual(
    reports.map(({ clientId }) => clientId),
    [],
    'the lists no longer have them',
  );
  const query = async (clientId: typeof filled.clientId) => {
    const found = await harness.run(after.order(clientId, TICKER));
    if (found.kind !== 'found') return found.kind;
    const { status, filledQty, fills } = found.report;
    return [status, filledQty, fills.length];
  };
  assert.deepEqual(await query(filled.clientId), ['FILLED', qty('6'), 1]);
  assert.deepEqual(await query(cancelled.clientId), ['CANCELLED', 0n, 0]);
  assert.deepEqual(await query(order().clientId), 'absent');
  await harness.close();
});
