import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalQuery, pathSegment } from '../src/query.ts';

test('an encoded query decodes to its input, sorted by bytes', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.dictionary(text, text), (query) => {
      const pairs = [...new URLSearchParams(canonicalQuery(query))];
      const sorted = Object.entries(query).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      assert.deepEqual(pairs, sorted);
    }),
  );
});

test('only unreserved characters stay as they are', () => {
  assert.equal(canonicalQuery({ q: "a!'()*~-._ +&=/é" }), 'q=a%21%27%28%29%2A~-._%20%2B%26%3D%2F%C3%A9');
});

test('characters beyond the first plane sort after U+FFFF, as their bytes do', () => {
  assert.equal(canonicalQuery({ '😀': '', '\uffff': '' }), '%EF%BF%BF=&%F0%9F%98%80=');
});

test('undefined values are left out', () => {
  assert.equal(canonicalQuery({ q: undefined, limit: 1 }), 'limit=1');
  assert.equal(canonicalQuery({}), '');
});

test('a path segment is sent as one segment', () => {
  assert.equal(pathSegment('Demo:RAIN/LON JUL'), 'Demo%3ARAIN%2FLON%20JUL');
  assert.equal(pathSegment(1001), '1001');
});

test('an id that would change the path is refused', () => {
  for (const id of ['', '.', '..']) assert.throws(() => pathSegment(id), RangeError);
});
