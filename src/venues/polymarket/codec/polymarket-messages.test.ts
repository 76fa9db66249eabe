import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAck, parseOrder, parseTrade } from './polymarket-messages.ts';

const YES = '7'.repeat(77);
const NO = '8'.repeat(77);
const ID = `0x${'ab'.repeat(32)}`;

/** A user event for a killed order, in the shape of 2026-05: sizes and times of what never rested are empty. */
const KILLED = {
  event_type: 'order',
  type: 'CANCELLATION',
  id: ID,
  owner: 'key',
  asset_id: YES,
  side: 'SELL',
  price: '0.6',
  original_size: '12',
  size_matched: '',
  created_at: '',
  order_type: 'FOK',
  status: "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.",
  timestamp: '1777824065000',
};

/** A user event for our trade as taker, in the shape of 2026-05. */
const TRADE = {
  event_type: 'trade',
  id: 'b3a4',
  status: 'MATCHED',
  taker_order_id: ID,
  market: `0x${'cd'.repeat(32)}`,
  asset_id: YES,
  side: 'BUY',
  price: '0.5',
  size: '10',
  match_time: '1777824065',
  trader_side: 'TAKER',
  maker_orders: [
    { order_id: '0x1', owner: 'a', asset_id: YES, side: 'SELL', price: '0.5', matched_amount: '4' },
    { order_id: '0x2', owner: 'b', asset_id: NO, side: 'BUY', price: '0.5', matched_amount: '6' },
  ],
};

const readOrder = (change: object) => parseOrder({ ...KILLED, ...change });
const readTrade = (change: object) => parseTrade({ ...TRADE, ...change });
const makersWith = (change: object) => TRADE.maker_orders.map((maker) => ({ ...maker, ...change }));
const BLANKS = [undefined, null, ''];

test('a killed order has matched nothing, although its event leaves size and time empty', () => {
  for (const size_matched of BLANKS) {
    const order = readOrder({ size_matched });
    assert.ok(order.ok, order.ok ? '' : order.error);
    const { status, matched, kill, createdMs, atMs } = order.value;
    assert.deepEqual([status, matched, kill, createdMs], ['cancelled', 0n, 'whole', null]);
    assert.equal(atMs, 1_777_824_065_000);
  }
});

test('a size that is neither empty nor a decimal is an unknown shape', () => {
  for (const size_matched of ['some', -1, {}, false]) assert.equal(readOrder({ size_matched }).ok, false);
});

test('names that every object inherits are unknown words of the venue', () => {
  for (const word of ['constructor', '__proto__', 'toString']) {
    assert.equal(readTrade({ status: word }).ok, false);
    const order = readOrder({ order_type: word });
    assert.equal(order.ok && order.value.kill, null);
    assert.equal(parseAck({ success: true, orderID: ID, status: word }, ID), null);
  }
  assert.deepEqual(parseAck({ success: true, orderID: ID, status: 'LIVE' }, ID), {
    status: 'live',
    tradeIds: [],
  });
});

test('words are understood in any case of their letters, as the official client of the venue reads them', () => {
  const toLower = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const isWord = ['status', 'side', 'trader_side', 'type', 'order_type'].includes(name);
        return [name, isWord ? String(value).toLowerCase() : value];
      }),
    );
  for (const status of ['MATCHED', 'TRADE_STATUS_MINED', 'MATCHED_NOT_BROADCASTED', 'RETRYING', 'FAILED']) {
    const trade = readTrade({ status });
    assert.ok(trade.ok);
    assert.deepEqual(parseTrade(toLower({ ...TRADE, status })), trade);
  }
  for (const change of [
    {},
    { type: 'UPDATE', status: 'MATCHED' },
    { type: 'PLACEMENT', status: 'LIVE', order_type: 'FAK' },
  ]) {
    const order = readOrder(change);
    assert.ok(order.ok);
    assert.deepEqual(parseOrder(toLower({ ...KILLED, ...change })), order);
  }
});

