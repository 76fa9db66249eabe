import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openInstrument, resultCode, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { price, qty, restingReply, toReport } from '../../oms/scripted-venue.fixture.ts';
import {
  fill,
  getParent,
  icebergBody,
  openParents,
  pass,
  passSlowly,
  place,
  sentTo,
} from './parents.fixture.ts';

describe('ICEBERG', () => {
  test('one child of at most display_qty rests, and the next follows once it is filled', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    assert.deepEqual([sentTo(harness).qty, sentTo(harness).price], [qty('30'), price('0.44')]);
    await fill(harness, sentTo(harness), '10');
    assert.equal(harness.venue.placed.length, 1);
    for (const expected of ['30', '30', '10']) {
      await fill(harness, sentTo(harness), '30');
      assert.equal(sentTo(harness).qty, qty(expected));
    }
    await fill(harness, sentTo(harness), '10');
    const { status, filledQty, liveQty } = getParent(harness, id);
    assert.deepEqual(
      [harness.venue.placed.length, status, filledQty, liveQty],
      [4, 'FILLED', qty('100'), 0n],
    );
  });

  for (const [side, bound, expected] of [
    ['BUY', '0.445', '0.44'],
    ['SELL', '0.435', '0.44'],
  ] as const) {
    test(`the tick size grows: the next ${side} child has the nearest valid price that is not worse`, async () => {
      const harness = await openParents();
      harness.market.set(openInstrument(1001, { priceTick: price('0.001'), priceMin: price('0.001') }));
      const { id } = await place(harness, icebergBody({ side, price: bound }));
      harness.market.set(openInstrument(1001));
      await passSlowly(harness, 2);
      assert.deepEqual([harness.venue.placed.length, sentTo(harness).price], [1, price(bound)]);
      await fill(harness, sentTo(harness), '30');
      await passSlowly(harness, 2);
      const { status, moves } = getParent(harness, id);
      const found = [harness.venue.placed.length, sentTo(harness).price, status, moves];
      assert.deepEqual(found, [2, price(expected), 'WORKING', 0]);
    });
  }

  test('the next child waits for reload_delay_ms', async () => {
    const harness = await openParents();
    await place(harness, icebergBody({}, { reload_delay_ms: 3_000 }));
    await fill(harness, sentTo(harness), '30');
    await pass(harness, 2_999);
    assert.equal(harness.venue.placed.length, 1);
    await pass(harness, 1);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('the jitter makes a child smaller, never larger', async () => {
    const harness = await openParents();
    await place(harness, icebergBody({}, { display_jitter: '0.4' }));
    assert.equal(sentTo(harness).qty, qty('24'));
  });

  test('a child with an unknown outcome counts whole: no other child is placed', async () => {
    const harness = await openParents();
    harness.venue.onPlace = () => ({ kind: 'unknown', why: 'timeout' });
    const { id } = await place(harness, icebergBody());
    await pass(harness, 4_000);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).liveQty], [1, qty('30')]);
    harness.venue.onPlace = (order) => restingReply(order);
    harness.venue.onQuery = () => ({ kind: 'absent' });
    await passSlowly(harness, 30);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).liveQty], [2, qty('30')]);
  });

  test('a child that the venue refuses is retried after 1, 2, 4, 8 and 16 s, then the order is PAUSED', async () => {
    const harness = await openParents();
    harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
    const { id } = await place(harness, icebergBody());
    for (const [at, delayMs] of [1_000, 2_000, 4_000, 8_000, 16_000].entries()) {
      await pass(harness, delayMs - 1);
      assert.equal(harness.venue.placed.length, at + 1);
      await pass(harness, 1);
      assert.equal(harness.venue.placed.length, at + 2);
    }
    await pass(harness, 60_000);
    const { status, pausedBy } = getParent(harness, id);
    assert.deepEqual([harness.venue.placed.length, status, pausedBy], [6, 'PAUSED', 'venue_unhealthy']);
    harness.venue.onPlace = (order) => restingReply(order);
    value(await harness.oms.complexOrders.resume(TRADER, id));
    await settle();
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [7, 'WORKING']);
  });

  test('a child that the venue cancelled is placed again, and its fills count', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    await fill(harness, sentTo(harness), '10');
    const report = toReport(sentTo(harness), { status: 'CANCELLED', filledQty: qty('10') });
    harness.oms.onVenueReport(harness.venue.name, report);
    await settle();
    await pass(harness, 1_000);
    const { filledQty, liveQty } = getParent(harness, id);
    assert.deepEqual([harness.venue.placed.length, filledQty, liveQty], [2, qty('10'), qty('30')]);
  });

  test('a new price replaces the child only after its cancel is proven', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    const first = sentTo(harness);
    value(await harness.oms.complexOrders.amend(TRADER, id, { price: '0.45' }));
    await settle();
    assert.deepEqual([harness.venue.cancelled, harness.venue.placed.length], [[first.clientId], 1]);
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(first, { status: 'CANCELLED', reason: 'requested' }),
    );
    await settle();
    await pass(harness, 1_000);
    const { moves } = getParent(harness, id);
    assert.deepEqual([harness.venue.placed.length, sentTo(harness).price, moves], [2, price('0.45'), 1]);
  });

  test('qty can be amended down to what is filled and live, not below', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    await fill(harness, sentTo(harness), '10');
    const { complexOrders } = harness.oms;
    assert.equal(resultCode(await complexOrders.amend(TRADER, id, { qty: '29' })), 'validation');
    value(await complexOrders.amend(TRADER, id, { qty: '30' }));
    await fill(harness, sentTo(harness), '30');
    assert.deepEqual([getParent(harness, id).status, harness.venue.placed.length], ['FILLED', 1]);
  });

  test('a caller cannot amend a child, and the cancel of a child ends its parent', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    const [child] = getParent(harness, id).childOrderIds;
    assert.ok(child !== undefined);
    assert.equal(resultCode(await harness.oms.orders.amend(TRADER, child, { price: '0.4' })), 'validation');
    harness.venue.onCancel = () =>
      restingReply(sentTo(harness), { status: 'CANCELLED', reason: 'requested' });
    value(await harness.oms.orders.cancel(TRADER, child));
    await settle();
    assert.deepEqual(
      [getParent(harness, id).status, getParent(harness, id).reason],
      ['CANCELLED', 'user_cancel'],
    );
    await pass(harness, 5_000);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('a quantity that cannot be placed any more ends it with below_minimum', async () => {
    const harness = await openParents();
    const instrument = harness.market.instrument(getInstrumentId(harness));
    assert.ok(instrument !== null);
    harness.market.set({ ...instrument, qtyMin: qty('5') });
    const { id } = await place(harness, icebergBody({ qty: '33' }));
    await fill(harness, sentTo(harness), '30');
    const { status, reason, filledQty } = getParent(harness, id);
    assert.deepEqual([status, reason, filledQty], ['CANCELLED', 'below_minimum', qty('30')]);
  });
});

const getInstrumentId = (harness: Awaited<ReturnType<typeof openParents>>) => {
  const [id] = harness.market.instruments.keys();
  assert.ok(id !== undefined);
  return id;
};
