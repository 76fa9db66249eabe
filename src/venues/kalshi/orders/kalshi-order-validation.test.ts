import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { sides } from '../../../domain/order-books/book.fixture.ts';
import type { OrderObstacle, VenueRefusal } from '../../../ports/venue.ts';
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

const getCode = (found: OrderObstacle | VenueRefusal | null): string =>
  found === null ? 'ok' : found.kind === 'refused' ? found.code : found.reason;
const placed = (fields: Parameters<typeof order>[0]): string =>
  getCode(checkOrder(order(fields), MARKET, NOW));

test('an order off the grid of its market is refused before it is sent, also in NO prices', () => {
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

test('a GTD expiry is truncated to seconds, and that second must be in the future', () => {
  const gtd = (ms: number) => placed({ tif: 'GTD', expiresAt: (NOW + ms) as TimestampMs });
  assert.equal(gtd(499), 'expiry_too_soon', 'truncated to a second that has begun');
  assert.equal(gtd(500), 'ok');
});

const OPEN_ORDER = {
  status: 'OPEN',
  filledQty: qty('1'),
  expiresAt: null,
  identity: { terms: { outcome: 'YES', type: 'LIMIT', tif: 'GTC' } },
} as unknown as TrackedOrder;
const GTD = { ...OPEN_ORDER, expiresAt: NOW } as TrackedOrder;

const amended = (change: object, known = OPEN_ORDER): string =>
  getCode(checkAmend(toAmend({ venueOrderId: 'o1' } as never, change), known, MARKET));

test('an amend may change price and total, on the grid and above the filled quantity', () => {
  assert.equal(amended({ price: price('0.41'), qty: qty('2') }), 'ok');
  assert.equal(amended({ price: price('0.415') }), 'price_off_tick');
  assert.equal(amended({ qty: qty('1') }), 'qty_not_above_filled');
  assert.equal(amended({ qty: qty('1.01') }), 'ok');
  assert.equal(amended({ qty: qty('1.015') }), 'qty_off_lot');
  assert.equal(amended({ qty: qty('2') }, { ...OPEN_ORDER, status: 'FILLED' }), 'order_not_open');
});

test('the first and the last price of a market are accepted, in the terms of either outcome, also by an amend', () => {
  for (const outcome of ['YES', 'NO'] as const) {
    const known = {
      ...OPEN_ORDER,
      identity: { terms: { outcome, type: 'LIMIT', tif: 'GTC' } },
    } as TrackedOrder;
    for (const [text, code] of [
      ['0.001', 'ok'],
      ['0.999', 'ok'],
      ['0.0005', 'price_out_of_range'],
      ['0.9995', 'price_out_of_range'],
    ] as const) {
      assert.equal(placed({ outcome, price: price(text) }), code, `${outcome} at ${text}`);
      assert.equal(amended({ price: price(text) }, known), code, `${outcome} amended to ${text}`);
    }
  }
  const narrow = { ...MARKET, priceMin: price('0.02'), priceMax: price('0.7') };
  const inNarrow = (outcome: 'YES' | 'NO', text: string): string =>
    getCode(checkOrder(order({ outcome, price: price(text) }), narrow, NOW));
  assert.deepEqual([inNarrow('YES', '0.02'), inNarrow('NO', '0.98')], ['ok', 'ok']);
  assert.deepEqual([inNarrow('YES', '0.7'), inNarrow('NO', '0.3')], ['ok', 'ok']);
  assert.deepEqual(
    [inNarrow('YES', '0.98'), inNarrow('NO', '0.02')],
    ['price_out_of_range', 'price_out_of_range'],
  );
  const no = {
    ...OPEN_ORDER,
    identity: { terms: { outcome: 'NO', type: 'LIMIT', tif: 'GTC' } },
  } as TrackedOrder;
  const amend = toAmend({ venueOrderId: 'o1' } as never, { price: price('0.3') });
  assert.equal(getCode(checkAmend(amend, no, narrow)), 'ok', 'NO at 0.3 is YES at 0.7');
  assert.equal(getCode(checkAmend({ ...amend, price: price('0.29') }, no, narrow)), 'price_out_of_range');
});

test('an expiry cannot be amended, and repeating the current expiry is allowed', () => {
  assert.equal(amended({ tif: 'GTC' }), 'ok');
  assert.equal(amended({ tif: 'GTD', expiresAt: NOW }), 'expiry_not_amendable');
  assert.equal(amended({ tif: 'GTD' }), 'expiry_not_amendable');
  assert.equal(amended({ tif: 'GTC' }, GTD), 'expiry_not_amendable');
  assert.equal(amended({ expiresAt: (NOW + 1) as TimestampMs }, GTD), 'expiry_not_amendable');
  assert.equal(amended({ tif: 'GTD', expiresAt: NOW }, GTD), 'ok');
});

test('the MARKET limit is the worst price needed plus the slippage, within the price range', () => {
  const slippage = price('0.02');
  const boundOf = (fields: Parameters<typeof order>[0], bids: string[], asks: string[]) => {
    const bound = marketBound(order({ qty: qty('10'), ...fields }), MARKET, sides(bids, asks), slippage);
    return bound.ok ? bound.value : bound.error.reason;
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
  assert.equal(getCode(marketBoundWithoutBook()), 'no_book');
});

function marketBoundWithoutBook() {
  const bound = marketBound(order(), MARKET, null, price('0.02'));
  return bound.ok ? null : bound.error;
}
