import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import { findOtherTerms, type PlacedTerms, type ShownTerms } from './shown-terms.ts';

const SENT: PlacedTerms = {
  venueInstrumentId: 'M1',
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: parsePrice('0.03'),
  qty: parseQty('60') as Qty,
};
const find = (sent: Partial<PlacedTerms>, shown: Partial<ShownTerms>, dust = '0') =>
  findOtherTerms({ ...SENT, ...sent }, { ...SENT, ...sent, ...shown }, parseQty(dust) as Qty);

describe('an order with our id and other terms is another order', () => {
  for (const side of ['BUY', 'SELL'] as const)
    for (const outcome of ['YES', 'NO'] as const) {
      const sent = { side, outcome } as const;
      test(`${side} ${outcome}`, () => {
        assert.equal(find(sent, {}), null);
        const otherSide = side === 'BUY' ? 'SELL' : 'BUY';
        const otherOutcome = outcome === 'YES' ? 'NO' : 'YES';
        const was = `and ${side} ${outcome} of M1 was sent`;
        assert.equal(find(sent, { side: otherSide }), `it is ${otherSide} ${outcome} of M1, ${was}`);
        assert.equal(find(sent, { outcome: otherOutcome }), `it is ${side} ${otherOutcome} of M1, ${was}`);
        assert.equal(find(sent, { venueInstrumentId: 'M2' }), `it is ${side} ${outcome} of M2, ${was}`);
        assert.equal(find(sent, { type: 'MARKET' }), 'it is MARKET, and LIMIT was sent');
        assert.equal(find(sent, { tif: 'IOC' }), 'it is IOC, and GTC was sent');
        assert.equal(find(sent, { price: parsePrice('0.02') }), 'its price is 0.02, and 0.03 was sent');
        assert.equal(find(sent, { qty: parseQty('50') }), 'its quantity is 50, and 60 was sent');
        assert.equal(find(sent, { qty: parseQty('70') }), 'its quantity is 70, and 60 was sent');
      });
    }
});

test('a term that the venue does not show, and a quantity within the tolerance, are no difference', () => {
  assert.equal(find({}, { type: null, tif: null, price: null, qty: null }), null);
  assert.equal(find({ type: 'MARKET', price: null }, { price: parsePrice('0.99') }), null);
  for (const qty of ['59.99', '60.01']) assert.equal(find({}, { qty: parseQty(qty) }, '0.01'), null, qty);
  for (const qty of ['59.98', '60.02']) assert.notEqual(find({}, { qty: parseQty(qty) }, '0.01'), null, qty);
});
