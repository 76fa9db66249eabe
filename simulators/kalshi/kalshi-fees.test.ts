import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Notional, type Price, parsePrice, parseQty, type Qty } from '../../src/contract/model/money.ts';
import { planOrder } from '../../src/domain/routing/route-order.ts';
import { createBook, member, request } from '../../src/domain/routing/routing.fixture.ts';
import { toFeeSchedule } from '../../src/venues/kalshi/market-data/kalshi-listing.ts';
import { computeUnitCost } from './account-funds.ts';
import type { BookSide } from './exchange-records.ts';
import { charge, type Precision, tradeFee } from './kalshi-fees.ts';
import { money4, money6, toScaled } from './wire-units.ts';

interface Case {
  readonly fill: string; // `taker bid opens 100 @ 0.50`
  readonly type?: string;
  readonly multiplier?: number;
  readonly model: string;
  readonly direct: readonly [string, string]; // fee_cost, change of cash
  readonly other: readonly [string, string];
}

/** The examples of the venue's page on fees. */
const TABLE: readonly Case[] = [
  {
    fill: 'taker bid opens 100 @ 0.50',
    model: '1.750000',
    direct: ['1.750000', '-51.7500'],
    other: ['1.750000', '-51.7500'],
  },
  {
    fill: 'taker bid opens 1 @ 0.52',
    model: '0.017472',
    direct: ['0.017500', '-0.5375'],
    other: ['0.020000', '-0.5400'],
  },
  {
    fill: 'taker bid opens 1 @ 0.99',
    model: '0.000693',
    direct: ['0.000700', '-0.9907'],
    other: ['0.010000', '-1.0000'],
  },
  {
    fill: 'taker ask closes 10 @ 0.62',
    model: '0.164920',
    direct: ['0.165000', '6.0350'],
    other: ['0.170000', '6.0300'],
  },
  {
    fill: 'taker bid opens 2.50 @ 0.37',
    model: '0.040793',
    direct: ['0.040800', '-0.9658'],
    other: ['0.045000', '-0.9700'],
  },
  {
    fill: 'maker bid opens 100 @ 0.50',
    type: 'quadratic_with_maker_fees',
    model: '0.437500',
    direct: ['0.437500', '-50.4375'],
    other: ['0.440000', '-50.4400'],
  },
  {
    fill: 'maker bid opens 100 @ 0.50',
    model: '0.000000',
    direct: ['0.000000', '-50.0000'],
    other: ['0.000000', '-50.0000'],
  },
  {
    fill: 'taker bid opens 100 @ 0.50',
    multiplier: 0.5,
    model: '0.875000',
    direct: ['0.875000', '-50.8750'],
    other: ['0.880000', '-50.8800'],
  },
];

for (const { fill, type = 'quadratic', multiplier = 1, model, ...expected } of TABLE) {
  test(`${fill}, ${type} × ${multiplier}`, () => {
    const [role, side, what, count, , at] = fill.split(' ');
    const [qty, price] = [parseQty(count?.replace('.50', '.5')) as Qty, parsePrice(at) as Price];
    const own = qty * computeUnitCost(side as BookSide, price);
    const revenue = (what === 'opens' ? -own : qty * 100_000_000n - own) as Notional;
    const fee = tradeFee({ type, multiplier: toScaled(multiplier) }, role === 'taker', price, qty);
    assert.equal(money6(fee), model);
    for (const precision of ['direct', 'other'] as const) {
      const charged = charge(revenue, fee, 0n as Notional, precision);
      assert.deepEqual([money6(charged.fee), money4(charged.change)], expected[precision]);
    }
  });
}

test('a combo market charges makers half of the taker fee', () => {
  const terms = { type: 'quadratic_with_combo_maker_fees', multiplier: toScaled(1) };
  const at = [parsePrice('0.5') as Price, parseQty('100') as Qty] as const;
  assert.equal(money6(tradeFee(terms, false, ...at)), '0.875000');
  assert.equal(money6(tradeFee(terms, true, ...at)), '1.750000');
});

