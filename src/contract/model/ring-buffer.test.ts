import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RingBuffer } from './collections.ts';

const ids = (items: readonly { readonly id: number }[] | null): readonly number[] | null =>
  items?.map(({ id }) => id) ?? null;
const createRing = (capacity: number, pushed: readonly number[], goneId = 0): RingBuffer<{ id: number }> => {
  const ring = new RingBuffer<{ id: number }>(capacity, goneId);
  for (const id of pushed) ring.push({ id });
  return ring;
};

test('a ring buffer keeps the newest items and returns those after an id, oldest first', () => {
  const ring = createRing(3, [1, 2, 5, 9]);
  assert.deepEqual(ids(ring.since(2)), [5, 9]);
  assert.deepEqual(ids(ring.since(4)), [5, 9]);
  assert.deepEqual(ids(ring.since(9)), []);
  assert.deepEqual(ids(ring.newest(2)), [5, 9]);
});

test('a ring buffer returns null when an item after the id was overwritten', () => {
  const ring = createRing(2, [1, 2, 5, 9]);
  assert.equal(ring.since(1), null);
  assert.deepEqual(ids(ring.since(2)), [5, 9]);
  assert.equal(createRing(5, [7, 8], 6).since(5), null);
  assert.deepEqual(ids(createRing(5, [7, 8], 6).since(6)), [7, 8]);
  assert.ok(!ring.isComplete);
  assert.ok(createRing(2, [1, 2]).isComplete);
});

test('a ring buffer with capacity 0 keeps no items and reports them as overwritten', () => {
  const ring = createRing(0, [1, 2]);
  assert.equal(ring.since(1), null);
  assert.deepEqual(ids(ring.since(2)), []);
});

test('a ring buffer returns the same items as a complete list, or null', () => {
  const growing = fc
    .array(fc.integer({ min: 1, max: 4 }), { maxLength: 30 })
    .map((steps) => steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, step) => sum + step, 0)));
  fc.assert(
    fc.property(growing, fc.integer({ min: 0, max: 10 }), fc.nat({ max: 120 }), (all, capacity, after) => {
      const ring = createRing(capacity, all);
      const wanted = all.filter((id) => id > after);
      const isHeld = wanted.length <= capacity;
      assert.deepEqual(ids(ring.since(after)), isHeld ? wanted : null);
      assert.deepEqual(ids(ring.newest(5)), all.slice(-Math.min(5, capacity) || all.length));
    }),
  );
});
