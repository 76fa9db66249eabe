import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_BOOK, findCentre } from './ladder-view.ts';

test('the ladder shows a best price at every spread: both where they fit, else the bid', () => {
  for (const rows of [1, 2, 11, 12])
    for (let spread = 1; spread <= 30; spread += 1) {
      const [bestAsk, bestBid] = [100, 100 + spread];
      const centre = findCentre({ ...EMPTY_BOOK, bestAsk, bestBid }, rows) ?? assert.fail('there is a book');
      const top = Math.round(centre + 0.5 - rows / 2);
      const isShown = (row: number): boolean => row >= top && row < top + rows;
      const both = [isShown(bestAsk), isShown(bestBid)];
      assert.deepEqual(both, spread < rows ? [true, true] : [false, true], `${spread} in ${rows}`);
    }
});

test('of a book with one side the ladder shows that side, and of none nothing', () => {
  assert.equal(findCentre({ ...EMPTY_BOOK, bestAsk: 7 }, 12), 7);
  assert.equal(findCentre({ ...EMPTY_BOOK, bestBid: 9 }, 12), 9);
  assert.equal(findCentre(EMPTY_BOOK, 12), null);
});
