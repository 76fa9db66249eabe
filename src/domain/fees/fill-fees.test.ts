import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FeeSchedule, NO_FEES } from '../../contract/model/fee-schedule.ts';
import {
  computeNotional,
  NOTIONAL_ZERO,
  ONE,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderNotional,
} from '../../contract/model/money.ts';
import type { Side } from '../../contract/model/order.ts';
import { feeSchedule } from './fee-schedule.fixture.ts';
import {
  chargeFill,
  computeFillFee,
  computeMatchFees,
  computeOrderFees,
  type FeeSide,
  NO_CHARGES,
  type OrderCharges,
} from './fill-fees.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;

/** `charged(direct, 'BUY 100 @ 0.50')`: the fill's own fee, the order's fee and its cost. */
function charged(schedule: FeeSchedule, order: string, liquidity: FeeSide = 'TAKER'): readonly string[] {
  const [side = '', amount = '', , at = ''] = order.split(' ');
  const notional = computeNotional(price(at), qty(amount));
  const trade = computeFillFee(schedule, price(at), qty(amount), liquidity);
  const account = chargeFill(schedule, side as Side, NO_CHARGES, notional, trade);
  return [trade, computeOrderFees(side as Side, account, notional), account.cost].map(renderNotional);
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
    assert.deepEqual(charged(direct, order), [trade, ...atDirect]);
    assert.deepEqual(charged(member, order), [trade, ...atMember]);
  });
}

test("Kalshi's table, makers: with maker fees and without", () => {
  const withFees = { makerRate: '0.0175', fillStep: '0.000001' };
  const order = 'BUY 100 @ 0.50';
  assert.deepEqual(charged(feeSchedule('0.07', { ...withFees, cashStep: '0.0001' }), order, 'MAKER'), [
    '0.4375',
    '0.4375',
    '50.4375',
  ]);
  assert.deepEqual(charged(feeSchedule('0.07', { ...withFees, cashStep: '0.01' }), order, 'MAKER'), [
    '0.4375',
    '0.44',
    '50.44',
  ]);
  for (const schedule of [direct, member])
    assert.deepEqual(charged(schedule, order, 'MAKER'), ['0', '0', '50']);
});

test("Kalshi's table, a multiplier of one half", () => {
  const half = (cashStep: string) => feeSchedule('0.035', { fillStep: '0.000001', cashStep });
  assert.deepEqual(charged(half('0.0001'), 'BUY 100 @ 0.50'), ['0.875', '0.875', '50.875']);
  assert.deepEqual(charged(half('0.01'), 'BUY 100 @ 0.50'), ['0.875', '0.88', '50.88']);
});

// polymarket.md §16: rate, order, fee.
const POLYMARKET = [
  ['0.07', 'BUY 100 @ 0.50', '1.75'],
  ['0.04', 'BUY 57 @ 0.31', '0.48769'],
  ['0.04', 'BUY 10 @ 0.52', '0.09984'],
  ['0.05', 'BUY 250 @ 0.37', '2.91375'],
  ['0.04', 'BUY 1 @ 0.01', '0.00039'], // 0.000396
  ['0.04', 'SELL 57 @ 0.69', '0.48769'],
  ['0', 'BUY 100 @ 0.50', '0'],
  ['0.04', 'BUY 0.01 @ 0.01', '0'], // 0.00000396
  ['0.04', 'BUY 0.02 @ 0.01', '0'], // 0.00000792
  ['0.04', 'BUY 0.04 @ 0.01', '0.00001'], // 0.00001584
  // Fees of taker fills, read from Polygon's records of 2026-09-24 to 2026-09-30.
  ['0.07', 'BUY 1.219511 @ 0.82', '0.01259'], // 0.01259999
  ['0.05', 'BUY 7.042251 @ 0.71', '0.07249'], // 0.07249998
  ['0.07', 'BUY 5.14931 @ 0.971', '0.01014'],
  ['0.05', 'SELL 7.59 @ 0.66', '0.08515'], // 0.0851598
  ['0.05', 'SELL 5 @ 0.27', '0.04927'], // 0.049275: exactly half a step more
  ['0.05', 'SELL 9.33 @ 0.55', '0.11545'],
] as const;

