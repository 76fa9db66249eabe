import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import { KalshiHarness, TICKER } from '../kalshi-harness.fixture.ts';
import { order, price } from '../kalshi-orders.fixture.ts';

const DAY_MS = 86_400_000;

/** Holds a position, settles its market while the adapter is stopped, and starts another adapter. */
async function settleWhileDown(days: number) {
  const harness = new KalshiHarness();
  await harness.quote();
  const venue = harness.venue();
  await venue.start(new RecordingListener());
  assert.equal((await venue.place(order({ price: price('0.55') }))).kind, 'report');
  const { mark } = await venue.reconcile(null);
  assert.equal((await venue.positions())?.length, 1);
  await venue.stop();
  const settle = { market: TICKER, verb: 'settle', result: 'scalar', value: '0.37' } as const;
  assert.equal(harness.exchange.controls.market(settle), null);
  await harness.pass(10_000);
  harness.clock.advance(days * DAY_MS);
  const [next, listener] = [harness.venue(), new RecordingListener()];
  await next.start(listener);
  await next.reconcile(mark);
  await harness.pass(5_000);
  const instrument = listener.instruments.get(TICKER);
  const positions = await next.positions();
  await harness.close();
  return { instrument, positions };
}

for (const days of [1, 9]) {
  test(`a market that settled at a fraction is read after ${days} days without the service`, async () => {
    const { instrument, positions } = await settleWhileDown(days);
    assert.deepEqual(
      [instrument?.status, instrument?.result, instrument?.settlementPrice],
      ['SETTLED', 'FRACTION', price('0.37')],
    );
    assert.deepEqual(positions, []);
  });
}
