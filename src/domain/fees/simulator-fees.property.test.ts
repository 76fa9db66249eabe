import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { charge, tradeFee } from '../../../simulators/kalshi/kalshi-fees.ts';
import { takerFee } from '../../../simulators/polymarket/trading/outcome-market.ts';
import { toFeeSchedule } from '../../venues/kalshi/market-data/kalshi-listing.ts';
import { type Notional, ONE, type Price, type Qty } from '../model/money.ts';
import { feeSchedule } from './fee-schedule.fixture.ts';
import { computeSingleFillFee } from './fill-fees.ts';

const TYPES = ['quadratic', 'quadratic_with_maker_fees', 'quadratic_with_combo_maker_fees'] as const;
const arbitraryPrice = fc.integer({ min: 1, max: 9_999 }).map((units) => (BigInt(units) * 10_000n) as Price);
const arbitraryQty = fc
  .integer({ min: 1, max: 10_000_000 })
  .map((units) => (BigInt(units) * 1_000_000n) as Qty);

test("the fee of a lookup is the fee that Kalshi's simulator charges for the fill", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TYPES),
      fc.constantFrom('0.0001' as const, '0.01' as const),
      fc.constantFrom(0.5, 1, 2),
      fc.boolean(),
      fc.constantFrom('BUY' as const, 'SELL' as const),
      arbitraryPrice,
      arbitraryQty,
      (type, precision, multiplier, isTaker, side, price, qty) => {
        const schedule = toFeeSchedule({ type, multiplier, isWaived: false }, precision);
        assert.ok(schedule !== null);
        const terms = { type, multiplier: BigInt(multiplier * 2) * (ONE / 2n) };
        const notional = price * qty;
        const revenue = (side === 'BUY' ? -notional : notional) as Notional;
        const fee = tradeFee(terms, isTaker, price, qty);
        const account = precision === '0.0001' ? 'direct' : 'other';
        const charged = charge(revenue, fee, 0n as Notional, account);
        const looked = computeSingleFillFee(schedule, side, price, qty, isTaker ? 'TAKER' : 'MAKER');
        assert.equal(looked, charged.fee);
      },
    ),
  );
});

const MICRO = 10_000_000_000n; // 1e-16

test("the fee of a lookup is the fee that Polymarket's simulator charges, from one fee step upwards", () => {
  fc.assert(
    fc.property(fc.constantFrom(4n, 5n, 7n), arbitraryPrice, arbitraryQty, (percent, price, qty) => {
      const rate = (percent * ONE) / 100n;
      const schedule = feeSchedule(`0.0${percent}`, { fillStep: '0.00001', fillRounding: 'half_up' });
      const charged = takerFee({ rate, exponent: 1 }, (qty / 100n) as never, price);
      if (charged === 0n) return;
      assert.equal(computeSingleFillFee(schedule, 'BUY', price, qty, 'TAKER'), charged * MICRO);
    }),
  );
});
