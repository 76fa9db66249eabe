import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  body,
  codeOf,
  fill,
  type OmsHarness,
  openOms,
  qty,
  reportOf,
  resting,
  settle,
  stateOf,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

const worst = (desk: OmsHarness): bigint => desk.engine.state.exposure.totals(TRADER.accountId, null).worst;

/** Lets time pass in steps, with everything that becomes ready in between. */
async function pass(desk: OmsHarness, ms: number, step = 500): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    desk.clock.advance(Math.min(step, left));
    await settle();
  }
}

/** Submits to a venue that does not answer: the order is answered after the wait, still pending. */
async function submitIntoSilence(desk: OmsHarness, change: object = {}) {
  const answered = submit(desk, change);
  await settle();
  desk.clock.advance(250);
  return answered;
}

test('F-01: a request lost before the venue ends REJECTED by proof of absence, and is never sent again', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  desk.venue.onQuery = () => ({ kind: 'absent' });
  const order = await submitIntoSilence(desk);
  assert.equal(order.status, 'PENDING_SUBMISSION');
  await pass(desk, 9_000);
  assert.deepEqual([stateOf(desk, order.id).status, worst(desk)], ['PENDING_SUBMISSION', qty('10')]);
  await pass(desk, 8_000);
  assert.deepEqual(
    [stateOf(desk, order.id).status, stateOf(desk, order.id).reason],
    ['REJECTED', 'venue_unavailable'],
  );
  assert.deepEqual([worst(desk), desk.venue.placed.length, desk.engine.ordersInDoubt], [0n, 1, 0]);
});

test('2.4: a failed query in between starts the proof over', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  let queries = 0;
  desk.venue.onQuery = () => (++queries % 3 === 0 ? { kind: 'failed', why: '500' } : { kind: 'absent' });
  const order = await submitIntoSilence(desk);
  await pass(desk, 60_000);
  assert.equal(stateOf(desk, order.id).status, 'PENDING_SUBMISSION');
  desk.venue.onQuery = () => ({ kind: 'absent' });
  await pass(desk, 10_000);
  assert.equal(stateOf(desk, order.id).status, 'REJECTED');
});

test('F-02: accepted but the reply lost: the order is adopted with its fills, one order at the venue', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => ({ kind: 'unknown', why: 'reset' });
  desk.venue.onQuery = () => ({ kind: 'failed', why: 'still down' });
  const order = await submitIntoSilence(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.venue.onQuery = () => ({
    kind: 'found',
    report: reportOf(placed, { fills: [fill(placed, 't1', '4', '0.47')] }),
  });
  await pass(desk, 2_000);
  assert.deepEqual([stateOf(desk, order.id).status, worst(desk)], ['PARTIAL', qty('10')]);
  assert.deepEqual(
    value(desk.engine.positions(TRADER, 'sa_1' as never)).map(({ position }) => position.net),
    [qty('4')],
  );
});

test('F-12: the venue says it has this client id already: it exists, so it is looked up, not refused', async () => {
  const desk = await openOms();
  desk.venue.onPlace = (placed) => {
    desk.venue.onQuery = () => ({ kind: 'found', report: reportOf(placed) });
    return { kind: 'refused', code: 'duplicate_client_id', message: 'exists' };
  };
  const answered = submit(desk);
  await settle();
  desk.clock.advance(0);
  assert.equal((await answered).status, 'OPEN');
});

test('F-03: a cancel asked for while in doubt is pursued once the order is found', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
  desk.venue.onCancel = () => ({ kind: 'refused', code: 'unknown_order', message: 'not here' });
  const order = await submitIntoSilence(desk);
  const summary = desk.engine.cancelAll(TRADER, null, 'cancel_all');
  await pass(desk, 300, 50);
  assert.deepEqual(value(await summary).pending, [order.id]);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.venue.onCancel = () => resting(placed, { status: 'CANCELLED', reason: 'requested' });
  await pass(desk, 6_000);
  assert.deepEqual(
    [stateOf(desk, order.id).status, stateOf(desk, order.id).reason],
    ['CANCELLED', 'cancel_all'],
  );
});

