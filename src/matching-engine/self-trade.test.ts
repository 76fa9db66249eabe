import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Price, Qty } from '../contract/model/money.ts';
import type { Side, TimeInForce } from '../contract/model/order.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { BookChange, BookOrder, SelfTrade } from './book-order.ts';
import { OrderBook } from './order-book.ts';

const NOW = 0 as TimestampMs;

/** `2 alice BUY 5 @ 52 GTC`: an order in whole units. */
function order(text: string, selfTrade: SelfTrade | null = null): BookOrder {
  const [id, owner = '', side, qty = '', , price = '', tif] = text.split(' ');
  const terms = { price: BigInt(price) as Price, qty: BigInt(qty) as Qty, tif: tif as TimeInForce };
  return { id: Number(id), owner, side: side as Side, ...terms, expiresAt: null, selfTrade };
}

function submit(book: OrderBook, text: string, selfTrade: SelfTrade | null = null): BookChange {
  const result = book.submit(order(text, selfTrade), NOW);
  assert.ok(result.ok);
  return result.value;
}

/** Asks: 10 of bob at 50, then 10 of alice and 10 of carol at 51. */
function queue(): OrderBook {
  const book = new OrderBook();
  submit(book, '1 bob SELL 10 @ 50 GTC');
  submit(book, '2 alice SELL 10 @ 51 GTC');
  submit(book, '3 carol SELL 10 @ 51 GTC');
  return book;
}

const outcomes = ({ trades, closed }: BookChange): string[] => [
  ...trades.map(({ makerId, qty }) => `${qty} of ${makerId}`),
  ...closed.map(({ id, reason }) => `${id} ${reason}`),
];

test('with cut_taker an order keeps its trades from before the self-trade', () => {
  const book = queue();
  assert.deepEqual(outcomes(submit(book, '4 alice BUY 25 @ 51 GTC', 'cut_taker')), [
    '10 of 1',
    '4 self_trade',
  ]);
  assert.equal(book.order(4), null);
  assert.equal(book.order(2)?.filledQty, 0n);
});

test("with cancel_maker an order cancels the owner's resting order and continues matching", () => {
  const book = queue();
  assert.deepEqual(outcomes(submit(book, '4 alice BUY 25 @ 51 GTC', 'cancel_maker')), [
    '10 of 1',
    '10 of 3',
    '2 self_trade',
  ]);
  assert.equal(book.order(4)?.filledQty, 20n);
  assert.deepEqual(book.levels('SELL'), []);
});

test('an order that fills before a self-trade is not affected', () => {
  assert.deepEqual(outcomes(submit(queue(), '4 alice BUY 10 @ 51 GTC', 'cut_taker')), ['10 of 1']);
});

test('FOK counts only orders of other owners', () => {
  assert.deepEqual(outcomes(submit(queue(), '4 alice BUY 15 @ 51 FOK', 'cut_taker')), ['4 fok_unfilled']);
  assert.deepEqual(outcomes(submit(queue(), '4 alice BUY 21 @ 51 FOK', 'cancel_maker')), ['4 fok_unfilled']);
  assert.deepEqual(outcomes(submit(queue(), '4 alice BUY 20 @ 51 FOK', 'cancel_maker')), [
    '10 of 1',
    '10 of 3',
    '2 self_trade',
  ]);
});

test('cut_taker also applies to an amended order, which leaves the book', () => {
  const book = queue();
  submit(book, '4 alice BUY 25 @ 49 GTC', 'cut_taker');
  const result = book.amend(4, { price: 51n as Price, qty: null, tif: null, expiresAt: null }, NOW);
  assert.ok(result.ok);
  assert.deepEqual(outcomes(result.value), ['10 of 1', '4 self_trade']);
  assert.deepEqual(book.levels('BUY'), []);
  assert.deepEqual(book.levels('SELL'), [{ price: 51n, qty: 20n }]);
});

test('without a rule orders of one owner trade with each other', () => {
  assert.deepEqual(outcomes(submit(queue(), '4 alice BUY 20 @ 51 GTC')), ['10 of 1', '10 of 2']);
});
