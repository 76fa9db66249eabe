import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import type { NetworkHooks } from '../../../../test/support/memory-network.ts';
import { KalshiHarness, TICKER } from '../kalshi-harness.fixture.ts';
import { order, price } from '../kalshi-orders.fixture.ts';

async function started(settings: ConstructorParameters<typeof KalshiHarness>[0] = {}) {
  const harness = new KalshiHarness(settings);
  await harness.quote();
  const [venue, listener] = [harness.venue(), new RecordingListener()];
  await venue.start(listener);
  const set = (verb: 'pause' | 'resume' | 'close') =>
    assert.equal(harness.exchange.controls.market({ market: TICKER, verb }), null);
  return { harness, venue, set, readStatus: () => listener.instruments.get(TICKER)?.status };
}

test('an order refused by a paused market publishes the pause with the refusal', async () => {
  const { harness, venue, set, readStatus } = await started();
  harness.exchange.controls.faults.add({ name: 'ws_silent' }); // no lifecycle message arrives
  set('pause');
  const refused = await harness.run(venue.place(order({ price: price('0.41') })));
  assert.deepEqual([refused.kind, refused.kind === 'refused' && refused.code], ['refused', 'market_paused']);
  assert.equal(readStatus(), 'PAUSED');
  await harness.close();
});

test('an order refused by a closed market is not said to be paused', async () => {
  const { harness, venue, set, readStatus } = await started();
  harness.exchange.controls.faults.add({ name: 'ws_silent' });
  set('close');
  const refused = await harness.run(venue.place(order({ price: price('0.41') })));
  assert.deepEqual(
    [refused.kind, refused.kind === 'refused' && refused.code],
    ['refused', 'market_not_open'],
  );
  assert.notEqual(readStatus(), 'OPEN');
  await harness.close();
});

test('a lifecycle message publishes a pause and its end within two seconds', async () => {
  const { harness, set, readStatus } = await started();
  await harness.pass(2_000);
  for (const [verb, status] of [
    ['pause', 'PAUSED'],
    ['resume', 'OPEN'],
  ] as const) {
    set(verb);
    await harness.pass(2_000);
    assert.equal(readStatus(), status);
  }
  await harness.close();
});

test('a change that is announced while the one before it is read is read, too', async () => {
  const delivery: NetworkHooks['delivery'] = (_, { path }) => ({
    fate: 'arrives',
    requestMs: 0,
    answerMs: path.includes('tickers=') ? 1_000 : 0,
  });
  const { harness, set, readStatus } = await started({ hooks: { delivery } });
  await harness.pass(2_000);
  set('pause');
  await harness.pass(500); // the answer that shows the pause is on its way
  set('resume');
  await harness.pass(1_000);
  assert.equal(readStatus(), 'PAUSED');
  await harness.pass(3_000);
  assert.equal(readStatus(), 'OPEN');
  await harness.close();
});
