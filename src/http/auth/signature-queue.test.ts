import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { generateKeyPairSync, sign } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { packJobs, type SignatureJob, SignatureQueue, unpackJobs } from './signature-queue.ts';
import { loadVerifier, nodeVerifier, type Verifier } from './signature-verifier.ts';

const KEYS = [0, 1].map(() => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url') };
});

/** Signed by one of two keys; every third signature is one of another text, every fifth by the other key. */
function makeJob(index: number): SignatureJob & { readonly isValid: boolean } {
  const [key, other] = index % 2 === 0 ? [KEYS[0], KEYS[1]] : [KEYS[1], KEYS[0]];
  assert.ok(key && other);
  // Bytes above 127 are one character each, and one byte each in what was signed.
  const text = `POST\n/v1/orders\n\xe9\xff${'x'.repeat(index * 7)}`;
  const [isOtherText, isOtherKey] = [index % 3 === 2, index % 5 === 4];
  const message = Buffer.from(isOtherText ? `${text}!` : text, 'latin1');
  const signature = sign(null, message, isOtherKey ? other.privateKey : key.privateKey);
  return { publicKey: key.publicKey, signature, text, isValid: !isOtherText && !isOtherKey };
}

function openQueue(t: TestContext, verifier: Verifier = loadVerifier(), start?: () => Worker) {
  const atOnce: Buffer[] = [];
  const counted: Verifier = (key) => (message, signature) => {
    atOnce.push(message);
    return verifier(key)(message, signature);
  };
  const queue = start === undefined ? new SignatureQueue(counted) : new SignatureQueue(counted, start);
  t.after(() => queue.close());
  return { queue, atOnce };
}

test('each of many checks of one event loop iteration gets its answer', async (t) => {
  const { queue, atOnce } = openQueue(t);
  for (const count of [1, 2, 3, 5, 6, 17, 18, 33, 100]) {
    const jobs = Array.from({ length: count }, (_, index) => makeJob(index));
    const answers = await Promise.all(jobs.map(async (job) => queue.check(job)));
    assert.deepEqual(
      answers,
      jobs.map(({ isValid }) => isValid),
      `${count} at once`,
    );
    await new Promise(setImmediate);
  }
  assert.ok(atOnce.length < 40, 'most are checked in the thread');
});

test('a check that is alone in its iteration is made at once', (t) => {
  const { queue } = openQueue(t, nodeVerifier, () => assert.fail('no thread is needed'));
  assert.equal(queue.check(makeJob(0)), true);
});

test('when the thread ends, checks that wait for it and later ones are made here', async (t) => {
  const endless = () => new Worker('setInterval(() => {}, 1000)', { eval: true });
  const workers: Worker[] = [];
  const { queue } = openQueue(t, nodeVerifier, () => {
    const worker = endless();
    workers.push(worker);
    return worker;
  });
  const jobs = Array.from({ length: 20 }, (_, index) => makeJob(index));
  const answers = Promise.all(jobs.map(async (job) => queue.check(job)));
  await new Promise(setImmediate);
  await workers[0]?.terminate();
  const expected = jobs.map(({ isValid }) => isValid);
  assert.deepEqual(await answers, expected);
  assert.deepEqual(await Promise.all(jobs.map(async (job) => queue.check(job))), expected);
  assert.equal(workers.length, 1);
});

test('jobs are packed and read byte by byte', () => {
  const jobs = [makeJob(0), { ...makeJob(1), text: '' }, makeJob(12)];
  const read = [...unpackJobs(packJobs(jobs))].map(({ publicKey, signature, message }) => ({
    publicKey: publicKey.toString('hex'),
    signature: signature.toString('hex'),
    text: message.toString('latin1'),
  }));
  const written = jobs.map(({ publicKey, signature, text }) => ({
    publicKey: publicKey.toString('hex'),
    signature: signature.toString('hex'),
    text,
  }));
  assert.deepEqual(read, written);
});
