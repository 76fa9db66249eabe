import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Price, Qty } from '../contract/model/money.ts';
import type { Side } from '../contract/model/order.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { BookChange, BookOrder } from './book-order.ts';
import { OrderBook } from './order-book.ts';

const TICK = 1_000_000n;
const LOT = 100_000_000n;
const at = (ms: number): TimestampMs => ms as TimestampMs;
let id = 0;
const order = (side: Side, ticks: number, change: Partial<BookOrder> = {}): BookOrder => {
  id += 1;
  const price = (BigInt(ticks) * TICK) as Price;
  return { id, owner: 'a', side, price, qty: (5n * LOT) as Qty, tif: 'GTC', expiresAt: null, ...change };
};
const submit = (book: OrderBook, incoming: BookOrder, now = 0): BookChange => {
  const change = book.submit(incoming, at(now));
  assert.ok(change.ok);
  return change.value;
};

test('a post-only order that would trade is closed, and the book is unchanged', () => {
  const book = new OrderBook();
  submit(book, order('SELL', 50));
  const crossing = order('BUY', 50, { postOnly: true });
  const change = submit(book, crossing);
  assert.deepEqual(change, {
    trades: [],
    closed: [{ id: crossing.id, reason: 'post_only_cross' }],
    levels: [],
  });
  assert.deepEqual([book.levels('BUY').length, book.levels('SELL').length], [0, 1]);
  assert.deepEqual(submit(book, order('BUY', 49, { postOnly: true })).closed, []);
  assert.equal(book.levels('BUY').length, 1);
});

test('an expired order does not affect a post-only order', () => {
  const book = new OrderBook();
  submit(book, order('SELL', 50, { tif: 'GTD', expiresAt: at(100) }));
  const change = submit(book, order('BUY', 50, { postOnly: true }), 100);
  assert.deepEqual(
    change.closed.map(({ reason }) => reason),
    ['expired'],
  );
  assert.equal(book.levels('BUY').length, 1);
});

test('a post-only amend that would trade is refused, and the order keeps its terms', () => {
  const book = new OrderBook();
  submit(book, order('SELL', 50));
  const resting = order('BUY', 40, { postOnly: true });
  submit(book, resting);
  const change = { price: (50n * TICK) as Price, qty: null, tif: null, expiresAt: null, postOnly: true };
  assert.deepEqual(book.amend(resting.id, change, at(0)), { ok: false, error: 'would_cross' });
  assert.equal(book.order(resting.id)?.price, 40n * TICK);
  assert.equal(book.amend(resting.id, { ...change, price: (49n * TICK) as Price }, at(0)).ok, true);
});

test('I-34: no post-only order is ever the taker of a trade', () => {
  const incoming = fc.record({
    side: fc.constantFrom<Side>('BUY', 'SELL'),
    ticks: fc.integer({ min: 45, max: 55 }),
    postOnly: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(incoming, { minLength: 5, maxLength: 40 }), (orders) => {
      const book = new OrderBook();
      const postOnly = new Set<number>();
      for (const { side, ticks, ...flags } of orders) {
        const next = order(side, ticks, flags);
        if (flags.postOnly) postOnly.add(next.id);
        for (const { takerId } of submit(book, next).trades) assert.ok(!postOnly.has(takerId));
      }
    }),
  );
});
