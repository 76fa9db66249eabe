import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from './system-environment.ts';

test('numbers are in [0, 1) and cover the whole range', () => {
  const random = systemRandom();
  const tenths = new Set<number>();
  for (let i = 0; i < 2_000; i++) {
    const value = random.next();
    assert.ok(value >= 0 && value < 1);
    tenths.add(Math.floor(value * 10));
  }
  assert.equal(tenths.size, 10);
});

test('hex has the requested length and does not repeat, also beyond one pool', () => {
  const random = systemRandom();
  const seen = new Set<string>();
  for (let i = 0; i < 1_000; i++) seen.add(random.hex(16));
  assert.equal(seen.size, 1_000);
  assert.match(random.hex(16), /^[0-9a-f]{32}$/);
  assert.equal(random.hex(5_000).length, 10_000);
});
