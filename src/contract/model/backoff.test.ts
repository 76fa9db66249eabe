import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Backoff } from './backoff.ts';

test('delays double up to the maximum, and start again after a reset', () => {
  const backoff = new Backoff({ firstMs: 100, maxMs: 500 });
  assert.deepEqual([backoff.next(), backoff.next(), backoff.next(), backoff.next()], [100, 200, 400, 500]);
  backoff.reset();
  assert.equal(backoff.next(), 100);
});

test('jitter scales each delay and does not accumulate', () => {
  const draws = [0.5, 1.5, 1];
  const backoff = new Backoff({ firstMs: 100, maxMs: 1_000, jitter: (ms) => ms * (draws.shift() ?? 0) });
  assert.deepEqual([backoff.next(), backoff.next(), backoff.next()], [50, 300, 400]);
});
