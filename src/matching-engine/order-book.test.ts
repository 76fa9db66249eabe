import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../contract/model/money.ts';
import type { Side, TimeInForce } from '../contract/model/order.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { BookAmend, BookChange, BookOrder } from './book-order.ts';
import { OrderBook } from './order-book.ts';

const at = (ms: number): TimestampMs => ms as TimestampMs;
const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;

interface Draft {
  readonly id: number;
  readonly side: Side;
  readonly qty: string;
  readonly price?: string;
  readonly tif?: TimeInForce;
  readonly expiresAt?: number;
}

const order = (draft: Draft): BookOrder => ({
  id: draft.id,
  owner: 'trader',
  side: draft.side,
  price: draft.price === undefined ? null : price(draft.price),
  qty: qty(draft.qty),
  tif: draft.tif ?? 'GTC',
  expiresAt: draft.expiresAt === undefined ? null : at(draft.expiresAt),
});

function submit(book: OrderBook, draft: Draft, now = 0): BookChange {
  const result = book.submit(order(draft), at(now));
  assert.ok(result.ok, 'the book is open');
  return result.value;
}

const trades = (change: BookChange): string[] =>
  change.trades.map(
    (trade) =>
      `${trade.takerId} takes ${trade.makerId} ${renderDecimal(trade.qty)} @ ${renderDecimal(trade.price)}`,
  );
const closed = (change: BookChange): string[] => change.closed.map(({ id, reason }) => `${id} ${reason}`);
const side = (book: OrderBook, of: Side): string[] =>
  book.levels(of).map((level) => `${renderDecimal(level.qty)} @ ${renderDecimal(level.price)}`);

function createBook(...drafts: readonly Draft[]): OrderBook {
  const book = new OrderBook();
  for (const draft of drafts) submit(book, draft);
  return book;
}

const amend = (change: Partial<Record<'price' | 'qty', string>>): BookAmend => ({
  price: change.price === undefined ? null : price(change.price),
  qty: change.qty === undefined ? null : qty(change.qty),
  tif: null,
  expiresAt: null,
});

test('the best price trades first, and at one price the oldest order', () => {
  const book = createBook(
    { id: 1, side: 'SELL', price: '0.51', qty: '5' },
    { id: 2, side: 'SELL', price: '0.5', qty: '5' },
    { id: 3, side: 'SELL', price: '0.5', qty: '5' },
  );
  const change = submit(book, { id: 4, side: 'BUY', price: '0.51', qty: '12' });
  assert.deepEqual(trades(change), ['4 takes 2 5 @ 0.5', '4 takes 3 5 @ 0.5', '4 takes 1 2 @ 0.51']);
  assert.deepEqual(side(book, 'SELL'), ['3 @ 0.51']);
  assert.deepEqual(
    change.levels.map((level) => `${level.side} ${renderDecimal(level.qty)} @ ${renderDecimal(level.price)}`),
    ['SELL 0 @ 0.5', 'SELL 3 @ 0.51'],
  );
});

test('the unfilled part of a limit order rests at its price, best first on both sides', () => {
  const book = createBook(
    { id: 1, side: 'BUY', price: '0.4', qty: '1' },
    { id: 2, side: 'BUY', price: '0.45', qty: '2' },
    { id: 3, side: 'BUY', price: '0.02', qty: '3' },
    { id: 4, side: 'SELL', price: '0.6', qty: '4' },
    { id: 5, side: 'SELL', price: '0.45', qty: '5' },
  );
  assert.deepEqual(side(book, 'BUY'), ['1 @ 0.4', '3 @ 0.02']);
  assert.deepEqual(side(book, 'SELL'), ['3 @ 0.45', '4 @ 0.6']);
  assert.equal(book.best('SELL')?.price, price('0.45'));
});

