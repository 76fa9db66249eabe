import assert from 'node:assert/strict';
import { test } from 'node:test';
import { icebergBody, openParents, place, sentTo } from '../complex-orders/engine/parents.fixture.ts';
import { requirePresent } from '../contract/model/assert.ts';
import type { Rejection, Result } from '../contract/model/result.ts';
import { decodeEvents } from '../domain/events/event-codec.ts';
import type { Submitted } from '../orders/trading-service.ts';
import { type OmsHarness, openOms, orderBody, settle, submit, TRADER, value } from './oms.fixture.ts';
import { price, qty, restingReply, ScriptedVenue, toReport, venueFill } from './scripted-venue.fixture.ts';

type Call = (harness: OmsHarness) => Promise<Result<unknown, Rejection>>;

/** Every mutating call; `ord_1` rests when it is made. */
const CALLS: Readonly<Record<string, Call>> = {
  submit: ({ oms }) => oms.orders.submit(TRADER, orderBody(), null),
  'submit of a repeat': ({ oms }) => oms.orders.submit(TRADER, orderBody({ client_order_id: 'k' }), null),
  'submit of a batch': ({ oms }) => oms.orders.submitBatch(TRADER, [orderBody(), orderBody()]),
  amend: ({ oms }) => oms.orders.amend(TRADER, 'ord_1' as never, { price: '0.47' }),
  'amend with the same price in another format': ({ oms }) =>
    oms.orders.amend(TRADER, 'ord_1' as never, { price: '0.480' }),
  cancel: ({ oms }) => oms.orders.cancel(TRADER, 'ord_1' as never),
  'cancel-all': ({ oms }) => oms.orders.cancelAll(TRADER, null, 'cancel_all'),
  limits: ({ oms }) => oms.risk.setLimits(TRADER, { max_open_orders: 9 }),
  'limits that change nothing': ({ oms }) => oms.risk.setLimits(TRADER, {}),
  'kill switch': ({ oms }) => oms.risk.setKillSwitch(TRADER, { enabled: true }),
  'kill switch already set': ({ oms }) => oms.risk.setKillSwitch(TRADER, { enabled: false }),
};

for (const [name, call] of Object.entries(CALLS)) {
  test(`I-22: ${name} is answered only once everything in the answer is durable`, async () => {
    const synced = { promise: Promise.resolve() };
    const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
    harness.venue.onAmend = () => restingReply(harness.venue.placed[0]!, { price: price('0.47') });
    harness.venue.onCancel = () =>
      restingReply(harness.venue.placed[0]!, { status: 'CANCELLED', reason: 'requested' });
    await submit(harness, { client_order_id: 'k' });
    const sync = Promise.withResolvers<void>();
    synced.promise = sync.promise;
    // A write is already in progress: a call that changes nothing must wait for it too.
    const earlier = harness.oms.risk.setLimits(TRADER, { max_order_qty: '77' });
    let isAnswered = false;
    const answer = call(harness).finally(() => {
      isAnswered = true;
    });
    await settle();
    harness.clock.advance(10_000);
    await settle();
    assert.equal(isAnswered, false);
    sync.resolve();
    assert.ok((await answer).ok);
    await earlier;
  });
}

test('an order is read in its durable state: a fill that is not durable is not shown', async () => {
  const synced = { promise: Promise.resolve() };
  const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
  const { id } = await submit(harness);
  const placed = requirePresent(harness.venue.placed[0], 'the order at the venue');
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  harness.oms.onVenueReport(
    harness.venue.name,
    toReport(placed, { fills: [venueFill(placed, 't1', '4', '0.48')] }),
  );
  await settle();
  const filled = async () => value(await harness.oms.queries.order(TRADER, id)).legs[0]?.filledQty;
  assert.equal(await filled(), qty('0'));
  sync.resolve();
  await settle();
  assert.equal(await filled(), qty('4'));
});

