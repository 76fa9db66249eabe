import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyChanges, BLOCK_IDS, createBits, decode, intersect, iterateOffsets } from './search-index.ts';

const offset = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: BLOCK_IDS - 1 }), fc.constant(BLOCK_IDS - 1));
// Ranges make sets large enough to be stored as bitmaps.
const offsets = fc
  .tuple(fc.array(offset, { maxLength: 30 }), fc.nat({ max: 5_000 }))
  .map(([single, many]) => [...single, ...Array.from({ length: many }, (_, at) => 100 + at * 3)]);

const stored = (members: readonly number[]): Uint8Array | null => applyChanges(null, members);
const sorted = (members: Iterable<number>): readonly number[] =>
  [...new Set(members)].toSorted((a, b) => a - b);

function membersOf(bytes: Uint8Array | null, first = 0): readonly number[] {
  if (bytes === null) return [];
  const bits = createBits();
  decode(bytes, bits);
  return [...iterateOffsets(bits, first)];
}

test('a set is decoded as it was stored, small or large', () => {
  fc.assert(fc.property(offsets, (members) => assert.deepEqual(membersOf(stored(members)), sorted(members))));
});

test('iteration of a set can start at any offset', () => {
  fc.assert(
    fc.property(offsets, offset, (members, first) => {
      assert.deepEqual(
        membersOf(stored(members), first),
        sorted(members).filter((member) => member >= first),
      );
    }),
  );
});

test('changes are applied in order', () => {
  fc.assert(
    fc.property(offsets, fc.array(fc.tuple(fc.boolean(), offset)), (members, steps) => {
      const model = new Set(members);
      for (const [isAdded, member] of steps) {
        if (isAdded) model.add(member);
        else model.delete(member);
      }
      const changes = steps.map(([isAdded, member]) => (isAdded ? member : ~member));
      assert.deepEqual(membersOf(applyChanges(stored(members), changes)), sorted(model));
    }),
  );
});

test('an intersection keeps common ids and reports an empty result', () => {
  fc.assert(
    fc.property(offsets, offsets, (a, b) => {
      const bits = createBits();
      decode(stored(a) ?? new Uint8Array(), bits);
      const isAny = intersect(bits, stored(b) ?? new Uint8Array(), createBits());
      const both = sorted(a).filter((member) => b.includes(member));
      assert.deepEqual([...iterateOffsets(bits, 0)], both);
      assert.equal(isAny, both.length > 0);
    }),
    { numRuns: 30 },
  );
});

test('a stored set is never larger than its bitmap, and an empty set is not stored', () => {
  fc.assert(
    fc.property(offsets, (members) => {
      const bytes = stored(members)?.byteLength ?? 0;
      assert.equal(bytes, Math.min(2 * new Set(members).size, BLOCK_IDS / 8));
    }),
  );
  assert.equal(applyChanges(stored([5]), [~5]), null);
});

test('unaligned bytes are decoded', () => {
  const bytes = stored([1, 2, 300]) ?? assert.fail('there are members');
  const shifted = new Uint8Array(bytes.byteLength + 1);
  shifted.set(bytes, 1);
  assert.deepEqual(membersOf(shifted.subarray(1)), [1, 2, 300]);
});
