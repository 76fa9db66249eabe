import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type OrderBudget, VenueShares } from './venue-shares.ts';

const RULE = { burst: 8, perSecond: 8, waitMsMax: 1_000 };
const FULL: OrderBudget = { ...RULE, left: 8 };

/** Sends until the first refusal, or at most `max` orders. */
function flood(shares: VenueShares, key: string, max = 100): number {
  for (let sent = 0; sent < max; sent += 1) {
    if (shares.findWaitMs(key, 1) !== 0) return sent;
    shares.spend(key, 1);
  }
  return max;
}

describe('shares of a venue', () => {
  test('a key alone may use the whole budget, and half of what may wait', () => {
    const shares = new VenueShares(FULL, 0);
    assert.equal(flood(shares, 'a'), 12);
    assert.equal(shares.findWaitMs('a', 1), 125);
    shares.refresh(FULL, 125);
    assert.equal(flood(shares, 'a'), 1);
  });

  test('the first order of the next key passes after a flood', () => {
    const shares = new VenueShares(FULL, 0);
    flood(shares, 'a');
    assert.equal(shares.findWaitMs('b', 1), 0);
    shares.spend('b', 1);
    assert.ok(shares.findWaitMs('a', 1) > 0);
  });

  test('a key above its share leaves the shares of others, and gets what an idle key does not need', () => {
    const shares = new VenueShares(FULL, 0);
    shares.spend('a', 1);
    shares.spend('b', 1);
    assert.equal(flood(shares, 'a'), 4);
    assert.equal(flood(shares, 'b'), 2);
    shares.refresh(FULL, 2_000);
    assert.equal(flood(shares, 'a'), 4);
    let borrowed = 0;
    for (let atMs = 2_125; atMs <= 3_000; atMs += 125) {
      shares.refresh(FULL, atMs);
      borrowed += flood(shares, 'a');
    }
    assert.equal(borrowed, 8);
    assert.equal(flood(shares, 'b'), 4);
  });

  test('the wait that a refusal reports is enough', () => {
    const shares = new VenueShares(FULL, 0);
    for (const key of ['a', 'b', 'c']) shares.spend(key, 1);
    for (const key of ['a', 'b', 'c']) flood(shares, key);
    const waitMs = shares.findWaitMs('a', 1);
    assert.ok(waitMs > 0 && waitMs <= 375, `${waitMs} ms`);
    shares.refresh(FULL, waitMs);
    assert.equal(shares.findWaitMs('a', 1), 0);
  });

  test('what the adapter has spent on cancels and amends is not shared out', () => {
    const shares = new VenueShares(FULL, 0);
    shares.spend('a', 1);
    shares.spend('b', 1);
    shares.refresh({ ...RULE, left: 3 }, 0);
    assert.equal(flood(shares, 'a'), 2);
    assert.equal(flood(shares, 'b'), 1);
  });

  test('a key that has sent nothing for a minute has no share', () => {
    const shares = new VenueShares(FULL, 0);
    shares.spend('a', 1);
    shares.refresh(FULL, 59_999);
    shares.spend('b', 1);
    assert.equal(shares.view('b').activeKeys, 2);
    shares.refresh(FULL, 60_000);
    assert.equal(shares.view('b').activeKeys, 1);
    assert.equal(shares.view('b').usedLastMinute, 1);
  });

  test('more keys than the burst has orders still use the whole rate', () => {
    const shares = new VenueShares(FULL, 0);
    const keys = Array.from({ length: 20 }, (_, index) => `key_${index}`);
    for (const key of keys) shares.spend(key, 1);
    let sent = 0;
    for (let atMs = 2_000; atMs < 12_000; atMs += 25) {
      shares.refresh(FULL, atMs);
      for (const key of keys) sent += flood(shares, key);
    }
    assert.ok(sent >= 79, `${sent} orders in ten seconds`);
  });
});
