import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { DEFAULT_CONFIG } from '../../config/config.ts';
import type { KeyId } from '../../contract/model/ids.ts';
import { createRateLimiter } from './auth-rate-limiter.ts';

const TRADER = 'key_trader' as KeyId;
const OTHER = 'key_other' as KeyId;

test('a decision has the numbers of the RateLimit headers', () => {
  const limiter = createRateLimiter(DEFAULT_CONFIG.rate, new ManualClock());
  assert.deepEqual(limiter.take(TRADER, 'read', 1), {
    allowed: true,
    limit: 200,
    remaining: 199,
    resetSeconds: 1,
    windowSeconds: 2,
    retryAfterMs: 0,
  });
});

test('keys and kinds of call do not share a bucket', () => {
  const limiter = createRateLimiter(DEFAULT_CONFIG.rate, new ManualClock());
  assert.equal(limiter.take(TRADER, 'write', 100).allowed, true);
  assert.equal(limiter.take(TRADER, 'write', 1).allowed, false);
  assert.equal(limiter.take(TRADER, 'read', 1).allowed, true);
  assert.equal(limiter.take(TRADER, 'risk', 1).allowed, true);
  assert.equal(limiter.take(OTHER, 'write', 1).allowed, true);
});

test('a batch that exceeds the bucket is rejected as a whole, and passes after the returned delay', () => {
  const clock = new ManualClock();
  const limiter = createRateLimiter(DEFAULT_CONFIG.rate, clock);
  limiter.take(TRADER, 'write', 80);
  const refused = limiter.take(TRADER, 'write', 50);
  assert.deepEqual([refused.allowed, refused.remaining, refused.retryAfterMs], [false, 20, 600]);
  clock.advance(600);
  assert.equal(limiter.take(TRADER, 'write', 50).allowed, true);
});

test('a jump of the wall clock gives no tokens', () => {
  const clock = new ManualClock();
  const limiter = createRateLimiter(DEFAULT_CONFIG.rate, clock);
  limiter.take(TRADER, 'risk', 20);
  clock.jumpWall(3_600_000);
  assert.equal(limiter.take(TRADER, 'risk', 1).allowed, false);
});

test('spare tokens come from the upper half of a bucket, and the lower half remains for other requests', () => {
  const clock = new ManualClock();
  const limiter = createRateLimiter(DEFAULT_CONFIG.rate, clock);
  assert.equal(limiter.takeSpare(TRADER, 'read', 100).remaining, 100);
  const refused = limiter.takeSpare(TRADER, 'read', 1);
  assert.deepEqual([refused.allowed, refused.remaining, refused.retryAfterMs], [false, 100, 10]);
  assert.equal(limiter.take(TRADER, 'read', 100).allowed, true);
  assert.equal(limiter.takeSpare(OTHER, 'read', 1).allowed, true);
  clock.advance(1_010);
  assert.equal(limiter.takeSpare(TRADER, 'read', 1).allowed, true);
});

test('each bucket follows its rule', () => {
  const rates = DEFAULT_CONFIG.rate;
  for (const name of ['read', 'write', 'risk', 'quotes'] as const) {
    const clock = new ManualClock();
    const limiter = createRateLimiter(rates, clock);
    const { burst, perSecond } = rates[name];
    const emptied = limiter.take(TRADER, name, burst);
    const seconds = Math.ceil(burst / perSecond);
    assert.deepEqual(emptied, {
      allowed: true,
      limit: burst,
      remaining: 0,
      resetSeconds: seconds,
      windowSeconds: seconds,
      retryAfterMs: 0,
    });
    clock.advance(1_000);
    assert.equal(limiter.take(TRADER, name, 0).remaining, Math.min(burst, perSecond), name);
  }
});