const fills = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 9_999 }).map((units) => (BigInt(units) * 10_000n) as Price),
    qty: fc.integer({ min: 1, max: 100_000 }).map((units) => (BigInt(units) * 1_000_000n) as Qty),
  }),
  { minLength: 1, maxLength: 30 },
);

test('rounding of an order is refunded in whole units, as far as the fee allows', () => {
  const precisions = fc.constantFrom<Precision>('direct', 'other');
  fc.assert(
    fc.property(fills, precisions, (order, precision) => {
      const unit = precision === 'direct' ? 10n ** 12n : 10n ** 14n;
      let carry = 0n as Notional;
      let excess = 0n;
      for (const { price, qty } of order) {
        const fee = tradeFee({ type: 'quadratic', multiplier: toScaled(1) }, true, price, qty);
        const charged = charge((0n - qty * price) as Notional, fee, carry, precision);
        assert.equal(charged.change % unit, 0n, 'cash stays in whole units');
        assert.ok(charged.fee >= 0n);
        assert.equal(
          charged.change,
          0n - qty * price - charged.fee,
          'the change of cash is revenue minus fee',
        );
        excess += charged.fee - fee;
        carry = charged.carry;
        assert.equal(carry, excess, 'the order carries the rounding');
        assert.ok(carry >= 0n);
        // More than one unit is carried only if the fee is too small for a refund.
        assert.ok(carry < unit || charged.fee < unit);
      }
    }),
  );
});

test('a routing plan expects exactly the fee that the exchange charges', () => {
  const series = fc.constantFrom(
    { type: 'quadratic', multiplier: 1, isWaived: false },
    { type: 'quadratic', multiplier: 0.5, isWaived: false },
    { type: 'quadratic_with_maker_fees', multiplier: 1, isWaived: false },
    { type: 'quadratic', multiplier: 0, isWaived: false }, // no fee, but cash in whole units
  );
  const levels = fc.uniqueArray(
    fc.record({
      price: fc.integer({ min: 1, max: 999 }).map((mills) => (BigInt(mills) * 100_000n) as Price),
      qty: fc.integer({ min: 1, max: 30_000 }).map((units) => (BigInt(units) * 1_000_000n) as Qty),
    }),
    { minLength: 1, maxLength: 8, selector: ({ price }) => price },
  );
  const precisions = fc.constantFrom<Precision>('direct', 'other');
  const rests = fc.integer({ min: 0, max: 5_000 });
  fc.assert(
    fc.property(series, levels, precisions, rests, (terms, asks, precision, more) => {
      const sorted = asks.toSorted((a, b) => Number(a.price - b.price));
      const fees = toFeeSchedule(terms, precision === 'direct' ? '0.0001' : '0.01');
      assert.ok(fees !== null);
      const made = member('Kalshi', {
        fees,
        qtyStep: parseQty('0.01') as Qty,
        qtyMin: parseQty('0.01') as Qty,
      });
      const grid = {
        priceTick: 100_000n as Price,
        priceMin: 100_000n as Price,
        priceMax: 99_900_000n as Price,
      };
      const book = createBook(made.instrumentId, [], sorted);
      const limit = sorted.at(-1)?.price as Price;
      const resting = { price: limit, qty: (BigInt(more) * 1_000_000n) as Qty };
      const qty = [...sorted, resting].reduce((sum, fill) => sum + fill.qty, 0n) as Qty;
      const plan = planOrder({ ...request('SPLIT BUY YES 1 @ 0.5'), price: limit, qty }, [
        { ...made, ...grid, book },
      ]);
      assert.ok(plan.ok);
      let [cash, fee, carry] = [0n, 0n, 0n as Notional];
      for (const fill of more === 0 ? sorted : [...sorted, resting]) {
        const trade = tradeFee(
          { type: terms.type, multiplier: toScaled(terms.multiplier) },
          fill !== resting,
          fill.price,
          fill.qty,
        );
        const charged = charge((0n - fill.qty * fill.price) as Notional, trade, carry, precision);
        [cash, fee, carry] = [cash + charged.change, fee + charged.fee, charged.carry];
      }
      const [leg] = plan.value.decision.legs ?? [];
      assert.deepEqual([leg?.cost, leg?.fee], [-cash, fee]);
    }),
    { numRuns: 2_000 },
  );
});
