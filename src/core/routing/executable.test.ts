import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Notional, notionalOf, renderDecimal, renderNotional } from '../kernel/decimal.ts';
import type { InstrumentId } from '../kernel/ids.ts';
import type { Outcome, Side } from '../orders/order.ts';
import { bestPriceOf, takeSide, walk } from './executable.ts';
import { bookOf, levels, price, qty } from './routing.fixture.ts';

const book = bookOf(1001 as InstrumentId, levels('120 @ 0.47, 300 @ 0.46'), levels('80 @ 0.49, 50 @ 0.52'));

const best = (side: Side, outcome: Outcome): string =>
  renderDecimal(bestPriceOf(takeSide(book, side, outcome)) ?? -1n);

test('each side and outcome meets its side of the YES book', () => {
  assert.equal(best('BUY', 'YES'), '0.49');
  assert.equal(best('SELL', 'YES'), '0.47');
  assert.equal(best('BUY', 'NO'), '0.53');
  assert.equal(best('SELL', 'NO'), '0.51');
  const empty = bookOf(1001 as InstrumentId, [], []);
  assert.equal(bestPriceOf(takeSide(empty, 'BUY', 'YES')), null);
});

test('a walk sums exact notionals over levels and tells the worst price', () => {
  const walked = walk(takeSide(book, 'BUY', 'YES'), 'BUY', qty('100'), null);
  assert.equal(renderDecimal(walked.filled), '100');
  assert.equal(renderNotional(walked.notional), '49.6');
  assert.equal(walked.worst, price('0.52'));
});

test('a walk stops at the limit and at the depth', () => {
  const asks = takeSide(book, 'BUY', 'YES');
  assert.equal(renderDecimal(walk(asks, 'BUY', qty('100'), price('0.51')).filled), '80');
  assert.equal(renderDecimal(walk(asks, 'BUY', qty('1000'), null).filled), '130');
  const bids = takeSide(book, 'BUY', 'NO');
  assert.equal(walk(bids, 'BUY', qty('200'), price('0.53')).worst, price('0.53'));
  assert.equal(renderDecimal(walk(bids, 'BUY', qty('200'), price('0.53')).filled), '120');
});

test('nothing within the limit fills nothing', () => {
  const walked = walk(takeSide(book, 'SELL', 'YES'), 'SELL', qty('1'), price('0.48'));
  assert.deepEqual([walked.filled, walked.notional, walked.worst], [0n, 0n, null]);
});

test("a walk charges each level's own fee", () => {
  const feeOf = (at: bigint, amount: bigint): Notional =>
    at === price('0.52') ? notionalOf(price('0.01'), qty(renderDecimal(amount))) : (0n as Notional);
  const walked = walk(takeSide(book, 'BUY', 'YES'), 'BUY', qty('100'), null, feeOf);
  assert.equal(renderNotional(walked.fee), '0.2');
});