test('a stream publishes no state with a change that is not durable, also after an earlier one became durable', async () => {
  const syncs: PromiseWithResolvers<void>[] = [];
  let isHeld = false;
  const beforeSync = (): Promise<void> => {
    if (!isHeld) return Promise.resolve();
    const sync = Promise.withResolvers<void>();
    syncs.push(sync);
    return sync.promise;
  };
  const harness = await openParents({ disk: { beforeSync } });
  await place(harness, icebergBody());
  const child = sentTo(harness);
  const seen = { order: 0n, 'complex order': 0n, fills: 0n, position: 0n };
  const { feeds, complexOrders } = harness.oms;
  feeds.onOrder(({ legs }) => void (seen.order = legs[0]?.filledQty ?? 0n));
  feeds.onFill((fill) => void (seen.fills += fill.qty));
  feeds.onPosition(({ position }) => void (seen.position = position.net));
  complexOrders.onChanged(({ parent }) => void (seen['complex order'] = parent.filledQty));
  isHeld = true;
  for (const [id, size] of [
    ['t1', '4'],
    ['t2', '3'],
  ] as const) {
    const fills = [venueFill(child, id, size, '0.44')];
    harness.oms.onVenueReport(harness.venue.name, toReport(child, { fills }));
    await settle();
  }
  assert.equal(syncs.length, 1, 'the second fill waits for the sync of the first one');
  for (const [durable, all] of [
    [qty('4'), false],
    [qty('7'), true],
  ] as const) {
    syncs.shift()?.resolve();
    await settle();
    for (const [feed, shown] of Object.entries(seen))
      assert.ok(all ? shown === durable : shown <= durable, `${feed}: ${shown} while ${durable} is durable`);
  }
});

test('the mark of a venue advances only after every report before it is journaled', async () => {
  const harness = await openOms();
  await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  const reports = [toReport(placed, { fills: [venueFill(placed, 't1', '4', '0.48')] })];
  harness.venue.reconcile = async () => ({ reports, mark: 'm2' });
  harness.clock.advance(60_000);
  await settle();
  const rows = harness.storage.database.prepare('SELECT events FROM entries ORDER BY seq').all();
  const events = rows.flatMap((row) => decodeEvents(String(row['events'])));
  const filledAt = events.findIndex(({ type }) => type === 'FillRecorded');
  const markedAt = events.findLastIndex(({ type }) => type === 'VenueMarkAdvanced');
  assert.ok(filledAt > 0 && filledAt < markedAt, `fill ${filledAt}, mark ${markedAt}`);
});

/** Submits an order while the disk completes only so many syncs; then the process ends, and its venue cannot be reached. */
async function crashAfterSyncs(count: number, venue = new ScriptedVenue()) {
  const never = new Promise<void>(() => {});
  let syncsLeft = Number.POSITIVE_INFINITY;
  const beforeSync = (): Promise<void> => {
    syncsLeft -= 1;
    return syncsLeft < 0 ? never : Promise.resolve();
  };
  const harness = await openOms({ venue, disk: { beforeSync } });
  syncsLeft = count;
  const answers: Result<Submitted, Rejection>[] = [];
  const body = orderBody({ client_order_id: 'k' });
  void harness.oms.orders.submit(TRADER, body, null).then((answer) => answers.push(answer));
  await settle();
  harness.storage.crash();
  harness.venue.reconcile = () => Promise.reject(new Error('not reachable'));
  const restarted = await openOms({ ...harness, storage: await harness.storage.restart() });
  return { answered: answers[0] ?? null, placed: harness.venue.placed.length, restarted, body };
}

test('I-22: an answered order reads as it was answered after a crash, while its venue cannot be reached', async () => {
  // One sync: the venue has answered, and its answer is not on disk (docs/decisions/accepting-orders.md).
  const early = await crashAfterSyncs(1);
  assert.equal(early.placed, 1);
  assert.equal(
    value(await early.restarted.oms.queries.order(TRADER, 'ord_1' as never)).status,
    'PENDING_SUBMISSION',
  );
  assert.equal(early.answered, null);
  const { answered, restarted, body } = await crashAfterSyncs(2);
  const { order } = value(requirePresent(answered, 'the answer'));
  assert.equal(order.status, 'OPEN');
  const read = value(await restarted.oms.queries.order(TRADER, order.id));
  assert.deepEqual({ ...read, answer: null }, { ...order, answer: null });
  const repeated = value(await restarted.oms.orders.submit(TRADER, body, null));
  assert.deepEqual([repeated.replayed, repeated.order], [true, order]);
});

test('I-05, I-22: at a venue that commits with the journal, one sync keeps an order with its answer, or neither', async () => {
  const local = () => new ScriptedVenue({ commitsWithJournal: true });
  const lost = await crashAfterSyncs(0, local());
  assert.deepEqual([lost.placed, lost.answered], [1, null]);
  assert.equal(lost.restarted.oms.state.orders.size, 0);
  const { answered, restarted } = await crashAfterSyncs(1, local());
  const { order } = value(requirePresent(answered, 'the answer'));
  assert.equal(order.status, 'OPEN');
  assert.equal(value(await restarted.oms.queries.order(TRADER, order.id)).status, 'OPEN');
});
