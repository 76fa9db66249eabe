import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueClientId, VenueOrderId } from '../../../contract/model/ids.ts';
import { type Notional, type Price, parsePrice, parseQty, type Qty } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import { toPriceGrid } from '../market-data/kalshi-listing.ts';
import {
  computeClose,
  convertYesPrice,
  type FillRecord,
  isOnGrid,
  renderOrder,
  roundToGrid,
  toBookSide,
  toSide,
  toVenueFill,
} from './kalshi-mapping.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const NOW = 1_795_189_000_000 as TimestampMs;

const order = (fields: Partial<VenueOrder> = {}): VenueOrder => ({
  clientId: 'cb-1-1-1' as VenueClientId,
  venueInstrumentId: 'KXHIGHNY-26NOV21-B53.5',
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: price('0.47'),
  qty: qty('10'),
  expiresAt: null,
  ...fields,
});

test('side and outcome map to a side of the YES book and back', () => {
  const rows = [
    ['BUY', 'YES', 'bid'],
    ['SELL', 'YES', 'ask'],
    ['BUY', 'NO', 'ask'],
    ['SELL', 'NO', 'bid'],
  ] as const;
  for (const [side, outcome, bookSide] of rows) {
    assert.equal(toBookSide(side, outcome), bookSide);
    assert.equal(toSide(bookSide, outcome), side);
  }
  assert.equal(convertYesPrice(price('0.3'), 'NO'), price('0.7'));
});

test('a new order has every required field, with decimals as text', () => {
  assert.deepEqual(renderOrder(order(), 'uuid', price('0.47'), 2), {
    ticker: 'KXHIGHNY-26NOV21-B53.5',
    client_order_id: 'uuid',
    side: 'bid',
    count: '10.00',
    price: '0.4700',
    time_in_force: 'good_till_canceled',
    self_trade_prevention_type: 'taker_at_cross',
    exchange_index: 2,
  });
});

test('self-trade prevention cancels the resting order only for CANCEL_RESTING', () => {
  const modes = [undefined, 'CANCEL_INCOMING', 'CANCEL_RESTING'] as const;
  assert.deepEqual(
    modes.map((selfTrade) => {
      const flagged = order(selfTrade === undefined ? {} : { selfTrade });
      return renderOrder(flagged, 'u', price('0.47'), null).self_trade_prevention_type;
    }),
    ['taker_at_cross', 'taker_at_cross', 'maker'],
  );
});

test('the flags of an order are sent only when they are set', () => {
  const flagged = renderOrder(order({ postOnly: true, cancelOnPause: true }), 'u', price('0.47'), null);
  assert.deepEqual([flagged.post_only, flagged.cancel_order_on_pause], [true, true]);
  const plain = renderOrder(order({ postOnly: false, cancelOnPause: false }), 'u', price('0.47'), null);
  assert.deepEqual(['post_only' in plain, 'cancel_order_on_pause' in plain], [false, false]);
});

test('an order that a post-only cross closed is refused, unless a part was filled before', () => {
  const terms = { outcome: 'YES', type: 'LIMIT', tif: 'GTC' } as const;
  const closed = { terms, qty: qty('10'), filledQty: qty('0'), expiresAt: null, at: NOW };
  const statusOf = (filledQty: Qty) => {
    const { status, reason } = computeClose({ ...closed, filledQty }, 'PostOnlyCrossCancel');
    return [status, reason];
  };
  assert.deepEqual(statusOf(qty('0')), ['REJECTED', 'post_only_cross']);
  assert.deepEqual(statusOf(qty('4')), ['CANCELLED', 'post_only_cross']);
});

test('each tif is mapped; GTD is GTC with an expiry in whole seconds, never later than requested', () => {
  const tifOf = (fields: Partial<VenueOrder>) =>
    renderOrder(order(fields), 'u', price('0.47'), null).time_in_force;
  assert.equal(tifOf({ tif: 'IOC' }), 'immediate_or_cancel');
  assert.equal(tifOf({ tif: 'FOK' }), 'fill_or_kill');
  assert.equal(tifOf({ type: 'MARKET', tif: 'GTC', price: null }), 'immediate_or_cancel');
  assert.equal(tifOf({ type: 'MARKET', tif: 'FOK', price: null }), 'fill_or_kill');
  const expiresAt = 1_795_192_800_999 as TimestampMs;
  const body = renderOrder(order({ tif: 'GTD', expiresAt }), 'u', price('0.47'), null);
  assert.deepEqual([body.time_in_force, body.expiration_time], ['good_till_canceled', 1_795_192_800]);
});

const fill: FillRecord = {
  tradeId: 't1',
  orderId: 'o1' as VenueOrderId,
  bookSide: 'ask',
  yesPrice: price('0.52'),
  qty: qty('1'),
  fee: 175_000_000_000_000n as Notional,
  isTaker: true,
  at: null,
};

test("a fill is converted to its order's terms, with the venue's fee", () => {
  const converted = toVenueFill(fill, { bookSide: 'ask', outcome: 'NO' }, NOW);
  assert.deepEqual(
    [
      converted.side,
      converted.outcome,
      converted.price,
      converted.fee,
      converted.liquidity,
      converted.settlement,
      converted.at,
    ],
    ['BUY', 'NO', price('0.48'), fill.fee, 'TAKER', 'FINAL', NOW],
  );
});

