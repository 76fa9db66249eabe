import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../model/ids.ts';
import type { Limits } from '../model/limits.ts';
import type { Notional } from '../model/money.ts';
import type { Order } from '../model/order.ts';
import type { Position } from '../model/position.ts';
import { decideReport } from '../order-state/execution-report/decide-report.ts';
import { AT, accepted, context, fill, qty, RAIN, report } from '../order-state/order.fixture.ts';
import { Exposure } from './exposure.ts';
import { checkRisk, type RiskRequest } from './risk-check.ts';

const ACCOUNT = 'acc_1' as AccountId;
const SUBACCOUNT = 'sa_1' as SubaccountId;

const limits = (change: Partial<Limits>): Limits => ({
  accountId: ACCOUNT,
  subaccountId: SUBACCOUNT,
  maxOrderQty: null,
  maxOrderQtyText: null,
  maxPositionQty: null,
  maxPositionQtyText: null,
  maxOpenOrders: null,
  updatedAt: AT,
  ...change,
});

const buy = (size: string, instrumentId = RAIN) => ({ instrumentId, buys: qty(size), sells: 0n });
const sell = (size: string, instrumentId = RAIN) => ({ instrumentId, buys: 0n, sells: qty(size) });

function check(
  exposure: Exposure,
  limit: Limits,
  reserves: RiskRequest['reserves'],
  size = '1',
  addsOpenOrder = true,
) {
  const state = { exposure, limits: new Map([[`${ACCOUNT}/${limit.subaccountId ?? ''}`, limit]]) };
  const request = { accountId: ACCOUNT, subaccountId: SUBACCOUNT, qty: qty(size), addsOpenOrder, reserves };
  const result = checkRisk(state, request);
  if (result.ok) return 'approved';
  const { limit: name, value } = result.error.details as {
    readonly limit: string;
    readonly value: string | number;
  };
  return `${name} ${value}`;
}

test('an open order reserves its remaining quantity, and a closed order reserves nothing (I-12)', () => {
  const exposure = new Exposure();
  const order = accepted();
  exposure.replaceOrder(null, order);
  assert.deepEqual(exposure.totals(ACCOUNT, SUBACCOUNT), { worst: qty('10'), gross: 0n, openOrders: 1 });
  const partial = decideReport(order, 1, report({ fills: [fill('t1', '4', '0.48')] }), context()).order;
  exposure.replaceOrder(order, partial);
  assert.equal(exposure.totals(ACCOUNT, null).worst, qty('6'));
  const over = decideReport(
    partial,
    1,
    report({ status: 'CANCELLED', reason: 'user_cancel', filledQty: qty('4') }),
    context(),
  ).order;
  exposure.replaceOrder(partial, over);
  assert.deepEqual(exposure.totals(ACCOUNT, null), { worst: 0n, gross: 0n, openOrders: 0 });
  assert.deepEqual(exposure.render(), {});
});

test('of buys and sells of one instrument the worse case counts, not the sum', () => {
  const exposure = new Exposure();
  exposure.replaceOrder(null, accepted({ qty: qty('10') }));
  exposure.replaceOrder(null, accepted({ qty: qty('6'), side: 'SELL' }, [], 2));
  assert.equal(exposure.totals(ACCOUNT, SUBACCOUNT).worst, qty('10'));
  assert.equal(exposure.computeGrowth(ACCOUNT, SUBACCOUNT, [sell('4')]), 0n);
  assert.equal(exposure.computeGrowth(ACCOUNT, SUBACCOUNT, [sell('5')]), qty('1'));
});

test('BUY NO reserves as SELL YES', () => {
  const exposure = new Exposure();
  exposure.replaceOrder(null, accepted({ outcome: 'NO' }));
  assert.equal(exposure.computeGrowth(ACCOUNT, SUBACCOUNT, [sell('3')]), qty('3'));
  assert.equal(exposure.computeGrowth(ACCOUNT, SUBACCOUNT, [buy('10')]), 0n);
});

