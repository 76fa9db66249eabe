import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../contract/access/access.ts';
import type { AccountId, SubaccountId } from '../../contract/model/ids.ts';
import { findParentId } from '../../domain/events/event-schema.ts';
import { settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { DEMO, price } from '../../oms/scripted-venue.fixture.ts';
import { findContradictions } from '../types/tp-sl/tp-sl-rules.ts';
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
