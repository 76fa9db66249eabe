import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Level } from '../../../contract/model/book.ts';
import { decode, pair, price, qty } from '../../../contract/model/decoder.ts';
import type { Price, Qty } from '../../../contract/model/money.ts';
import { sides } from '../../../domain/order-books/book.fixture.ts';
import { toBook } from './kalshi-books.ts';

const LEVEL = pair(price, qty);
const side = (...levels: readonly (readonly [price: string, size: string])[]) =>
  levels.map((level) => decode(LEVEL, level) ?? assert.fail(String(level)));
const toSides = (book: ReturnType<typeof toBook>) => book?.snapshot() ?? null;

test('NO levels in NO prices and in YES prices make the same book', () => {
  const yes = side(['0.45', '200'], ['0.47', '120']);
  const book = sides(['120 @ 0.47', '200 @ 0.45'], ['35 @ 0.52', '80 @ 0.54']);
  assert.deepEqual(toSides(toBook({ yes, no: side(['0.46', '80'], ['0.48', '35']) }, 'no')), book);
  assert.deepEqual(toSides(toBook({ yes, no: side(['0.54', '80'], ['0.52', '35']) }, 'yes')), book);
});

test('a book read with the wrong terms of NO prices is crossed, and rejected', () => {
  assert.equal(toBook({ yes: side(['0.47', '1']), no: side(['0.46', '1']) }, 'yes'), null);
});

test('a book with an invalid level is rejected', () => {
  const unsound: readonly (readonly [Price, Qty])[] = [
    ...side(['0', '1'], ['1', '1']),
    [40_000_000n as Price, -1n as Qty],
  ];
  for (const level of unsound) {
    assert.equal(toBook({ yes: [level], no: null }, 'yes'), null);
    assert.equal(toBook({ yes: null, no: [level] }, 'yes'), null);
  }
});

test('an empty side is null or an empty list', () => {
  const empty: readonly Level[] = [];
  assert.deepEqual(toSides(toBook({ yes: null, no: [] }, 'yes')), { bids: empty, asks: empty });
});
