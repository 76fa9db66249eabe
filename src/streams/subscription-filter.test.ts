import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SubscriptionFilter } from './subscription-filter.ts';

test('everything is covered until something is named', () => {
  const selection = new SubscriptionFilter<number>(null, 10);
  assert.equal(selection.covers(5), true);
  assert.equal(selection.render(), '*');
  assert.deepEqual(selection.add([1, 2, 1]), [1, 2]);
  assert.deepEqual([selection.covers(1), selection.covers(5)], [true, false]);
  assert.deepEqual(selection.add([2, 3]), [3]);
  assert.deepEqual(selection.render(), [1, 2, 3]);
});

test('too many names change nothing, and exactly the maximum is accepted', () => {
  const selection = new SubscriptionFilter<number>([1, 2], 3);
  assert.equal(selection.add([3, 4]), null);
  assert.deepEqual(selection.render(), [1, 2]);
  assert.deepEqual(selection.add([3, 2]), [3]);
  assert.deepEqual(selection.render(), [1, 2, 3]);
});

test('a name can be removed from a set, but not from "all"', () => {
  const selection = new SubscriptionFilter<number>([1, 2], 3);
  assert.equal(selection.remove([2, 9]), true);
  assert.deepEqual(selection.render(), [1]);
  selection.addAll();
  assert.equal(selection.remove([1]), false);
  selection.removeAll();
  assert.deepEqual([selection.render(), selection.covers(1)], [[], false]);
});
