import assert from 'node:assert/strict';
import { test } from 'node:test';
import { illSince } from './health-log.ts';

const sample = (at: number, isWell: boolean) => ({ at, isWell, latencyMs: null });

test('a venue is ill since the first bad answer after its last good one', () => {
  assert.equal(illSince([sample(1, false), sample(2, true), sample(3, false), sample(4, false)]), 3);
  assert.equal(illSince([sample(1, false), sample(2, false)]), 1);
  assert.equal(illSince([sample(1, false), sample(2, true)]), null);
  assert.equal(illSince([]), null);
});
