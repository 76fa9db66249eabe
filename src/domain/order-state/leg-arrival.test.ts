import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderDecimal,
  renderNotional,
} from '../../contract/model/money.ts';
import { observeArrival } from './leg-arrival.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const level = (at: string, size: string) => ({ price: price(at), qty: qty(size) });
const BOOK = {
  bids: [level('0.44', '6'), level('0.4', '9')],
  asks: [level('0.46', '5'), level('0.5', '10')],
};

/** `bid/ask takes for notional`. */
function arrival(
  side: 'BUY' | 'SELL',
  outcome: 'YES' | 'NO',
  limit: string | null,
  postOnly = false,
): string {
  const leg = { outcome, price: limit === null ? null : price(limit), qty: qty('8') };
  const { bid, ask, takes, takesNotional } = observeArrival({ side, postOnly }, leg, BOOK);
  const shown = [bid, ask].map((each) => (each === null ? '-' : renderDecimal(each))).join('/');
  return `${shown} ${renderDecimal(takes)} for ${renderNotional(takesNotional)}`;
}

test('a leg takes the levels within its limit, best first, up to its quantity', () => {
  assert.equal(arrival('BUY', 'YES', null), '0.44/0.46 8 for 3.8');
  assert.equal(arrival('BUY', 'YES', '0.46'), '0.44/0.46 5 for 2.3');
  assert.equal(arrival('SELL', 'YES', '0.41'), '0.44/0.46 6 for 2.64');
  assert.equal(arrival('BUY', 'YES', '0.45'), '0.44/0.46 0 for 0');
});

test('prices are in terms of the outcome of the leg', () => {
  assert.equal(arrival('BUY', 'NO', null), '0.54/0.56 8 for 4.56');
  assert.equal(arrival('SELL', 'NO', '0.54'), '0.54/0.56 5 for 2.7');
});

test('a post-only leg takes nothing, and an empty book has no prices', () => {
  assert.equal(arrival('BUY', 'YES', '0.5', true), '0.44/0.46 0 for 0');
  const empty = observeArrival(
    { side: 'BUY', postOnly: false },
    { outcome: 'NO', price: null, qty: qty('1') },
    { bids: [], asks: [] },
  );
  assert.deepEqual([empty.bid, empty.ask, empty.takes], [null, null, 0n]);
});