test('IOC takes the quantity within its limit, and its remainder is cancelled', () => {
  const book = createBook({ id: 1, side: 'SELL', price: '0.5', qty: '5' });
  const change = submit(book, { id: 2, side: 'BUY', price: '0.5', qty: '8', tif: 'IOC' });
  assert.deepEqual(trades(change), ['2 takes 1 5 @ 0.5']);
  assert.deepEqual(closed(change), ['2 ioc_remainder']);
  assert.deepEqual(side(book, 'BUY'), []);
});

test('FOK fills completely within its limit or leaves the book unchanged', () => {
  const book = createBook(
    { id: 1, side: 'SELL', price: '0.5', qty: '5' },
    { id: 2, side: 'SELL', price: '0.6', qty: '5' },
  );
  const missed = submit(book, { id: 3, side: 'BUY', price: '0.59', qty: '6', tif: 'FOK' });
  assert.deepEqual([trades(missed), closed(missed), missed.levels], [[], ['3 fok_unfilled'], []]);
  const filled = submit(book, { id: 4, side: 'BUY', price: '0.6', qty: '6', tif: 'FOK' });
  assert.deepEqual(trades(filled), ['4 takes 1 5 @ 0.5', '4 takes 2 1 @ 0.6']);
});

test('MARKET takes any price, never rests, and closes with no_liquidity when the book is empty', () => {
  const book = createBook({ id: 1, side: 'BUY', price: '0.01', qty: '5' });
  const part = submit(book, { id: 2, side: 'SELL', qty: '9', tif: 'IOC' });
  assert.deepEqual([trades(part), closed(part)], [['2 takes 1 5 @ 0.01'], ['2 ioc_remainder']]);
  assert.deepEqual(closed(submit(book, { id: 3, side: 'SELL', qty: '9', tif: 'IOC' })), ['3 no_liquidity']);
  assert.deepEqual(closed(submit(book, { id: 4, side: 'SELL', qty: '9', tif: 'FOK' })), ['4 fok_unfilled']);
});

test('orders of one owner trade with each other by default', () => {
  const book = createBook({ id: 1, side: 'SELL', price: '0.5', qty: '5' });
  assert.deepEqual(trades(submit(book, { id: 2, side: 'BUY', price: '0.5', qty: '5' })), [
    '2 takes 1 5 @ 0.5',
  ]);
});

test('only a quantity decrease keeps the queue priority', () => {
  const book = createBook(
    { id: 1, side: 'SELL', price: '0.5', qty: '5' },
    { id: 2, side: 'SELL', price: '0.5', qty: '5' },
  );
  assert.ok(book.amend(1, amend({ qty: '3' }), at(0)).ok);
  assert.deepEqual(side(book, 'SELL'), ['8 @ 0.5']);
  assert.deepEqual(trades(submit(book, { id: 3, side: 'BUY', price: '0.5', qty: '4' })), [
    '3 takes 1 3 @ 0.5',
    '3 takes 2 1 @ 0.5',
  ]);
});

test('a quantity increase loses the queue priority', () => {
  const book = createBook(
    { id: 1, side: 'SELL', price: '0.5', qty: '5' },
    { id: 2, side: 'SELL', price: '0.5', qty: '5' },
  );
  assert.ok(book.amend(1, amend({ qty: '6' }), at(0)).ok);
  assert.deepEqual(trades(submit(book, { id: 3, side: 'BUY', price: '0.5', qty: '6' })), [
    '3 takes 2 5 @ 0.5',
    '3 takes 1 1 @ 0.5',
  ]);
});

test('an amended price may cross: the order trades as taker, and the remainder rests', () => {
  const book = createBook(
    { id: 1, side: 'SELL', price: '0.5', qty: '5' },
    { id: 2, side: 'BUY', price: '0.4', qty: '8' },
  );
  const change = book.amend(2, amend({ price: '0.5' }), at(0));
  assert.ok(change.ok);
  assert.deepEqual(trades(change.value), ['2 takes 1 5 @ 0.5']);
  assert.deepEqual(side(book, 'BUY'), ['3 @ 0.5']);
  assert.equal(book.order(2)?.filledQty, qty('5'));
});

