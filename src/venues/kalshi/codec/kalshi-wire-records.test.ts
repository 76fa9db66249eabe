// In these messages no two fields of one type are equal, so a value taken from another field shows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueOrderId } from '../../../contract/model/ids.ts';
import { type Notional, type Price, parsePrice, parseQty, type Qty } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import {
  computeClose,
  isOnGrid,
  roundToGrid,
  streamToFillRecord,
  streamToOrderState,
  toFillRecord,
  toOrderState,
  toVenueTrade,
} from './kalshi-mapping.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const at = (ms: number): TimestampMs => ms as TimestampMs;

const ORDER = {
  order_id: 'o-1' as VenueOrderId,
  client_order_id: 'uuid-1',
  ticker: 'T-1',
  exchange_index: 3,
  book_side: 'ask',
  outcome_side: null,
  status: 'resting',
  yes_price_dollars: price('0.41'),
  initial_count_fp: qty('9'),
  fill_count_fp: qty('2'),
  remaining_count_fp: qty('5'),
  last_update_reason: 'ExpiryCancel',
} as const;
const LISTED = { ...ORDER, created_time: at(1_000), last_update_time: at(2_000), expiration_time: at(3_000) };
const STREAMED = {
  ...ORDER,
  created_ts_ms: at(1_000),
  last_updated_ts_ms: at(2_000),
  expiration_ts_ms: at(3_000),
};
type Wire = Parameters<typeof toOrderState>[0];

/** The order of both messages, which have the same content. */
const read = (change: Partial<Wire>) => {
  const listed = toOrderState({ ...LISTED, ...change });
  assert.deepEqual(streamToOrderState({ ...STREAMED, ...change }), listed);
  return listed;
};

describe('an order of a list and of the stream', () => {
  test('has each field from its own place', () => {
    assert.deepEqual(read({}), {
      orderId: 'o-1',
      uuid: 'uuid-1',
      ticker: 'T-1',
      shard: 3,
      bookSide: 'ask',
      status: 'resting',
      yesPrice: price('0.41'),
      qty: qty('7'),
      qtyPlaced: qty('9'),
      filledQty: qty('2'),
      expiresAt: 3_000,
      why: 'ExpiryCancel',
      at: 2_000,
    });
  });

  test('has the time of its creation until it changes, and may have none', () => {
    assert.equal(toOrderState({ ...LISTED, last_update_time: null }).at, 1_000);
    assert.equal(streamToOrderState({ ...STREAMED, last_updated_ts_ms: null }).at, 1_000);
    assert.equal(toOrderState({ ...LISTED, last_update_time: null, created_time: null }).at, null);
  });

  test('has the total of its status, also after an amend and after an overfill', () => {
    const totalOf = (status: string, initial: string, filled: string, remaining: string) =>
      read({
        status,
        initial_count_fp: qty(initial),
        fill_count_fp: qty(filled),
        remaining_count_fp: qty(remaining),
      } as Partial<Wire>).qty;
    assert.equal(totalOf('resting', '9', '2', '5'), qty('7'), 'amended down');
    assert.equal(totalOf('resting', '9', '2', '11'), qty('13'), 'amended up');
    assert.equal(totalOf('canceled', '9', '2', '0'), qty('9'));
    assert.equal(totalOf('canceled', '9', '10', '0'), qty('10'), 'amended up and filled');
    assert.equal(totalOf('executed', '9', '4', '0'), qty('4'), 'amended down to what was filled');
    assert.equal(totalOf('executed', '9', '12', '0'), qty('12'));
  });

  test('has the side of the book, or the one that its outcome implies', () => {
    const sideOf = (book_side: string | null, outcome_side: string | null) =>
      read({ book_side, outcome_side } as Partial<Wire>).bookSide;
    assert.equal(sideOf('bid', null), 'bid');
    assert.equal(sideOf('ask', 'yes'), 'ask', 'the book side is the newer field');
    assert.deepEqual([sideOf(null, 'yes'), sideOf(null, 'no'), sideOf(null, null)], ['bid', 'ask', null]);
  });
});

const FILL = {
  trade_id: 't-1',
  order_id: 'o-1' as VenueOrderId,
  book_side: 'bid',
  outcome_side: null,
  count_fp: qty('3'),
  yes_price_dollars: price('0.42'),
  is_taker: true,
  fee_cost: 70_000_000_000_000n as Notional,
  ts: 5,
} as const;

test('a fill of a list and of the stream has each field from its own place, and its most precise time', () => {
  const expected = {
    tradeId: 't-1',
    orderId: 'o-1',
    bookSide: 'bid',
    yesPrice: price('0.42'),
    qty: qty('3'),
    fee: 70_000_000_000_000n,
    isTaker: true,
  };
  const listed = (change: object) =>
    toFillRecord({ ...FILL, ...change } as Parameters<typeof toFillRecord>[0]);
  const streamed = (change: object) =>
    streamToFillRecord({ ...FILL, ...change } as Parameters<typeof streamToFillRecord>[0]);
  assert.deepEqual(listed({ created_time: at(5_250) }), { ...expected, at: 5_250 });
  assert.deepEqual(streamed({ ts_ms: at(5_250) }), { ...expected, at: 5_250 });
  assert.deepEqual([listed({ created_time: null }).at, streamed({ ts_ms: null }).at], [5_000, 5_000]);
  assert.equal(listed({ created_time: null, ts: null }).at, null);
  assert.equal(listed({ is_taker: false, created_time: null }).isTaker, false);
});

