import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../contract/access/access.ts';
import { FieldReader } from '../../contract/model/body-fields.ts';
import type { ParamsOf } from '../../contract/model/complex-order-types.ts';
import type { AccountId, OrderId, ParentId, SubaccountId } from '../../contract/model/ids.ts';
import { findParentId } from '../../domain/events/event-schema.ts';
import { orderBody, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { DEMO, price, qty } from '../../oms/scripted-venue.fixture.ts';
import { newParent } from '../rules/parent-rules.fixture.ts';
import { computeUnprotectedQty, findContradictions, TP_SL_RULES } from '../types/tp-sl/tp-sl-rules.ts';
import { getParent, icebergBody, openParents, pass, place, stopBody } from './parents.fixture.ts';

const [SA_1, SA_2] = ['sa_1', 'sa_2'] as SubaccountId[];
const OTHER: Caller = { ...TRADER, accountId: 'acc_2' as AccountId };

describe('the open complex orders of a subaccount', () => {
  test('are its own, newest first, and none of another subaccount or account', async () => {
    const harness = await openParents();
    const { accountAdmin, complexOrders } = harness.oms;
    await accountAdmin.createAccount(OTHER.accountId);
    await accountAdmin.createSubaccount({
      accountId: OTHER.accountId,
      subaccountId: SA_1 as SubaccountId,
      name: 'x',
    });
    const first = await place(harness, stopBody());
    const elsewhere = await place(harness, stopBody({ subaccount_id: 'sa_2' }));
    const { parent: foreign } = value(await complexOrders.submit(OTHER, stopBody(), null));
    const second = await place(harness, icebergBody());
    const over = await place(harness, stopBody());
    value(await complexOrders.cancel(TRADER, over.id));
    const list = (caller: Caller, id: SubaccountId | undefined) =>
      value(complexOrders.open(caller, id as SubaccountId)).map(({ parent }) => parent.id);
    assert.deepEqual(list(TRADER, SA_1), [second.id, first.id]);
    assert.deepEqual(list(TRADER, SA_2), [elsewhere.id]);
    assert.deepEqual(list(OTHER, SA_1), [foreign.id]);
  });
});

describe('the receipt of a complex order', () => {
  test('has its events only, also of an entry that changed two of them', async () => {
    const harness = await openParents();
    const placed = [await place(harness, icebergBody()), await place(harness, stopBody())];
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    await settle();
    for (const { id } of placed) {
      const { events, isTruncated } = value(await harness.oms.complexOrders.receipt(TRADER, id));
      const owners = events.map(({ event }) => findParentId(event));
      assert.deepEqual(new Set(owners), new Set([id]));
      assert.ok(events.some(({ event }) => event.type === 'ParentDecided' && event.decision === 'paused'));
      assert.equal(isTruncated, false);
    }
  });
});

test('a receipt of more than a thousand entries states that it is not whole', async () => {
  const harness = await openParents();
  const { id } = await place(harness, stopBody());
  const { journal } = harness.storage;
  const [entry] = await journal.entriesForParent(id, 1);
  assert.ok(entry !== undefined);
  for (const [count, isWhole] of [
    [1_000, true],
    [1_001, false],
  ] as const) {
    journal.entriesForParent = async (_, limit) => Array(Math.min(count, limit)).fill(entry);
    const { events, isTruncated } = value(await harness.oms.complexOrders.receipt(TRADER, id));
    assert.deepEqual([isTruncated, events.length], [!isWhole, 1_000]);
  }
});

test('an order and a complex order are found in their subaccounts', async () => {
  const harness = await openParents();
  const { access, orders } = harness.oms;
  for (const subaccount_id of ['sa_1', 'sa_2']) {
    const { id } = await place(harness, stopBody({ subaccount_id }));
    const { order } = value(await orders.submit(TRADER, orderBody({ subaccount_id }), null));
    assert.deepEqual(
      [access.findSubaccount(id), access.findSubaccount(order.id)],
      Array(2).fill(subaccount_id),
    );
  }
  assert.deepEqual(
    [access.findSubaccount('cpx_9' as ParentId), access.findSubaccount('ord_9' as OrderId)],
    [null, null],
  );
});

describe('the quantity that an exit does not protect', () => {
  const STOP_LOSS = { triggerPrice: price('0.4'), price: null, maxSlippage: price('0.05') };
  // The entry has filled 12 and the exit 2; the market trades at least `qtyMin`.
  for (const [status, hasStop, live, qtyMin, expected] of [
    ['WAITING', true, '0', '10', '0'],
    ['WAITING', true, '0', '11', '10'],
    ['WORKING', true, '4', '10', '0'],
    ['WORKING', true, '4', '11', '6'],
    ['WORKING', false, '4', '1', '6'],
    ['WORKING', false, '10', '1', '0'],
    ['PAUSED', true, '4', '1', '6'],
    ['PAUSED', true, '0', '1', '10'],
    ['CANCELLING', true, '4', '1', '6'],
    ['CANCELLED', true, '0', '1', '10'],
    ['EXPIRED', false, '0', '1', '10'],
  ] as const)
    test(`is ${expected} while it is ${status} ${hasStop ? 'with' : 'without'} a stop, ${live} rest and ${qtyMin} may be traded`, () => {
      const params: ParamsOf<'TP_SL'> = {
        type: 'TP_SL',
        attachTo: null,
        takeProfit: price('0.6'),
        stopLoss: hasStop ? STOP_LOSS : null,
        overlapAfterMs: null,
        maxOutageMs: null,
      };
      const of = newParent(params, { qty: qty('20'), filledQty: qty('2'), liveQty: qty(live), status });
      const parent = { ...of, progress: { ...of.progress, releasedQty: qty('12') } };
      assert.equal(computeUnprotectedQty(parent, qty(qtyMin)), qty(expected));
      const voided = { ...parent, progress: { ...of.progress, releasedQty: qty('1') } };
      assert.equal(computeUnprotectedQty(voided, qty(qtyMin)), 0n, 'the exit has filled more');
    });
});

describe('an amend of the stop of an exit', () => {
  const [trigger, limit, slippage] = [price('0.4'), price('0.35'), price('0.05')];
  for (const [before, change, expected] of [
    [[trigger, limit, null], { trigger_price: '0.41' }, [price('0.41'), limit, null]],
    [[trigger, limit, null], { price: '0.36' }, [trigger, price('0.36'), null]],
    [[trigger, limit, null], { max_slippage: '0.01' }, ['params.stop_loss.max_slippage']],
    [[trigger, null, slippage], { trigger_price: '0.41' }, [price('0.41'), null, slippage]],
    [[trigger, null, slippage], { max_slippage: '0.01' }, [trigger, null, price('0.01')]],
    [[trigger, null, slippage], { price: '0.36' }, ['params.stop_loss.price']],
  ] as const)
    test(`by ${JSON.stringify(change)} ${before[1] === null ? 'without' : 'with'} a price changes no more than it names`, () => {
      const [triggerPrice, stopPrice, maxSlippage] = before;
      const params: ParamsOf<'TP_SL'> = {
        type: 'TP_SL',
        attachTo: null,
        takeProfit: price('0.6'),
        stopLoss: { triggerPrice, price: stopPrice, maxSlippage },
        overlapAfterMs: null,
        maxOutageMs: null,
      };
      const reader = new FieldReader({ stop_loss: change }, 'params.');
      const { stopLoss, takeProfit } = TP_SL_RULES.params.amend(reader, params);
      const issues = reader.issues.map(({ field }) => field);
      const found = [stopLoss?.triggerPrice, stopLoss?.price, stopLoss?.maxSlippage];
      assert.deepEqual(issues.length > 0 ? issues : found, expected);
      assert.equal(takeProfit, params.takeProfit);
    });
});

describe('a venue that is unhealthy', () => {
  test('shows no prices, and pauses after a second, until it is healthy again', async () => {
    const harness = await openParents();
    const { id } = await place(harness, stopBody());
    harness.market.sick.add(DEMO);
    harness.market.setTouch(1001, '0.3', '0.31');
    assert.equal(value(await harness.oms.complexOrders.get(TRADER, id)).view.touch, null);
    await settle();
    await pass(harness, 1_000);
    assert.deepEqual([getParent(harness, id).pausedBy, harness.venue.placed.length], ['no_live_book', 0]);
    harness.market.sick.delete(DEMO);
    harness.market.setTouch(1001, '0.47', '0.49');
    await settle();
    assert.equal(getParent(harness, id).status, 'WAITING');
  });
});

describe('the limit and the stop of one exit', () => {
  const fields = { limit: 'limit', stop: 'stop' };
  for (const [side, trigger, stop, expected] of [
    ['SELL', '0.49', '0.48', []],
    ['SELL', '0.5', null, ['limit']],
    ['SELL', '0.51', null, ['limit']],
    ['SELL', '0.49', '0.5', ['stop']],
    ['BUY', '0.51', '0.52', []],
    ['BUY', '0.5', null, ['limit']],
    ['BUY', '0.49', null, ['limit']],
    ['BUY', '0.51', '0.5', ['stop']],
  ] as const)
    test(`${side} at 0.5 with a trigger of ${trigger} and a stop price of ${stop}: issues of ${expected.join() || 'none'}`, () => {
      const loss = {
        triggerPrice: price(trigger),
        price: stop === null ? null : price(stop),
        maxSlippage: null,
      };
      const issues = findContradictions(price('0.5'), loss, side, fields);
      assert.deepEqual(
        issues.map(({ field }) => field),
        expected,
      );
    });
});
