import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { KalshiHarness, TICKER } from './kalshi-harness.fixture.ts';
import { expectReport, order, price, qty } from './kalshi-orders.fixture.ts';

const OVERLAP_MS = 60_000;
const SECOND_MS = 1_000;

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
