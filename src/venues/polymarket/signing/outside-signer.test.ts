import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { DigestSigner, SigningRequest } from '../../../ports/digest-signer.ts';
import { describeOutcome, PolymarketHarness } from '../polymarket-harness.fixture.ts';
import { PolymarketOperations } from '../relayer/polymarket-operations.ts';
import { normalizeSignature, type SignedFields, signDigest, toAddress } from './eip712.ts';
import { Wallet } from './wallet.ts';

const KEYS = ['ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', '1'.repeat(64)] as const;
const bytesOf = (key: string): Uint8Array => Buffer.from(key, 'hex');
const ORDER_OF_CURVE = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const hex = (value: bigint): string => value.toString(16).padStart(64, '0');

/** The same signature as signers outside may give it. */
function variants(signature: string): readonly string[] {
  const [r, s, v] = [
    signature.slice(2, 66),
    signature.slice(66, 130),
    Number.parseInt(signature.slice(130), 16),
  ];
  const high = hex(ORDER_OF_CURVE - BigInt(`0x${s}`));
  return [
    signature,
    signature.toUpperCase().replace('0X', '0x'),
    `0x${r}${s}`,
    `0x${r}${s}0${v - 27}`,
    `0x${r}${high}`,
    `0x${r}${high}${(27 + 28 - v).toString(16)}`,
  ];
}

describe('a signature of a signer outside', () => {
  test('is taken in every form that signers use, and only of the key of the address', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom(...KEYS),
        (digest, key) => {
          const text = `0x${Buffer.from(digest).toString('hex')}`;
          const signature = signDigest(text, bytesOf(key));
          const address = toAddress(bytesOf(key));
          const other = toAddress(bytesOf(KEYS.find((each) => each !== key) ?? ''));
          for (const given of variants(signature)) {
            assert.equal(normalizeSignature(text, given, address), signature);
            assert.equal(normalizeSignature(text, given, address.toLowerCase()), signature);
            assert.equal(normalizeSignature(text, given, other), null);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test('is refused when it is none', () => {
    const digest = `0x${'09'.repeat(32)}`;
    const address = toAddress(bytesOf(KEYS[0]));
    for (const given of [
      '',
      '0x',
      'no',
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(64)}`,
      `0x${hex(1n)}${hex(0n)}1b`,
      `0x${hex(5n)}${hex(1n)}`,
      signDigest(digest, bytesOf(KEYS[0])).slice(2),
    ])
      assert.equal(normalizeSignature(digest, given, address), null, given);
  });
});

const ORDER: SignedFields = {
  salt: 7n,
  maker: toAddress(bytesOf(KEYS[0])),
  signer: toAddress(bytesOf(KEYS[0])),
  tokenId: 42n,
  makerAmount: 5_200_000n,
  takerAmount: 10_000_000n,
  side: 'BUY',
  signatureType: 0,
  timestamp: 1_767_225_600_000n,
  metadata: `0x${'00'.repeat(32)}`,
  builder: `0x${'00'.repeat(32)}`,
};

/** A signer outside with this key. */
function signerWith(key: string, requested: SigningRequest[] = []): DigestSigner {
  return {
    address: toAddress(bytesOf(KEYS[0])),
    sign: async (request) => {
      requested.push(request);
      return signDigest(request.digest, bytesOf(key));
    },
    close: () => {},
  };
}

for (const [signatureType, funder, isSessionKey] of [
  [0, null, false],
  [2, `0x${'12'.repeat(20)}`, false],
  [3, `0x${'34'.repeat(20)}`, false],
  [3, `0x${'34'.repeat(20)}`, true],
] as const)
  test(`a ${isSessionKey ? 'session key' : 'key'} of type ${signatureType} sends the same bytes from a file and behind a signer`, async () => {
    const settings = { chainId: 137, signatureType, funder, isSessionKey };
    const own = new Wallet({ ...settings, privateKeyHex: KEYS[0] });
    const requested: SigningRequest[] = [];
    const outside = new Wallet({ ...settings, privateKeyHex: '', signer: signerWith(KEYS[0], requested) });
    assert.deepEqual([outside.address, outside.maker, outside.signer], [own.address, own.maker, own.signer]);
    assert.equal(await outside.signOrder(ORDER, 'standard'), own.signOrder(ORDER, 'standard'));
    assert.equal(await outside.signForCredentials('1767225600'), own.signForCredentials('1767225600'));
    assert.deepEqual(
      requested.map(({ purpose, details }) => [purpose, details['tokenId'] ?? details['timestamp']]),
      [
        ['order', '42'],
        ['credentials', '1767225600'],
      ],
    );
    assert.deepEqual([own.holdsKey, outside.holdsKey], [true, false]);
    const wrong = new Wallet({ ...settings, privateKeyHex: '', signer: signerWith(KEYS[1]) });
    await assert.rejects(Promise.resolve(wrong.signOrder(ORDER, 'standard')), /no signature of 0x/);
  });

test('an order without a signature is not sent, blocks others for a moment with the reason, and the next one is sent', async () => {
  const harness = new PolymarketHarness();
  const inner = signerWith(KEYS[0]);
  const state = { fails: false, isClosed: false };
  const signer: DigestSigner = {
    ...inner,
    close: () => void (state.isClosed = true),
    sign: (request) =>
      state.fails ? Promise.reject(new Error('the signer refused: over its limit')) : inner.sign(request),
  };
  await harness.restart({ signer, privateKeyHex: '' });
  await harness.start();
  try {
    assert.equal(describeOutcome(await harness.place()), 'OPEN 0');
    state.fails = true;
    const before = harness.requests.filter((each) => each === 'POST /order').length;
    assert.match(describeOutcome(await harness.place()), /over its limit/);
    assert.match((await harness.until(harness.venue.health())).reason ?? '', /over its limit/);
    state.fails = false;
    assert.match(describeOutcome(await harness.place()), /over its limit/);
    assert.equal(harness.requests.filter((each) => each === 'POST /order').length, before);
    await harness.pass(2_000);
    assert.equal(describeOutcome(await harness.place()), 'OPEN 0');
  } finally {
    await harness.stop();
  }
  assert.equal(state.isClosed, true, 'its program ends with the venue');
});

test('a wallet whose key this service does not hold refuses operations, in words', () => {
  const settings = { chainId: 137, signatureType: 3, funder: `0x${'34'.repeat(20)}` } as const;
  const wallet = new Wallet({ ...settings, privateKeyHex: '', signer: signerWith(KEYS[0]) });
  const operations = new PolymarketOperations({ wallet, relayer: {} } as never);
  assert.match(operations.findObstacle({} as never) ?? '', /^a signer outside this service/);
});
