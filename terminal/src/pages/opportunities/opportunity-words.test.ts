import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBlocks, KIND_WORDS, RISK_WORDS, showPercent } from './opportunity-words.ts';

test('a rate is shown in percent with two decimals', () => {
  assert.equal(showPercent('0.01016'), '1.02 %');
  assert.equal(showPercent('0.31'), '31.00 %');
});

test('every kind, risk and block of the API has words, and an unknown one is shown as it is', () => {
  assert.deepEqual(Object.keys(KIND_WORDS), ['CROSS', 'INTERNAL', 'ALL_YES', 'ALL_NO', 'LADDER']);
  assert.deepEqual(Object.keys(RISK_WORDS), ['NONE', 'LOW', 'HIGH', 'BLOCK']);
  assert.equal(describeBlocks(['book_crossed', 'new_reason']), 'the book is crossed, new_reason');
});
