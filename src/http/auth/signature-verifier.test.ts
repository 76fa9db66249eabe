import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { createPrivateKey, sign } from 'node:crypto';
import { test } from 'node:test';
import { requirePresent } from '../../contract/model/assert.ts';
import { loadVerifier, nodeVerifier, sodiumVerifier } from './signature-verifier.ts';

const SEED = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const PUBLIC_KEY = Buffer.from('A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=', 'base64');
const PRIVATE_KEY = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), SEED]),
  format: 'der',
  type: 'pkcs8',
});
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const VERIFIERS = { sodium: requirePresent(sodiumVerifier(), 'the native verifier'), node: nodeVerifier };

const SMALL_ORDER_KEYS = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
];

/** Points whose y is not below the field's prime: 0 and 1 again, and the largest text there is. */
const SECOND_SPELLINGS = [
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
];

test('the native verifier is used where it loads', () => {
  assert.equal(loadVerifier()(PUBLIC_KEY)(Buffer.from('x'), signed('x')), true);
});

for (const [name, verifier] of Object.entries(VERIFIERS)) {
  const check = verifier(PUBLIC_KEY);

  test(`${name}: a valid signature is accepted, for messages of any length`, () => {
    for (const text of ['', 'x', 'GET\n/v1/venues\n\n1782907200000\nab', 'y'.repeat(10_000)]) {
      assert.equal(check(Buffer.from(text), signed(text)), true);
    }
  });

  test(`${name}: one flipped bit anywhere in the signature or the message is refused`, () => {
    const message = Buffer.from('GET\n/v1/venues');
    const signature = signed('GET\n/v1/venues');
    for (let bit = 0; bit < 512; bit += 1) {
      assert.equal(check(message, flipped(signature, bit)), false, `signature bit ${bit}`);
    }
    for (let bit = 0; bit < message.length * 8; bit += 1) {
      assert.equal(check(flipped(message, bit), signature), false, `message bit ${bit}`);
    }
  });

  test(`${name}: the same signature with S raised by the group order is refused, so no signature has a second form`, () => {
    const signature = signed('transfer');
    const twin = Buffer.concat([signature.subarray(0, 32), plusGroupOrder(signature.subarray(32))]);
    assert.equal(check(Buffer.from('transfer'), twin), false);
  });

  test(`${name}: an R of small order or with a second encoding is refused`, () => {
    const signature = signed('transfer');
    for (const point of [...SMALL_ORDER_KEYS, ...SECOND_SPELLINGS]) {
      const forged = Buffer.concat([Buffer.from(point, 'hex'), signature.subarray(32)]);
      assert.equal(check(Buffer.from('transfer'), forged), false, point);
    }
  });

  test(`${name}: a key of small order verifies nothing`, () => {
    for (const key of SMALL_ORDER_KEYS) {
      const publicKey = Buffer.from(key, 'hex');
      assert.equal(
        fitsAny(() => verifier(publicKey), publicKey),
        false,
        key,
      );
    }
  });

  test(`${name}: another key's signature and an empty signature are refused`, () => {
    const other = Buffer.from('O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik=', 'base64');
    assert.equal(verifier(other)(Buffer.from('x'), signed('x')), false);
    assert.equal(check(Buffer.from('x'), Buffer.alloc(64)), false);
  });
}

function signed(text: string): Buffer {
  return sign(null, Buffer.from(text), PRIVATE_KEY);
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

function plusGroupOrder(scalar: Buffer): Buffer {
  const value = BigInt(`0x${Buffer.from(scalar).reverse().toString('hex')}`) + GROUP_ORDER;
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** Forgeries for a key of small order: S = 0, and R the key itself or one of the other small points. */
function fitsAny(make: () => (message: Buffer, signature: Buffer) => boolean, publicKey: Buffer): boolean {
  const points = [publicKey, ...SMALL_ORDER_KEYS.map((hex) => Buffer.from(hex, 'hex'))];
  const forgeries = points.map((point) => Buffer.concat([point, Buffer.alloc(32)]));
  const messages = Array.from({ length: 16 }, (_, index) => Buffer.from(`m${index}`));
  const check = make();
  return forgeries.some((forgery) => messages.some((message) => check(message, forgery)));
}
