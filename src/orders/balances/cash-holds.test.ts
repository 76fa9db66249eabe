import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type OrderId, toOrderId } from '../../contract/model/ids.ts';
import type { Notional, Price, Qty } from '../../contract/model/money.ts';
import type { Leg, OrderStatus } from '../../contract/model/order.ts';
import { accepted } from '../../domain/order-state/order.fixture.ts';
import { CashHolds } from './cash-holds.ts';

const [LEG] = accepted().legs;
const leg = (status: OrderStatus, filledQty = 0n): Leg => {
  assert.ok(LEG !== undefined);
  return { ...LEG, status, filledQty: filledQty as Qty };
};

const STATUSES = ['PENDING_SUBMISSION', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED'] as const;
const step = fc.record({
  action: fc.constantFrom('add', 'add', 'add', 'update', 'update', 'deleteAnswered', 'clear'),
  amount: fc.bigInt({ min: 0n, max: 1_000n }),
  pick: fc.nat(),
  legs: fc.array(fc.tuple(fc.constantFrom(...STATUSES), fc.bigInt({ min: 0n, max: 1n })), {
    minLength: 1,
    maxLength: 2,
  }),
});

test('the total is the sum of the holds after any sequence of orders, replies and balances', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const holds = new CashHolds();
      const kept = new Map<OrderId, { readonly amount: bigint; isAnswered: boolean }>();
      for (const [index, { action, amount, pick, legs }] of steps.entries()) {
        const id = [...kept.keys()][pick % Math.max(1, kept.size)] ?? toOrderId(index + 1);
        if (action === 'add') {
          holds.add(toOrderId(index + 1), amount as Notional);
          kept.set(toOrderId(index + 1), { amount, isAnswered: false });
        } else if (action === 'update') {
          holds.update(
            id,
            legs.map(([status, filled]) => leg(status, filled)),
          );
          const hold = kept.get(id);
          if (hold !== undefined) hold.isAnswered = legs.every(([status]) => status !== 'PENDING_SUBMISSION');
          if (legs.every(([status, filled]) => ['FILLED', 'CANCELLED'].includes(status) && filled === 0n))
            kept.delete(id);
        } else if (action === 'clear') {
          holds.clear();
          kept.clear();
        } else {
          holds.deleteAnswered();
          for (const [key, { isAnswered }] of kept) if (isAnswered) kept.delete(key);
        }
        const rest = [...kept.values()];
        assert.equal(
          holds.total,
          rest.reduce((sum, hold) => sum + hold.amount, 0n),
        );
        assert.equal(
          holds.isIdle,
          rest.every(({ isAnswered }) => isAnswered),
        );
      }
    }),
  );
});

test('a refused leg does not release the cash of another leg at the same venue', () => {
  const holds = new CashHolds();
  holds.add(toOrderId(1), 7n as Notional);
  holds.update(toOrderId(1), [leg('REJECTED'), leg('PENDING_SUBMISSION')]);
  assert.deepEqual([holds.total, holds.isIdle], [7n, false]);
  holds.update(toOrderId(1), [leg('REJECTED'), leg('OPEN')]);
  assert.deepEqual([holds.total, holds.isIdle], [7n, true]);
  holds.update(toOrderId(1), [leg('REJECTED'), leg('CANCELLED')]);
  assert.deepEqual([holds.total, holds.isIdle], [0n, true]);
});

for (const [title, change, total] of [
  ['both requested terms', {}, 12n],
  ['the old price', { price: 1n as Price }, 7n],
  ['the old quantity', { qty: 1n as Qty }, 7n],
  ['another leg number', { leg: 9 }, 7n],
] as const)
  test(`an increase is held if its leg has ${title}: ${total}`, () => {
    const holds = new CashHolds();
    const open = leg('OPEN');
    holds.add(toOrderId(1), 7n as Notional);
    holds.update(toOrderId(1), [open]);
    holds.addChange(toOrderId(1), 5n, [{ leg: open.leg, price: open.price, qty: open.qty }]);
    assert.deepEqual([holds.total, holds.isIdle], [12n, false]);
    holds.update(toOrderId(1), [{ ...open, ...change }], true);
    assert.equal(holds.total, 12n, 'the amend has no outcome yet');
    holds.update(toOrderId(1), [{ ...open, ...change }]);
    assert.deepEqual([holds.total, holds.isIdle], [total, true]);
  });

for (const [change, taken, total] of [
  [5n, [], 7n],
  [5n, [1], 12n],
  [5n, [2], 12n],
  [5n, [1, 2], 12n],
  [-5n, [], 7n],
  [-5n, [1], 7n],
  [-5n, [2], 7n],
  [-5n, [1, 2], 2n],
] as const)
  test(`a change of ${change} that leg ${taken.join(' and ') || 'none'} of two took leaves ${total}`, () => {
    const holds = new CashHolds();
    const before = [1, 2].map((number) => ({ ...leg('OPEN'), leg: number }));
    const after = before.map((each) => ({ ...each, price: 9n as Price }));
    holds.add(toOrderId(1), 7n as Notional);
    holds.update(toOrderId(1), before);
    holds.addChange(toOrderId(1), change, after);
    const took = (number: number): boolean => taken.some((each) => each === number);
    holds.update(
      toOrderId(1),
      before.map((each, index) => (took(each.leg) ? (after[index] ?? each) : each)),
    );
    assert.equal(holds.total, total);
  });
