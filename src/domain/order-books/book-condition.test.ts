import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BookCondition, stateOf } from './book-quotes.ts';

const SOUND: BookCondition = {
  isTold: true,
  status: 'OPEN',
  isLost: false,
  isCrossed: false,
  ageMs: 5,
  ageMsMax: 5,
};

test('a book is live while nothing is wrong with it, up to its greatest age', () => {
  assert.equal(stateOf(SOUND), 'live');
  assert.equal(stateOf({ ...SOUND, ageMs: 1e9, ageMsMax: null }), 'live');
});

test('each thing wrong has its word, and the gravest is told', () => {
  const crossed = { ...SOUND, isCrossed: true };
  const stale = { ...crossed, ageMs: 6 };
  const gapped = { ...stale, isLost: true };
  const paused: BookCondition = { ...gapped, status: 'PAUSED' };
  const none = { ...paused, isTold: false };
  const words = [crossed, stale, gapped, paused, none].map(stateOf);
  assert.deepEqual(words, ['crossed', 'stale', 'gapped', 'closed', 'none']);
  assert.equal(stateOf({ ...SOUND, status: null }), 'closed');
});
