import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { OrderReport } from '../ports/venue.ts';
import {
  getOrder,
  type OmsHarness,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
} from './oms.fixture.ts';
import { ScriptedVenue, toReport, venueFill } from './scripted-venue.fixture.ts';

type Answer = Awaited<ReturnType<ScriptedVenue['reconcile']>>;

/** A venue whose reconciliation fails until the test answers it. */
class UnreachableVenue extends ScriptedVenue {
  readonly requestedAtMs: number[] = [];
  readonly marks: (string | null)[] = [];
  readonly clock: ManualClock;
  onReconcile: () => Promise<Answer> = () => Promise.reject(new Error('not reachable'));

  constructor(clock: ManualClock) {
    super();
    this.clock = clock;
  }

  override reconcile(mark: string | null): Promise<Answer> {
    this.requestedAtMs.push(this.clock.monotonicMs());
    this.marks.push(mark);
    return this.onReconcile();
  }

  comesBack(reports: readonly OrderReport[] = [], mark = 'm1'): void {
    this.onReconcile = async () => ({ reports, mark });
  }
}

async function openUnreachableVenue(): Promise<OmsHarness & { readonly venue: UnreachableVenue }> {
  const clock = new ManualClock();
  const venue = new UnreachableVenue(clock);
  return { ...(await openOms({ clock, venue })), venue };
}

async function advance(clock: ManualClock, ms: number, step = 500): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    clock.advance(Math.min(step, left));
    await settle();
  }
}

const trySubmit = async ({ oms }: OmsHarness): Promise<string> =>
  resultCode(await oms.orders.submit(TRADER, orderBody(), null));

test('a venue gets no new order before its reconciliation, which is retried until it succeeds', async () => {
  const harness = await openUnreachableVenue();
  assert.equal(await trySubmit(harness), 'venue_unavailable');
  await advance(harness.clock, 1_500);
  harness.venue.comesBack();
  assert.equal(await trySubmit(harness), 'venue_unavailable', 'the retry has not run yet');
  await advance(harness.clock, 1_000);
  assert.equal(await trySubmit(harness), 'ok');
  assert.deepEqual(harness.venue.requestedAtMs, [0, 2_000]);
});

test('reconciliation of an unreachable venue is retried with back-off, at least every 30 seconds', async () => {
  const { venue, clock } = await openUnreachableVenue();
  await advance(clock, 125_000);
  assert.deepEqual(venue.requestedAtMs, [0, 2_000, 6_000, 14_000, 30_000, 60_000, 90_000, 120_000]);
});

test('a stopped service sends no more requests to a venue', async () => {
  const { venue, clock, oms } = await openUnreachableVenue();
  oms.stop();
  await advance(clock, 200_000, 5_000);
  assert.deepEqual(venue.requestedAtMs, [0]);
});

test('a venue that never replies delays the start by at most two seconds', async () => {
  const clock = new ManualClock();
  const venue = new UnreachableVenue(clock);
  venue.onReconcile = () => new Promise(() => {});
  let isStarted = false;
  const started = openOms({ clock, venue }).finally(() => {
    isStarted = true;
  });
  await settle();
  await advance(clock, 1_999, 1_999);
  assert.equal(isStarted, false);
  clock.advance(1);
  assert.equal(await trySubmit(await started), 'venue_unavailable');
});

test('a report that a stream has lost is found within a minute, from the previous mark', async () => {
  const harness = await openUnreachableVenue();
  harness.venue.comesBack();
  await advance(harness.clock, 2_000);
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.comesBack([toReport(placed, { fills: [venueFill(placed, 't1', '4', '0.48')] })], 'm2');
  await advance(harness.clock, 58_000);
  assert.equal(getOrder(harness, order.id).status, 'PARTIAL');
  await advance(harness.clock, 60_000);
  assert.deepEqual(harness.venue.marks, [null, null, 'm1', 'm2']);
});

test('an order missing at its venue closes EXPIRED after its expiry, and CANCELLED if a cancel was requested', async () => {
  const harness = await openOms();
  const expires_at = harness.clock.now() + 60_000;
  const [past, cancelled] = [
    await submit(harness, { tif: 'GTD', expires_at }),
    await submit(harness, { tif: 'GTD', expires_at }),
  ];
  void harness.oms.orders.cancel(TRADER, cancelled.id);
  await settle();
  harness.clock.advance(60_000);
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  next.venue.onQuery = () => ({ kind: 'absent' });
  await advance(next.clock, 20_000);
  assert.deepEqual(
    [past, cancelled].map(({ id }) => [getOrder(next, id).status, getOrder(next, id).reason]),
    [
      ['EXPIRED', 'expired'],
      ['CANCELLED', 'user_cancel'],
    ],
  );
});

test('what keeps a venue closed is the reason of its block until it is reconciled', async () => {
  const { oms, venue, clock } = await openUnreachableVenue();
  assert.equal(oms.findVenueBlock(venue.name), 'not reconciled yet: not reachable');
  venue.comesBack();
  clock.advance(30_000);
  await settle();
  assert.equal(oms.findVenueBlock(venue.name), null);
});
