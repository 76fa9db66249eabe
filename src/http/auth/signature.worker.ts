import { parentPort } from 'node:worker_threads';
import { requirePresent } from '#contract';
import { unpackJobs } from './signature-queue.ts';
import { loadVerifier, type SignatureCheck } from './signature-verifier.ts';

const KEYS_MAX = 10_000;

const port = requirePresent(parentPort, 'the parent port of a worker thread');
const verifier = loadVerifier();
const prepared = new Map<string, SignatureCheck>();

/** Answers a chunk of jobs with one byte for each, 1 for a valid signature. */
port.on('message', (packed: Uint8Array) => {
  const answers: number[] = [];
  for (const { publicKey, signature, message } of unpackJobs(packed))
    answers.push(prepare(publicKey)(message, signature) ? 1 : 0);
  port.postMessage(Uint8Array.from(answers));
});

function prepare(publicKey: Buffer): SignatureCheck {
  const name = publicKey.toString('latin1');
  const known = prepared.get(name);
  if (known !== undefined) return known;
  if (prepared.size >= KEYS_MAX) prepared.clear();
  // The buffer of the message is shared by all its jobs.
  const check = verifier(Buffer.from(publicKey));
  prepared.set(name, check);
  return check;
}
