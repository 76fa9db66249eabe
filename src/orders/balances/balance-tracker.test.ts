import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { type OrderId, toOrderId, type VenueName } from '../../contract/model/ids.ts';
import type { Notional, Price } from '../../contract/model/money.ts';
import type { Leg, LegTarget, Order } from '../../contract/model/order.ts';
import { accepted, price } from '../../domain/order-state/order.fixture.ts';
import type { TouchedRecords } from '../../domain/projections/ledger-state.ts';
import { TokenHoldings } from '../../domain/risk/token-holdings.ts';
import { settle } from '../../oms/oms.fixture.ts';
import type { VenueBalance } from '../../ports/venue.ts';
import { BalanceTracker, type BalanceTrackerDeps } from './balance-tracker.ts';

const [NEAR, FAR] = ['Demo' as VenueName, 'Kalshi' as VenueName];
const ID = toOrderId(1);
const amount = (units: number): Notional => BigInt(units) as Notional;

/** A tracker of two venues with a cash account each, 100 available, whose balances were read once. */
async function openTracker() {
  const clock = new ManualClock();
  const balances = new Map<VenueName, VenueBalance>();
  const reads: VenueName[] = [];
  const changes: VenueName[] = [];
  const orders = new Map<OrderId, Order>();
  let onDurable: (touched: TouchedRecords) => void = () => undefined;
  const venues = [NEAR, FAR].map((name) => {
    balances.set(name, { currency: 'USD', total: amount(120), available: amount(100) });
    return {
      name,
      balance: async () => {
        reads.push(name);
        return balances.get(name) ?? null;
      },
    };
  });
  const tracker = new BalanceTracker({
    store: {
      state: { orders, exposure: { tokens: new TokenHoldings() } },
      onDurable: (listener: typeof onDurable) => {
        onDurable = listener;
      },
    },
    venues: { all: () => venues },
    clock,
    log: { warn: () => undefined },
  } as unknown as BalanceTrackerDeps);
  tracker.onChange((venue) => changes.push(venue));
  void tracker.start();
  await settle();
  reads.length = changes.length = 0;
  const touch = (touched: {
    readonly orders?: readonly OrderId[];
    readonly fills?: readonly object[];
  }): void =>
    onDurable({
      orders: new Set(touched.orders),
      fills: new Map((touched.fills ?? []).entries()),
    } as unknown as TouchedRecords);
  const setOrder = (order: Order): void => {
    orders.set(order.id, order);
    touch({ orders: [order.id] });
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  const spendable = () => [NEAR, FAR].map((venue) => Number(tracker.findSpendable(venue)));
  return { tracker, clock, orders, balances, reads, changes, touch, setOrder, pass, spendable };
}

/** A SPLIT with a resting leg at each venue, at these prices. */
function toSplit(prices: readonly [Price, Price], change: Partial<Order> = {}): Order {
  const [leg] = accepted().legs;
  assert.ok(leg !== undefined);
  const legs = [NEAR, FAR].map((venue, index): Leg => {
    return { ...leg, leg: index + 1, venue, status: 'OPEN', price: prices[index] ?? null };
  });
  return { ...accepted(), id: ID, legs, pendingAmend: null, ...change };
}

describe('an amend of a SPLIT that needs 5 more at the near venue and 7 more at the far one', () => {
  const [low, high] = [price('0.48'), price('0.5')];
  const before = toSplit([low, low]);
  const targets: readonly LegTarget[] = before.legs.map(({ leg, qty }) => ({ leg, price: high, qty }));
  const more = new Map([
    [NEAR, 5n],
    [FAR, 7n],
  ]);

  for (const [title, prices, expected] of [
    ['confirmed by both venues holds the increase at each', [high, high], [95, 93]],
    ['refused by both venues frees the cash at each', [low, low], [100, 100]],
    ['confirmed by the near venue only holds its increase', [high, low], [95, 100]],
    ['confirmed by the far venue only holds its increase', [low, high], [100, 93]],
  ] as const)
    test(title, async () => {
      const { tracker, setOrder, spendable } = await openTracker();
      setOrder(before);
      tracker.holdChanges(ID, more, targets);
      assert.deepEqual(spendable(), [95, 93]);
      setOrder(toSplit(prices));
      assert.deepEqual(spendable(), expected);
    });

  test('is counted once when the next one follows before its confirmation is durable', async () => {
    const { tracker, setOrder, spendable } = await openTracker();
    setOrder(before);
    tracker.holdChanges(ID, more, targets);
    const confirmed = toSplit([high, high]);
    before.legs.forEach((leg, index) => Object.assign(leg, confirmed.legs[index]));
    tracker.holdChanges(ID, more, targets);
    assert.deepEqual(spendable(), [90, 86]);
  });
});

test('an order holds cash at its own venues only, and what the venue refused is free again', async () => {
  const { tracker, setOrder, spendable } = await openTracker();
  tracker.hold(ID, new Map([[FAR, amount(30)]]));
  assert.deepEqual(spendable(), [100, 70]);
  const [, far] = toSplit([price('0.48'), price('0.48')]).legs;
  assert.ok(far !== undefined);
  setOrder({ ...accepted(), id: ID, legs: [{ ...far, status: 'REJECTED' }] });
  assert.deepEqual(spendable(), [100, 100]);
});

for (const [title, change] of [
  ['the available cash alone', { available: amount(99) }],
  ['the total alone', { total: amount(121) }],
  ['a total that is no longer reported', { total: null }],
] as const)
  test(`a change of ${title} is announced, at its venue only`, async () => {
    const { balances, changes, pass } = await openTracker();
    balances.set(FAR, { currency: 'USD', total: amount(120), available: amount(100), ...change });
    await pass(16_000);
    assert.deepEqual(changes, [FAR]);
    await pass(16_000);
    assert.deepEqual(changes, [FAR], 'once');
  });

for (const [title, touched] of [
  ['a fill without an order, such as a settlement', { fills: [{ venue: FAR }] }],
  ['an order', { orders: [ID] }],
] as const)
  test(`${title} makes its venue read within two seconds, and no other`, async () => {
    const { orders, reads, pass, touch } = await openTracker();
    const [, far] = toSplit([price('0.48'), price('0.48')]).legs;
    assert.ok(far !== undefined);
    orders.set(ID, { ...accepted(), id: ID, legs: [far] });
    touch(touched);
    await pass(2_000);
    assert.deepEqual(reads, [FAR]);
  });

test('a fresh balance may lack what happened in the second before it was requested; an old one is not fresh', async () => {
  const { tracker, clock, pass, balances } = await openTracker();
  await pass(14_000);
  assert.equal(tracker.findFresh(FAR)?.completeToMs, -1_000, 'of the first read');
  await pass(2_000);
  const second = clock.monotonicMs();
  assert.equal(tracker.findFresh(FAR)?.completeToMs, second - 1_000);
  balances.delete(FAR); // it answers no more
  await pass(45_000);
  assert.equal(tracker.findFresh(FAR)?.completeToMs, second - 1_000);
  await pass(1);
  assert.deepEqual([tracker.findFresh(FAR), tracker.get(FAR)?.isStale], [null, true]);
  assert.notEqual(tracker.findFresh(NEAR), null);
});
