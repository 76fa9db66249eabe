import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NO_FEES } from '../../contract/model/fee-schedule.ts';
import { floorToLot, type Notional, type Price, type Qty } from '../../contract/model/money.ts';
import type { Side } from '../../contract/model/order.ts';
import { feeSchedule } from '../fees/fee-schedule.fixture.ts';
import { computeTakenCost, toCostCurves } from './cost-curve.ts';
import { planOrder } from './route-order.ts';
import { createBook, member, planned, price, qty, request } from './routing.fixture.ts';
import { findEligibleRoutes, type Route } from './venue-eligibility.ts';

const SCHEDULES = [
  NO_FEES,
  feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.01' }),
  feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.0001' }),
  feeSchedule('0.035', { fillStep: '0.000001', cashStep: '0.01' }),
  feeSchedule('0.0612345', { fillStep: '0.000001', cashStep: '0.01' }), // an odd multiplier
  feeSchedule('0', { fillStep: '0.000001', cashStep: '0.01' }),
  feeSchedule('0.05', { fillStep: '0.00001', fillRounding: 'down' }),
  feeSchedule('0.05', { fillStep: '0.00001', fillRounding: 'half_up' }),
  feeSchedule('0.25', { fillStep: '0.00001', fillRounding: 'half_up', exponent: 2 }),
];

/** Quantities in the venues' steps: whole, hundredths, millionths, and 1e-8. */
const amounts = (most: number): fc.Arbitrary<bigint> =>
  fc
    .tuple(fc.constantFrom(100_000_000n, 1_000_000n, 100n, 1n), fc.integer({ min: 1, max: most }))
    .map(([unit, count]) => unit * BigInt(count));

const books = fc.record({
  tick: fc.constantFrom(1_000_000n, 100_000n, 10_000n, 1n),
  lot: fc.constantFrom(100_000_000n, 1_000_000n, 1n),
  levels: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 98 }), amounts(2_000_000)), {
    minLength: 1,
    maxLength: 8,
    selector: ([place]) => place,
  }),
  fees: fc.constantFrom(...SCHEDULES),
  isInverted: fc.boolean(),
});

type Books = typeof books extends fc.Arbitrary<infer Value> ? Value : never;

/** The route of a single member, with prices close to 0.5 because the tick is small. */
function createRoute({ tick, lot, levels, fees, isInverted }: Books, side: Side): Route {
  const made = member('Kalshi', {
    fees,
    inverted: isInverted,
    priceTick: tick as Price,
    priceMin: tick as Price,
    priceMax: (100_000_000n - tick) as Price,
    qtyStep: lot as Qty,
    qtyMin: lot as Qty,
  });
  const quoted = levels
    .map(([place, amount]) => ({
      price: (50_000_000n + tick * BigInt(place - 49)) as Price,
      qty: amount as Qty,
    }))
    .filter((level) => level.price > 0n && level.price < 100_000_000n)
    .sort((a, b) => Number(a.price - b.price));
  const book = createBook(made.instrumentId, quoted.toReversed(), quoted);
  const order = { ...request('SPLIT BUY YES 1 @ market'), side };
  return findEligibleRoutes(order, [{ ...made, book }]).routes[0] ?? assert.fail('a member that takes part');
}

test('numbers and bigints give the same costs for all ticks, lots, fees and sizes', () => {
  let exact = 0;
  fc.assert(
    fc.property(
      books,
      fc.constantFrom<Side>('BUY', 'SELL'),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (made, side, part) => {
        const route = createRoute(made, side);
        const depth = route.from.levels.reduce((sum, level) => sum + level.qty, 0n);
        const share = floorToLot(
          ((depth * BigInt(Math.ceil(part * 1_000))) / 1_000n) as Qty,
          made.lot as Qty,
        );
        const [curve] = toCostCurves([route], side, depth as Qty);
        if (curve === undefined) assert.fail('a curve a route');
        const { notional, charges } = computeTakenCost(route, side, share);
        assert.deepEqual(curve.takenCost(share), { notional, charges });
        if (!curve.isExact) return;
        exact += 1;
        const inUnits = Number(share) / curve.units.qty;
        assert.equal(BigInt(curve.cost(inUnits)) * BigInt(curve.units.money), charges.cost);
        const doubt = Math.abs(curve.cost(inUnits)) * 2 ** -40;
        assert.ok(
          curve.costLowerBound(inUnits) <= curve.cost(inUnits) + doubt,
          'nothing costs less than the least',
        );
      },
    ),
    { numRuns: 3_000 },
  );
  assert.ok(exact > 1_000, `only ${exact} of them in exact numbers`);
});

test('quantities beyond safe integers are planned in whole lots, with costs in bigints and without proof of minimal cost', () => {
  const vast = '900000000000 @ 0.50'; // its notional exceeds safe integers
  const one = member('Kalshi', {
    asks: vast,
    fees: feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.01' }),
  });
  const other = member('Demo', { asks: vast, qtyStep: qty('0.00000001'), priceTick: price('0.00000001') });
  const plan = planOrder(request('SPLIT BUY YES 70000000 @ market'), [one, other]);
  assert.ok(plan.ok);
  assert.deepEqual(planned(plan), ['Demo YES 45000000 @ market', 'short 25000000 ioc_remainder']);
  assert.equal(plan.value.decision.isLeast, false);
  assert.equal(plan.value.decision.legs?.[0]?.cost, (qty('45000000') * price('0.50')) as Notional);
});

test('BEST_PRICE and FOK use the whole book, whatever its size', () => {
  const vast = member('Demo', { asks: '900000000000 @ 0.50' });
  for (const words of ['BEST_PRICE BUY YES 70000000 @ market', 'SPLIT BUY YES 70000000 @ 0.5 FOK']) {
    const plan = planOrder(request(words), [vast]);
    assert.ok(plan.ok);
    assert.equal(plan.value.legs[0]?.qty, qty('70000000'));
    assert.equal(plan.value.decision.legs?.[0]?.cost, (qty('70000000') * price('0.50')) as Notional);
  }
});
