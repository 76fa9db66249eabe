import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { complement, ONE, type Price, parseDecimal, parsePrice } from '../../../src/contract/model/money.ts';
import { type Micro, parseMicro, renderMicro } from './micro-units.ts';
import { computeTakerFee } from './outcome-market.ts';

const fee = (shares: string, price: string, rate: string, exponent = 1): string =>
  renderMicro(
    computeTakerFee({ rate: parseDecimal(rate) ?? 0n, exponent }, [
      { shares: parseMicro(shares) as Micro, price: parsePrice(price) as Price },
    ]),
  );

test("fees equal the venue's examples, cut off after five decimals", () => {
  assert.equal(fee('100', '0.50', '0.07'), '1.75');
  assert.equal(fee('57', '0.31', '0.04'), '0.48769');
  assert.equal(fee('10', '0.52', '0.04'), '0.09984');
  assert.equal(fee('250', '0.37', '0.05'), '2.91375');
  assert.equal(fee('1', '0.01', '0.04'), '0.00039'); // 0.000396
  assert.equal(fee('100', '0.50', '0.25', 2), '1.5625');
});

test('a fee below 0.00001 dollars is zero, and so is a zero rate', () => {
  assert.equal(fee('0.02', '0.01', '0.04'), '0');
  assert.equal(fee('100', '0.50', '0'), '0');
});

test('a price and its complement have the same fee', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: ONE - 1n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (price, shares) => {
        const terms = { rate: 5_000_000n, exponent: 1 };
        assert.equal(
          computeTakerFee(terms, [{ shares: shares as Micro, price: price as Price }]),
          computeTakerFee(terms, [{ shares: shares as Micro, price: complement(price as Price) }]),
        );
      },
    ),
  );
});

test('the parts of one match are added before the sum is cut off', () => {
  const terms = { rate: 4_000_000n, exponent: 1 };
  const part = { shares: parseMicro('0.02') as Micro, price: parsePrice('0.01') as Price }; // 0.00000792
  assert.deepEqual(
    [1, 2, 3, 4].map((count) =>
      renderMicro(
        computeTakerFee(
          terms,
          Array.from({ length: count }, () => part),
        ),
      ),
    ),
    ['0', '0.00001', '0.00002', '0.00003'],
  );
});
