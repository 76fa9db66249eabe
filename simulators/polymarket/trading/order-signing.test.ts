import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { computeHmac, isEqualConstantTime } from '../api-keys.ts';
import {
  authDigest,
  domainSeparator,
  EXCHANGE_NEG_RISK,
  EXCHANGE_STANDARD,
  getExchangeContract,
  nestedDigest,
  ORDER_TYPE,
  openSessionEnvelope,
  orderDigest,
  recoverAuth,
  recoverOrder,
  type SignedFields,
  structHash,
  toAddress,
  toHex,
} from './order-signing.ts';

// A public test key. Each vector was created with two other libraries that agree.
const KEY = hexToBytes('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ZERO = `0x${'00'.repeat(32)}`;
const ORDER: SignedFields = {
  salt: 479249096354n,
  maker: OWNER,
  signer: OWNER,
  tokenId: 107505882767731489358349912513945399560393482969656700824895970500493757150417n,
  makerAmount: 5_200_000n,
  takerAmount: 10_000_000n,
  side: 0,
  signatureType: 0,
  timestamp: 1_767_225_600_000n,
  metadata: ZERO,
  builder: ZERO,
};
const DEPOSIT: SignedFields = { ...ORDER, maker: WALLET, signer: WALLET, signatureType: 3 };
const STANDARD_SIGNATURE =
  '0x6f00f84dd34f0be49b6f98527168422005912e6d4d17496c809ebf9ae64a9cc2' +
  '72a9e93372a08945bc51fa22533cefac5c83066906777496dfcd9c7a3d6b85041c';
const NEG_RISK_SIGNATURE =
  '0x070ecf6d7c48a6919a5a600985c415737d82c27d32c785685bda9966ee2a2297' +
  '3ba63d2efdfa474c474c53d5d11da6187e59b888d18dcc286ccd655a5128091e1c';
const AUTH_SIGNATURE =
  '0x51d1afb278b170edacd84f507f65329aca671950e0a1809560dccceef3668778' +
  '3ab16df2d5b0000e71a7583a07fd5efa12c3a047d6d412a3b0c1e1da964d0aff1b';
const INNER_SIGNATURE =
  '0xa9982d8d5f03414f316ea6d73e99590c4bf7789f7c2a4069cd96acffcf70d94e' +
  '529a55e42c7375ebb7d90144e8a09ed58b7e519ca095e8c397f9f9d2cd68cb8e1b';

test("a credentials request has the vector's digest, and its signer is recovered", () => {
  assert.equal(
    toHex(authDigest(OWNER, '1767225600', 0n)),
    '0x5a466d8609e3d69888f14640cf1002efe07300540256b093e6065b8b5430c796',
  );
  assert.equal(recoverAuth(OWNER, '1767225600', 0n, AUTH_SIGNATURE), OWNER.toLowerCase());
  assert.notEqual(recoverAuth(OWNER, '1767225601', 0n, AUTH_SIGNATURE), OWNER.toLowerCase());
  assert.notEqual(recoverAuth(OWNER, '1767225600', 1n, AUTH_SIGNATURE), OWNER.toLowerCase());
});

test('domain and order hashes equal the vectors on both exchanges', () => {
  assert.equal(
    toHex(domainSeparator(EXCHANGE_STANDARD)),
    '0x3264e159346253e26a64e00b69032db0e7d32f94628de3e6eecb50304d7af3d2',
  );
  assert.equal(
    toHex(domainSeparator(EXCHANGE_NEG_RISK)),
    '0x9b858f53327b0bd13af8ec14cfb35234fb9eb7b0504d1a4e61f433840d30e81a',
  );
  assert.equal(
    toHex(structHash(ORDER)),
    '0x2c396ab50280a0a0ed82502f153ca14d0ab8979de022264bb7c226f641a51dab',
  );
  assert.equal(
    toHex(orderDigest(ORDER, getExchangeContract({ negRisk: false, version: 'v1' }))),
    '0xa25fc6ffcec62de13023285d786f35eccc4ae4a0b5777c56aac627410c11ca43',
  );
  assert.equal(
    toHex(orderDigest(ORDER, getExchangeContract({ negRisk: true, version: 'v1' }))),
    '0xf2d9d2419f98414b4181527f618c20f5ca6aa9565dae85c2938d788c81272229',
  );
});

test('the signer of an order is recovered only for the exchange it was signed for', () => {
  assert.equal(recoverOrder(ORDER, EXCHANGE_STANDARD, STANDARD_SIGNATURE), OWNER.toLowerCase());
  assert.equal(recoverOrder(ORDER, EXCHANGE_NEG_RISK, NEG_RISK_SIGNATURE), OWNER.toLowerCase());
  assert.notEqual(recoverOrder(ORDER, EXCHANGE_NEG_RISK, STANDARD_SIGNATURE), OWNER.toLowerCase());
  assert.notEqual(
    recoverOrder({ ...ORDER, salt: 1n }, EXCHANGE_STANDARD, STANDARD_SIGNATURE),
    OWNER.toLowerCase(),
  );
});

test('our signature equals the vector byte for byte', () => {
  const signed = secp256k1.sign(orderDigest(ORDER, EXCHANGE_STANDARD), KEY, {
    prehash: false,
    format: 'recovered',
  });
  const wire = `0x${bytesToHex(signed.subarray(1))}${(27 + (signed[0] ?? 0)).toString(16)}`;
  assert.equal(wire, STANDARD_SIGNATURE);
  assert.equal(toAddress(secp256k1.getPublicKey(KEY)), OWNER.toLowerCase());
});

test("a deposit wallet's digest equals the vector, and its owner is recovered from 317 bytes", () => {
  assert.equal(
    toHex(orderDigest(DEPOSIT, EXCHANGE_STANDARD)),
    '0x71083dd1e39ef706dc8fa97e2da786ce1f9e4e51b6ef0fa89ad925900cef9fe2',
  );
  assert.equal(
    toHex(nestedDigest(DEPOSIT, EXCHANGE_STANDARD)),
    '0x0bb7231ab64cedd1fc00b688c528ebeebadb0f4d4ea292f71d0d3f92e7965315',
  );
  assert.equal((nested().length - 2) / 2, 317);
  assert.equal(recoverOrder(DEPOSIT, EXCHANGE_STANDARD, nested()), OWNER.toLowerCase());
});

test('a deposit wallet signature wrapped for another exchange, order or type is rejected', () => {
  assert.equal(recoverOrder(DEPOSIT, EXCHANGE_NEG_RISK, nested()), null);
  assert.equal(recoverOrder({ ...DEPOSIT, salt: 5n }, EXCHANGE_STANDARD, nested()), null);
  assert.equal(recoverOrder(DEPOSIT, EXCHANGE_STANDARD, `${nested().slice(0, -2)}bb`), null);
  assert.equal(recoverOrder(DEPOSIT, EXCHANGE_STANDARD, INNER_SIGNATURE), null);
});

test('malformed signatures are rejected', () => {
  assert.equal(recoverOrder(ORDER, EXCHANGE_STANDARD, '0x'), null);
  assert.equal(recoverOrder(ORDER, EXCHANGE_STANDARD, `0x${'00'.repeat(64)}1b`), null);
  assert.equal(recoverOrder(ORDER, EXCHANGE_STANDARD, `${STANDARD_SIGNATURE.slice(0, -2)}05`), null);
  assert.equal(recoverOrder(ORDER, EXCHANGE_STANDARD, `0x${'ff'.repeat(64)}1b`), null);
});

test('the HMAC equals the vectors: URL alphabet, padding, exact body', () => {
  const secret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  const mac = (method: string, path: string, body: string): string =>
    computeHmac(secret, '1767225600', method, path, body);
  assert.equal(mac('GET', '/data/orders', ''), 'dWrat5kGJKG12lN3uWmqJX90ZbIicxgCmIbz-rFgq1c=');
  assert.equal(
    mac('DELETE', '/order', '{"orderID":"0xabc"}'),
    'FNCYTHUfaWj0HbCAn4AkoDTO06e6RcOXXNtkrH1DdtM=',
  );
  assert.equal(mac('POST', '/order', postBody()), 'hif-vmQrVEsTqFGYxlEWYtnm1o_NrmcE119QARmVfeU=');
  assert.notEqual(mac('POST', '/order', postBody().replace('":', '": ')), mac('POST', '/order', postBody()));
});

test('constant-time comparison compares whole texts', () => {
  assert.ok(isEqualConstantTime('abc', 'abc'));
  assert.ok(!isEqualConstantTime('abc', 'abd'));
  assert.ok(!isEqualConstantTime('abc', 'abcd'));
});

function nested(): string {
  const type = Buffer.from(ORDER_TYPE, 'ascii');
  const tail = Buffer.concat([
    Buffer.from(domainSeparator(EXCHANGE_STANDARD)),
    Buffer.from('6d619d519fe23e351197c0dcc6dd3bf64bb70d95733724ab114e216b6f5e223e', 'hex'),
    type,
    Buffer.from([0x00, 0xba]),
  ]);
  return INNER_SIGNATURE + tail.toString('hex');
}

/** The vector's body: 760 bytes, one line. */
function postBody(): string {
  const body =
    `{"deferExec":false,"postOnly":false,"order":{"salt":479249096354,"maker":"${OWNER}","signer":"${OWNER}",` +
    `"tokenId":"${ORDER.tokenId}","makerAmount":"5200000","takerAmount":"10000000","side":"BUY",` +
    `"signatureType":0,"timestamp":"1767225600000","expiration":"0","metadata":"${ZERO}","builder":"${ZERO}",` +
    `"signature":"${STANDARD_SIGNATURE}"},"owner":"00000000-0000-4000-8000-000000000001","orderType":"GTC"}`;
  assert.equal(Buffer.byteLength(body), 760);
  return body;
}

test('the envelope of a session key is its address, its signature and a mark, and nothing else', () => {
  const word = (hex: string): string => hex.padStart(64, '0');
  const address = OWNER.slice(2).toLowerCase();
  const build = ({
    second = '',
    offset = '60',
    length = '3',
    data = 'abcdef',
    mark = '6492'.repeat(16),
  } = {}) => `0x${word(address)}${word(second)}${word(offset)}${word(length)}${data.padEnd(64, '0')}${mark}`;
  assert.deepEqual(openSessionEnvelope(build()), { sessionKey: OWNER.toLowerCase(), signature: '0xabcdef' });
  for (const given of [
    nested(),
    '0x',
    build({ second: '1' }),
    build({ offset: '80' }),
    build({ length: '2' }), // a byte beyond its end
    build({ length: '21' }), // beyond the data
    build({ mark: '6493'.repeat(16) }),
    build({ mark: '' }),
  ])
    assert.equal(openSessionEnvelope(given), null, given);
});
