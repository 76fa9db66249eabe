import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueQuery } from '../ports/venue.ts';
import {
  getOrder,
  type OmsHarness,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import { qty, restingReply, ScriptedVenue, toReport, venueFill } from './scripted-venue.fixture.ts';

const worstCaseQty = (harness: OmsHarness): bigint =>
  harness.oms.state.exposure.totals(TRADER.accountId, null).worst;

/** Advances the clock in steps and lets all pending work run after each. */
async function advance(harness: OmsHarness, ms: number, step = 500): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    harness.clock.advance(Math.min(step, left));
    await settle();
  }
}

/** Submits to a venue that does not reply: the order is answered after the wait, still pending. */
async function submitWithoutReply(harness: OmsHarness, change: object = {}) {
  const answered = submit(harness, change);
  await settle();
  harness.clock.advance(250);
  return answered;
}

test('F-01: a request lost before the venue ends REJECTED by proof of absence, and is never sent again', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  harness.venue.onQuery = () => ({ kind: 'absent' });
  const order = await submitWithoutReply(harness);
  assert.equal(order.status, 'PENDING_SUBMISSION');
  await advance(harness, 9_000);
  assert.deepEqual(
    [getOrder(harness, order.id).status, worstCaseQty(harness)],
    ['PENDING_SUBMISSION', qty('10')],
  );
  assert.equal(harness.gauges.get('orders_in_doubt'), 1);
  await advance(harness, 8_000);
  assert.deepEqual(
    [getOrder(harness, order.id).status, getOrder(harness, order.id).reason],
    ['REJECTED', 'venue_unavailable'],
  );
  assert.deepEqual(
    [worstCaseQty(harness), harness.venue.placed.length, harness.oms.ordersInDoubt],
    [0n, 1, 0],
  );
  assert.equal(harness.gauges.get('orders_in_doubt'), 0);
});

test('an order without proof is listed as in doubt after the requested time, until it is resolved', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  harness.venue.onQuery = () => ({ kind: 'failed', why: 'timeout' });
  const order = await submitWithoutReply(harness);
  const inDoubt = () => harness.oms.findOrdersInDoubt(60_000).map(({ id }) => id);
  await advance(harness, 58_000);
  assert.deepEqual(inDoubt(), []);
  await advance(harness, 3_000);
  assert.deepEqual(inDoubt(), [order.id]);
  harness.venue.onQuery = () => ({ kind: 'absent' });
  await advance(harness, 30_000);
  assert.deepEqual(inDoubt(), []);
});

test('2.4: a failed query restarts the proof of absence', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  let queries = 0;
  harness.venue.onQuery = () => (++queries % 3 === 0 ? { kind: 'failed', why: '500' } : { kind: 'absent' });
  const order = await submitWithoutReply(harness);
  await advance(harness, 60_000);
  assert.equal(getOrder(harness, order.id).status, 'PENDING_SUBMISSION');
  harness.venue.onQuery = () => ({ kind: 'absent' });
  await advance(harness, 10_000);
  assert.equal(getOrder(harness, order.id).status, 'REJECTED');
});

test('P-02: an absence of a query sent too early proves nothing, however late it arrives', async () => {
  const notFoundPolicy = { settleMs: 10_000, confirmations: 1, gapMs: 0 };
  const harness = await openOms({ venue: new ScriptedVenue({ notFoundPolicy }) });
  const { venue } = harness;
  venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  const early = Promise.withResolvers<VenueQuery>();
  venue.order = () => early.promise;
  const { id } = await submitWithoutReply(harness);
  await advance(harness, 1_000);
  harness.clock.advance(60_000); // the process was stopped, and the request has reached the venue meanwhile
  const [placed] = venue.placed;
  assert.ok(placed);
  venue.order = async () => ({ kind: 'found', report: toReport(placed) });
  early.resolve({ kind: 'absent' });
  await settle();
  assert.equal(getOrder(harness, id).status, 'PENDING_SUBMISSION');
  await advance(harness, 1_500);
  assert.equal(getOrder(harness, id).status, 'OPEN');
});