test('I-13: each limit passes at its value and rejects one unit above', () => {
  const exposure = new Exposure();
  exposure.replaceOrder(null, accepted());
  assert.equal(check(exposure, limits({ maxOrderQty: qty('5') }), [buy('5')], '5'), 'approved');
  assert.equal(check(exposure, limits({ maxOrderQty: qty('5') }), [buy('5.1')], '5.1'), 'max_order_qty 5.1');
  assert.equal(check(exposure, limits({ maxPositionQty: qty('12') }), [buy('2')]), 'approved');
  assert.equal(check(exposure, limits({ maxPositionQty: qty('12') }), [buy('2.5')]), 'max_position_qty 12.5');
  assert.equal(check(exposure, limits({ maxOpenOrders: 2 }), [buy('1')]), 'approved');
  assert.equal(check(exposure, limits({ maxOpenOrders: 1 }), [buy('1')]), 'max_open_orders 2');
  assert.equal(check(exposure, limits({ maxOpenOrders: 1 }), [buy('1')], '1', false), 'approved');
});

test('I-13: an order that does not increase the worst case passes above the limit', () => {
  const exposure = new Exposure();
  exposure.replaceOrder(null, accepted());
  const lowered = limits({ maxPositionQty: qty('1') });
  assert.equal(check(exposure, lowered, [sell('5')]), 'approved');
  assert.equal(check(exposure, lowered, [buy('1')]), 'max_position_qty 11');
});

test('the account level sums all subaccounts, and its limit applies too', () => {
  const exposure = new Exposure();
  exposure.replaceOrder(null, accepted({ subaccountId: 'sa_2' as SubaccountId }));
  assert.equal(
    check(exposure, limits({ subaccountId: null, maxPositionQty: qty('10') }), [buy('1')]),
    'max_position_qty 11',
  );
  assert.equal(check(exposure, limits({ maxPositionQty: qty('10') }), [buy('1')]), 'approved');
});

test('the account sums its subaccounts: a long and a short subaccount do not cancel out', () => {
  const exposure = new Exposure();
  exposure.replaceOrder(null, accepted());
  exposure.replaceOrder(null, accepted({ subaccountId: 'sa_2' as SubaccountId, side: 'SELL' }, [], 2));
  assert.equal(exposure.totals(ACCOUNT, null).worst, qty('20'));
  const ofAccount = limits({ subaccountId: null, maxPositionQty: qty('15') });
  assert.equal(check(exposure, ofAccount, [buy('1')]), 'max_position_qty 21');
});

test('incremental totals equal recomputed totals after any sequence of changes', () => {
  const step = fc.record({
    order: fc.integer({ min: 1, max: 4 }),
    size: fc.integer({ min: 1, max: 10 }),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    end: fc.boolean(),
    instrument: fc.integer({ min: 0, max: 1 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const live = new Map<number, Order>();
      const exposure = new Exposure();
      for (const { order, size, side, end, instrument } of steps) {
        const before = live.get(order) ?? null;
        const made = accepted(
          { qty: qty(String(size)), side, instrumentId: (RAIN + instrument) as InstrumentId },
          [],
          order,
        );
        const after = end
          ? null
          : before === null
            ? made
            : decideReport(before, 1, report({ qty: before.qty }), context()).order;
        exposure.replaceOrder(before, after);
        if (after === null) live.delete(order);
        else live.set(order, after);
      }
      const fresh = new Exposure();
      for (const order of live.values()) fresh.replaceOrder(null, order);
      assert.deepEqual(exposure.render(), fresh.render());
    }),
  );
});

test('the net quantity of an instrument sums the positions of all accounts', () => {
  const exposure = new Exposure();
  const position = (accountId: string, net: bigint): Position => ({
    accountId: accountId as AccountId,
    subaccountId: SUBACCOUNT,
    instrumentId: RAIN,
    net,
    cost: 0n as Notional,
    realizedPnl: 0n as Notional,
    venue: 'Demo' as VenueName,
    updatedAt: AT,
  });
  exposure.replacePosition(null, position('acc_1', 7n));
  exposure.replacePosition(null, position('acc_2', -3n));
  assert.equal(exposure.netQty(RAIN), 4n);
  exposure.replacePosition(position('acc_1', 7n), position('acc_1', 3n));
  assert.equal(exposure.netQty(RAIN), 0n);
});
