import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEvent } from '../../../../simulators/kalshi/kalshi-simulator.fixture.ts';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import { ALICE, KalshiHarness, type KalshiHarnessOptions, TICKER } from '../kalshi-harness.fixture.ts';
import { expectReport, order, price } from '../kalshi-orders.fixture.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const OTHER = 'KXSPORT-1-A'; // of another series
const [SERIES, EVENT] = ['KXTEST', 'KXTEST-1'];

/** An adapter that has listed all markets. */
async function listAll(options: KalshiHarnessOptions = {}) {
  const harness = new KalshiHarness(options);
  await harness.quote();
  const [venue, listener] = [harness.venue(), new RecordingListener()];
  await venue.start(listener);
  venue.watch(TICKER);
  await harness.pass(MINUTE_MS);
  const change = (fees: object) =>
    assert.equal(harness.exchange.controls.act?.({ act: 'fees', ...fees }), null);
  const rates = (ticker = TICKER): string => {
    const fees = listener.instruments.get(ticker)?.fees;
    return fees ? `${fees.takerRate} ${fees.makerRate}` : 'unknown';
  };
  return { harness, venue, change, rates };
}

test('changed fees of a series are those of its listed markets within an hour', async () => {
  const { harness, venue, change, rates } = await listAll();
  const before = rates(OTHER);
  for (const [fees, expected] of [
    [{ type: 'quadratic_with_maker_fees', multiplier: 0.5 }, '3500000 875000'],
    [{ type: 'flat' }, 'unknown'],
  ] as const) {
    change({ series: SERIES, ...fees });
    await harness.pass(HOUR_MS + 2 * MINUTE_MS);
    assert.equal(rates(), expected);
    assert.equal(rates(OTHER), before);
  }
  change({ series: SERIES, type: 'quadratic', multiplier: 2 });
  const { fills } = expectReport(await venue.place(order({ tif: 'IOC', price: price('0.9') })));
  assert.equal(fills[0]?.fee, 693_000_000_000_000n, 'a fill has the fee in force: 0.14 × 2 × 0.55 × 0.45');
  await harness.close();
});

test('fees of a series that are announced are those of its markets from their time on, and their fills pay them', async () => {
  const { harness, venue, change, rates } = await listAll();
  const before = rates(OTHER);
  change({ series: SERIES, type: 'quadratic_with_maker_fees', multiplier: 0.5, ms: 10 * MINUTE_MS });
  change({ series: SERIES, type: 'quadratic', multiplier: 2, ms: 20 * MINUTE_MS });
  change({ series: 'KXSPORT', multiplier: 3, ms: 30 * MINUTE_MS });
  await harness.pass(10 * MINUTE_MS - 2_000);
  assert.equal(rates(), '7000000 0', 'not before the time');
  await harness.pass(5_000);
  assert.equal(rates(), '3500000 875000');
  await harness.pass(10 * MINUTE_MS);
  assert.deepEqual([rates(), rates(OTHER)], ['14000000 0', before]);
  const { fills } = expectReport(await venue.place(order({ tif: 'IOC', price: price('0.9') })));
  assert.equal(fills[0]?.fee, 693_000_000_000_000n, '0.14 × 2 × 0.55 × 0.45');
  await harness.pass(10 * MINUTE_MS);
  assert.equal(rates(OTHER), '21000000 0');
  await harness.close();
});

test('announced fees that are withdrawn before their time never apply', async () => {
  const { harness, change, rates } = await listAll();
  change({ series: SERIES, multiplier: 2, ms: 10 * MINUTE_MS });
  await harness.pass(5 * MINUTE_MS);
  change({ series: SERIES });
  await harness.pass(6 * MINUTE_MS);
  assert.equal(rates(), '7000000 0');
  await harness.close();
});

for (const status of [404, 503])
  test(`a list of fee changes that is answered with ${status} stops no listing, and is read again`, async () => {
    const { harness, change, rates } = await listAll();
    change({ series: SERIES, multiplier: 2, ms: 10 * MINUTE_MS });
    await harness.pass(MINUTE_MS);
    harness.exchange.controls.faults.add({ name: 'status', status, path: '/series/fee_changes' });
    change({ series: 'KXSPORT', multiplier: 3, ms: 20 * MINUTE_MS });
    await harness.pass(9 * MINUTE_MS + 5_000);
    assert.equal(rates(), '14000000 0', 'what was read before applies');
    const later = harness.createVenue(ALICE, 'b'.repeat(32));
    const listener = new RecordingListener();
    await harness.run(later.start(listener));
    assert.equal(listener.instruments.has(OTHER), true);
    harness.exchange.controls.faults.remove(null);
    await harness.pass(11 * MINUTE_MS);
    assert.equal(rates(OTHER), '21000000 0');
    await harness.close();
  });