test('an event of a new or a matched order may leave its status empty, and no other message', () => {
  const statusOf = (change: object) => {
    const order = readOrder({ size_matched: '12', ...change });
    return order.ok ? order.value.status : 'not understood';
  };
  for (const status of BLANKS) {
    assert.deepEqual(
      ['PLACEMENT', 'UPDATE', 'CANCELLATION', 'OTHER', undefined].map((type) => statusOf({ type, status })),
      ['live', 'live', 'cancelled', 'not understood', 'not understood'],
    );
  }
  assert.equal(statusOf({ type: 'UPDATE', status: 'NEW_WORD' }), 'not understood');
});

test('an event of a trade without the time of its match has its own time; without any it is not understood', () => {
  const timeOf = (change: object) => {
    const trade = readTrade({ match_time: undefined, ...change });
    return trade.ok ? trade.value.matchedAtMs : 'not understood';
  };
  assert.equal(timeOf({ timestamp: '1777824066250' }), 1_777_824_066_250);
  assert.equal(timeOf({ timestamp: '1777824066250', matchtime: '1777824065' }), 1_777_824_065_000);
  assert.deepEqual(
    BLANKS.map((timestamp) => timeOf({ timestamp })),
    BLANKS.map(() => 'not understood'),
  );
});

test('a trade without our role is understood; the role is then unknown, not guessed', () => {
  const roleOf = (trader_side: unknown) => {
    const trade = readTrade({ trader_side });
    return trade.ok ? trade.value.isTaker : 'not understood';
  };
  assert.deepEqual(['TAKER', 'MAKER'].map(roleOf), [true, false]);
  assert.deepEqual(BLANKS.map(roleOf), [null, null, null]);
  assert.deepEqual(['BOTH', 1, {}].map(roleOf), Array(3).fill('not understood'));
});

test('a trade without makers is understood', () => {
  for (const maker_orders of [...BLANKS, []]) {
    const trade = readTrade({ maker_orders });
    assert.deepEqual(trade.ok && trade.value.makers, []);
  }
  assert.equal(readTrade({ maker_orders: {} }).ok, false);
});

test("a maker's missing side follows from its token: the other side of the taker's token, else the same", () => {
  const sidesOf = (change: object) => {
    const trade = readTrade({ maker_orders: makersWith({ side: undefined }), ...change });
    return trade.ok ? trade.value.makers.map(({ side }) => side) : 'not understood';
  };
  assert.deepEqual(sidesOf({}), ['SELL', 'BUY']);
  assert.deepEqual(sidesOf({ side: 'SELL' }), ['BUY', 'SELL']);
  assert.equal(sidesOf({ maker_orders: makersWith({ side: 'LONG' }) }), 'not understood');
});

test('an amount that the venue leaves empty is not known, and never zero; another text is not understood', () => {
  const fieldsOf = (change: object) => {
    const trade = readTrade(change);
    if (!trade.ok) return 'not understood';
    const { price, qty, makers } = trade.value;
    return [price, qty, makers[0]?.price, makers[0]?.qty].map((field) => field === null);
  };
  for (const blank of BLANKS) {
    assert.deepEqual(fieldsOf({ price: blank }), [true, false, false, false]);
    assert.deepEqual(fieldsOf({ size: blank }), [false, true, false, false]);
    assert.deepEqual(fieldsOf({ maker_orders: makersWith({ price: blank }) }), [false, false, true, false]);
    assert.deepEqual(fieldsOf({ maker_orders: makersWith({ matched_amount: blank }) }), [
      false,
      false,
      false,
      true,
    ]);
  }
  for (const other of ['some', -1, {}]) {
    assert.equal(fieldsOf({ size: other }), 'not understood');
    assert.equal(fieldsOf({ maker_orders: makersWith({ price: other }) }), 'not understood');
  }
});
