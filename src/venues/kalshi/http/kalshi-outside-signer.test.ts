import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { SigningRequest } from '../../../ports/digest-signer.ts';
import { ALICE, KalshiHarness, TICKER } from '../kalshi-harness.fixture.ts';
import { order } from '../kalshi-orders.fixture.ts';
import { createSigner as createKeySigner } from './kalshi-auth.ts';
import { createOutsideSigner } from './kalshi-outside-signer.ts';

const AT = 1_793_000_000_123 as TimestampMs;
const PATH = '/trade-api/v2/portfolio/orders';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');

const toPem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' });

/** A program that signs the text it was given with this key. */
function createProgram(privateKey: KeyObject, change: (signature: string) => string = (same) => same) {
  const requests: SigningRequest[] = [];
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  let closed = 0;
  const program = {
    address: 'key-1',
    sign: async (request: SigningRequest): Promise<string> => {
      requests.push(request);
      const { method = '', path = '', timestamp = '' } = request.details;
      const headers = createKeySigner('key-1', pem).headers(method, path, Number(timestamp) as TimestampMs);
      return change(headers['KALSHI-ACCESS-SIGNATURE'] ?? '');
    },
    close: () => void (closed += 1),
  };
  return { program, requests, countClosed: () => closed };
}

describe('a program that signs for Kalshi', () => {
  for (const [type, pair] of [
    ['RSA', rsa],
    ['Ed25519', ed25519],
  ] as const)
    test(`gets the text and its digest, and its ${type} signature is sent`, async () => {
      const { program, requests } = createProgram(pair.privateKey);
      const signer = createOutsideSigner('key-1', program, toPem(pair.publicKey));
      const headers = await signer.headers('post', `${PATH}?limit=5`, AT);
      const text = `${AT}POST${PATH}`;
      const details = { text, timestamp: String(AT), method: 'POST', path: `${PATH}?limit=5` };
      const digest = `0x${createHash('sha256').update(text).digest('hex')}`;
      assert.deepEqual(requests, [{ digest, purpose: 'request', details }]);
      assert.deepEqual(
        [headers['KALSHI-ACCESS-KEY'], headers['KALSHI-ACCESS-TIMESTAMP']],
        ['key-1', String(AT)],
      );
      assert.match(headers['KALSHI-ACCESS-SIGNATURE'] ?? '', /^[A-Za-z0-9+/]+=*$/);
    });

  for (const [title, key, change, publicKey, issue] of [
    ['of another key', ed25519, undefined, rsa, /that its public key does not confirm/],
    ['in hex', rsa, () => `0x${'ab'.repeat(256)}`, null, /gave no base64/],
    ['that is empty', rsa, () => '', null, /gave no base64/],
    ['that is too short', rsa, () => 'AAAA', null, /gave 3 bytes, which is no signature/],
    ['of another text', rsa, () => Buffer.alloc(256).toString('base64'), rsa, /does not confirm/],
  ] as const)
    test(`a signature ${title} is not sent`, async () => {
      const { program } = createProgram(key.privateKey, change);
      const pem = publicKey === null ? null : toPem(publicKey.publicKey);
      await assert.rejects(
        async () => createOutsideSigner('key-1', program, pem).headers('GET', PATH, AT),
        issue,
      );
    });

  test('a file that is no public key of a known type is refused without quoting it', () => {
    const { program } = createProgram(rsa.privateKey);
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    assert.throws(() => createOutsideSigner('k', program, 'SECRET'), /not a readable PEM$/);
    assert.throws(
      () => createOutsideSigner('k', program, toPem(ec.publicKey)),
      /is ec; it must be RSA or Ed25519/,
    );
  });
});

describe('an account whose key is in another program', () => {
  test('trades and reads its stream, and an order that is not signed is proven not to be sent', async () => {
    let refusal: string | null = null;
    const { program, countClosed } = createProgram(ALICE.privateKey);
    const signer = {
      ...program,
      sign: (request: SigningRequest) =>
        refusal === null ? program.sign(request) : Promise.reject(new Error(refusal)),
    };
    const signerPublicKeyPem = ALICE.key.publicKey;
    const harness = new KalshiHarness({ settings: { privateKeyPem: '', signer, signerPublicKeyPem } });
    const venue = harness.venue();
    const listener = new RecordingListener();
    await venue.start(listener);
    const placed = await venue.place(order());
    assert.equal(placed.kind, 'report');
    refusal = 'the signer refused: over its limit';
    const unsigned = order();
    const refused = await venue.place(unsigned);
    assert.deepEqual(refused, { kind: 'unsent', why: 'not signed: the signer refused: over its limit' });
    refusal = null;
    assert.equal((await venue.order(unsigned.clientId, TICKER)).kind, 'absent');
    await venue.stop();
    assert.equal(countClosed(), 1);
    await harness.close();
  });
});