test('fees that passed their time while the list was read apply', async () => {
  const { harness, change, rates } = await listAll();
  change({ series: SERIES, multiplier: 2, ms: 2 * MINUTE_MS });
  await harness.pass(MINUTE_MS);
  harness.exchange.controls.faults.add({ name: 'delay', ms: 9_000, path: '/series/fee_changes' });
  await harness.pass(2 * MINUTE_MS);
  assert.equal(rates(), '14000000 0');
  await harness.close();
});

for (const [how, isSilent] of [
  ['published on the stream', false],
  ['missed by the stream', true],
] as const)
  test(`changed fees of an event that are ${how} are those of its markets, and end with the change`, async () => {
    const { harness, change, rates } = await listAll();
    if (isSilent) harness.exchange.controls.faults.add({ name: 'ws_silent' });
    for (const [fees, expected] of [
      [{ multiplier: 0.5 }, '3500000 0'],
      [{ type: 'quadratic_with_maker_fees' }, '7000000 1750000'],
      [{}, '7000000 0'],
    ] as const) {
      change({ event: EVENT, ...fees });
      await harness.pass(isSilent ? MINUTE_MS : 2_000);
      assert.equal(rates(), expected);
    }
    await harness.close();
  });

test('an event that names one of its fees has the other from its series as it changes', async () => {
  const { harness, change, rates } = await listAll();
  change({ event: EVENT, type: 'quadratic_with_maker_fees' });
  change({ series: SERIES, multiplier: 2 });
  await harness.pass(HOUR_MS + 2 * MINUTE_MS);
  assert.equal(rates(), '14000000 3500000');
  await harness.close();
});

test('a change of fees whose markets cannot be read at first is read later', async () => {
  const { harness, change, rates } = await listAll();
  harness.exchange.controls.faults.add({ name: 'status', status: 503, path: '/markets' });
  change({ event: EVENT, multiplier: 0.5 });
  await harness.pass(MINUTE_MS);
  assert.equal(rates(), '7000000 0');
  harness.exchange.controls.faults.remove(null);
  await harness.pass(2 * MINUTE_MS);
  assert.equal(rates(), '3500000 0');
  await harness.close();
});

for (const [fees, reason] of [
  [{ type: 5 }, 'type of fees is a text, or absent'],
  [{ multiplier: '0.5' }, 'multiplier of fees is a number, or absent'],
  [{ ms: 1_000 }, 'ms of fees is a number, with a series'],
  [{ series: SERIES, ms: 'soon' }, 'ms of fees is a number, with a series'],
  [{ event: 'KXNONE-1', multiplier: 0.5 }, 'fees need a listed series or event'],
] as const)
  test(`the exchange refuses fees and changes nothing: ${reason}`, async () => {
    const { harness, rates } = await listAll();
    assert.equal(harness.exchange.controls.act?.({ act: 'fees', event: EVENT, ...fees }), reason);
    await harness.pass(2_000);
    assert.equal(rates(), '7000000 0');
    await harness.close();
  });

test('a market whose event could not be read has its fees once another market of the event has read it', async () => {
  const due: ReturnType<typeof createEvent>[] = [];
  const { harness, rates } = await listAll({ schedule: () => ({ events: due, until: 0 }) });
  const { faults } = harness.exchange.controls;
  faults.add({ name: 'status', status: 404, path: '/events', text: '{"error":{"code":"not_found"}}' });
  due.push(createEvent('KXSPORT-2-A'));
  await harness.pass(5_000);
  assert.equal(rates('KXSPORT-2-A'), 'unknown');
  faults.remove(null);
  due.push(createEvent('KXSPORT-2-B'));
  await harness.pass(5_000);
  assert.deepEqual([rates('KXSPORT-2-A'), rates('KXSPORT-2-B')], ['7000000 0', '7000000 0']);
  await harness.close();
});

test('the first market of a new series has its fees at once', async () => {
  const events = [createEvent('KXNEW-1-A', { feeMultiplier: 0.5 })];
  let isDue = false;
  const { harness, rates } = await listAll({
    schedule: () => ({ events: isDue ? events : [], until: 0 }),
  });
  assert.equal(rates('KXNEW-1-A'), 'unknown');
  isDue = true;
  await harness.pass(5_000);
  assert.equal(rates('KXNEW-1-A'), '3500000 0');
  await harness.close();
});
