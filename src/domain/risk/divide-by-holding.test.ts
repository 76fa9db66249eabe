import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  complement,
  computeNotional,
  ONE,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderDecimal,
} from '../../contract/model/money.ts';
import { divideByHolding, type TokenTerms } from './divide-by-holding.ts';

const qty = (text: string): Qty => parseQty(text) as Qty;
const price = (text: string): Price => parsePrice(text) as Price;
const ONE_USD = computeNotional(ONE as Price, ONE as Qty);

const TERMS: TokenTerms = {
  side: 'SELL',
  qtyStep: qty('0.01'),
  qtyMin: qty('5'),
  saleQtyMin: qty('5'),
  price: price('0.4'),
  buyNotionalMin: ONE_USD,
  isWhole: false,
};

const divide = (total: string, free: string, change: Partial<TokenTerms> = {}): string =>
  divideByHolding(qty(total), qty(free), { ...TERMS, ...change })
    .map((part) => `${part.tokenSide} ${renderDecimal(part.qty)}`)
    .join(', ');

describe('the parts of a leg', () => {
  test('held tokens are sold, and only what exceeds them is bought', () => {
    assert.equal(divide('10', '10'), 'SELL 10');
    assert.equal(divide('10', '25'), 'SELL 10');
    assert.equal(divide('10', '0'), 'BUY 10');
    assert.equal(divide('30', '20'), 'SELL 20, BUY 10');
    assert.equal(divide('30', '20.019'), 'SELL 20.01, BUY 9.99');
  });

  test('a part below a minimum of the venue gets quantity of the other part, or is not made', () => {
    assert.equal(divide('30', '29'), 'SELL 25, BUY 5', 'the least quantity of a purchase');
    assert.equal(divide('30', '29', { price: price('0.98') }), 'BUY 30', 'buying 30 at 0.02 is below 1 USD');
    assert.equal(
      divide('100', '99', { price: price('0.98') }),
      'SELL 50, BUY 50',
      '50 at 0.02 are worth 1 USD',
    );
    assert.equal(divide('100', '99', { price: price('0.98'), buyNotionalMin: null }), 'SELL 95, BUY 5');
    assert.equal(divide('100', '99', { price: null }), 'SELL 95, BUY 5', 'a price that is not known');
    assert.equal(divide('100', '99', { side: 'BUY', price: price('0.02') }), 'SELL 50, BUY 50');
    assert.equal(divide('30', '4.99'), 'BUY 30', 'the least quantity of a sale');
    assert.equal(divide('9', '8'), 'BUY 9');
  });

  test('a sale that does not rest may be smaller than the minimum of a purchase', () => {
    const small = { saleQtyMin: qty('0.01') };
    assert.equal(divide('30', '4.99', small), 'SELL 4.99, BUY 25.01');
    assert.equal(divide('9', '8', small), 'SELL 4, BUY 5');
    assert.equal(divide('4', '3', small), 'BUY 4', 'the rest would be below the minimum of a purchase');
    assert.equal(divide('30', '0.009', small), 'BUY 30', 'less than a lot');
  });

  test('FOK is one part', () => {
    assert.equal(divide('30', '20', { isWhole: true }), 'BUY 30');
    assert.equal(divide('30', '30', { isWhole: true }), 'SELL 30');
  });

  test('the parts are the quantity, in lots that the venue accepts, never more than is free, and alike for both ways to say it', () => {
    const cents = fc.bigInt({ min: 1n, max: 99n }).map((each) => (each * 1_000_000n) as Price);
    const size = (min: bigint) => fc.bigInt({ min, max: 40_000n }).map((each) => (each * 1_000_000n) as Qty);
    fc.assert(
      fc.property(
        size(500n),
        size(0n),
        cents,
        fc.bigInt({ min: 0n, max: 999_999n }),
        (total, free, at, dust) => {
          const held = (free + dust) as Qty;
          const parts = divideByHolding(total, held, { ...TERMS, price: at });
          const sold = parts.find(({ tokenSide }) => tokenSide === 'SELL')?.qty ?? 0n;
          const bought = parts.find(({ tokenSide }) => tokenSide === 'BUY')?.qty ?? 0n;
          assert.equal(sold + bought, total);
          assert.ok(sold <= held);
          assert.ok(parts.every((part) => part.qty >= TERMS.qtyMin && part.qty % TERMS.qtyStep === 0n));
          const spent = computeNotional(complement(at), bought as Qty);
          assert.ok(sold === 0n || bought === 0n || spent >= ONE_USD);
          const mirrored = divideByHolding(total, held, { ...TERMS, side: 'BUY', price: complement(at) });
          assert.deepEqual(mirrored, parts);
        },
      ),
      { numRuns: 300 },
    );
  });
});
