import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenuePosition } from '../ports/venue.ts';
import { verifyLedger } from '../storage/sqlite/journal/verify-ledger.ts';
import { type OmsHarness, openOms, settle, submit } from './oms.fixture.ts';
import { qty, restingReply, ScriptedVenue, toReport, venueFill } from './scripted-venue.fixture.ts';

const LOOK_MS = 120_000;

/** A harness with a position of 10 YES in market 1001, and a venue with scripted positions. */
async function openHolding(
  settlement: 'FINAL' | 'PENDING' = 'FINAL',
  venue = new ScriptedVenue(),
): Promise<OmsHarness> {
  const harness = await openOms({ venue });
  harness.venue.onPlace = (order) =>
    restingReply(order, {
      status: 'FILLED',
      fills: [{ ...venueFill(order, 't1', '10', '0.48'), settlement }],
    });
  await submit(harness);
  return harness;
}

const venuePosition = (size: string, venueInstrumentId = 'M-1001'): readonly VenuePosition[] => [
  { venueInstrumentId, netQty: size.startsWith('-') ? -1n * qty(size.slice(1)) : qty(size) },
];

async function comparePositions(harness: OmsHarness, times: number): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    harness.clock.advance(LOOK_MS);
    await settle();
  }
}

const recorded = (harness: OmsHarness): string[] =>
  harness.storage.database
    .prepare('SELECT events FROM entries ORDER BY seq')
    .all()
    .flatMap((row) => JSON.parse(String(row['events'])) as { type: string; kind: string; detail: string }[])
    .filter(({ type }) => type === 'AnomalyRecorded')
    .map(({ kind, detail }) => `${kind} ${detail}`);

test('F-26: a difference in two comparisons opens a break with both quantities; when it is gone, the break is closed', async () => {
  const harness = await openHolding();
  harness.venue.onPositions = () => venuePosition('7');
  await comparePositions(harness, 1);
  assert.deepEqual([recorded(harness), harness.oms.findPositionBreak(harness.venue.name)], [[], null]);
  await comparePositions(harness, 3);
  const detail = 'M-1001: 7 YES there, 10 by our fills';
  assert.deepEqual(recorded(harness), [`position_break ${detail}`]);
  assert.deepEqual(harness.errors, ['a position at the venue differs from our fills'], 'the break is logged');
  assert.equal(harness.oms.findPositionBreak(harness.venue.name), 'position_break M-1001', 'no figures');
  assert.equal([...harness.oms.state.positions.values()][0]?.net, qty('10'), 'never overwritten');
  assert.equal(harness.gauges.get('position_breaks'), 1);
  harness.venue.onPositions = () => venuePosition('10');
  await comparePositions(harness, 1);
  assert.equal(recorded(harness).at(-1), 'position_break_closed M-1001: the figures agree again');
  assert.equal(harness.oms.findPositionBreak(harness.venue.name), null);
  assert.equal(harness.gauges.get('position_breaks'), 0);
});

test('a restart restores open breaks: the health shows them at once, and only their close is recorded', async () => {
  const harness = await openHolding();
  const [venue, market] = [harness.venue, harness.market];
  venue.onPositions = () => [...venuePosition('7'), ...venuePosition('3', 'ELSEWHERE')];
  await comparePositions(harness, 2);
  const before = recorded(harness);
  assert.equal(before.length, 2);
  const next = await openOms({
    storage: await harness.storage.restart(),
    clock: harness.clock,
    venue,
    market,
  });
  assert.match(next.oms.findPositionBreak(venue.name) ?? '', /^position_break M-1001 and 1 more$/);
  await comparePositions(next, 3);
  assert.deepEqual([recorded(next), next.errors], [before, []]);
  venue.onPositions = () => venuePosition('10');
  await comparePositions(next, 1);
  const closed = ['M-1001', 'ELSEWHERE'].map((id) => `position_break_closed ${id}: the figures agree again`);
  assert.deepEqual(recorded(next), [...before, ...closed]);
  const last = await openOms({ storage: await next.storage.restart(), clock: harness.clock, venue, market });
  assert.equal(last.oms.findPositionBreak(venue.name), null);
  assert.deepEqual(verifyLedger(last.storage.database).problems, []);
});

test('a changing difference, a difference within pending fills, and agreement are no breaks', async () => {
  const harness = await openHolding('PENDING');
  let look = 0;
  for (const said of [
    () => venuePosition('0'),
    () => venuePosition('4'),
    () => venuePosition('10'),
    () => venuePosition(String(11 + (look += 1))),
  ]) {
    harness.venue.onPositions = said;
    await comparePositions(harness, 2);
  }
  assert.deepEqual(recorded(harness), []);
});

