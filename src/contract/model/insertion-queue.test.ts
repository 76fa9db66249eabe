import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InsertionQueue } from './collections.ts';

test('members are removed in insertion order', () => {
  const set = new InsertionQueue<string>();
  for (const member of ['a', 'b', 'c', 'b']) set.add(member);
  assert.equal(set.size, 3);
  assert.deepEqual([set.takeOldest(), set.takeOldest(), set.takeOldest()], ['a', 'b', 'c']);
  assert.equal(set.takeOldest(), undefined);
  assert.equal(set.size, 0);
});

test('a member that is removed and added again is the newest', () => {
  const set = new InsertionQueue<string>();
  for (const member of ['a', 'b']) set.add(member);
  set.delete('a');
  set.add('a');
  assert.equal(set.size, 2);
  assert.deepEqual([set.takeOldest(), set.takeOldest(), set.takeOldest()], ['b', 'a', undefined]);
});

test('after any additions and removals it behaves like a Set', () => {
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
