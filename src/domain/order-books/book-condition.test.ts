import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BookCondition, computeBookState } from './book-quotes.ts';

const SOUND: BookCondition = {
  hasSnapshot: true,
  status: 'OPEN',
  hasGap: false,
  isCrossed: false,
  ageMs: 5,
  ageMsMax: 5,
};

test('a book is live while nothing is wrong with it, up to its greatest age', () => {
  assert.equal(computeBookState(SOUND), 'live');
  assert.equal(computeBookState({ ...SOUND, ageMs: 1e9, ageMsMax: null }), 'live');
});

test('each thing wrong has its word, and the gravest is told', () => {
  const crossed = { ...SOUND, isCrossed: true };
  const stale = { ...crossed, ageMs: 6 };
  const gapped = { ...stale, hasGap: true };
  const paused: BookCondition = { ...gapped, status: 'PAUSED' };
  const none = { ...paused, hasSnapshot: false };
  const words = [crossed, stale, gapped, paused, none].map(computeBookState);
  assert.deepEqual(words, ['crossed', 'stale', 'gapped', 'closed', 'none']);
  assert.equal(computeBookState({ ...SOUND, status: null }), 'closed');
});
