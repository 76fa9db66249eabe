import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Price, parsePrice, parseQty, type Qty } from '../contract/model/money.ts';
import { checkTerms, type TradingTerms } from './book-order.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const terms: TradingTerms = {
  priceTick: price('0.005'),
  priceMin: price('0.005'),
  priceMax: price('0.995'),
  qtyStep: qty('0.1'),
  qtyMin: qty('0.5'),
};

test('an order with valid terms passes, also at the bounds', () => {
  assert.equal(checkTerms(terms, price('0.005'), qty('0.5')), null);
  assert.equal(checkTerms(terms, price('0.995'), qty('12.3')), null);
  assert.equal(checkTerms(terms, null, qty('1')), null);
  assert.equal(checkTerms(terms, price('0.5'), null), null);
});

test('out of range, off tick, below minimum and off lot each have their own rejection', () => {
  assert.equal(checkTerms(terms, price('0.001'), qty('1')), 'price_out_of_range');
  assert.equal(checkTerms(terms, price('1'), qty('1')), 'price_out_of_range');
  assert.equal(checkTerms(terms, price('0.501'), qty('1')), 'price_off_tick');
  assert.equal(checkTerms(terms, price('0.5'), qty('0.4')), 'qty_below_min');
  assert.equal(checkTerms(terms, price('0.5'), qty('0.55')), 'qty_off_lot');
});
