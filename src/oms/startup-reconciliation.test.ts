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
  ScriptedVenue,
  settle,
  submit,
  TRADER,
  toReport,
  venueFill,
} from './oms.fixture.ts';

type Answer = Awaited<ReturnType<ScriptedVenue['reconcile']>>;

/** A venue whose reconciliation the test answers; it fails until then. */
class AwayVenue extends ScriptedVenue {
  readonly askedAtMs: number[] = [];
  readonly marks: (string | null)[] = [];
  readonly clock: ManualClock;
  onReconcile: () => Promise<Answer> = () => Promise.reject(new Error('not reachable'));

  constructor(clock: ManualClock) {
    super();
    this.clock = clock;
  }

  override reconcile(mark: string | null): Promise<Answer> {
    this.askedAtMs.push(this.clock.monotonicMs());
    this.marks.push(mark);
    return this.onReconcile();
  }

  comesBack(reports: readonly OrderReport[] = [], mark = 'm1'): void {
    this.onReconcile = async () => ({ reports, mark });
  }
}

async function openAway(): Promise<OmsHarness & { readonly venue: AwayVenue }> {
  const clock = new ManualClock();
  const venue = new AwayVenue(clock);
  return { ...(await openOms({ clock, venue })), venue };
}

async function pass(clock: ManualClock, ms: number, step = 500): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    clock.advance(Math.min(step, left));
    await settle();
  }
}

const trySubmit = async ({ oms }: OmsHarness): Promise<string> =>
  resultCode(await oms.submit(TRADER, orderBody(), null));

test('a venue takes no new order before it has been agreed with, and is asked again until it answers', async () => {
  const harness = await openAway();
  assert.equal(await trySubmit(harness), 'venue_unavailable');
  await pass(harness.clock, 1_500);
  harness.venue.comesBack();
  assert.equal(await trySubmit(harness), 'venue_unavailable', 'nobody has asked it again yet');
  await pass(harness.clock, 1_000);
  assert.equal(await trySubmit(harness), 'ok');
  assert.deepEqual(harness.venue.askedAtMs, [0, 2_000]);
});

test('a venue that stays away is asked ever more slowly, at least every half minute', async () => {
  const { venue, clock } = await openAway();
  await pass(clock, 125_000);
  assert.deepEqual(venue.askedAtMs, [0, 2_000, 6_000, 14_000, 30_000, 60_000, 90_000, 120_000]);
});

test('a service that has stopped asks a venue no more', async () => {
  const { venue, clock, oms } = await openAway();
  oms.stop();
  await pass(clock, 200_000, 5_000);
  assert.deepEqual(venue.askedAtMs, [0]);
});

test('a venue that never answers holds a start up for two seconds, and no longer', async () => {
  const clock = new ManualClock();
  const venue = new AwayVenue(clock);
  venue.onReconcile = () => new Promise(() => {});
  let isStarted = false;
  const started = openOms({ clock, venue }).finally(() => {
    isStarted = true;
  });
  await settle();
  await pass(clock, 1_999, 1_999);
  assert.equal(isStarted, false);
  clock.advance(1);
  assert.equal(await trySubmit(await started), 'venue_unavailable');
});

test('what a stream has lost is found within a minute, and asked for from the mark before', async () => {
  const harness = await openAway();
  harness.venue.comesBack();
  await pass(harness.clock, 2_000);
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.comesBack([toReport(placed, { fills: [venueFill(placed, 't1', '4', '0.48')] })], 'm2');
  await pass(harness.clock, 58_000);
  assert.equal(getOrder(harness, order.id).status, 'PARTIAL');
  await pass(harness.clock, 60_000);
  assert.deepEqual(harness.venue.marks, [null, null, 'm1', 'm2']);
});

test('an order that a venue has no more ends EXPIRED when its time was over, and by our cancel when one was asked', async () => {
  const harness = await openOms();
  const expires_at = harness.clock.now() + 60_000;
  const [past, cancelled] = [
    await submit(harness, { tif: 'GTD', expires_at }),
    await submit(harness, { tif: 'GTD', expires_at }),
  ];
  void harness.oms.cancel(TRADER, cancelled.id);
  await settle();
  harness.clock.advance(60_000);
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  next.venue.onQuery = () => ({ kind: 'absent' });
  await pass(next.clock, 20_000);
  assert.deepEqual(
    [past, cancelled].map(({ id }) => [getOrder(next, id).status, getOrder(next, id).reason]),
    [
      ['EXPIRED', 'expired'],
      ['CANCELLED', 'user_cancel'],
    ],
  );
});
