import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unhealthySince } from './health-log.ts';

const sample = (at: number, isWell: boolean) => ({ at, isWell, latencyMs: null });

test('a venue is unhealthy since the first bad check after its last good one', () => {
  assert.equal(unhealthySince([sample(1, false), sample(2, true), sample(3, false), sample(4, false)]), 3);
  assert.equal(unhealthySince([sample(1, false), sample(2, false)]), 1);
  assert.equal(unhealthySince([sample(1, false), sample(2, true)]), null);
  assert.equal(unhealthySince([]), null);
});
