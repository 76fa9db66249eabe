import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type {
  AccountId,
  GenericAssetId,
  InstrumentId,
  ParentId,
  SubaccountId,
  VenueName,
} from '../../contract/model/ids.ts';
import { type Limits, NO_LIMITS } from '../../contract/model/limits.ts';
import type { Notional } from '../../contract/model/money.ts';
import type { Fill, Order } from '../../contract/model/order.ts';
import type { Parent } from '../../contract/model/parent.ts';
import type { Position } from '../../contract/model/position.ts';
import { anyParent } from '../events/parent-samples.fixture.ts';
import { decideReport } from '../order-state/execution-report/decide-report.ts';
import { AT, accepted, context, fill, qty, RAIN, report } from '../order-state/order.fixture.ts';
import { Exposure } from './exposure.ts';
import { checkRisk, type RiskRequest } from './risk-check.ts';

const ACCOUNT = 'acc_1' as AccountId;
const SUBACCOUNT = 'sa_1' as SubaccountId;

const limits = (change: Partial<Limits>): Limits => ({
  accountId: ACCOUNT,
  subaccountId: SUBACCOUNT,
  ...NO_LIMITS,
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

const position = (net: string, instrument: InstrumentId = RAIN, subaccountId = SUBACCOUNT): Position =>
  ({
    accountId: ACCOUNT,
    subaccountId,
    instrumentId: instrument,
    venue: 'Demo' as VenueName,
    net: net.startsWith('-') ? -1n * qty(net.slice(1)) : qty(net),
  }) as Position;

test('gross is the sum of the absolute positions, through growth, a change of sign and the close', () => {
  const exposure = new Exposure();
  const [other, second] = [(RAIN + 1) as InstrumentId, 'sa_2' as SubaccountId];
  const steps = [
    [null, position('3'), '3', '3'],
    [position('3'), position('8'), '8', '8'],
    [null, position('-4', other), '12', '12'],
    [null, position('-5', RAIN, second), '12', '17'],
    [position('8'), position('-2'), '6', '11'],
    [position('-4', other), position('0', other), '2', '7'],
    [position('-2'), position('0'), '0', '5'],
    [position('-5', RAIN, second), null, '0', '0'],
  ] as const;
  for (const [before, after, ofSubaccount, ofAccount] of steps) {
    exposure.replacePosition(before, after);
    const { gross, worst } = exposure.totals(ACCOUNT, SUBACCOUNT);
    assert.deepEqual([gross, worst], [qty(ofSubaccount), qty(ofSubaccount)]);
    assert.equal(exposure.totals(ACCOUNT, null).gross, qty(ofAccount));
  }
  assert.deepEqual(exposure.render(), {});
});

for (const [side, outcome, sign] of [
  ['BUY', 'YES', 1n],
  ['SELL', 'NO', 1n],
  ['SELL', 'YES', -1n],
  ['BUY', 'NO', -1n],
] as const)
  test(`a pending ${side} of ${outcome} counts in the worst case as kept and as voided`, () => {
    const exposure = new Exposure();
    const [held, pending] = [position(sign > 0n ? '6' : '-6'), { ...fillOf(side, outcome), qty: qty('10') }];
    exposure.replacePosition(null, held);
    const worst = (): bigint => exposure.totals(ACCOUNT, SUBACCOUNT).worst;
    exposure.addPending(pending, 1n);
    // Kept it is 6, voided it is 4 on the other side.
    assert.equal(worst(), qty('6'));
    const reserved = accepted({ side: sign > 0n ? 'SELL' : 'BUY', qty: qty('7') });
    exposure.replaceOrder(null, reserved);
    assert.equal(worst(), qty('11'), 'voided, and the open order filled');
    exposure.addPending(pending, -1n);
    assert.equal(worst(), qty('6'), 'final: the open order takes it from 6 to 1 on the other side');
    exposure.replaceOrder(reserved, null);
    exposure.replacePosition(held, null);
    assert.deepEqual(exposure.render(), {});
  });

const fillOf = (side: Fill['side'], outcome: Fill['outcome']): Fill =>
  ({ accountId: ACCOUNT, subaccountId: SUBACCOUNT, instrumentId: RAIN, side, outcome }) as Fill;

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

test('I-P2: complex orders on one asset reserve the sum, as they may trade at different members', () => {
  const [sample] = fc.sample(anyParent, { seed: 1, numRuns: 1 });
  assert.ok(sample !== undefined);
  const none = qty('0');
  const route = (id: string, side: 'BUY' | 'SELL', size: string): Parent => ({
    ...sample,
    id: id as ParentId,
    accountId: ACCOUNT,
    subaccountId: SUBACCOUNT,
    genericAssetId: 501 as GenericAssetId,
    params: {
      type: 'SMART_ROUTE',
      venues: null,
      minImprovement: null,
      minStayMs: 1_000,
      maxMoves: 2,
      maxOutageMs: null,
    },
    pair: null,
    status: 'WORKING',
    reduceOnly: false,
    side,
    outcome: 'YES',
    qty: qty(size),
    filledQty: none,
    liveQty: none,
  });
  const exposure = new Exposure();
  exposure.replaceParent(null, route('cpx_1', 'BUY', '100'));
  exposure.replaceParent(null, route('cpx_2', 'SELL', '50'));
  assert.equal(exposure.totals(ACCOUNT, SUBACCOUNT).worst, qty('150'));
  exposure.replaceParent(route('cpx_1', 'BUY', '100'), {
    ...route('cpx_1', 'BUY', '100'),
    status: 'CANCELLED',
  });
  assert.equal(exposure.totals(ACCOUNT, SUBACCOUNT).worst, qty('50'));
});
