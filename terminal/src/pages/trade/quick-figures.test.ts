import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Balance, Position } from '../../../../sdk/src/index.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';
import { buildAxis } from './price-axis.ts';
import { quickPrices, shareOf, sizeBasis } from './quick-figures.ts';

const axis = buildAxis(
  { price_tick: '0.01', min_price: '0.01', max_price: '0.99', price_bands: null },
  'YES',
);
const level = (price: string) => ({ price, qty: '5' });
const shown = (bids: readonly string[], asks: readonly string[]): ShownBook =>
  ({
    kind: 'book',
    receivedAt: 0,
    book: { bids: bids.map(level), asks: asks.map(level) },
  }) as unknown as ShownBook;

test('the middle is a valid price on the passive side, and an empty side has none', () => {
  const book = shown(['0.46'], ['0.49']);
  assert.deepEqual(quickPrices(book, 'YES', axis, 'BUY'), { bid: '0.46', mid: '0.47', ask: '0.49' });
  assert.deepEqual(quickPrices(book, 'YES', axis, 'SELL'), { bid: '0.46', mid: '0.48', ask: '0.49' });
  assert.deepEqual(quickPrices(book, 'NO', axis, 'BUY'), { bid: '0.51', mid: '0.52', ask: '0.54' });
  assert.deepEqual(quickPrices(shown([], ['0.5']), 'YES', axis, 'BUY'), { bid: null, mid: null, ask: '0.5' });
  assert.deepEqual(quickPrices(null, 'YES', axis, 'BUY'), { bid: null, mid: null, ask: null });
});

const position = { side: 'SELL', qty: '31' } as Position;
const balance = { available: '100' } as Balance;
const MARKET = { qty_step: '1', min_qty: '5' };

test('an order that closes takes its size from the position, another one from the cash', () => {
  const basis = (side: 'BUY' | 'SELL', outcome: 'YES' | 'NO', price: string | null) =>
    sizeBasis(side, outcome, price, position, balance);
  assert.deepEqual(basis('SELL', 'NO', null), { name: 'position', qty: 3_100_000_000n });
  assert.deepEqual(basis('BUY', 'YES', '0.4'), { name: 'position', qty: 3_100_000_000n });
  assert.deepEqual(basis('BUY', 'NO', '0.4'), { name: 'cash', qty: 25_000_000_000n });
  assert.deepEqual(basis('SELL', 'YES', '0.6'), { name: 'cash', qty: 25_000_000_000n });
  assert.equal(basis('BUY', 'NO', null), null);
  assert.equal(sizeBasis('BUY', 'NO', '0.4', position, undefined), null);
});

test('a share is a multiple of the step, rounded down, and never below the smallest order', () => {
  const basis = { name: 'position', qty: 3_100_000_000n } as const;
  assert.deepEqual(
    [25, 50, 100].map((percent) => shareOf(basis, percent, MARKET)),
    ['7', '15', '31'],
  );
  assert.equal(shareOf(basis, 10, MARKET), null);
  assert.equal(shareOf(basis, 100, { qty_step: '10', min_qty: '10' }), '30');
});