test('a venue that throws is as silent as one that times out', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => Promise.reject(new Error('socket hang up'));
  desk.venue.onQuery = () => ({ kind: 'absent' });
  const order = await submitIntoSilence(desk);
  assert.equal(order.status, 'PENDING_SUBMISSION');
  await pass(desk, 20_000);
  assert.equal(stateOf(desk, order.id).status, 'REJECTED');
});

test('F-22: a report that names no order of ours is kept as an anomaly and attributed to nobody', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  for (const clientId of ['cb-99-1-1', 'somebody-else', 'cb-1-2-1']) {
    desk.engine.report(
      desk.venue.name,
      reportOf({ ...placed, clientId: clientId as never }, { fills: [fill(placed, 't1', '4', '0.47')] }),
    );
  }
  await settle();
  assert.equal(stateOf(desk, order.id).status, 'OPEN');
  assert.deepEqual(value(desk.engine.positions(TRADER, 'sa_1' as never)), []);
});

test("F-22: a venue that names another venue's order is not believed", async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.engine.report('Kalshi' as never, reportOf(placed, { fills: [fill(placed, 't1', '4', '0.48')] }));
  await settle();
  assert.deepEqual([stateOf(desk, order.id).status, desk.errors.length], ['OPEN', 1]);
});

test('F-24: a venue that over-fills gets no new order until a person has looked; cancels still go', async () => {
  const desk = await openOms();
  desk.venue.onPlace = (order) =>
    resting(order, { status: 'FILLED', fills: [fill(order, 't1', '12', '0.48')] });
  assert.equal((await submit(desk)).status, 'FILLED');
  assert.equal(codeOf(await desk.engine.submit(TRADER, body({ qty: '1' }), null)), 'venue_unavailable');
});

test('crash 3 to 5: what was accepted but not answered is in doubt after a restart, adopted or proven absent, never sent', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => new Promise(() => {});
  const lost = desk.engine.submit(TRADER, body(), 'k');
  await settle();
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  const next = await openOms({ store: await desk.store.restart(), market: desk.market, clock: desk.clock });
  next.venue.onQuery = () => ({ kind: 'found', report: reportOf(placed) });
  await pass(next, 2_000);
  assert.deepEqual([stateOf(next, 'ord_1' as never).status, next.venue.placed.length], ['OPEN', 0]);
  const repeat = value(await next.engine.submit(TRADER, body(), 'k'));
  assert.deepEqual([repeat.replayed, repeat.order.id, repeat.order.status], [true, 'ord_1', 'OPEN']);
  void lost;
});

test('crash 13: a cancel requested before a restart is sent after it', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  void desk.engine.cancel(TRADER, order.id);
  await settle();
  const next = await openOms({ store: await desk.store.restart(), market: desk.market, clock: desk.clock });
  assert.deepEqual(next.venue.cancelled, [placed.clientId]);
  next.venue.onCancel = () => resting(placed, { status: 'CANCELLED', reason: 'requested' });
  await pass(next, 2_000);
  assert.deepEqual(
    [stateOf(next, order.id).status, stateOf(next, order.id).reason],
    ['CANCELLED', 'user_cancel'],
  );
});

test('I-22: nobody is answered with what is not durable yet, also when the wait is over', async () => {
  const waiting: PromiseWithResolvers<void>[] = [];
  let isSlow = false;
  const beforeSync = (): Promise<void> => {
    if (!isSlow) return Promise.resolve();
    const sync = Promise.withResolvers<void>();
    waiting.push(sync);
    return sync.promise;
  };
  const desk = await openOms({ disk: { beforeSync } });
  desk.venue.onPlace = (order) => {
    isSlow = true; // the intent is durable, the venue's answer will not be for a while
    return resting(order, { status: 'FILLED', fills: [fill(order, 't-1', '10', '0.48')] });
  };
  let isAnswered = false;
  const answer = submit(desk).finally(() => {
    isAnswered = true;
  });
  await settle();
  desk.clock.advance(250);
  await settle();
  assert.equal(isAnswered, false);
  for (const sync of waiting) sync.resolve();
  assert.equal((await answer).status, 'FILLED');
});

