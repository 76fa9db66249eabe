import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLruCache, ShardedMap } from './collections.ts';

const NAMES = Array.from({ length: 5_000 }, (_, at) => `KXHIGH${at % 40}-26NOV21-T${at}`);

function filled(): ShardedMap<number> {
  const map = new ShardedMap<number>();
  for (const [at, name] of NAMES.entries()) map.set(name, at);
  return map;
}

test('a sharded map keeps the last value of each key, and deleted keys are gone', () => {
  const map = filled();
  map.set('KXHIGH0-26NOV21-T0', 77);
  map.delete('KXHIGH1-26NOV21-T1');
  map.delete('KXHIGH1-26NOV21-T1');
  map.delete('missing');
  assert.equal(map.size, NAMES.length - 1);
  assert.equal(map.get('KXHIGH0-26NOV21-T0'), 77);
  assert.equal(map.get('KXHIGH2-26NOV21-T2'), 2);
  assert.deepEqual([map.has('KXHIGH1-26NOV21-T1'), map.get('KXHIGH1-26NOV21-T1')], [false, undefined]);
});

test('a sharded map distinguishes keys with the same suffix, and accepts short and empty keys', () => {
  const map = new ShardedMap<string>();
  for (const name of ['', 'a', 'first-same-end', 'other-same-end']) map.set(name, name);
  assert.deepEqual([...map].map(([name]) => name).toSorted(), ['', 'a', 'first-same-end', 'other-same-end']);
  assert.equal(map.get('other-same-end'), 'other-same-end');
});

test('an iteration visits each entry once that exists throughout the iteration', () => {
  const map = filled();
  const met = new Map<string, number>();
  for (const [name] of map) {
    met.set(name, (met.get(name) ?? 0) + 1);
    map.delete(`new-${met.size - 100}`);
    map.set(`new-${met.size}`, 0); // the map grows during the iteration
    if (met.size > 2 * NAMES.length) break;
  }
  assert.ok(NAMES.every((name) => met.get(name) === 1));
  assert.deepEqual(
    [...map.values()],
    [...map].map(([, value]) => value),
  );
});

test('each shard holds only a small share, so that rehashing it is fast', () => {
  const sizes = new Map<number, number>();
  const map = filled();
  // Shards are private, so the test infers them from the order of iteration.
  let run = 0;
  let last = -1;
  for (const [, at] of map) {
    if (at < last) run += 1; // a shard iterates in insertion order
    last = at;
    sizes.set(run, (sizes.get(run) ?? 0) + 1);
  }
  assert.ok(sizes.size > 200, `${sizes.size} parts are in use`);
  assert.ok(Math.max(...sizes.values()) < 80);
});

test('a cache keeps the most recently used entries, at most as many as it may hold', () => {
  const use = fc.tuple(fc.constantFrom('get', 'set', 'delete'), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(use, { maxLength: 60 }), (max, uses) => {
      const cache = createLruCache<number, string>(max);
      let kept: readonly number[] = []; // by last use, the oldest first
      for (const [what, key] of uses) {
        const others = kept.filter((each) => each !== key);
        if (what === 'set') cache.set(key, `value ${key}`);
        else if (what === 'delete') cache.delete(key);
        else assert.equal(cache.get(key), kept.includes(key) ? `value ${key}` : undefined);
        const isKept = what === 'set' || (what === 'get' && kept.includes(key));
        kept = isKept ? [...others, key].slice(-max) : what === 'get' ? kept : others;
        assert.deepEqual([...cache.keys()].reverse(), kept);
      }
    }),
  );
});
