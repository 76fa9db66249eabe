import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { test } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { createSigner } from './kalshi-auth.ts';

const AT = 1_793_000_000_123 as TimestampMs;
const PATH = '/trade-api/v2/portfolio/orders';
const SIGNED = Buffer.from(`1793000000123GET${PATH}`);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');

const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8'): string => key.export({ type, format: 'pem' });
const readSignature = (key: string, path = PATH): Buffer =>
  Buffer.from(createSigner('key-1', key).headers('get', path, AT)['KALSHI-ACCESS-SIGNATURE'] ?? '', 'base64');
const isPss = (signature: Buffer): boolean =>
  verify(
    'sha256',
    SIGNED,
    { key: rsa.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
    signature,
  );

test('an RSA key signs with PSS, SHA-256 and a salt of 32 bytes, from either form of PEM', () => {
  for (const type of ['pkcs1', 'pkcs8'] as const) assert.ok(isPss(readSignature(pem(rsa.privateKey, type))));
});

test('an Ed25519 key signs the same text', () => {
  const signature = readSignature(pem(ed25519.privateKey, 'pkcs8'));
  assert.ok(verify(null, SIGNED, ed25519.publicKey, signature));
});

test('the query is not signed', () => {
  assert.ok(isPss(readSignature(pem(rsa.privateKey, 'pkcs8'), `${PATH}?status=resting&limit=5`)));
});

test('each call creates a new signature', () => {
  const key = pem(rsa.privateKey, 'pkcs8');
  assert.notDeepEqual(readSignature(key), readSignature(key));
});

test('key id and time are sent as headers', () => {
  const headers = createSigner('key-1', pem(rsa.privateKey, 'pkcs8')).headers('GET', PATH, AT);
  assert.equal(headers['KALSHI-ACCESS-KEY'], 'key-1');
  assert.equal(headers['KALSHI-ACCESS-TIMESTAMP'], '1793000000123');
});

test('a text that is not a key, or a key of another type, is refused without quoting it', () => {
  assert.throws(() => createSigner('k', 'SECRET'), /not a readable PEM/);
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  assert.throws(() => createSigner('k', pem(ec.privateKey, 'pkcs8')), /is ec; it must be RSA or Ed25519/);
});
