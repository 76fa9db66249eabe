import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { type PublicKeyRejection, parsePublicKey } from './public-key.ts';

// Little-endian hex, as in the published lists of weak Ed25519 keys.
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000', // order 4
  '0000000000000000000000000000000000000000000000000000000000000080', // order 4, other sign
  '0100000000000000000000000000000000000000000000000000000000000000', // order 1
  '0100000000000000000000000000000000000000000000000000000000000080', // order 1, second spelling
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f', // order 2
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', // order 2, second spelling
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', // order 8
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', // order 8
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
];
const NOT_CANONICAL = [
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f', // the prime itself: 0 again
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f', // 1 again
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
];
const NOT_ON_CURVE = [
  '0200000000000000000000000000000000000000000000000000000000000000',
  '0700000000000000000000000000000000000000000000000000000000000080',
];

test('the public key of the example vectors is accepted in either alphabet and stored in the standard one', () => {
  const key = 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=';
  assert.deepEqual(parsePublicKey(key), { ok: true, value: key });
  const other = 'A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg';
  assert.deepEqual(parsePublicKey(other), { ok: true, value: key });
});

test('every generated key is accepted', () => {
  for (let made = 0; made < 50; made += 1) {
    const { publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
    assert.deepEqual(parsePublicKey(raw), { ok: true, value: raw });
  }
});

test('keys of small order, non-canonical encodings and points off the curve are rejected', () => {
  expectFault(SMALL_ORDER, 'small_order');
  expectFault(NOT_CANONICAL, 'not_canonical');
  expectFault(NOT_ON_CURVE, 'not_on_curve');
});

test('text that is not base64 of 32 bytes is rejected', () => {
  for (const text of [
    '',
    'AAAA',
    Buffer.alloc(31, 1).toString('base64'),
    Buffer.alloc(64, 1).toString('base64'),
    'key',
  ]) {
    assert.deepEqual(parsePublicKey(text), { ok: false, error: 'not_base64' });
  }
});

function expectFault(hexes: readonly string[], fault: PublicKeyRejection): void {
  for (const hex of hexes) {
    const text = Buffer.from(hex, 'hex').toString('base64');
    assert.deepEqual(parsePublicKey(text), { ok: false, error: fault }, hex);
  }
}
