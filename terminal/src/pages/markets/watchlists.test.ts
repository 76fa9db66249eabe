import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toggled, withList, withoutList } from './watchlists.ts';

test('a star adds a market to its list and removes it again, without changing other lists', () => {
  const lists = { Watched: [1], Fed: [2] };
  assert.deepEqual(toggled(lists, 'Fed', 3), { Watched: [1], Fed: [2, 3] });
  assert.deepEqual(toggled(lists, 'Fed', 2), { Watched: [1], Fed: [] });
});

test('a list needs a unique, non-empty name', () => {
  assert.deepEqual(withList({ Watched: [] }, ' Fed '), { Watched: [], Fed: [] });
  const lists = { Watched: [], Fed: [2] };
  assert.equal(withList(lists, 'Fed'), lists);
  assert.equal(withList(lists, ' '), lists);
});

test('a list is removed, and the first one is only emptied', () => {
  assert.deepEqual(withoutList({ Watched: [1], Fed: [2] }, 'Fed'), { Watched: [1] });
  assert.deepEqual(withoutList({ Watched: [1] }, 'Watched'), { Watched: [] });
});