test('a fill on the other side of the book gets the opposite side', () => {
  assert.equal(toVenueFill(fill, { bookSide: 'bid', outcome: 'YES' }, NOW).side, 'SELL');
});

test('a canceled order gets the reason of the venue, or the one that its terms imply', () => {
  const ended = (terms: object, why: string | null, filled = '0', expiresAt: TimestampMs | null = null) => {
    const named = { outcome: 'YES', type: 'LIMIT', tif: 'GTC', ...terms } as const;
    const { status, reason } = computeClose(
      { terms: named, qty: qty('2'), filledQty: qty(filled), expiresAt, at: NOW },
      why,
    );
    return `${status} ${reason}`;
  };
  assert.equal(ended({}, null), 'CANCELLED requested');
  assert.equal(ended({}, 'ExpiryCancel'), 'EXPIRED expired');
  assert.equal(ended({}, 'CloseCancel'), 'CANCELLED market_closed');
  assert.equal(ended({}, 'SelfTradeCancel'), 'CANCELLED self_trade');
  for (const unknown of ['SomethingNew', 'constructor', '__proto__'])
    assert.equal(ended({}, unknown), 'CANCELLED requested');
  assert.equal(ended({ tif: 'GTD' }, null, '0', (NOW - 1) as TimestampMs), 'EXPIRED expired');
  assert.equal(
    ended({ tif: 'GTD' }, null, '0', (NOW + 187) as TimestampMs),
    'EXPIRED expired',
    'the venue has the whole second',
  );
  assert.equal(ended({ tif: 'GTD' }, null, '0', (NOW + 1_000) as TimestampMs), 'CANCELLED requested');
  assert.equal(ended({ tif: 'IOC' }, 'Trade', '1'), 'CANCELLED ioc_remainder');
  assert.equal(ended({ tif: 'IOC', type: 'MARKET' }, null), 'CANCELLED no_liquidity');
  assert.equal(ended({ tif: 'IOC', type: 'MARKET' }, null, '1'), 'CANCELLED ioc_remainder');
});

const range = (start: string, end: string, step: string) => ({
  start: price(start),
  end: price(end),
  step: price(step),
});
const TAPERED = [range('0', '0.1', '0.001'), range('0.1', '0.9', '0.01'), range('0.9', '1', '0.001')];

test('a grid of bands has the finest step as its tick and lies strictly inside 0..1', () => {
  const grid = toPriceGrid(TAPERED.toReversed());
  assert.deepEqual(
    [grid?.priceTick, grid?.priceMin, grid?.priceMax],
    [price('0.001'), price('0.001'), price('0.999')],
  );
  assert.equal(grid?.priceBands?.length, 3);
  assert.equal(toPriceGrid([range('0', '1', '0.01')])?.priceBands, null);
});

test('a grid with a gap, without a step or without bands is rejected', () => {
  assert.equal(toPriceGrid([range('0', '0.4', '0.01'), range('0.5', '1', '0.01')]), null);
  assert.equal(toPriceGrid([range('0', '1', '0')]), null);
  assert.equal(toPriceGrid([]), null);
});

test('prices are checked against the grid of their band, and limits are rounded to it away from the other side', () => {
  const bands = toPriceGrid(TAPERED)?.priceBands ?? [];
  assert.equal(isOnGrid(price('0.055'), bands), true);
  assert.equal(isOnGrid(price('0.555'), bands), false);
  assert.equal(roundToGrid(price('0.555'), 'bid', bands), price('0.55'));
  assert.equal(roundToGrid(price('0.555'), 'ask', bands), price('0.56'));
});

test('the code of a rule that closed an order is kept, and the code of our cancel is not', () => {
  const order = { terms: LIMIT_GTC, qty: qty('2'), filledQty: qty('0'), expiresAt: null, at: NOW };
  const codeOf = (why: string | null) => computeClose(order, why).closeCode;
  assert.deepEqual(['SelfTradeCancel', 'CloseCancel'].map(codeOf), ['SelfTradeCancel', 'CloseCancel']);
  assert.deepEqual(['ExpiryCancel', 'UserCancel', null].map(codeOf), [null, null, null]);
});

const LIMIT_GTC = { outcome: 'YES', type: 'LIMIT', tif: 'GTC' } as const;

test('each price of the finest grid is the same after a round trip, in both outcomes', () => {
  const bands = toPriceGrid([range('0', '1', '0.0001')])?.priceBands ?? null;
  for (let at = 1n; at < 10_000n; at += 1n) {
    const exact = (at * 10_000n) as Price;
    for (const outcome of ['YES', 'NO'] as const) {
      const sent = renderOrder(order({ outcome }), 'u', convertYesPrice(exact, outcome), null).price;
      assert.equal(sent.length, 6);
      assert.equal(convertYesPrice(price(sent), outcome), exact);
    }
    if (bands !== null) assert.equal(isOnGrid(exact, bands), true);
  }
});
