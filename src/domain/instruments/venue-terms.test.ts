import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haveSameTerms, pickVenueTerms } from './venue-terms.ts';

test('named fields are kept as text; absent, empty and unnamed ones are left out', () => {
  const fields = { line: 3.5, title: ' Over ', isLive: false, gameId: null, note: ' ', other: 'x' };
  const names = ['line', 'title', 'isLive', 'gameId', 'note', 'missing'];
  assert.deepEqual(pickVenueTerms(fields, names), { line: '3.5', title: 'Over', isLive: 'false' });
});

test('the order of the keys of an object makes no other term', () => {
  const term = (custom: object) => pickVenueTerms({ custom }, ['custom']);
  assert.deepEqual(term({ b: [{ d: 1, c: 2 }], a: 'x' }), { custom: '{"a":"x","b":[{"c":2,"d":1}]}' });
  assert.ok(haveSameTerms(term({ a: 1, b: 2 }), term({ b: 2, a: 1 })));
  assert.ok(!haveSameTerms(term({ a: 1 }), term({ a: 2 })));
});

test('a nested or long value is cut, so that a venue cannot stop the adapter with it', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(8_000)}${']'.repeat(8_000)}`);
  assert.equal(pickVenueTerms({ deep }, ['deep'])['deep'], '[[[[[[[[null]]]]]]]]');
  assert.equal(pickVenueTerms({ text: 'x'.repeat(9_000) }, ['text'])['text']?.length, 2_000);
});
