import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { charge, tradeFee } from '../../../simulators/kalshi/kalshi-fees.ts';
import type { Micro } from '../../../simulators/polymarket/trading/micro-units.ts';
import { computeTakerFee } from '../../../simulators/polymarket/trading/outcome-market.ts';
import type { VenueName } from '../../contract/model/ids.ts';
import {
  complement,
  computeNotional,
  type Notional,
  ONE,
  type Price,
  parseDecimal,
  type Qty,
} from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { toFeeSchedule } from '../../venues/kalshi/market-data/kalshi-listing.ts';
import { parseMarket, type WireMarket } from '../../venues/polymarket/codec/gamma-messages.ts';
import { type Listing, toListing, toOwnFills } from '../../venues/polymarket/codec/polymarket-mapping.ts';
import {
  chargeFill,
  computeFillFee,
  computeOrderFees,
  computeSingleFillFee,
  NO_CHARGES,
} from './fill-fees.ts';

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

const fills = fc.array(fc.record({ price: arbitraryPrice, qty: arbitraryQty }), {
  minLength: 1,
  maxLength: 6,
});

test("the cost of an order of many fills is what Kalshi's simulator charges fill by fill", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TYPES),
      fc.constantFrom('0.0001' as const, '0.01' as const),
      fc.constantFrom(0, 0.5, 1),
      fc.constantFrom('BUY' as const, 'SELL' as const),
      fills,
      (type, precision, multiplier, side, executions) => {
        const schedule = toFeeSchedule({ type, multiplier, isWaived: false }, precision);
        assert.ok(schedule !== null);
        const terms = { type, multiplier: BigInt(multiplier * 2) * (ONE / 2n) };
        let planned = NO_CHARGES;
        let [carry, cash, fees] = [0n as Notional, 0n, 0n];
        for (const { price, qty } of executions) {
          const notional = computeNotional(price, qty);
          planned = chargeFill(schedule, side, planned, notional, computeFillFee(schedule, price, qty));
          const revenue = (side === 'BUY' ? 0n - notional : notional) as Notional;
          const account = precision === '0.0001' ? 'direct' : 'other';
          const charged = charge(revenue, tradeFee(terms, true, price, qty), carry, account);
          assert.ok(charged.fee >= 0n, 'a net fee is never negative');
          carry = charged.carry;
          cash += charged.change;
          fees += charged.fee;
        }
        const notional = executions.reduce((sum, { price, qty }) => sum + computeNotional(price, qty), 0n);
        assert.equal(planned.cost, -cash);
        assert.equal(computeOrderFees(side, planned, notional as Notional), fees);
      },
    ),
  );
});

const MICRO = 10_000_000_000n; // 1e-16
/** From a fee of nothing to one of dollars, with every rounding in between. */
const arbitraryShares = fc
  .oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 10_000_000 }))
  .map((units) => (BigInt(units) * 1_000_000n) as Qty);
const arbitraryRate = fc.constantFrom('0.04', '0.05', '0.07');
const createListing = (rate: string): Listing => {
  const record = {
    ...MARKET,
    feesEnabled: true,
    feeSchedule: { exponent: 1, rate: Number(rate), takerOnly: true },
  };
  return toListing('Polymarket' as VenueName, parseMarket(record) as WireMarket, 0 as TimestampMs);
};
const MARKET = {
  version: 'v1',
  conditionId: '0xc0',
  clobTokenIds: '["1", "2"]',
  outcomes: '["Yes", "No"]',
  active: true,
  acceptingOrders: true,
  enableOrderBook: true,
};

test("the fee of a lookup is the fee that Polymarket's simulator charges, also below one fee step", () => {
  fc.assert(
    fc.property(arbitraryRate, arbitraryPrice, arbitraryShares, (rate, price, qty) => {
      const { fees } = createListing(rate).instrument;
      assert.ok(fees !== null);
      const terms = { rate: parseDecimal(rate) ?? 0n, exponent: 1 };
      const charged = computeTakerFee(terms, [{ shares: (qty / 100n) as Micro, price }]);
      assert.equal(computeSingleFillFee(fees, 'BUY', price, qty, 'TAKER'), charged * MICRO);
    }),
  );
});

test("the fees of a trade's fills are what Polymarket's simulator charges for its makers", () => {
  const makers = fc.array(fc.record({ price: arbitraryPrice, qty: arbitraryShares, isSame: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(arbitraryRate, makers, (rate, entries) => {
      const terms = { rate: parseDecimal(rate) ?? 0n, exponent: 1 };
      const charged = computeTakerFee(
        terms,
        entries.map(({ price, qty, isSame }) => ({
          shares: (qty / 100n) as Micro,
          price: isSame ? price : complement(price),
        })),
      );
      const trade = {
        ...TRADE,
        qty: entries.reduce((sum, { qty }) => sum + qty, 0n) as Qty,
        makers: entries.map(({ price, qty, isSame }, at) => ({
          orderId: `m${at}`,
          owner: 'another',
          makerAddress: null,
          tokenId: isSame ? '1' : '2',
          side: isSame ? ('SELL' as const) : ('BUY' as const),
          price,
          qty,
        })),
      };
      const own = toOwnFills(trade, () => false, createListing(rate));
      assert.equal(
        own?.reduce((sum, { fill }) => sum + (fill.fee ?? 0n), 0n),
        charged * MICRO,
      );
    }),
  );
});

const TRADE = {
  id: 't1',
  status: 'CONFIRMED',
  takerOrderId: 'o1',
  isTaker: true,
  conditionId: '0xc0',
  tokenId: '1',
  side: 'BUY',
  price: (ONE / 2n) as Price,
  matchedAtMs: 0,
  updatedAtMs: null,
} as const;