for (const [rate, order, fee] of POLYMARKET) {
  test(`Polymarket's table, ${order} at rate ${rate}`, () => {
    const schedule = feeSchedule(rate, { fillStep: '0.00001', fillRounding: 'down' });
    assert.deepEqual(charged(schedule, order).slice(0, 2), [fee, fee]);
    assert.equal(charged(schedule, order, 'MAKER')[0], '0');
  });
}

test("Polymarket's table, an exponent of two", () => {
  const squared = feeSchedule('0.25', { fillStep: '0.00001', fillRounding: 'down', exponent: 2 });
  assert.equal(charged(squared, 'BUY 100 @ 0.50')[0], '1.5625');
});

test('half a step is rounded up, but less than one step is free', () => {
  const coarse = feeSchedule('0.04', { fillStep: '0.02', fillRounding: 'half_up' });
  assert.equal(charged(coarse, 'BUY 3 @ 0.50')[0], '0.04'); // exactly 0.03
  assert.equal(charged(coarse, 'BUY 2 @ 0.50')[0], '0.02'); // exactly one step
  assert.equal(charged(coarse, 'BUY 1.99 @ 0.50')[0], '0'); // 0.0199
});

test('YES and NO of one trade cost the same fee', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9_999 }), (cents, hundredths) => {
      const at = (BigInt(cents) * 1_000_000n) as Price;
      const other = (100_000_000n - at) as Price;
      const amount = (BigInt(hundredths) * 1_000_000n) as Qty;
      assert.equal(computeFillFee(direct, at, amount), computeFillFee(direct, other, amount));
    }),
  );
});

interface Made {
  readonly at: Price;
  readonly amount: Qty;
}

/** The charges of an order after these fills. */
function chargeFills(schedule: FeeSchedule, side: Side, fills: readonly Made[]): OrderCharges {
  return fills.reduce(
    (so, { at, amount }) =>
      chargeFill(schedule, side, so, computeNotional(at, amount), computeFillFee(schedule, at, amount)),
    NO_CHARGES,
  );
}

const made = (text: string): readonly Made[] =>
  text.split(', ').map((fill) => {
    const [amount = '', at = ''] = fill.split(' @ ');
    return { at: price(at), amount: qty(amount) };
  });

const costs = (schedule: FeeSchedule, side: Side, text: string): string =>
  renderNotional(chargeFills(schedule, side, made(text)).cost);

test('accumulated cash rounding is returned in whole cents', () => {
  assert.equal(costs(member, 'BUY', '1 @ 0.52'), '0.54'); // 0.002528 held
  assert.equal(costs(member, 'BUY', '1 @ 0.52, 1 @ 0.52, 1 @ 0.52'), '1.62'); // 0.007584
  assert.equal(costs(member, 'BUY', '1 @ 0.52, 1 @ 0.52, 1 @ 0.52, 1 @ 0.52'), '2.15'); // 0.010112, less a cent
});

test("a net fee is never negative: a rebate above the fill's fee stays with the venue", () => {
  const waived = feeSchedule('0', { fillStep: '0.000001', cashStep: '0.01' });
  // The cash of each fill is rounded up by half a cent, which is the fill's complete fee, so no cent is returned.
  assert.equal(costs(waived, 'BUY', '0.5 @ 0.01, 0.5 @ 0.01'), '0.02');
  assert.equal(costs(waived, 'SELL', '0.5 @ 0.01, 0.5 @ 0.01'), '0');
  // A later fill with a large enough fee gets the rounding returned.
  const charging = feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.01' });
  const small = '0.5 @ 0.01, 0.5 @ 0.01, 0.5 @ 0.01';
  assert.equal(costs(charging, 'BUY', small), '0.03');
  assert.equal(costs(charging, 'BUY', `${small}, 10 @ 0.5`), '5.2'); // 5.175 becomes 5.18, less the cent
});