test('F-02: accepted but the reply lost: the order is adopted with its fills, one order at the venue', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => ({ kind: 'unknown', why: 'reset' });
  harness.venue.onQuery = () => ({ kind: 'failed', why: 'still down' });
  const order = await submitWithoutReply(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.onQuery = () => ({
    kind: 'found',
    report: toReport(placed, { fills: [venueFill(placed, 't1', '4', '0.47')] }),
  });
  await advance(harness, 2_000);
  assert.deepEqual([getOrder(harness, order.id).status, worstCaseQty(harness)], ['PARTIAL', qty('10')]);
  assert.deepEqual(
    value(harness.oms.queries.positions(TRADER, 'sa_1' as never)).map(({ position }) => position.net),
    [qty('4')],
  );
});

test('F-12: a duplicate client id at the venue means the order exists: it is queried, not refused', async () => {
  const harness = await openOms();
  harness.venue.onPlace = (placed) => {
    harness.venue.onQuery = () => ({ kind: 'found', report: toReport(placed) });
    return { kind: 'refused', code: 'duplicate_client_id', message: 'exists' };
  };
  const answered = submit(harness);
  await settle();
  harness.clock.advance(0);
  assert.equal((await answered).status, 'OPEN');
});

test('F-03: a cancel requested while in doubt is sent once the order is found', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  harness.venue.onCancel = () => ({ kind: 'refused', code: 'unknown_order', message: 'not here' });
  const order = await submitWithoutReply(harness);
  const summary = harness.oms.orders.cancelAll(TRADER, null, 'cancel_all');
  await advance(harness, 300, 50);
  assert.deepEqual(value(await summary).pending, [order.id]);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.onCancel = () => restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
  await advance(harness, 6_000);
  assert.deepEqual(
    [getOrder(harness, order.id).status, getOrder(harness, order.id).reason],
    ['CANCELLED', 'cancel_all'],
  );
});

test('an adapter that throws is handled like a timeout', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => Promise.reject(new Error('socket hang up'));
  harness.venue.onQuery = () => ({ kind: 'absent' });
  const order = await submitWithoutReply(harness);
  assert.equal(order.status, 'PENDING_SUBMISSION');
  await advance(harness, 20_000);
  assert.equal(getOrder(harness, order.id).status, 'REJECTED');
});

test('F-22: a report with an unknown client id is recorded as an anomaly and attributed to no order', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  for (const clientId of ['cb-99-1-1', 'unknown-client', 'cb-1-2-1']) {
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport({ ...placed, clientId: clientId as never }, { fills: [venueFill(placed, 't1', '4', '0.47')] }),
    );
  }
  await settle();
  assert.equal(getOrder(harness, order.id).status, 'OPEN');
  assert.deepEqual(value(harness.oms.queries.positions(TRADER, 'sa_1' as never)), []);
});

test("F-22: a report with the client id of another venue's order is not applied", async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.oms.onVenueReport(
    'Kalshi' as never,
    toReport(placed, { fills: [venueFill(placed, 't1', '4', '0.48')] }),
  );
  await settle();
  assert.deepEqual([getOrder(harness, order.id).status, harness.errors.length], ['OPEN', 1]);
});

test('F-24: a venue that over-fills gets no new orders; cancels are still sent', async () => {
  const harness = await openOms();
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, 't1', '12', '0.48')] });
  assert.equal((await submit(harness)).status, 'FILLED');
  assert.equal(
    resultCode(await harness.oms.orders.submit(TRADER, orderBody({ qty: '1' }), null)),
    'venue_unavailable',
  );
});

test('crash 3 to 5: an accepted order without a reply is in doubt after a restart: adopted or proven absent, never sent again', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => new Promise(() => {});
  const lost = harness.oms.orders.submit(TRADER, orderBody(), 'k');
  await settle();
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  next.venue.onQuery = () => ({ kind: 'found', report: toReport(placed) });
  await advance(next, 2_000);
  assert.deepEqual([getOrder(next, 'ord_1' as never).status, next.venue.placed.length], ['OPEN', 0]);
  const repeat = value(await next.oms.orders.submit(TRADER, orderBody(), 'k'));
  assert.deepEqual([repeat.replayed, repeat.order.id, repeat.order.status], [true, 'ord_1', 'OPEN']);
  void lost;
});

test('crash 13: a cancel requested before a restart is sent after it', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  void harness.oms.orders.cancel(TRADER, order.id);
  await settle();
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  assert.deepEqual(next.venue.cancelled, [placed.clientId]);
  next.venue.onCancel = () => restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
  await advance(next, 2_000);
  assert.deepEqual(
    [getOrder(next, order.id).status, getOrder(next, order.id).reason],
    ['CANCELLED', 'user_cancel'],
  );
});

