import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import { decideQuote, type LiveQuote, type QuoteTerms, reduceByFills } from './quote-step.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const NONE = { priceMoveMin: price('0'), qtyChangeMin: qty('0') };
const live = (change: Partial<LiveQuote> = {}): LiveQuote => ({
  price: price('0.46'),
  qty: qty('50'),
  filledQty: qty('0'),
  restingQty: ((change.qty ?? qty('50')) - (change.filledQty ?? 0n)) as Qty,
  isAmendable: true,
  isEnding: false,
  ...change,
});
const wanted = (at: string, size: string): QuoteTerms => ({ price: price(at), qty: qty(size) });
const kindOf = (of: LiveQuote | null, terms: QuoteTerms | null, tolerance = NONE): string =>
  decideQuote(of, terms, tolerance).kind;

describe('the step of a side', () => {
  test('without an order places what is wanted', () => {
    assert.deepEqual([kindOf(null, null), kindOf(null, wanted('0.46', '5'))], ['NONE', 'PLACE']);
  });

  test('cancels, keeps, lowers and amends a live order', () => {
    assert.equal(kindOf(live(), null), 'CANCEL');
    assert.equal(kindOf(live(), wanted('0.46', '50')), 'KEEP');
    assert.equal(kindOf(live(), wanted('0.46', '20')), 'LOWER');
    assert.equal(kindOf(live(), wanted('0.46', '60')), 'AMEND');
    assert.equal(kindOf(live(), wanted('0.45', '50')), 'AMEND');
  });

  test('replaces an order that is not amendable now, and one with fills whose total would grow', () => {
    assert.equal(kindOf(live({ isAmendable: false }), wanted('0.45', '50')), 'REPLACE');
    assert.equal(kindOf(live({ isAmendable: false }), wanted('0.46', '50')), 'KEEP');
    assert.equal(kindOf(live({ isAmendable: false, isEnding: true }), wanted('0.46', '50')), 'REPLACE');
    assert.equal(kindOf(live({ filledQty: qty('10') }), wanted('0.46', '50')), 'REPLACE');
    assert.equal(kindOf(live({ filledQty: qty('10') }), wanted('0.45', '40')), 'AMEND');
  });

  // 40 rest at 0.46. A difference counts from the tolerance on, and an amend has the whole change.
  for (const [tolerated, at, size, expected] of [
    ['0.02', '0.46', '40', { kind: 'KEEP' }],
    ['0.02', '0.47', '45', { kind: 'KEEP' }],
    ['0.02', '0.45', '35', { kind: 'KEEP' }],
    ['0.02', '0.48', '45', { kind: 'AMEND', price: price('0.48'), qty: qty('45') }],
    ['0.02', '0.44', '35', { kind: 'AMEND', price: price('0.44'), qty: qty('35') }],
    ['0.02', '0.47', '30', { kind: 'LOWER', qty: qty('30') }],
    ['0.02', '0.45', '30', { kind: 'LOWER', qty: qty('30') }],
    ['0.02', '0.46', '50', { kind: 'AMEND', price: price('0.46'), qty: qty('50') }],
    ['0.02', '0.47', '50', { kind: 'AMEND', price: price('0.47'), qty: qty('50') }],
    ['0.02', '0.45', '50', { kind: 'AMEND', price: price('0.45'), qty: qty('50') }],
    ['0', '0.47', '40', { kind: 'AMEND', price: price('0.47'), qty: qty('40') }],
  ] as const)
    test(`with a tolerance of ${tolerated} and 10, ${size} at ${at} is ${expected.kind}`, () => {
      const tolerance = { priceMoveMin: price(tolerated), qtyChangeMin: qty('10') };
      assert.deepEqual(decideQuote(live({ qty: qty('40') }), wanted(at, size), tolerance), expected);
    });

  test('of an amend is the total: what is filled and what shall rest', () => {
    const step = decideQuote(live({ filledQty: qty('10') }), wanted('0.46', '20'), NONE);
    assert.deepEqual(step, { kind: 'LOWER', qty: qty('30') });
  });
});

test('I-Q3: an old order and its replacement fill at most the larger of their quantities', () => {
  const quantity = fc.bigInt({ min: 0n, max: 1_000n }) as fc.Arbitrary<Qty>;
  fc.assert(
    fc.property(quantity, quantity, quantity, (before, after, fill) => {
      const filled = fill > before ? before : fill;
      const larger = before > after ? before : after;
      assert.ok(filled + reduceByFills(after, filled) <= larger);
    }),
  );
});
