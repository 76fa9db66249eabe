import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseBase64 } from './public-key.ts';

const unpadded = (text: string): string => text.replaceAll('=', '');
const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

test('both alphabets, with and without padding, give the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) => {
      const standard = Buffer.from(bytes).toString('base64');
      for (const text of [standard, unpadded(standard), urlSafe(standard), unpadded(urlSafe(standard))]) {
        assert.deepEqual(parseBase64(text, 64), Buffer.from(bytes));
      }
    }),
  );
});

test('another length, other characters and partial padding are rejected', () => {
  const standard = Buffer.alloc(64, 0xfb).toString('base64');
  const refused = [
    '',
    Buffer.alloc(63).toString('base64'),
    Buffer.alloc(65).toString('base64'),
    `${standard}=`,
    standard.slice(0, -1),
    ` ${standard}`,
    `${standard}\n`,
    `${standard.slice(0, 10)} ${standard.slice(10)}`,
    `${standard.slice(0, 10)}*${standard.slice(10)}`,
    `${standard}, ${standard}`,
  ];
  for (const text of refused) assert.equal(parseBase64(text, 64), null, JSON.stringify(text));
});

test('the two alphabets are not mixed', () => {
  const standard = Buffer.alloc(64, 0xfb).toString('base64'); // full of '+' and '/'
  assert.equal(parseBase64(standard.replace('+', '-'), 64), null);
});

test('set bits after the last byte are rejected, so that a signature has one encoding per alphabet', () => {
  const zeros = Buffer.alloc(64).toString('base64');
  assert.equal(zeros.slice(-3), 'A==');
  for (const last of ['B', 'H', 'P']) {
    assert.equal(parseBase64(`${zeros.slice(0, -3)}${last}==`, 64), null);
    assert.equal(parseBase64(`${zeros.slice(0, -3)}${last}`, 64), null);
  }
});
