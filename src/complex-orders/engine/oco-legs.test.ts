import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SubaccountId } from '../../contract/model/ids.ts';
import { listReservations } from '../../contract/model/parent-quantities.ts';
import { type OmsHarness, openInstrument, resultCode, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { price, qty, toReport } from '../../oms/scripted-venue.fixture.ts';
import {
  close,
  fill,
  getParent,
  iocReply,
  listCancelReasons,
  listDetails,
  moveTo,
  openParents,
  pass,
  passSlowly,
  place,
  restart,
  sentTo,
  sums,
  ZERO,
} from './parents.fixture.ts';

const FIRST = { instrument_id: 1001, side: 'BUY', outcome: 'YES', type: 'LIMIT', price: '0.45' };
const SECOND = { instrument_id: 1002, side: 'BUY', outcome: 'NO', type: 'LIMIT', price: '0.46' };

/** 20 contracts by two limits, at two instruments unless the legs say otherwise. */
const limits = (legs: readonly object[] = [FIRST, SECOND], change: object = {}, params: object = {}) => ({
  subaccount_id: 'sa_1',
  type: 'OCO',
  qty: '20',
  params: { legs, allow_overfill: true, ...params },
  ...change,
});

async function openTwo(body: object = limits()) {
  const harness = await openParents();
  harness.market.setTouch(1002, '0.47', '0.49');
  const { id } = await place(harness, body);
  return { harness, id };
}

const getUsage = ({ oms }: OmsHarness) => {
  const { usage } = value(oms.queries.risk(TRADER, 'sa_1' as SubaccountId));
  return [usage[0]?.positionQty.used, usage[0]?.openOrders.used];
};

describe('an OCO of two limits', () => {
  test('both rest at once, and both are reserved', async () => {
    const { harness, id } = await openTwo();
    const sent = harness.venue.placed.map(({ venueInstrumentId, side, outcome, price: at, qty: size }) => [
      venueInstrumentId,
      side,
      outcome,
      at,
      size,
    ]);
    assert.deepEqual(sent, [
      ['M-1001', 'BUY', 'YES', price('0.45'), qty('20')],
      ['M-1002', 'BUY', 'NO', price('0.46'), qty('20')],
    ]);
    assert.deepEqual(sums(harness, id), ['WORKING', ZERO, qty('40'), ZERO]);
    assert.deepEqual(getUsage(harness), [qty('40'), 2]);
  });

  test('a fill of one leg cancels the other one, whose remainder rests again once the cancel is proven', async () => {
    const { harness, id } = await openTwo();
    const [first, second] = [sentTo(harness, 0), sentTo(harness, 1)];
    await fill(harness, first, '5');
    assert.deepEqual(harness.venue.cancelled, [second.clientId]);
    await passSlowly(harness, 5);
    assert.equal(harness.venue.placed.length, 2, 'nothing follows before the proof');
    await close(harness, second);
    const next = sentTo(harness);
    assert.deepEqual([next.venueInstrumentId, next.price, next.qty], ['M-1002', price('0.46'), qty('15')]);
    await fill(harness, next, '15');
    await close(harness, first, '5');
    assert.deepEqual(sums(harness, id), ['FILLED', qty('20'), ZERO, ZERO]);
    assert.deepEqual(getUsage(harness), [qty('20'), 0]);
    assert.deepEqual(listCancelReasons(harness, id), [
      ['CANCELLED', 'sibling_filled', 'sibling_filled'],
      ['CANCELLED', 'sibling_filled', 'sibling_filled'],
      ['FILLED', null, null],
    ]);
    const details = await listDetails(harness, id);
    assert.deepEqual(details, [
      ['child_cancelled', 'sibling_filled'],
      ['child_cancelled', 'sibling_filled'],
    ]);
  });

  test('what fills while its cancel is under way is accepted and stated as overfill', async () => {
    const { harness, id } = await openTwo();
    const [first, second] = [sentTo(harness, 0), sentTo(harness, 1)];
    await fill(harness, first, '20');
    await fill(harness, second, '12');
    await close(harness, second, '12');
    assert.deepEqual(sums(harness, id), ['FILLED', qty('32'), ZERO, qty('12')]);
    assert.deepEqual([harness.venue.placed.length, getUsage(harness)], [2, [qty('32'), 0]]);
  });

  test('both may fill completely: twice the quantity, and no more', async () => {
    const { harness, id } = await openTwo();
    harness.venue.onCancel = () => ({ kind: 'unknown', why: 'silence' });
    await fill(harness, sentTo(harness, 0), '20');
    await fill(harness, sentTo(harness, 1), '20');
    await passSlowly(harness, 5);
    assert.deepEqual(sums(harness, id), ['FILLED', qty('40'), ZERO, qty('20')]);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('two limits of one contract differ by their prices', async () => {
    const high = { ...FIRST, price: '0.46' };
    const { harness, id } = await openTwo(limits([FIRST, high]));
    await fill(harness, sentTo(harness, 1), '8');
    await close(harness, sentTo(harness, 0));
    const next = sentTo(harness);
    assert.deepEqual([next.price, next.qty, harness.venue.placed.length], [price('0.45'), qty('12'), 3]);
    assert.deepEqual(sums(harness, id), ['WORKING', qty('8'), qty('24'), ZERO]);
  });

  test('a rejected leg is retried with back-off while the other one rests', async () => {
    const harness = await openParents();
    harness.market.setTouch(1002, '0.47', '0.49');
    const { onPlace } = harness.venue;
    let refusals = 0;
    harness.venue.onPlace = (order) => {
      if (order.venueInstrumentId !== 'M-1002') return onPlace(order);
      refusals += 1;
      return { kind: 'refused', code: 'venue_rejected', message: 'no' };
    };
    const { id } = await place(harness, limits());
    assert.equal(refusals, 1);
    await pass(harness, 1_000);
    assert.equal(refusals, 2);
    await pass(harness, 1_000);
    assert.equal(refusals, 2);
    await passSlowly(harness, 40);
    assert.deepEqual([refusals, getParent(harness, id).pausedBy], [6, 'venue_unhealthy']);
    assert.equal(getParent(harness, id).liveQty, qty('20'));
  });

  test('each of two ends is taken into account: a leg that its venue cancelled follows a second later', async () => {
    const { harness } = await openTwo();
    const [first, second] = [sentTo(harness, 0), sentTo(harness, 1)];
    await close(harness, second);
    assert.equal(harness.venue.placed.length, 2);
    await passSlowly(harness, 3);
    assert.equal(harness.venue.placed.length, 3);
    await close(harness, first);
    assert.equal(harness.venue.placed.length, 3);
    await passSlowly(harness, 3);
    assert.deepEqual([harness.venue.placed.length, sentTo(harness).venueInstrumentId], [4, 'M-1001']);
  });

  test('a restart knows both legs, and lowers the other one', async () => {
    const { harness, id } = await openTwo();
    const next = await restart(harness);
    next.market.setTouch(1002, '0.47', '0.49');
    await passSlowly(next, 5);
    assert.equal(next.venue.placed.length, 2);
    await fill(next, sentTo(next, 0), '20');
    assert.deepEqual(next.venue.cancelled, [sentTo(next, 1).clientId]);
    await close(next, sentTo(next, 1));
    assert.deepEqual(sums(next, id), ['FILLED', qty('20'), ZERO, ZERO]);
  });

  test('a leg whose book is lost is not placed, and the other one rests', async () => {
    const harness = await openParents();
    const { id } = await place(harness, limits());
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [1, 'WORKING']);
    harness.market.setTouch(1002, '0.47', '0.49');
    await settle();
    assert.deepEqual(sums(harness, id), ['WORKING', ZERO, qty('40'), ZERO]);
  });

  test('the kill switch pauses it, a fill still cancels the other leg, and cancel-all ends it', async () => {
    const { harness, id } = await openTwo();
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    await settle();
    await fill(harness, sentTo(harness, 0), '5');
    assert.deepEqual(harness.venue.cancelled, [sentTo(harness, 1).clientId]);
    await close(harness, sentTo(harness, 1));
    assert.deepEqual([getParent(harness, id).status, harness.venue.placed.length], ['PAUSED', 2]);
    const ended = harness.oms.complexOrders.cancelAll(TRADER, null);
    await settle();
    await close(harness, sentTo(harness, 0), '5');
    await pass(harness, 300);
    assert.deepEqual(value(await ended).cancelled, [id]);
    assert.deepEqual(getUsage(harness), [qty('5'), 0]);
  });

  for (const [why, body, code] of [
    ['without allow_overfill', limits(undefined, {}, { allow_overfill: false }), 'legs_can_overfill'],
    ['two equal legs', limits([FIRST, FIRST]), 'validation'],
    [
      'reduce-only legs of one contract',
      limits([FIRST, { ...FIRST, price: '0.3' }], { reduce_only: true }),
      'validation',
    ],
    ['a price off the grid of the second leg', limits([FIRST, { ...SECOND, price: '0.305' }]), 'validation'],
    [
      'allow_overfill with a stop',
      limits([FIRST, { ...SECOND, type: 'STOP', price: undefined, params: { trigger_price: '0.6' } }]),
      'validation',
    ],
  ] as const) {
    test(`${why}: refused`, async () => {
      const { oms } = await openParents();
      const clean = JSON.parse(JSON.stringify(body)) as object;
      assert.equal(resultCode(await oms.complexOrders.submit(TRADER, clean, null)), code);
      assert.equal(oms.state.parents.size, 0);
    });
  }

  test('both legs count under max_position_qty', async () => {
    const harness = await openParents();
    value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '39' }));
    const refused = await harness.oms.complexOrders.submit(TRADER, limits(), null);
    assert.equal(resultCode(refused), 'risk_limit');
    const same = limits([FIRST, { ...FIRST, price: '0.3' }]);
    assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, same, null)), 'risk_limit');
  });
});

