import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstrumentId } from '../../contract/model/ids.ts';
import { renderDecimal } from '../../contract/model/money.ts';
import type { Outcome, Side } from '../../contract/model/order.ts';
import { createBook, levels } from './routing.fixture.ts';
import { getBestTakerPrice, getTakeSide } from './venue-eligibility.ts';

const book = createBook(
  1001 as InstrumentId,
  levels('120 @ 0.47, 300 @ 0.46'),
  levels('80 @ 0.49, 50 @ 0.52'),
);

const best = (side: Side, outcome: Outcome): string =>
  renderDecimal(getBestTakerPrice(getTakeSide(book, side, outcome)) ?? -1n);

test('each side and outcome uses its side of the YES book', () => {
  assert.equal(best('BUY', 'YES'), '0.49');
  assert.equal(best('SELL', 'YES'), '0.47');
  assert.equal(best('BUY', 'NO'), '0.53');
  assert.equal(best('SELL', 'NO'), '0.51');
  const empty = createBook(1001 as InstrumentId, [], []);
  assert.equal(getBestTakerPrice(getTakeSide(empty, 'BUY', 'YES')), null);
});
