import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import {
  averagePrice,
  ceilToTick,
  complement,
  computeNotional,
  divideHalfEven,
  floorToLot,
  floorToTick,
  type Notional,
  type Price,
  parseDecimal,
  parsePrice,
  parseQty,
  type Qty,
  renderDecimal,
  renderNotional,
} from './money.ts';

const Exact = Decimal.clone({
  precision: 80,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -40,
  toExpPos: 60,
});
const units = fc.bigInt({ min: 0n, max: 10n ** 23n - 1n });
const asDecimal = (value: bigint, digits = 8): Decimal =>
  new Exact(value.toString()).div(new Exact(10).pow(digits));

test('a valid decimal is parsed exactly', () => {
  assert.equal(parseDecimal('0.62'), 62_000_000n);
  assert.equal(parseDecimal('999999999999999.99999999'), 99_999_999_999_999_999_999_999n);
  assert.equal(parseDecimal('0'), 0n);
  assert.equal(parseDecimal('12.50'), 1_250_000_000n);
});

test('any other text is rejected, never rounded', () => {
  const refused = [
    '',
    '.5',
    '5.',
    '-1',
    '+1',
    '01',
    '1e3',
    ' 1',
    '1 ',
    '1_000',
    '0.123456789',
    '1'.repeat(16),
  ];
  for (const text of [...refused, 'NaN', 'Infinity', '٣', '1\n', 0.5, 1n, null, undefined, ['1']]) {
    assert.equal(parseDecimal(text), null, `${String(text)} must be refused`);
  }
});

test('I-27: print(parse(x)) is canonical and stable, and agrees with decimal.js', () => {
  fc.assert(
    fc.property(units, (value) => {
      const text = renderDecimal(value);
      assert.equal(parseDecimal(text), value);
      assert.equal(text, asDecimal(value).toString());
    }),
  );
});

test('I-27: a negative notional renders with one sign and 16 exact decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (value) => {
      assert.equal(renderNotional(value as Notional), asDecimal(value, 16).toString());
    }),
  );
  assert.equal(renderDecimal(-150_000_000n), '-1.5');
});

test('I-27: notional is exact and averages round half to even', () => {
  fc.assert(
    fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 23n }), (price, qty) => {
      const notional = computeNotional(price as Price, qty as Qty);
      assert.equal(renderNotional(notional), asDecimal(price).mul(asDecimal(qty)).toString());
      assert.equal(averagePrice(notional, qty as Qty), price);
    }),
  );
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (a, b) => {
        const expected = new Exact(a.toString())
          .div(b.toString())
          .toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN);
        assert.equal(divideHalfEven(a, b).toString(), expected.isZero() ? '0' : expected.toFixed());
      },
    ),
  );
  assert.equal(divideHalfEven(5n, 2n), 2n);
  assert.equal(divideHalfEven(7n, 2n), 4n);
  assert.equal(averagePrice(0n as Notional, 0n as Qty), null);
});

test('ticks and lots: rounding down never exceeds the value, rounding up is never below it', () => {
  const tick = 1_000_000n as Price;
  assert.equal(floorToTick(48_700_000n as Price, tick), 48_000_000n);
  assert.equal(ceilToTick(48_700_000n as Price, tick), 49_000_000n);
  assert.equal(ceilToTick(48_000_000n as Price, tick), 48_000_000n);
  assert.equal(floorToLot(parseQty('7.5') as Qty, parseQty('2') as Qty), 600_000_000n);
  assert.equal(complement(parsePrice('0.48') as Price), 52_000_000n);
});
