import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type OrderId, positionKey, toOrderId } from '../../contract/model/ids.ts';
import { absolute, minQty, type Qty } from '../../contract/model/money.ts';
import { isLive, type Order, type Outcome, remainingQty, type Side } from '../../contract/model/order.ts';
import { accepted } from '../order-state/order.fixture.ts';
import { Exposure } from './exposure.ts';
import { computeReducible, findExcess, findReducedPositions } from './reduce-only.ts';

const ACTIONS = ['place', 'fill', 'cancel', 'move'] as const;
const step = fc.record({
  action: fc.constantFrom(...ACTIONS),
  side: fc.constantFrom<Side>('BUY', 'SELL'),
  outcome: fc.constantFrom<Outcome>('YES', 'NO'),
  amount: fc.bigInt({ min: 1n, max: 30n }),
  pick: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A position and its reduce-only orders, with the guard acting at once. */
class Account {
  readonly orders = new Map<OrderId, Order>();
  readonly index = new Exposure().reduceOnly;
  net: bigint;
  #number = 0;

  constructor(net: bigint) {
    this.net = net;
  }

  get live(): readonly Order[] {
    return [...this.orders.values()].filter(({ status }) => isLive(status));
  }

  place({ side, outcome, amount }: Step): void {
    this.#number += 1;
    const order = accepted({ side, outcome, qty: amount as Qty, reduceOnly: true }, [], this.#number);
    const { accountId, subaccountId, instrumentId } = order;
    assert.ok(instrumentId !== null);
    const reducible = computeReducible(this.index, this.net, {
      accountId,
      subaccountId,
      instrumentId,
      side,
      outcome,
    });
    if (reducible === 0n) return;
    this.put(resized(order, minQty(reducible, order.qty)));
  }

  fill(order: Order, amount: bigint): void {
    const [leg] = order.legs;
    assert.ok(leg !== undefined);
    const qty = minQty(remainingQty(leg), amount as Qty);
    const before = this.net;
    this.net += isBuy(order) ? qty : 0n - qty;
    assert.ok(absolute(this.net) < absolute(before), 'a reduce-only fill makes the position smaller');
    const filledQty = (leg.filledQty + qty) as Qty;
    const status = filledQty === leg.qty ? 'FILLED' : 'PARTIAL';
    this.put({ ...order, status, legs: [{ ...leg, filledQty, status }] });
  }

  lowerExcess(): void {
    const [any] = this.live;
    if (any === undefined || any.instrumentId === null) return;
    const key = positionKey(any.accountId, any.subaccountId, any.instrumentId);
    const found = findExcess(this.index.get(key), this.net, key);
    for (const { order, cut } of found) {
      const qty = (order.qty - cut) as Qty;
      const [leg] = order.legs;
      assert.ok(leg !== undefined);
      this.put(qty === leg.filledQty ? cancelled(order) : resized(order, qty));
    }
  }

  put(order: Order): void {
    this.index.put(order);
    this.orders.set(order.id, order);
  }
}

const isBuy = ({ side, outcome }: Order): boolean => (side === 'BUY') === (outcome === 'YES');
const openQty = (order: Order): bigint => order.legs.reduce((sum, leg) => sum + remainingQty(leg), 0n);
const resized = (order: Order, qty: Qty): Order => ({
  ...order,
  qty,
  legs: order.legs.map((leg) => ({ ...leg, qty })),
});
const cancelled = (order: Order): Order => ({
  ...order,
  status: 'CANCELLED',
  legs: order.legs.map((leg) => ({ ...leg, status: 'CANCELLED' })),
});

test('I-35: reduce-only orders of either side and outcome never exceed the position, and never reverse it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -60n, max: 60n }), fc.array(step, { maxLength: 60 }), (net, steps) => {
      const account = new Account(net);
      for (const next of steps) {
        const order = account.live[next.pick % Math.max(1, account.live.length)];
        if (next.action === 'place') account.place(next);
        if (next.action === 'move') account.net += next.side === 'BUY' ? next.amount : -next.amount;
        if (next.action === 'fill' && order !== undefined) account.fill(order, next.amount);
        if (next.action === 'cancel' && order !== undefined) account.put(cancelled(order));
        account.lowerExcess();
        const open = account.live.reduce((sum, each) => sum + openQty(each), 0n);
        assert.ok(open <= absolute(account.net), `${open} open of ${account.net}`);
        for (const each of account.live) assert.equal(isBuy(each), account.net < 0n);
      }
    }),
  );
});

test('the newest order is lowered first', () => {
  const orders = [1, 2, 3].map((number) => accepted({ side: 'SELL', reduceOnly: true }, [], number)); // 10 each
  const qty = orders[0]?.qty ?? 0n;
  const [any] = orders;
  assert.ok(any !== undefined && any.instrumentId !== null);
  const key = positionKey(any.accountId, any.subaccountId, any.instrumentId);
  const excess = findExcess(orders, qty + qty / 2n, key);
  assert.deepEqual(
    excess.map(({ order, cut }) => [order.id, cut]),
    [
      [toOrderId(3), qty],
      [toOrderId(2), qty / 2n],
    ],
  );
});

test('an order over two positions counts in each with its leg there', () => {
  const order = accepted({ side: 'SELL', reduceOnly: true, routing: { mode: 'SPLIT', venues: null } }, [
    '6',
    '4',
  ]);
  const [first, second] = findReducedPositions(order);
  assert.ok(first !== undefined && second !== undefined && first !== second);
  const lots = (count: bigint): bigint => count * 100_000_000n;
  assert.deepEqual(findExcess([order], lots(6n), first), []);
  assert.deepEqual(findExcess([order], lots(4n), second), []);
  assert.deepEqual(findExcess([order], lots(5n), first), [{ order, cut: lots(1n) }]);
  assert.deepEqual(findExcess([order], lots(1n), second), [{ order, cut: lots(3n) }]);
});