test('I-22: no caller is answered with state that is not durable, also after the wait', async () => {
  const waiting: PromiseWithResolvers<void>[] = [];
  let isSlow = false;
  const beforeSync = (): Promise<void> => {
    if (!isSlow) return Promise.resolve();
    const sync = Promise.withResolvers<void>();
    waiting.push(sync);
    return sync.promise;
  };
  const harness = await openOms({ disk: { beforeSync } });
  harness.venue.onPlace = (order) => {
    isSlow = true; // the intent is durable, the venue's reply is not durable yet
    return restingReply(order, { status: 'FILLED', fills: [venueFill(order, 't-1', '10', '0.48')] });
  };
  let isAnswered = false;
  const answer = submit(harness).finally(() => {
    isAnswered = true;
  });
  await settle();
  harness.clock.advance(250);
  await settle();
  assert.equal(isAnswered, false);
  for (const sync of waiting) sync.resolve();
  assert.equal((await answer).status, 'FILLED');
});

test('an order that closed at its venue while the service was down, and is not listed there, closes by proof of absence', async () => {
  const harness = await openOms();
  const [kept, missing, expired] = [
    await submit(harness),
    await submit(harness, { price: '0.47' }),
    await submit(harness, { tif: 'GTD', expires_at: harness.clock.now() + 60_000 }),
  ];
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  next.venue.onQuery = (clientId) => {
    const order = harness.venue.placed.find((placed) => placed.clientId === clientId);
    return order?.clientId === harness.venue.placed[0]?.clientId && order !== undefined
      ? { kind: 'found', report: toReport(order) }
      : { kind: 'absent' };
  };
  await advance(next, 62_000);
  const ends = [kept, missing, expired].map(({ id }) => [
    getOrder(next, id).status,
    getOrder(next, id).reason,
  ]);
  assert.deepEqual(ends, [
    ['OPEN', null],
    ['CANCELLED', 'venue_cancelled'],
    ['CANCELLED', 'venue_cancelled'],
  ]);
  assert.deepEqual([worstCaseQty(next), next.venue.placed.length, next.oms.ordersInDoubt], [qty('10'), 0, 0]);
});

test('F-02: an IOC order that rests after a restart is cancelled', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => new Promise(() => {});
  const orders = [
    await submitWithoutReply(harness, { tif: 'IOC' }),
    await submitWithoutReply(harness, { tif: 'FOK' }),
  ];
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  const [ioc, fok] = harness.venue.placed;
  assert.ok(ioc && fok);
  const found = [toReport(ioc, { fills: [venueFill(ioc, 't1', '4', '0.47')] }), toReport(fok)];
  next.venue.onCancel = (clientId) => {
    const report = found.find((each) => each.clientId === clientId);
    assert.ok(report);
    return { kind: 'report', report: { ...report, status: 'CANCELLED', reason: 'requested' } };
  };
  for (const report of found) next.oms.onVenueReport(next.venue.name, report);
  await advance(next, 1_000);
  assert.deepEqual(next.venue.cancelled, [ioc.clientId, fok.clientId]);
  assert.deepEqual(
    orders.map(({ id }) => [getOrder(next, id).status, getOrder(next, id).reason]),
    [
      ['CANCELLED', 'ioc_remainder'],
      ['CANCELLED', 'fok_unfilled'],
    ],
  );
  assert.deepEqual([worstCaseQty(next), next.venue.placed.length], [qty('4'), 0]);
});

test('an IOC order shown open during its send is kept, and cancelled if the reply leaves it open', async () => {
  const harness = await openOms();
  const reply = Promise.withResolvers<ReturnType<typeof restingReply>>();
  harness.venue.onPlace = () => reply.promise;
  const answer = submit(harness, { tif: 'IOC' });
  await settle();
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.onCancel = () => restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
  harness.oms.onVenueReport(harness.venue.name, toReport(placed));
  await settle();
  assert.deepEqual(harness.venue.cancelled, []);
  reply.resolve(restingReply(placed));
  const { id } = await answer;
  while (getOrder(harness, id).status === 'OPEN') await settle();
  const order = getOrder(harness, id);
  assert.deepEqual(
    [order.status, order.reason, harness.venue.cancelled.length],
    ['CANCELLED', 'ioc_remainder', 1],
  );
});
