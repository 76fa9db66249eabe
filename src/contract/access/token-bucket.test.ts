import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  createFullBucket,
  getTokens,
  getTokensAt,
  refit,
  secondsUntilFull,
  type TokenBucket,
  takeTokens,
} from './token-bucket.ts';

const RULE = { perSecond: 100, burst: 200 };

test('a full bucket allows its burst at once and then rejects with a retry time', () => {
  let bucket: TokenBucket = createFullBucket(RULE, 0);
  for (let taken = 0; taken < 200; taken += 1) {
    const result = takeTokens(bucket, RULE, 1, 0);
    assert.equal(result.allowed, true);
    bucket = result.bucket;
  }
  const refused = takeTokens(bucket, RULE, 1, 0);
  assert.equal(refused.allowed, false);
  assert.equal(refused.retryAfterMs, 10);
  assert.equal(takeTokens(refused.bucket, RULE, 1, 9).allowed, false);
  assert.equal(takeTokens(refused.bucket, RULE, 1, 10).allowed, true);
});

test('a rejected request takes no tokens', () => {
  const nearlyEmpty = takeTokens(createFullBucket(RULE, 0), RULE, 190, 0).bucket;
  const refused = takeTokens(nearlyEmpty, RULE, 50, 0);
  assert.equal(refused.allowed, false);
  assert.equal(getTokens(refused.bucket), 10);
  assert.equal(refused.retryAfterMs, 400);
});

test('a bucket never exceeds its burst, and adds nothing while the clock does not advance', () => {
  const bucket = takeTokens(createFullBucket(RULE, 0), RULE, 5, 0).bucket;
  assert.equal(getTokens(takeTokens(bucket, RULE, 0, 3_600_000).bucket), 200);
  assert.equal(getTokens(takeTokens(bucket, RULE, 0, 0).bucket), 195);
});

test('a request larger than the bucket waits for a full one', () => {
  const small = { perSecond: 10, burst: 20 };
  assert.equal(takeTokens(createFullBucket(small, 0), small, 50, 0).allowed, true);
  const part = takeTokens(createFullBucket(small, 0), small, 5, 0).bucket;
  assert.equal(takeTokens(part, small, 50, 0).retryAfterMs, 500);
});

test('kept tokens remain in the bucket, and the retry time refills them too', () => {
  const bucket = takeTokens(createFullBucket(RULE, 0), RULE, 60, 0).bucket;
  assert.equal(getTokens(takeTokens(bucket, RULE, 40, 0, 100).bucket), 100, 'only the request is taken');
  const refused = takeTokens(bucket, RULE, 41, 0, 100);
  assert.deepEqual([refused.allowed, refused.retryAfterMs, getTokens(refused.bucket)], [false, 10, 140]);
  assert.equal(takeTokens(bucket, RULE, 41, 10, 100).allowed, true);
  assert.equal(
    takeTokens(createFullBucket(RULE, 0), RULE, 150, 0, 100).allowed,
    true,
    'at most a full bucket',
  );
});

test('a retry time is rounded up to a whole millisecond', () => {
  const rule = { perSecond: 3, burst: 1 };
  const empty = takeTokens(createFullBucket(rule, 0), rule, 1, 0).bucket;
  assert.equal(takeTokens(empty, rule, 1, 0).retryAfterMs, 334);
});

test('the tokens at a time include the refill until then, and never more than the burst', () => {
  const empty = takeTokens(createFullBucket(RULE, 0), RULE, 200, 0).bucket;
  for (const [nowMs, tokens] of [
    [0, 0],
    [9, 0],
    [10, 1],
    [1_999, 199],
    [2_000, 200],
    [9_000, 200],
  ] as const)
    assert.equal(getTokensAt(empty, RULE, nowMs), tokens, `after ${nowMs} ms`);
});

test('a bucket that gets another rule was refilled by the former one and holds at most its new burst', () => {
  const empty = takeTokens(createFullBucket(RULE, 0), RULE, 200, 0).bucket;
  const [slower, larger] = [
    { perSecond: 1, burst: 30 },
    { perSecond: 500, burst: 1_000 },
  ];
  assert.equal(getTokens(refit(empty, RULE, slower, 100)), 10);
  assert.equal(getTokens(refit(empty, RULE, slower, 1_000)), 30);
  assert.equal(getTokens(refit(empty, RULE, larger, 100)), 10, 'not by the faster rule');
  assert.equal(getTokensAt(refit(empty, RULE, larger, 100), larger, 102), 11);
});

test('the seconds until full are rounded up', () => {
  assert.equal(secondsUntilFull(createFullBucket(RULE, 0), RULE), 0);
  assert.equal(secondsUntilFull(takeTokens(createFullBucket(RULE, 0), RULE, 1, 0).bucket, RULE), 1);
  assert.equal(secondsUntilFull(takeTokens(createFullBucket(RULE, 0), RULE, 150, 0).bucket, RULE), 2);
});

test('over any period a bucket allows at most its burst plus the refill, and a retry at the given time passes', () => {
  const step = fc.record({ waitMs: fc.nat(500), tokens: fc.integer({ min: 1, max: 60 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let bucket: TokenBucket = createFullBucket(RULE, 0);
      let now = 0;
      let given = 0;
      for (const { waitMs, tokens } of steps) {
        now += waitMs;
        const result = takeTokens(bucket, RULE, tokens, now);
        bucket = result.bucket;
        if (result.allowed) given += tokens;
        else assert.equal(takeTokens(bucket, RULE, tokens, now + result.retryAfterMs).allowed, true);
        assert.ok(Number.isSafeInteger(bucket.level) && bucket.level >= 0);
      }
      assert.ok(given * 1000 <= RULE.burst * 1000 + now * RULE.perSecond);
    }),
  );
});
