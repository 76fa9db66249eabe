import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchEntry, Order, OrderPreview } from '../../../../sdk/src/index.ts';
import { reasonLabel } from '../../components/labels.ts';
import {
  changeItem,
  chooseOutcome,
  computeResult,
  describeEntries,
  describeFound,
  type LegPreview,
  toBasket,
  toLegPreview,
  toOrders,
  withIds,
} from './basket.ts';

const READERS = {
  readQty: (text: string) => (/^\d+$/.test(text) ? text : null),
  readPrice: (text: string) => (text.startsWith('0.') ? text : null),
};
const item = (instrumentId: number) => ({ instrumentId, outcome: 'YES' as const, price: '0.3', qty: '' });
const leg = (instrumentId: number, outcome: 'YES' | 'NO', takes: string, cost: string): LegPreview => ({
  instrumentId,
  outcome,
  takes,
  cost,
});
const MEMBERS = [1, 2, 3].map((id) => ({ instrument_id: id }));

test('an outcome is chosen once and left out again, and its figures change', () => {
  const one = chooseOutcome(chooseOutcome({ sets: '10', items: [] }, 1, 'NO', '0.7'), 1, 'YES', '0.3');
  const two = changeItem(chooseOutcome(one, 2, 'YES', '0.3'), 2, { qty: '4', price: '' });
  const orders = toOrders(two, 'sa_1', READERS);
  const base = { subaccount_id: 'sa_1', side: 'BUY', outcome: 'YES', tif: 'IOC' };
  assert.deepEqual(
    orders?.map(({ order }) => order),
    [
      { ...base, instrument_id: 1, type: 'LIMIT', price: '0.3', qty: '10' },
      { ...base, instrument_id: 2, type: 'MARKET', qty: '4' },
    ],
  );
  assert.deepEqual(
    chooseOutcome(two, 1, null, '').items.map(({ instrumentId }) => instrumentId),
    [2],
  );
  assert.equal(toOrders(changeItem(two, 1, { price: 'x' }), 'sa_1', READERS), null);
  assert.equal(toOrders({ sets: '', items: [item(1)] }, 'sa_1', READERS), null);
  assert.equal(toOrders({ sets: '10', items: [] }, 'sa_1', READERS), null);
});

test('the legs of an opportunity become a basket at their worst prices', () => {
  const legs = [{ instrument_id: 1, outcome: 'NO', worst_price: '0.31' }] as never;
  assert.deepEqual(toBasket({ legs, qty: '40' }), {
    sets: '40',
    items: [{ instrumentId: 1, outcome: 'NO', price: '0.31', qty: '' }],
  });
});

test('a leg costs what it takes now, with the fee', () => {
  const [order] = toOrders({ sets: '10', items: [item(1)] }, 'sa_1', READERS) ?? [];
  assert.ok(order);
  const preview = (expected: object | null) => ({ legs: [{ expected }] }) as unknown as OrderPreview;
  const taken = { takes_qty: '8', avg_price: '0.3', fee: '0.05' };
  assert.deepEqual(toLegPreview(order, preview(taken)), leg(1, 'YES', '8', '2.45'));
  assert.deepEqual(
    toLegPreview(order, preview({ takes_qty: '0', avg_price: null, fee: '0.02' })),
    leg(1, 'YES', '0', '0'),
  );
  assert.equal(toLegPreview(order, preview(null)), null);
});

test('worst and best are over the outcomes that may win', () => {
  const sets = [leg(1, 'YES', '10', '3'), leg(2, 'YES', '10', '3'), leg(3, 'YES', '10', '3')];
  const exactly = { exclusive: 'EXACTLY_ONE', complete: true, augmented: false } as const;
  assert.deepEqual(computeResult(sets, exactly, MEMBERS), {
    cost: '9',
    worst: '1',
    best: '1',
    isBounded: true,
  });
  const atMost = { exclusive: 'AT_MOST_ONE', complete: true, augmented: false } as const;
  assert.deepEqual(
    [computeResult(sets, atMost, MEMBERS).worst, computeResult(sets, atMost, MEMBERS).best],
    ['-9', '1'],
  );
  for (const [complete, augmented, worst] of [
    [true, null, '1'],
    [true, true, '-9'], // an outcome that is not listed may win
    [false, false, '-9'],
    [null, false, '-9'],
    [null, null, '-9'],
  ] as const)
    assert.equal(computeResult(sets, { ...exactly, complete, augmented }, MEMBERS).worst, worst);
  const noes = [leg(1, 'NO', '10', '6'), leg(2, 'NO', '10', '6')];
  assert.deepEqual(
    [computeResult(noes, exactly, MEMBERS).worst, computeResult(noes, exactly, MEMBERS).best],
    ['-2', '8'],
  );
  const unknown = { exclusive: 'UNKNOWN', complete: true, augmented: false } as const;
  assert.deepEqual(computeResult(sets, unknown, MEMBERS), {
    cost: '9',
    worst: '-9',
    best: '21',
    isBounded: false,
  });
});

test('the same press has the same ids', () => {
  const orders = toOrders({ sets: '10', items: [item(1), item(2)] }, 'sa_1', READERS) ?? [];
  const ids = withIds(orders, 'web-7').map(({ client_order_id: id }) => id);
  assert.deepEqual(ids, ['web-7-1', 'web-7-2']);
});

test('each leg is described by its entry, and a missing one is not complete', () => {
  const orders = toOrders({ sets: '10', items: [item(1), item(2), item(3), item(4)] }, 'sa_1', READERS) ?? [];
  const entries = [
    { index: 2, id: 'ord_3', status: 'CANCELLED', filled_qty: '4', qty: '10', reason: 'ioc_remainder' },
    { index: 0, id: 'ord_1', status: 'FILLED', filled_qty: '10', qty: '10', reason: null },
    { index: 1, id: null, status: 'REJECTED', message: 'over the limit' },
  ] as unknown as readonly BatchEntry[];
  assert.deepEqual(
    describeEntries(orders, entries).map(({ isComplete, text }) => [isComplete, text]),
    [
      [true, 'ord_1 is FILLED: 10 of 10'],
      [false, 'refused: over the limit'],
      [false, `ord_3 is CANCELLED: 4 of 10, ${reasonLabel('ioc_remainder')}`],
      [false, 'no answer'],
    ],
  );
});

test('after silence the orders are found by their ids, and none means that nothing was placed', () => {
  const orders = toOrders({ sets: '10', items: [item(1), item(2)] }, 'sa_1', READERS) ?? [];
  const found = { id: 'ord_1', status: 'FILLED', filled_qty: '10', qty: '10', reason: null } as Order;
  assert.equal(describeFound(orders, [undefined, undefined]), null);
  assert.deepEqual(
    describeFound(orders, [found, undefined])?.map(({ text }) => text),
    ['ord_1 is FILLED: 10 of 10', 'not placed'],
  );
});