/** The venue's rule in fractions of a step: round cash down, accumulate the rounding, return whole steps. */
function fillByFill(schedule: FeeSchedule, side: Side, fills: readonly Made[], step: bigint): bigint {
  let gathered = 0n;
  let cash = 0n;
  for (const { at, amount } of fills) {
    const fee = computeFillFee(schedule, at, amount);
    const revenue = side === 'BUY' ? -1n * computeNotional(at, amount) : computeNotional(at, amount);
    const change = revenue - fee;
    const aligned = change - (((change % step) + step) % step);
    gathered += change - aligned;
    let net = fee + change - aligned;
    cash += aligned;
    while (gathered >= step && net >= step) {
      gathered -= step;
      net -= step;
      cash += step;
    }
  }
  return -cash;
}

const fills = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 99 }).map((cents) => (BigInt(cents) * 1_000_000n) as Price),
    // Hundredths and whole contracts, since only the smallest fills cannot get a rebate.
    amount: fc
      .oneof(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 500 }).map((count) => count * 100),
      )
      .map((hundredths) => (BigInt(hundredths) * 1_000_000n) as Qty),
  }),
  { minLength: 1, maxLength: 8 },
);

test("the total of many fills equals the venue's charges fill by fill", () => {
  const schedules = fc.constantFrom(
    member,
    direct,
    feeSchedule('0', { fillStep: '0.000001', cashStep: '0.01' }),
  );
  fc.assert(
    fc.property(fills, schedules, fc.constantFrom<Side>('BUY', 'SELL'), (executions, schedule, side) => {
      const account = chargeFills(schedule, side, executions);
      assert.equal(account.cost, fillByFill(schedule, side, executions, schedule.cashStep ?? 1n));
      const exact = chargeFills({ ...schedule, cashStep: null }, side, executions);
      assert.equal(
        account.cost - exact.cost,
        account.heldRounding,
        'the cash difference from the fee formula equals the accumulated rounding',
      );
    }),
    { numRuns: 1_000 },
  );
});

test('a venue without fees costs the notional', () => {
  assert.deepEqual(charged(NO_FEES, 'BUY 3 @ 0.33'), ['0', '0', '0.99']);
  assert.deepEqual(charged(NO_FEES, 'SELL 3 @ 0.33'), ['0', '0', '-0.99']);
  assert.deepEqual(chargeFill(member, 'BUY', NO_CHARGES, NOTIONAL_ZERO, NOTIONAL_ZERO), NO_CHARGES);
});

test('fees of one match are cut off once: they add up to the fee of the sum', () => {
  const schedule = feeSchedule('0.04', { fillStep: '0.00001', fillRounding: 'down' });
  const part = { price: price('0.01'), qty: qty('0.02') }; // 0.00000792 each
  assert.deepEqual(computeMatchFees(schedule, [part, part, part]).map(renderNotional), [
    '0',
    '0.00001',
    '0.00001',
  ]);
  fc.assert(
    fc.property(fills, (executions) => {
      const parts = executions.map(({ at, amount }) => ({ price: at, qty: amount }));
      const sum = computeMatchFees(schedule, parts).reduce((total, fee) => total + fee, 0n);
      const exact = parts.reduce(
        (total, each) => total + 4n * each.price * (ONE - each.price) * each.qty,
        0n,
      );
      const step = 10n ** 21n; // 0.00001 in the units of the exact sum, 1e-26
      assert.equal(sum / 10n ** 11n, exact / step);
    }),
  );
});

test('a fee below one step: half up it is none, up it is a whole step, also a hundredth of it', () => {
  for (const [fillRounding, small, large] of [
    ['half_up', '0', '0'],
    ['down', '0', '0'],
    ['up', '0.01', '0.01'],
  ] as const) {
    const schedule = { ...feeSchedule('0.07', { fillStep: '0.01' }), fillRounding };
    // 0.07 * 0.5 * 0.5 = 0.0175 for one contract: 0.000175 for 0.01, 0.00875 for 0.5.
    const fees = ['0.01', '0.5'].map((each) => computeFillFee(schedule, price('0.5'), qty(each)));
    assert.deepEqual(fees.map(renderNotional), [small, large], fillRounding);
  }
});
