import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId } from '../../contract/model/ids.ts';
import { openInstrument, resultCode, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { price, qty } from '../../oms/scripted-venue.fixture.ts';
import {
  fill,
  getParent,
  icebergBody,
  iocReply,
  moveTo,
  openParents,
  pass,
  passSlowly,
  place,
  sentTo,
  stopBody,
} from './parents.fixture.ts';

describe('the price that the trigger of a STOP watches', () => {
  // YES is bid at 0.47, offered at 0.49, and traded last at 0.3.
  for (const [side, outcome, source, watched] of [
    ['SELL', 'YES', 'TOUCH', '0.47'],
    ['BUY', 'YES', 'TOUCH', '0.49'],
    ['SELL', 'NO', 'TOUCH', '0.51'],
    ['BUY', 'NO', 'TOUCH', '0.53'],
    ['SELL', 'YES', 'MID', '0.48'],
    ['BUY', 'NO', 'MID', '0.52'],
    ['SELL', 'YES', 'LAST', '0.3'],
    ['BUY', 'YES', 'LAST', '0.3'],
    ['SELL', 'NO', 'LAST', '0.7'],
    ['BUY', 'NO', 'LAST', '0.7'],
  ] as const)
    test(`is ${watched} for ${side} ${outcome} with the source ${source}`, async () => {
      const harness = await openParents();
      harness.market.lastPrices.set(1001 as InstrumentId, price('0.3'));
      const far = { trigger_price: side === 'SELL' ? '0.1' : '0.9', trigger_source: source };
      const { id } = await place(harness, stopBody({ side, outcome }, far));
      const { view } = value(await harness.oms.complexOrders.get(TRADER, id));
      assert.equal(view.watched, price(watched));
    });
});

describe('STOP', () => {
  test('it waits while the touch is on the other side of its trigger, and fires once at it', async () => {
    const harness = await openParents();
    harness.venue.onPlace = (order) => iocReply(order, '20');
    const { id } = await place(harness, stopBody());
    await moveTo(harness, '0.41', '0.43');
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [0, 'WAITING']);
    await moveTo(harness, '0.4', '0.43');
    const child = sentTo(harness);
    assert.deepEqual(
      [child.type, child.tif, child.price, child.qty, child.side],
      ['LIMIT', 'IOC', price('0.37'), qty('20'), 'SELL'],
    );
    await moveTo(harness, '0.35', '0.36');
    await pass(harness, 5_000);
    const parent = getParent(harness, id);
    assert.deepEqual(
      [harness.venue.placed.length, parent.status, parent.filledQty],
      [1, 'FILLED', qty('20')],
    );
    assert.equal(parent.triggeredBy, price('0.4'));
  });

  test('the child has the id of its parent and a client order id made of both numbers', async () => {
    const harness = await openParents();
    harness.venue.onPlace = (order) => iocReply(order, '20');
    const { id } = await place(harness, stopBody());
    await moveTo(harness, '0.39', '0.4');
    const [orderId] = getParent(harness, id).childOrderIds;
    assert.ok(orderId !== undefined);
    const order = harness.oms.state.orders.get(orderId);
    assert.deepEqual([order?.parentId, order?.clientOrderId], [id, `${id}-1`]);
  });

  test('the trigger is durable before the child', async () => {
    const harness = await openParents();
    harness.venue.onPlace = (order) => iocReply(order, '20');
    const { id } = await place(harness, stopBody());
    await moveTo(harness, '0.39', '0.4');
    const entries = await harness.storage.journal.entriesForParent(id, 100);
    const kinds = entries.map(({ events }) =>
      events.flatMap((event) => (event.type === 'ParentDecided' ? [event.decision] : [event.type])),
    );
    assert.deepEqual(kinds.slice(1, 3), [['triggered'], ['child_placed', 'OrderAccepted']]);
  });

  test('what an IOC child leaves is sent again while the trigger is met, at most once a second', async () => {
    const harness = await openParents();
    harness.venue.onPlace = (order) => iocReply(order, '5');
    const { id } = await place(harness, stopBody());
    await moveTo(harness, '0.39', '0.4');
    await moveTo(harness, '0.38', '0.4');
    assert.equal(harness.venue.placed.length, 1);
    await pass(harness, 1_000);
    assert.deepEqual([harness.venue.placed.length, sentTo(harness).qty], [2, qty('15')]);
    await moveTo(harness, '0.45', '0.46');
    await pass(harness, 3_000);
    assert.equal(harness.venue.placed.length, 2);
    harness.venue.onPlace = (order) => iocReply(order, '10');
    await moveTo(harness, '0.4', '0.41');
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [3, 'FILLED']);
  });

  test('a rest that is worth less than the venue accepts ends it with below_minimum', async () => {
    const harness = await openParents();
    harness.venue.onPlace = (order) => iocReply(order, '12');
    const { id } = await place(harness, stopBody());
    await moveTo(harness, '0.39', '0.4');
    harness.venue.onFindObstacle = () => ({
      kind: 'unsent',
      reason: 'notional_below_min',
      why: 'too little',
    });
    await passSlowly(harness, 2);
    const { status, reason, filledQty } = getParent(harness, id);
    assert.deepEqual([status, reason, filledQty], ['CANCELLED', 'below_minimum', qty('12')]);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('a part that is worth less than the venue accepts is retried: the next one may be worth more', async () => {
    const harness = await openParents();
    harness.venue.onFindObstacle = () => ({
      kind: 'unsent',
      reason: 'notional_below_min',
      why: 'too little',
    });
    const { id } = await place(harness, icebergBody());
    assert.deepEqual([getParent(harness, id).status, getParent(harness, id).refusals], ['WORKING', 1]);
    harness.venue.onFindObstacle = () => null;
    await passSlowly(harness, 2);
    assert.equal(getParent(harness, id).liveQty, qty('30'));
  });

  test('after_partial END leaves the rest unplaced', async () => {
    const harness = await openParents();
    harness.venue.onPlace = (order) => iocReply(order, '5');
    const { id } = await place(harness, stopBody({}, { after_partial: 'END' }));
    await moveTo(harness, '0.39', '0.4');
    await pass(harness, 1_000);
    const { status, reason, filledQty } = getParent(harness, id);
    assert.deepEqual([status, reason, filledQty], ['CANCELLED', 'ioc_remainder', qty('5')]);
    assert.equal(harness.venue.placed.length, 1);
  });

  for (const afterPartial of ['END', 'REPEAT'])
    test(`after_partial ${afterPartial}: refused until it is PAUSED, it is sent again by a resume request`, async () => {
      const harness = await openParents();
      harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
      const { id } = await place(harness, stopBody({}, { after_partial: afterPartial }));
      await moveTo(harness, '0.39', '0.4');
      await passSlowly(harness, 60);
      assert.deepEqual(
        [getParent(harness, id).pausedBy, harness.venue.placed.length],
        ['venue_unhealthy', 6],
      );
      harness.venue.onPlace = (order) => iocReply(order, '20');
      value(await harness.oms.complexOrders.resume(TRADER, id));
      await settle();
      const { status, reason, filledQty } = getParent(harness, id);
      assert.deepEqual([status, reason, filledQty], ['FILLED', null, qty('20')]);
    });

  test('with a price the child rests at it', async () => {
    const harness = await openParents();
    const { id } = await place(harness, stopBody({ price: '0.36' }, { max_slippage: undefined }));
    await moveTo(harness, '0.39', '0.4');
    const child = sentTo(harness);
    assert.deepEqual([child.tif, child.price], ['GTC', price('0.36')]);
    await fill(harness, child, '20');
    assert.equal(getParent(harness, id).status, 'FILLED');
  });

  test('the trigger must be met for confirm_ms without interruption', async () => {
    const harness = await openParents();
    const { id } = await place(harness, stopBody({}, { confirm_ms: 2_000 }));
    await moveTo(harness, '0.39', '0.4');
    await pass(harness, 1_500);
    await moveTo(harness, '0.42', '0.43');
    await moveTo(harness, '0.39', '0.4');
    await pass(harness, 1_999);
    assert.equal(getParent(harness, id).status, 'WAITING');
    await pass(harness, 1);
    assert.equal(getParent(harness, id).status, 'WORKING');
  });

  test('the time for confirm_ms begins again after a pause', async () => {
    const harness = await openParents();
    const { id } = await place(harness, stopBody({}, { confirm_ms: 5_000 }));
    await moveTo(harness, '0.39', '0.4');
    harness.market.set(openInstrument(1001, { status: 'PAUSED' }));
    await pass(harness, 4_000);
    harness.market.set(openInstrument(1001));
    await settle();
    assert.equal(getParent(harness, id).status, 'WAITING');
    await pass(harness, 4_999);
    assert.equal(getParent(harness, id).status, 'WAITING');
    await pass(harness, 1);
    assert.equal(getParent(harness, id).status, 'WORKING');
  });

  test('a NO order watches the prices of NO', async () => {
    const harness = await openParents();
    await moveTo(harness, '0.5', '0.52');
    await place(harness, stopBody({ outcome: 'NO', side: 'BUY' }, { trigger_price: '0.6' }));
    await moveTo(harness, '0.41', '0.43');
    assert.equal(harness.venue.placed.length, 0);
    await moveTo(harness, '0.4', '0.43');
    const child = sentTo(harness);
    assert.deepEqual([child.outcome, child.side, child.price], ['NO', 'BUY', price('0.63')]);
  });

  test('the slippage stays within the prices of the instrument', async () => {
    const harness = await openParents();
    await place(harness, stopBody({}, { max_slippage: '0.9' }));
    await moveTo(harness, '0.39', '0.4');
    assert.equal(sentTo(harness).price, price('0.01'));
  });

  test('a trigger that is met at once is refused, unless the caller asks for it', async () => {
    const harness = await openParents();
    const met = stopBody({}, { trigger_price: '0.47' });
    assert.equal(
      resultCode(await harness.oms.complexOrders.submit(TRADER, met, null)),
      'trigger_already_met',
    );
    await place(harness, stopBody({}, { trigger_price: '0.47', fire_if_met: true }));
    assert.equal(harness.venue.placed.length, 1);
  });

  test('nothing fires on a stale book: the order is PAUSED, and continues once the book is live', async () => {
    const harness = await openParents();
    const { id } = await place(harness, stopBody());
    const { instrumentId } = getParent(harness, id);
    harness.market.stale.add(instrumentId);
    const lostAt = harness.clock.now();
    await moveTo(harness, '0.3', '0.31');
    await pass(harness, 1_000);
    const { status, pausedBy, pausedAt } = getParent(harness, id);
    assert.deepEqual([status, pausedBy, pausedAt], ['PAUSED', 'no_live_book', lostAt]);
    assert.equal(harness.venue.placed.length, 0);
    harness.market.stale.delete(instrumentId);
    await moveTo(harness, '0.3', '0.31');
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [1, 'WORKING']);
  });

  test('the expiry wins over a trigger that is met in the same moment', async () => {
    const harness = await openParents();
    const expiresAt = harness.clock.now() + 60_000;
    const { id } = await place(harness, stopBody({ tif: 'GTD', expires_at: expiresAt }));
    harness.clock.advance(60_000);
    await moveTo(harness, '0.3', '0.31');
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [0, 'EXPIRED']);
  });

  test('a closed market ends it', async () => {
    const harness = await openParents();
    const { id, instrumentId } = await place(harness, stopBody());
    const instrument = harness.market.instrument(instrumentId);
    assert.ok(instrument !== null);
    harness.market.set({ ...instrument, status: 'CLOSED' });
    await settle();
    assert.deepEqual(
      [getParent(harness, id).status, getParent(harness, id).reason],
      ['CANCELLED', 'market_closed'],
    );
  });

  test('a reduce-only stop without a position is refused', async () => {
    const harness = await openParents();
    const refused = await harness.oms.complexOrders.submit(TRADER, stopBody({ reduce_only: true }), null);
    assert.equal(resultCode(refused), 'nothing_to_reduce');
  });

  test('an exact repeat gets the first answer, another body under the key is a conflict', async () => {
    const harness = await openParents();
    const { oms } = harness;
    const first = await place(harness, stopBody({ idempotency_key: 'k-1' }));
    await moveTo(harness, '0.39', '0.4');
    const again = value(await oms.complexOrders.submit(TRADER, stopBody({ idempotency_key: 'k-1' }), null));
    assert.deepEqual([again.replayed, again.parent], [true, first]);
    const other = stopBody({ idempotency_key: 'k-1', qty: '21' });
    assert.equal(resultCode(await oms.complexOrders.submit(TRADER, other, null)), 'idempotency_conflict');
    assert.equal(oms.state.parents.size, 1);
  });
});