test('a difference within a pending sale is no break, and a larger one is', async () => {
  const harness = await openOms();
  harness.venue.onPlace = (order) => {
    const pending = { ...venueFill(order, 't1', '10', '0.48'), settlement: 'PENDING' as const };
    return restingReply(order, { status: 'FILLED', fills: [pending] });
  };
  await submit(harness, { side: 'SELL' });
  for (const said of ['-10', '-3', '0']) {
    harness.venue.onPositions = () => venuePosition(said);
    await comparePositions(harness, 2);
  }
  assert.deepEqual(recorded(harness), []);
  harness.venue.onPositions = () => venuePosition('1');
  await comparePositions(harness, 2);
  assert.deepEqual(recorded(harness), ['position_break M-1001: 1 YES there, -10 by our fills']);
});

test('a position without an order of this service is a break too, with shorts in YES terms', async () => {
  const harness = await openOms();
  harness.venue.onPositions = () => venuePosition('-3', 'ELSEWHERE');
  await comparePositions(harness, 2);
  assert.deepEqual(recorded(harness), ['position_break ELSEWHERE: -3 YES there, 0 by our fills']);
});

test('a venue without position data, or with a failed read, is not taken as flat', async () => {
  const harness = await openHolding();
  harness.venue.onPositions = () => null;
  await comparePositions(harness, 3);
  harness.venue.onPositions = () => {
    throw new Error('503');
  };
  await comparePositions(harness, 3);
  assert.deepEqual([recorded(harness), harness.oms.findPositionBreak(harness.venue.name)], [[], null]);
});

test('a difference starts a reconciliation at once, because reports may be missing', async () => {
  const harness = await openHolding();
  const [order] = harness.venue.placed;
  assert.ok(order);
  harness.venue.onPlace = (placed) => restingReply(placed);
  await submit(harness);
  const second = harness.venue.placed.at(-1);
  assert.ok(second);
  harness.venue.onPositions = () => venuePosition('20');
  harness.venue.toReconcile = [
    toReport(second, { status: 'FILLED', fills: [venueFill(second, 't2', '10', '0.48')] }),
  ];
  await comparePositions(harness, 1);
  assert.equal([...harness.oms.state.positions.values()][0]?.net, qty('20'));
  await comparePositions(harness, 2);
  assert.deepEqual(recorded(harness), []);
});

for (const [what, settlement, dust, within, outside] of [
  ['a final position', 'FINAL', '0', ['10'], ['9.99999999', '10.00000001']],
  ['a pending purchase', 'PENDING', '0', ['0', '10'], ['-0.00000001', '10.00000001']],
  ['dust at the venue', 'FINAL', '0.01', ['9.99', '10.01'], ['9.98999999', '10.01000001']],
] as const)
  test(`the bounds of a break are exact to the last decimal: ${what}`, async () => {
    for (const size of [...within, ...outside]) {
      const harness = await openHolding(settlement, new ScriptedVenue({ dustQty: qty(dust) }));
      harness.venue.onPositions = () => venuePosition(size);
      await comparePositions(harness, 2);
      const expected = (within as readonly string[]).includes(size)
        ? []
        : [`position_break M-1001: ${size} YES there, 10 by our fills`];
      assert.deepEqual(recorded(harness), expected, size);
    }
  });

test('an instrument that we never traded is a break from the last decimal on', async () => {
  for (const size of ['0.00000001', '-0.00000001']) {
    const harness = await openOms();
    harness.venue.onPositions = () => venuePosition(size, 'ELSEWHERE');
    await comparePositions(harness, 2);
    assert.deepEqual(recorded(harness), [`position_break ELSEWHERE: ${size} YES there, 0 by our fills`]);
  }
});

test('two subaccounts that hold one instrument are compared as one sum, also while their fills are pending', async () => {
  const harness = await openHolding('PENDING');
  await submit(harness, { subaccount_id: 'sa_2' });
  for (const size of ['0', '20']) {
    harness.venue.onPositions = () => venuePosition(size);
    await comparePositions(harness, 2);
  }
  assert.deepEqual(recorded(harness), []);
  harness.venue.onPositions = () => venuePosition('20.00000001');
  await comparePositions(harness, 2);
  assert.deepEqual(recorded(harness), ['position_break M-1001: 20.00000001 YES there, 20 by our fills']);
});
