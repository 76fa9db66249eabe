import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenuePosition } from '../ports/venue.ts';
import { verifyLedger } from '../storage/ledger-audit.ts';
import { fill, type OmsHarness, openOms, qty, reportOf, resting, settle, submit } from './oms.fixture.ts';

const LOOK_MS = 120_000;

/** A desk that holds 10 YES of market 1001, and a venue that says what the test tells it to. */
async function openHolding(settlement: 'FINAL' | 'PENDING' = 'FINAL'): Promise<OmsHarness> {
  const desk = await openOms();
  desk.venue.onPlace = (order) =>
    resting(order, { status: 'FILLED', fills: [{ ...fill(order, 't1', '10', '0.48'), settlement }] });
  await submit(desk);
  return desk;
}

const holds = (size: string, venueInstrumentId = 'M-1001'): readonly VenuePosition[] => [
  { venueInstrumentId, netQty: size.startsWith('-') ? -1n * qty(size.slice(1)) : qty(size) },
];

async function looks(desk: OmsHarness, times: number): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    desk.clock.advance(LOOK_MS);
    await settle();
  }
}

const recorded = (desk: OmsHarness): string[] =>
  desk.store.database
    .prepare('SELECT events FROM entries ORDER BY seq')
    .all()
    .flatMap((row) => JSON.parse(String(row['events'])) as { type: string; kind: string; detail: string }[])
    .filter(({ type }) => type === 'AnomalyRecorded')
    .map(({ kind, detail }) => `${kind} ${detail}`);

test('F-26: a difference that stands twice opens a break with both figures; gone, it is closed on record', async () => {
  const desk = await openHolding();
  desk.venue.onPositions = () => holds('7');
  await looks(desk, 1);
  assert.deepEqual([recorded(desk), desk.engine.concernOf(desk.venue.name)], [[], null]);
  await looks(desk, 3);
  const words = 'M-1001: 7 YES there, 10 by our fills';
  assert.deepEqual(recorded(desk), [`position_break ${words}`]);
  assert.deepEqual(desk.errors, ['a position at the venue differs from our fills'], 'somebody is told');
  assert.equal(desk.engine.concernOf(desk.venue.name), `position_break ${words}`);
  assert.equal([...desk.engine.state.positions.values()][0]?.net, qty('10'), 'never overwritten');
  desk.venue.onPositions = () => holds('10');
  await looks(desk, 1);
  assert.equal(recorded(desk).at(-1), 'position_break_closed M-1001: the figures agree again');
  assert.equal(desk.engine.concernOf(desk.venue.name), null);
});

test('a restart goes on with the breaks that are open: told in the health at once, recorded only when gone', async () => {
  const desk = await openHolding();
  const [venue, market] = [desk.venue, desk.market];
  venue.onPositions = () => [...holds('7'), ...holds('3', 'ELSEWHERE')];
  await looks(desk, 2);
  const before = recorded(desk);
  assert.equal(before.length, 2);
  const next = await openOms({ store: await desk.store.restart(), clock: desk.clock, venue, market });
  assert.match(next.engine.concernOf(venue.name) ?? '', /^position_break M-1001: 7 YES there.* and 1 more$/);
  await looks(next, 3);
  assert.deepEqual([recorded(next), next.errors], [before, []]);
  venue.onPositions = () => holds('10');
  await looks(next, 1);
  const closed = ['M-1001', 'ELSEWHERE'].map((id) => `position_break_closed ${id}: the figures agree again`);
  assert.deepEqual(recorded(next), [...before, ...closed]);
  const last = await openOms({ store: await next.store.restart(), clock: desk.clock, venue, market });
  assert.equal(last.engine.concernOf(venue.name), null);
  assert.deepEqual(verifyLedger(last.store.database).problems, []);
});

test('what moves, what pending fills explain, and what agrees is no break', async () => {
  const desk = await openHolding('PENDING');
  let look = 0;
  for (const said of [
    () => holds('0'),
    () => holds('4'),
    () => holds('10'),
    () => holds(String(11 + (look += 1))),
  ]) {
    desk.venue.onPositions = said;
    await looks(desk, 2);
  }
  assert.deepEqual(recorded(desk), []);
});

test('what a pending sale explains is no break, and what it cannot is one', async () => {
  const desk = await openOms();
  desk.venue.onPlace = (order) => {
    const pending = { ...fill(order, 't1', '10', '0.48'), settlement: 'PENDING' as const };
    return resting(order, { status: 'FILLED', fills: [pending] });
  };
  await submit(desk, { side: 'SELL' });
  for (const said of ['-10', '-3', '0']) {
    desk.venue.onPositions = () => holds(said);
    await looks(desk, 2);
  }
  assert.deepEqual(recorded(desk), []);
  desk.venue.onPositions = () => holds('1');
  await looks(desk, 2);
  assert.deepEqual(recorded(desk), ['position_break M-1001: 1 YES there, -10 by our fills']);
});

test('a holding that no order of ours explains is a break too, shorts in YES terms', async () => {
  const desk = await openOms();
  desk.venue.onPositions = () => holds('-3', 'ELSEWHERE');
  await looks(desk, 2);
  assert.deepEqual(recorded(desk), ['position_break ELSEWHERE: -3 YES there, 0 by our fills']);
});

test('a venue that does not say, or fails to, is not taken for flat', async () => {
  const desk = await openHolding();
  desk.venue.onPositions = () => null;
  await looks(desk, 3);
  desk.venue.onPositions = () => {
    throw new Error('503');
  };
  await looks(desk, 3);
  assert.deepEqual([recorded(desk), desk.engine.concernOf(desk.venue.name)], [[], null]);
});

test('a difference makes the venue be asked for its reports at once: they may be what is missing', async () => {
  const desk = await openHolding();
  const [order] = desk.venue.placed;
  assert.ok(order);
  desk.venue.onPlace = (placed) => resting(placed);
  await submit(desk);
  const second = desk.venue.placed.at(-1);
  assert.ok(second);
  desk.venue.onPositions = () => holds('20');
  desk.venue.toReconcile = [
    reportOf(second, { status: 'FILLED', fills: [fill(second, 't2', '10', '0.48')] }),
  ];
  await looks(desk, 1);
  assert.equal([...desk.engine.state.positions.values()][0]?.net, qty('20'));
  await looks(desk, 2);
  assert.deepEqual(recorded(desk), []);
});
