import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  handshakeToSign,
  parseQuery,
  renderSortedQuery,
  stringToSign,
  toFormEncoding,
} from './request-signing.ts';

const canonical = (query: string): string => renderSortedQuery(parseQuery(query));

test('a query is sorted by key, then value, whatever order it was sent in', () => {
  assert.equal(canonical('b=2&a=1&b=1&B=9'), 'B=9&a=1&b=1&b=2');
  assert.equal(
    canonical('venue=Demo&q=rain+in+london&status=OPEN'),
    'q=rain%20in%20london&status=OPEN&venue=Demo',
  );
});

test('sorting compares decoded bytes, not the text sent', () => {
  assert.equal(canonical('%7A=1&a=1'), 'a=1&z=1');
  assert.equal(canonical('a=~&a=%21'), 'a=%21&a=~');
  assert.equal(canonical('ab=1&a=2'), 'a=2&ab=1');
});

test('an absent query is the empty string, and so are bare separators', () => {
  assert.equal(canonical(''), '');
  assert.equal(canonical('&&'), '');
});

test('a name without a value, an empty value and an empty name are kept', () => {
  assert.equal(canonical('flag&empty=&=v'), '=v&empty=&flag=');
  assert.equal(canonical('a=b=c'), 'a=b%3Dc');
});

test('an invalid percent escape is kept literally', () => {
  assert.equal(canonical('q=100%'), 'q=100%25');
  assert.equal(canonical('q=%zz%2'), 'q=%25zz%252');
});

test('escapes are bytes: rendered as upper-case hex, also when they are not valid UTF-8', () => {
  assert.equal(canonical('q=%c3%a9'), 'q=%C3%A9');
  assert.equal(canonical('q=%ff%00'), 'q=%FF%00');
  assert.equal(canonical('q=\u00c3\u00a9'), 'q=%C3%A9'); // the same letter sent as raw bytes
});

test('only unreserved characters are not encoded', () => {
  const kept = 'ABCXYZabcxyz0189-._~';
  assert.equal(canonical(`q=${kept}`), `q=${kept}`);
  assert.equal(canonical("q=*'()!/:"), 'q=%2A%27%28%29%21%2F%3A');
});

test('the form encoding differs only in the space', () => {
  assert.equal(toFormEncoding(canonical('q=rain+in%20london&p=%2B')), 'p=%2B&q=rain+in+london');
});

test('canonicalisation is idempotent and independent of the order sent', () => {
  const text = fc.string({
    unit: fc.integer({ min: 1, max: 0x24f }).map((code) => String.fromCodePoint(code)),
  });
  const pair = fc.tuple(text, text);
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 8 }), fc.nat(), (pairs, splitAt) => {
      const sent = pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
      const split = sent.length === 0 ? 0 : splitAt % sent.length;
      const turned = [...sent.slice(split), ...sent.slice(0, split)];
      const expected = canonical(sent.join('&'));
      assert.equal(canonical(turned.join('&')), expected);
      assert.equal(canonical(expected), expected);
      assert.equal(canonical(toFormEncoding(expected)), expected);
    }),
  );
});

test('strings to sign contain one part per line, without a final line break', () => {
  assert.equal(
    stringToSign('GET', '/v1/venues', '', '1782907200000', 'ab'),
    'GET\n/v1/venues\n\n1782907200000\nab',
  );
  assert.equal(handshakeToSign('/v1/ws/positions', 'a=1', '1'), 'WS\n/v1/ws/positions\na=1\n1');
});
