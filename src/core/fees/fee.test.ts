import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  NOTIONAL_ZERO,
  type Notional,
  notionalOf,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderNotional,
} from '../kernel/decimal.ts';
import type { Side } from '../orders/order.ts';
import { feeSchedule } from './fee.fixture.ts';
import { costOfOrder, type FeeSide, feeOfFill } from './fee.ts';
import { type FeeSchedule, FREE } from './schedule.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;

/** `charge(direct, 'BUY 100 @ 0.50')`: the fill's own fee, the order's fee and its cost. */
function charge(schedule: FeeSchedule, order: string, liquidity: FeeSide = 'TAKER'): readonly string[] {
  const [side = '', amount = '', , at = ''] = order.split(' ');
  const notional = notionalOf(price(at), qty(amount));
  const trade = feeOfFill(schedule, price(at), qty(amount), liquidity);
  const { fee, cost } = costOfOrder(schedule, side as Side, notional, trade);
  return [trade, fee, cost].map(renderNotional);
}

const direct = feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.0001' });
const member = feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.01' });

// kalshi.md §13, row by row: the trade fee, then fee and cash of a direct member, then of another member.
const KALSHI = [
  ['BUY 100 @ 0.50', '1.75', ['1.75', '51.75'], ['1.75', '51.75']],
  ['BUY 1 @ 0.52', '0.017472', ['0.0175', '0.5375'], ['0.02', '0.54']],
  ['BUY 1 @ 0.99', '0.000693', ['0.0007', '0.9907'], ['0.01', '1']],
  ['SELL 10 @ 0.62', '0.16492', ['0.165', '-6.035'], ['0.17', '-6.03']],
  ['BUY 2.5 @ 0.37', '0.040793', ['0.0408', '0.9658'], ['0.045', '0.97']],
] as const;

for (const [order, trade, atDirect, atMember] of KALSHI) {
  test(`Kalshi's table, taker ${order}`, () => {
    assert.deepEqual(charge(direct, order), [trade, ...atDirect]);
    assert.deepEqual(charge(member, order), [trade, ...atMember]);
  });
}

test("Kalshi's table, makers: with maker fees and without", () => {
  const withFees = { makerRate: '0.0175', fillStep: '0.000001' };
  const order = 'BUY 100 @ 0.50';
  assert.deepEqual(charge(feeSchedule('0.07', { ...withFees, cashStep: '0.0001' }), order, 'MAKER'), [
    '0.4375',
    '0.4375',
    '50.4375',
  ]);
  assert.deepEqual(charge(feeSchedule('0.07', { ...withFees, cashStep: '0.01' }), order, 'MAKER'), [
    '0.4375',
    '0.44',
    '50.44',
  ]);
  for (const schedule of [direct, member])
    assert.deepEqual(charge(schedule, order, 'MAKER'), ['0', '0', '50']);
});

test("Kalshi's table, a multiplier of one half", () => {
  const half = (cashStep: string) => feeSchedule('0.035', { fillStep: '0.000001', cashStep });
  assert.deepEqual(charge(half('0.0001'), 'BUY 100 @ 0.50'), ['0.875', '0.875', '50.875']);
  assert.deepEqual(charge(half('0.01'), 'BUY 100 @ 0.50'), ['0.875', '0.88', '50.88']);
});

// polymarket.md §16: rate, order, fee.
const POLYMARKET = [
  ['0.07', 'BUY 100 @ 0.50', '1.75'],
  ['0.04', 'BUY 57 @ 0.31', '0.48769'],
  ['0.04', 'BUY 10 @ 0.52', '0.09984'],
  ['0.05', 'BUY 250 @ 0.37', '2.91375'],
  ['0.04', 'BUY 1 @ 0.01', '0.0004'],
  ['0.04', 'SELL 57 @ 0.69', '0.48769'],
  ['0', 'BUY 100 @ 0.50', '0'],
  ['0.04', 'BUY 0.01 @ 0.01', '0'], // 0.00000396 is less than one step's half
] as const;

for (const [rate, order, fee] of POLYMARKET) {
  test(`Polymarket's table, ${order} at rate ${rate}`, () => {
    const schedule = feeSchedule(rate, { fillStep: '0.00001', fillRounding: 'half_up' });
    assert.deepEqual(charge(schedule, order).slice(0, 2), [fee, fee]);
    assert.equal(charge(schedule, order, 'MAKER')[0], '0');
  });
}

test("Polymarket's table, an exponent of two", () => {
  const squared = feeSchedule('0.25', { fillStep: '0.00001', fillRounding: 'half_up', exponent: 2 });
  assert.equal(charge(squared, 'BUY 100 @ 0.50')[0], '1.5625');
});

test('half a step is rounded up', () => {
  const coarse = feeSchedule('0.04', { fillStep: '0.02', fillRounding: 'half_up' });
  assert.equal(charge(coarse, 'BUY 1 @ 0.50')[0], '0.02'); // exactly 0.01
});

test('YES and NO of one trade cost the same fee', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9_999 }), (cents, hundredths) => {
      const at = (BigInt(cents) * 1_000_000n) as Price;
      const other = (100_000_000n - at) as Price;
      const amount = (BigInt(hundredths) * 1_000_000n) as Qty;
      assert.equal(feeOfFill(direct, at, amount), feeOfFill(direct, other, amount));
    }),
  );
});

/** The venue's own way, fill by fill: round each fill's cash down, give whole steps back as they gather. */
function fillByFill(side: Side, fills: readonly { at: Price; amount: Qty; fee: Notional }[], step: bigint) {
  let gathered = 0n;
  let cash = 0n;
  for (const { at, amount, fee } of fills) {
    const revenue = side === 'BUY' ? -1n * notionalOf(at, amount) : notionalOf(at, amount);
    const change = revenue - fee;
    const aligned = change - (((change % step) + step) % step);
    gathered += change - aligned;
    const rebate = gathered - (gathered % step);
    gathered -= rebate;
    cash += aligned + rebate;
  }
  return -cash;
}

test('many fills cost together what the venue takes for them one by one', () => {
  const fills = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 500 })), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fills, fc.constantFrom('BUY' as const, 'SELL' as const), (made, side) => {
      const told = made.map(([cents, contracts]) => {
        const at = (BigInt(cents) * 1_000_000n) as Price;
        const amount = (BigInt(contracts) * 100_000_000n) as Qty;
        return { at, amount, fee: feeOfFill(member, at, amount) };
      });
      const notional = told.reduce((sum, one) => sum + notionalOf(one.at, one.amount), 0n) as Notional;
      const fees = told.reduce((sum, one) => sum + one.fee, 0n) as Notional;
      const { cost, fee } = costOfOrder(member, side, notional, fees);
      assert.equal(cost, fillByFill(side, told, member.cashStep ?? 1n));
      assert.equal(side === 'BUY' ? cost - notional : cost + notional, fee);
      assert.ok(fee >= fees);
    }),
  );
});

test('a venue without fees costs the notional', () => {
  assert.deepEqual(charge(FREE, 'BUY 3 @ 0.33'), ['0', '0', '0.99']);
  assert.deepEqual(charge(FREE, 'SELL 3 @ 0.33'), ['0', '0', '-0.99']);
  assert.deepEqual(costOfOrder(member, 'BUY', NOTIONAL_ZERO, NOTIONAL_ZERO), { fee: 0n, cost: 0n });
});
