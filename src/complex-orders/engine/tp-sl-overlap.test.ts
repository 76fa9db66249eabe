import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SubaccountId } from '../../contract/model/ids.ts';
import { type OmsHarness, resultCode, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { price, qty, restingReply } from '../../oms/scripted-venue.fixture.ts';
import {
  close,
  fill,
  getParent,
  iocReply,
  listCancelReasons,
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

const EXIT = { take_profit: { price: '0.43' }, stop_loss: { trigger_price: '0.4', max_slippage: '0.03' } };
const ENTRY = { instrument_id: 1001, side: 'BUY', type: 'LIMIT', qty: '10', price: '0.45' };

const bracket = (params: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'TP_SL',
  params: { ...EXIT, entry: ENTRY, overlap_after_ms: 3_000, ...params },
});

/** A bracket whose entry is filled and whose take-profit rests. The venue does not answer cancels. */
async function openExit(params: object = {}) {
  const harness = await openParents();
  const { id } = await place(harness, bracket(params));
  await fill(harness, sentTo(harness), '10');
  return { harness, id, profit: sentTo(harness) };
}

/** Without the entry. */
const countSent = ({ venue }: OmsHarness): number => venue.placed.length - 1;

describe('TP_SL with overlap_after_ms', () => {
  test('the stop waits so long for the end of the take-profit, and then goes', async () => {
    const { harness, id, profit } = await openExit();
    await moveTo(harness, '0.39', '0.41');
    await passSlowly(harness, 2);
    assert.deepEqual([countSent(harness), harness.venue.cancelled[0]], [1, profit.clientId]);
    await passSlowly(harness, 2);
    const stop = sentTo(harness);
    assert.deepEqual([countSent(harness), stop.tif, stop.qty], [2, 'IOC', qty('10')]);
    assert.deepEqual(sums(harness, id), ['WORKING', ZERO, qty('20'), ZERO]);
    const { events } = value(await harness.oms.complexOrders.receipt(TRADER, id));
    const decisions = events.flatMap(({ event }) => (event.type === 'ParentDecided' ? [event.decision] : []));
    assert.ok(decisions.indexOf('overlapped') > decisions.indexOf('triggered'));
    assert.ok(decisions.lastIndexOf('child_placed') > decisions.indexOf('overlapped'));
  });

  test('what both fill is stated as overfill', async () => {
    const { harness, id, profit } = await openExit();
    await moveTo(harness, '0.39', '0.41');
    harness.venue.onPlace = (order) => iocReply(order, '10');
    await passSlowly(harness, 5);
    assert.deepEqual(sums(harness, id), ['WORKING', qty('10'), qty('10'), ZERO]);
    await close(harness, profit, '4');
    await passSlowly(harness, 2);
    assert.deepEqual(sums(harness, id), ['FILLED', qty('14'), ZERO, qty('4')]);
    assert.equal(countSent(harness), 2);
  });

  test('an end that is proven in time: nothing overlaps', async () => {
    const { harness, id, profit } = await openExit();
    await moveTo(harness, '0.39', '0.41');
    harness.venue.onPlace = (order) => iocReply(order, '7');
    await pass(harness, 1_000);
    await close(harness, profit, '3');
    await passSlowly(harness, 5);
    assert.deepEqual(sums(harness, id), ['FILLED', qty('10'), ZERO, ZERO]);
    assert.deepEqual([countSent(harness), sentTo(harness).qty], [2, qty('7')]);
  });

  test('a stop that rests is lowered by what the take-profit fills late', async () => {
    const stopLoss = { trigger_price: '0.4', price: '0.35' };
    const { harness, id, profit } = await openExit({ stop_loss: stopLoss });
    await moveTo(harness, '0.39', '0.41');
    await passSlowly(harness, 4);
    const stop = sentTo(harness);
    assert.deepEqual([stop.price, stop.qty], [price('0.35'), qty('10')]);
    await fill(harness, profit, '4');
    assert.ok(harness.venue.cancelled.includes(stop.clientId));
    await close(harness, profit, '4');
    await close(harness, stop);
    await passSlowly(harness, 2);
    assert.deepEqual([sentTo(harness).qty, countSent(harness)], [qty('6'), 3]);
    assert.deepEqual(sums(harness, id), ['WORKING', qty('4'), qty('6'), ZERO]);
    const causes = listCancelReasons(harness, id).map(([, cause]) => cause);
    assert.deepEqual(causes, ['complex_order', 'sibling_filled', null]);
  });

  test('after a restart it waits for what is left of the time', async () => {
    const { harness, id } = await openExit({ overlap_after_ms: 60_000 });
    await moveTo(harness, '0.39', '0.41');
    await passSlowly(harness, 5);
    const next = await restart(harness);
    next.market.setTouch(1001, '0.39', '0.41');
    await passSlowly(next, 40);
    assert.equal(countSent(next), 1);
    await passSlowly(next, 20);
    assert.deepEqual([countSent(next), getParent(next, id).progress.overlappedUpTo], [2, 1]);
    const third = await restart(next);
    third.market.setTouch(1001, '0.39', '0.41');
    await passSlowly(third, 5);
    assert.equal(countSent(third), 2);
    await close(third, sentTo(third), '10');
    assert.deepEqual(sums(third, id), ['WORKING', qty('10'), qty('10'), ZERO]);
  });

  test('with 0 ms the stop follows the cancel request at once, and never precedes it', async () => {
    const { harness } = await openExit({ overlap_after_ms: 0 });
    const cancelledBefore: number[] = [];
    harness.venue.onPlace = (order) => {
      cancelledBefore.push(harness.venue.cancelled.length);
      return restingReply(order);
    };
    await moveTo(harness, '0.39', '0.41');
    await settle();
    assert.deepEqual([countSent(harness), cancelledBefore], [2, [1]]);
  });

  test('the overlap must fit max_position_qty: both orders may reverse the position', async () => {
    const harness = await openParents();
    harness.venue.onPlace = (order) => iocReply(order, '10');
    const sold = {
      subaccount_id: 'sa_1',
      instrument_id: 1001,
      side: 'SELL',
      type: 'LIMIT',
      tif: 'IOC',
      price: '0.3',
      qty: '10',
    };
    value(await harness.oms.orders.submit(TRADER, sold, null));
    await settle();
    value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '15' }));
    assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, bracket(), null)), 'risk_limit');
    value(await harness.oms.complexOrders.submit(TRADER, bracket({ overlap_after_ms: undefined }), null));
  });

  test('nothing overlaps under the kill switch', async () => {
    const { harness, id } = await openExit();
    await moveTo(harness, '0.39', '0.41');
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    await passSlowly(harness, 10);
    assert.deepEqual([countSent(harness), getParent(harness, id).progress.overlappedUpTo], [1, 0]);
  });

  test('the stop is reserved in addition to the take-profit, and both count as open orders', async () => {
    const harness = await openParents();
    value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_open_orders: 2 }));
    const both = bracket({ stop_loss: { trigger_price: '0.4', price: '0.35' } });
    assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, both, null)), 'risk_limit');
    value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_open_orders: 3 }));
    await place(harness, both);
    const { usage } = value(harness.oms.queries.risk(TRADER, 'sa_1' as SubaccountId));
    assert.deepEqual([usage[0]?.positionQty.used, usage[0]?.openOrders.used], [qty('10'), 3]);
    await fill(harness, sentTo(harness), '10');
    const profit = sentTo(harness);
    await moveTo(harness, '0.39', '0.41');
    await passSlowly(harness, 4);
    await fill(harness, profit, '10');
    await fill(harness, sentTo(harness), '10');
    const after = value(harness.oms.queries.risk(TRADER, 'sa_1' as SubaccountId));
    assert.deepEqual([after.usage[0]?.positionQty.used, after.usage[0]?.openOrders.used], [qty('10'), 0]);
  });

  for (const [why, params] of [
    ['without a take-profit', { take_profit: undefined }],
    ['without a stop loss', { stop_loss: undefined }],
    ['below zero', { overlap_after_ms: -1 }],
  ] as const)
    test(`${why}: refused`, async () => {
      const { oms } = await openParents();
      assert.equal(resultCode(await oms.complexOrders.submit(TRADER, bracket(params), null)), 'validation');
    });
});