test('an amend is rejected below the filled quantity, for an unknown order, and for an expiry in the past', () => {
  const book = createBook({ id: 1, side: 'SELL', price: '0.5', qty: '5' });
  submit(book, { id: 2, side: 'BUY', price: '0.5', qty: '2' });
  assert.deepEqual(book.amend(1, amend({ qty: '2' }), at(0)), { ok: false, error: 'qty_not_above_filled' });
  assert.deepEqual(book.amend(9, amend({ qty: '2' }), at(0)), { ok: false, error: 'unknown_order' });
  const past = book.amend(1, { price: null, qty: null, tif: 'GTD', expiresAt: at(10) }, at(10));
  assert.deepEqual(past, { ok: false, error: 'expiry_not_in_future' });
  assert.deepEqual(side(book, 'SELL'), ['3 @ 0.5']);
});

test('a GTD order never trades at or after its expiry, even without an earlier sweep', () => {
  const book = createBook({ id: 1, side: 'SELL', price: '0.5', qty: '5', tif: 'GTD', expiresAt: 100 });
  assert.equal(book.nextExpiryAt(), 100);
  const change = submit(book, { id: 2, side: 'BUY', price: '0.5', qty: '5' }, 100);
  assert.deepEqual([trades(change), closed(change)], [[], ['1 expired']]);
  assert.deepEqual(
    closed(submit(book, { id: 3, side: 'BUY', price: '0.5', qty: '1', tif: 'GTD', expiresAt: 100 }, 100)),
    ['3 expired'],
  );
  assert.equal(book.nextExpiryAt(), null);
});

test('GTD orders expire earliest first, and an amended expiry applies', () => {
  const book = createBook(
    { id: 1, side: 'SELL', price: '0.5', qty: '5', tif: 'GTD', expiresAt: 300 },
    { id: 2, side: 'SELL', price: '0.5', qty: '5', tif: 'GTD', expiresAt: 200 },
    { id: 3, side: 'SELL', price: '0.5', qty: '5', tif: 'GTD', expiresAt: 100 },
  );
  book.amend(3, { price: null, qty: null, tif: 'GTC', expiresAt: null }, at(0));
  book.amend(1, { price: null, qty: null, tif: null, expiresAt: at(150) }, at(0));
  assert.deepEqual(closed(book.expire(at(149))), []);
  assert.deepEqual(closed(book.expire(at(1_000))), ['1 expired', '2 expired']);
  assert.deepEqual(side(book, 'SELL'), ['5 @ 0.5']);
});

test('a paused book keeps its orders, accepts cancels and rejects new orders', () => {
  const book = createBook({ id: 1, side: 'SELL', price: '0.5', qty: '5' });
  book.pause();
  const refused = { ok: false, error: 'market_not_open' };
  assert.deepEqual(book.submit(order({ id: 2, side: 'BUY', price: '0.5', qty: '1' }), at(0)), refused);
  assert.deepEqual(book.amend(1, amend({ qty: '4' }), at(0)), refused);
  assert.deepEqual(side(book, 'SELL'), ['5 @ 0.5']);
  const cancelled = book.cancel(1);
  assert.ok(cancelled.ok);
  assert.deepEqual(closed(cancelled.value), ['1 requested']);
  assert.deepEqual(book.cancel(1), { ok: false, error: 'unknown_order' });
});

test('closing first expires due orders and then cancels the resting ones', () => {
  const book = createBook(
    { id: 1, side: 'SELL', price: '0.5', qty: '5' },
    { id: 2, side: 'BUY', price: '0.4', qty: '5', tif: 'GTD', expiresAt: 50 },
  );
  assert.deepEqual(closed(book.close(at(60))), ['2 expired', '1 market_closed']);
  assert.deepEqual([book.levels('BUY'), book.levels('SELL')], [[], []]);
  assert.throws(() => book.resume(), /closed book stays closed/);
});
