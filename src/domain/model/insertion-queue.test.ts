import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InsertionQueue } from './collections.ts';

test('members leave in the order in which they came', () => {
  const set = new InsertionQueue<string>();
  for (const member of ['a', 'b', 'c', 'b']) set.add(member);
  assert.equal(set.size, 3);
  assert.deepEqual([set.takeOldest(), set.takeOldest(), set.takeOldest()], ['a', 'b', 'c']);
  assert.equal(set.takeOldest(), undefined);
  assert.equal(set.size, 0);
});

test('one that left and came back is new', () => {
  const set = new InsertionQueue<string>();
  for (const member of ['a', 'b']) set.add(member);
  set.delete('a');
  set.add('a');
  assert.equal(set.size, 2);
  assert.deepEqual([set.takeOldest(), set.takeOldest(), set.takeOldest()], ['b', 'a', undefined]);
});

test('over any coming and going it does what a plain set does', () => {
  const set = new InsertionQueue<number>();
  const model = new Set<number>();
  let state = 7;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  for (let step = 0; step < 60_000; step += 1) {
    const member = next(5_000);
    const move = next(10);
    if (move < 5) {
      set.add(member);
      model.add(member);
    } else if (move < 7) {
      set.delete(member);
      model.delete(member);
    } else {
      const [oldest] = model;
      if (oldest !== undefined) model.delete(oldest);
      assert.equal(set.takeOldest(), oldest, `step ${step}`);
    }
    assert.equal(set.size, model.size, `step ${step}`);
  }
});
