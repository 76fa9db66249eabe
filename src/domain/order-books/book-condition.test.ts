import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BookCondition, computeBookState } from './live-order-book.ts';

const SOUND: BookCondition = {
  hasSnapshot: true,
  status: 'OPEN',
  hasGap: false,
  isCrossed: false,
  ageMs: 5,
  ageMsMax: 5,
};

test('a book is live without problems, up to its maximum age', () => {
  assert.equal(computeBookState(SOUND), 'live');
  assert.equal(computeBookState({ ...SOUND, ageMs: 1e9, ageMsMax: null }), 'live');
});

test('each problem has its state, and the most severe one is reported', () => {
  const crossed = { ...SOUND, isCrossed: true };
  const stale = { ...crossed, ageMs: 6 };
  const gapped = { ...stale, hasGap: true };
  const paused: BookCondition = { ...gapped, status: 'PAUSED' };
  const none = { ...paused, hasSnapshot: false };
  const words = [crossed, stale, gapped, paused, none].map(computeBookState);
  assert.deepEqual(words, ['crossed', 'stale', 'gapped', 'closed', 'none']);
  assert.equal(computeBookState({ ...SOUND, status: null }), 'closed');
});