test('an order that ended at its venue while we were away, and is not served there any more, ends by proof', async () => {
  const desk = await openOms();
  const [kept, gone, past] = [
    await submit(desk),
    await submit(desk, { price: '0.47' }),
    await submit(desk, { tif: 'GTD', expires_at: desk.clock.now() + 60_000 }),
  ];
  const next = await openOms({ store: await desk.store.restart(), market: desk.market, clock: desk.clock });
  next.venue.onQuery = (clientId) => {
    const order = desk.venue.placed.find((placed) => placed.clientId === clientId);
    return order?.clientId === desk.venue.placed[0]?.clientId && order !== undefined
      ? { kind: 'found', report: reportOf(order) }
      : { kind: 'absent' };
  };
  await pass(next, 62_000);
  const ends = [kept, gone, past].map(({ id }) => [stateOf(next, id).status, stateOf(next, id).reason]);
  assert.deepEqual(ends, [
    ['OPEN', null],
    ['CANCELLED', 'venue_cancelled'],
    ['CANCELLED', 'venue_cancelled'],
  ]);
  assert.deepEqual([worst(next), next.venue.placed.length, next.engine.ordersInDoubt], [qty('10'), 0, 0]);
});

test('F-02: an IOC order that a restart finds resting is cancelled: it was never to rest', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => new Promise(() => {});
  const orders = [
    await submitIntoSilence(desk, { tif: 'IOC' }),
    await submitIntoSilence(desk, { tif: 'FOK' }),
  ];
  const next = await openOms({ store: await desk.store.restart(), market: desk.market, clock: desk.clock });
  const [ioc, fok] = desk.venue.placed;
  assert.ok(ioc && fok);
  const found = [reportOf(ioc, { fills: [fill(ioc, 't1', '4', '0.47')] }), reportOf(fok)];
  next.venue.onCancel = (clientId) => {
    const report = found.find((each) => each.clientId === clientId);
    assert.ok(report);
    return { kind: 'report', report: { ...report, status: 'CANCELLED', reason: 'requested' } };
  };
  for (const report of found) next.engine.report(next.venue.name, report);
  await pass(next, 1_000);
  assert.deepEqual(next.venue.cancelled, [ioc.clientId, fok.clientId]);
  assert.deepEqual(
    orders.map(({ id }) => [stateOf(next, id).status, stateOf(next, id).reason]),
    [
      ['CANCELLED', 'ioc_remainder'],
      ['CANCELLED', 'fok_unfilled'],
    ],
  );
  assert.deepEqual([worst(next), next.venue.placed.length], [qty('4'), 0]);
});

test('an IOC order shown open while its reply is under way is left alone, and cancelled if the reply leaves it so', async () => {
  const desk = await openOms();
  const reply = Promise.withResolvers<ReturnType<typeof resting>>();
  desk.venue.onPlace = () => reply.promise;
  const answer = submit(desk, { tif: 'IOC' });
  await settle();
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.venue.onCancel = () => resting(placed, { status: 'CANCELLED', reason: 'requested' });
  desk.engine.report(desk.venue.name, reportOf(placed));
  await settle();
  assert.deepEqual(desk.venue.cancelled, []);
  reply.resolve(resting(placed));
  const { id } = await answer;
  while (stateOf(desk, id).status === 'OPEN') await settle();
  const order = stateOf(desk, id);
  assert.deepEqual(
    [order.status, order.reason, desk.venue.cancelled.length],
    ['CANCELLED', 'ioc_remainder', 1],
  );
});