describe('an OCO whose stop is on another contract', () => {
  const STOP = {
    instrument_id: 1001,
    side: 'SELL',
    outcome: 'YES',
    type: 'STOP',
    params: { trigger_price: '0.4' },
  };
  const body = limits([SECOND, STOP], {}, { allow_overfill: undefined });
  const open = () => openTwo(JSON.parse(JSON.stringify(body)) as object);

  test('the limit rests on its own instrument; the stop follows its own book, once the limit is proven cancelled', async () => {
    const { harness, id } = await open();
    const limit = sentTo(harness);
    assert.deepEqual([limit.venueInstrumentId, limit.price], ['M-1002', price('0.46')]);
    assert.deepEqual(getUsage(harness), [qty('40'), 1]);
    await moveTo(harness, '0.4', '0.42');
    await passSlowly(harness, 5);
    assert.equal(harness.venue.placed.length, 1);
    harness.venue.onPlace = (order) => iocReply(order, '14');
    await close(harness, limit, '6');
    const stop = sentTo(harness);
    assert.deepEqual([stop.venueInstrumentId, stop.side, stop.qty], ['M-1001', 'SELL', qty('14')]);
    assert.deepEqual(sums(harness, id), ['FILLED', qty('20'), ZERO, ZERO]);
  });

  test('each child counts at the contract of its leg, and the other leg keeps its reservation', async () => {
    const { harness, id } = await open();
    const legs = () => {
      const parent = getParent(harness, id);
      const reserved = listReservations(parent).map(({ instrumentId, qty: size }) => [instrumentId, size]);
      return { children: parent.children.map(({ leg }) => leg), reserved };
    };
    const inMarket = [
      [1001, qty('20')],
      [1002, ZERO],
    ];
    assert.deepEqual(legs(), { children: [1], reserved: inMarket });
    const limit = sentTo(harness);
    await moveTo(harness, '0.4', '0.42');
    harness.venue.onPlace = (order) => iocReply(order, '4');
    await close(harness, limit, '6');
    assert.deepEqual(legs().children, [0]); // the limit has ended
  });

  for (const status of ['PAUSED', 'CLOSED', 'SETTLED'] as const)
    test(`after a restart the stop fires although the market of the limit is ${status} and has no book`, async () => {
      const { harness: before } = await open();
      const limit = sentTo(before);
      before.market.set(openInstrument(1002, { status }));
      before.market.stale.add(1002 as never);
      const report = toReport(limit, { status: 'CANCELLED', reason: 'market_closed' });
      before.venue.toReconcile = [report];
      const harness = await restart(before);
      await passSlowly(harness, 15);
      await moveTo(harness, '0.4', '0.42');
      await passSlowly(harness, 3);
      const stop = sentTo(harness);
      assert.deepEqual(
        [stop.venueInstrumentId, stop.side, stop.qty, harness.venue.placed.length],
        ['M-1001', 'SELL', qty('20'), 2],
      );
    });

  test('the stop fires although the book of the limit is lost', async () => {
    const { harness } = await open();
    harness.market.stale.add(1002 as never);
    harness.market.announceBook(1002 as never);
    await passSlowly(harness, 3);
    await moveTo(harness, '0.4', '0.42');
    assert.deepEqual(harness.venue.cancelled, [sentTo(harness).clientId]);
  });
});
