import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimestampMs } from '../../../domain/model/time.ts';
import { sides } from '../../../domain/order-books/book.fixture.ts';
import { order, price, qty, toAmend } from '../kalshi-orders.fixture.ts';
import type { TrackedOrder } from './kalshi-order-tracker.ts';
import { checkAmend, checkOrder, marketBound, type Tradable } from './kalshi-order-validation.ts';

const NOW = 1_782_907_200_500 as TimestampMs;
/** A tick of 0.01 between 0.10 and 0.90, of 0.001 beyond. */
const MARKET: Tradable = {
  shard: 0,
  bands: [
    { from: price('0'), to: price('0.1'), step: price('0.001') },
    { from: price('0.1'), to: price('0.9'), step: price('0.01') },
    { from: price('0.9'), to: price('1'), step: price('0.001') },
  ],
  priceMin: price('0.001'),
  priceMax: price('0.999'),
};

const codeOf = (refused: { readonly code: string } | null): string => refused?.code ?? 'ok';
const placed = (fields: Parameters<typeof order>[0]): string =>
  codeOf(checkOrder(order(fields), MARKET, NOW));

test('an order off the grid of its market is refused before it is sent, NO by its mirror', () => {
  assert.equal(placed({}), 'ok');
  assert.equal(placed({ price: price('0.405') }), 'price_off_tick');
  assert.equal(placed({ price: price('0.095') }), 'ok');
  assert.equal(placed({ price: price('0.0005') }), 'price_out_of_range');
  assert.equal(placed({ outcome: 'NO', price: price('0.095') }), 'ok');
  assert.equal(placed({ outcome: 'NO', price: price('0.9995') }), 'price_out_of_range');
  assert.equal(placed({ qty: qty('0.01') }), 'ok');
  assert.equal(placed({ qty: qty('0.009') }), 'qty_below_min');
  assert.equal(placed({ qty: qty('1.005') }), 'qty_off_lot');
});

test('GTD ends in whole seconds, and the second of an order must not have passed', () => {
  const gtd = (ms: number) => placed({ tif: 'GTD', expiresAt: (NOW + ms) as TimestampMs });
  assert.equal(gtd(499), 'expiry_not_in_future', 'cut to a second that has begun');
  assert.equal(gtd(500), 'ok');
});

const KNOWN = {
  status: 'OPEN',
  filledQty: qty('1'),
  expiresAt: null,
  identity: { terms: { outcome: 'YES', type: 'LIMIT', tif: 'GTC' } },
} as unknown as TrackedOrder;
const GTD = { ...KNOWN, expiresAt: NOW } as TrackedOrder;

const amended = (change: object, known = KNOWN): string =>
  codeOf(checkAmend(toAmend({ venueOrderId: 'o1' } as never, change), known, MARKET));

test('an amend may change price and total, above what is filled and on the grid', () => {
  assert.equal(amended({ price: price('0.41'), qty: qty('2') }), 'ok');
  assert.equal(amended({ price: price('0.415') }), 'price_off_tick');
  assert.equal(amended({ qty: qty('1') }), 'qty_not_above_filled');
  assert.equal(amended({ qty: qty('1.01') }), 'ok');
  assert.equal(amended({ qty: qty('1.015') }), 'qty_off_lot');
  assert.equal(amended({ qty: qty('2') }, { ...KNOWN, status: 'FILLED' }), 'order_not_open');
});

test('when an order ends cannot be changed there, and to ask for what it has is no change', () => {
  assert.equal(amended({ tif: 'GTC' }), 'ok');
  assert.equal(amended({ tif: 'GTD', expiresAt: NOW }), 'expiry_not_amendable');
  assert.equal(amended({ tif: 'GTD' }), 'expiry_not_amendable');
  assert.equal(amended({ tif: 'GTC' }, GTD), 'expiry_not_amendable');
  assert.equal(amended({ expiresAt: (NOW + 1) as TimestampMs }, GTD), 'expiry_not_amendable');
  assert.equal(amended({ tif: 'GTD', expiresAt: NOW }, GTD), 'ok');
});

test('MARKET may trade as far as the book is walked and the slippage beyond it, within the market', () => {
  const slippage = price('0.02');
  const boundOf = (fields: Parameters<typeof order>[0], bids: string[], asks: string[]) => {
    const bound = marketBound(order({ qty: qty('10'), ...fields }), MARKET, sides(bids, asks), slippage);
    return bound.ok ? bound.value : bound.error.code;
  };
  const asks = ['4 @ 0.5', '8 @ 0.6', '9 @ 0.7'];
  const bids = ['4 @ 0.4', '8 @ 0.3', '9 @ 0.2'];
  assert.equal(boundOf({}, bids, asks), price('0.62'));
  assert.equal(boundOf({ side: 'SELL' }, bids, asks), price('0.28'));
  assert.equal(boundOf({ outcome: 'NO' }, bids, asks), price('0.28'), 'YES terms');
  assert.equal(boundOf({}, [], ['10 @ 0.99']), price('0.999'));
  assert.equal(boundOf({ side: 'SELL' }, ['10 @ 0.01'], []), price('0.001'));
  assert.equal(boundOf({}, bids, []), null, 'nothing to take');
  assert.equal(boundOf({}, ['1 @ 0.5'], ['1 @ 0.5']), 'no_book', 'crossed');
  assert.equal(codeOf(marketBoundWithoutBook()), 'no_book');
});

function marketBoundWithoutBook() {
  const bound = marketBound(order(), MARKET, null, price('0.02'));
  return bound.ok ? null : bound.error;
}