test('a public trade has the side of its taker in YES terms, and a block trade is left out', () => {
  const trade = {
    trade_id: 't-1',
    count_fp: qty('3'),
    yes_price_dollars: price('0.42'),
    taker_book_side: 'bid',
    taker_outcome_side: null,
    taker_side: null,
    is_block_trade: null,
  };
  const convert = (change: object) =>
    toVenueTrade({ ...trade, ...change } as Parameters<typeof toVenueTrade>[0]);
  const listed = { ticker: 'T-1', created_time: at(6_000) };
  const expected = {
    venueInstrumentId: 'T-1',
    venueTradeId: 't-1',
    price: price('0.42'),
    qty: qty('3'),
    side: 'BUY',
    at: 6_000,
  };
  assert.deepEqual(convert(listed), expected);
  assert.deepEqual(convert({ market_ticker: 'T-1', ts_ms: at(6_000) }), expected);
  const sideOf = (change: object) => convert({ ...listed, taker_book_side: null, ...change })?.side;
  assert.equal(convert({ ...listed, taker_book_side: 'ask' })?.side, 'SELL');
  assert.deepEqual(
    [sideOf({ taker_outcome_side: 'yes' }), sideOf({ taker_outcome_side: 'no' })],
    ['BUY', 'SELL'],
  );
  assert.deepEqual([sideOf({ taker_side: 'yes' }), sideOf({ taker_side: 'no' })], ['BUY', 'SELL']);
  assert.equal(convert({ ...listed, taker_book_side: null }), null);
  assert.equal(convert({ ...listed, is_block_trade: true }), null);
  assert.notEqual(convert({ ...listed, is_block_trade: false }), null);
});

const CLOSED = {
  terms: { outcome: 'YES', type: 'LIMIT', tif: 'GTC' },
  qty: qty('10'),
  filledQty: qty('0'),
  expiresAt: null,
  at: at(10_000),
} as const;

for (const [why, status, reason, isByRule] of [
  ['ExpiryCancel', 'EXPIRED', 'expired', false],
  ['CloseCancel', 'CANCELLED', 'market_closed', true],
  ['HaltCancel', 'CANCELLED', 'market_paused', true],
  ['SelfTradeCancel', 'CANCELLED', 'self_trade', true],
  ['MarginCancel', 'CANCELLED', 'venue_rule', true],
  ['PostOnlyCrossCancel', 'REJECTED', 'post_only_cross', true],
  ['ReduceOnlyCancel', 'CANCELLED', 'venue_rule', true],
  ['UserCancel', 'CANCELLED', 'requested', false],
  [null, 'CANCELLED', 'requested', false],
] as const)
  test(`an order closed by Kalshi with ${why} is ${status} with ${reason}`, () =>
    assert.deepEqual(computeClose(CLOSED, why), { status, reason, closeCode: isByRule ? why : null }));

test('without a reason of the venue the terms explain the end of an order', () => {
  const reasonOf = (change: object) => computeClose({ ...CLOSED, ...change }, null).reason;
  const terms = (type: string, tif: string) => ({ terms: { outcome: 'YES', type, tif } });
  const filledQty = qty('1');
  assert.equal(reasonOf(terms('LIMIT', 'FOK')), 'fok_unfilled');
  assert.equal(reasonOf(terms('MARKET', 'IOC')), 'no_liquidity');
  assert.equal(reasonOf({ ...terms('MARKET', 'IOC'), filledQty }), 'ioc_remainder');
  assert.equal(reasonOf(terms('LIMIT', 'IOC')), 'ioc_remainder');
  assert.equal(reasonOf({ expiresAt: at(10_999) }), 'expired', 'the venue truncates to seconds');
  assert.equal(reasonOf({ expiresAt: at(11_000) }), 'requested');
});

test('prices lie on the grid of a band from its first to its last price, and round away from the other side', () => {
  const bands = [
    { from: price('0'), to: price('0.1'), step: price('0.001') },
    { from: price('0.1'), to: price('0.9'), step: price('0.01') },
    { from: price('0.9'), to: price('1'), step: price('0.001') },
  ];
  for (const on of ['0.001', '0.1', '0.11', '0.9', '0.901', '0.999', '1'])
    assert.ok(isOnGrid(price(on), bands), on);
  for (const off of ['0.0005', '0.101', '0.895', '0.9005']) assert.ok(!isOnGrid(price(off), bands), off);
  assert.ok(isOnGrid(price('0.1'), bands.slice(0, 1)), 'the last price of the last band');
  for (const [given, bid, ask] of [
    ['0.4755', '0.47', '0.48'],
    ['0.0505', '0.05', '0.051'],
    ['0.9505', '0.95', '0.951'],
    ['0.47', '0.47', '0.47'],
  ] as const) {
    assert.equal(roundToGrid(price(given), 'bid', bands), price(bid), given);
    assert.equal(roundToGrid(price(given), 'ask', bands), price(ask), given);
  }
});
