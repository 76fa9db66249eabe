import { Buffer } from 'node:buffer';
import { Worker } from 'node:worker_threads';
import type { Verifier } from './signature-verifier.ts';

/** One signature to check. */
export interface SignatureJob {
  readonly publicKey: Buffer; // 32 bytes
  readonly signature: Buffer; // 64 bytes
  readonly text: string; // what was signed, one byte for each character (latin1)
}

interface WaitingJob extends SignatureJob {
  readonly resolve: (isValid: boolean) => void;
}

/** The first checks of an event loop iteration are made at once. */
const AT_ONCE_MAX = 2;
/** With fewer, a message to the thread and back costs more than the checks. */
const MESSAGE_MIN = 4;
/** The first answers of a long queue come back while the thread checks the next ones. */
const CHUNK_MAX = 16;

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const LENGTH_BYTES = 4;

/**
 * Checks signatures, in another thread where many arrive together: a check takes a sixth of the time that an order needs on
 * the main thread. The first ones of an event loop iteration are checked at once, so a caller that is alone waits for
 * nothing. Should the thread fail, all are checked here.
 */
export class SignatureQueue {
  readonly #verifier: Verifier;
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  #isLost = false;
  #inIteration = 0;
  #waiting: WaitingJob[] = [];
  readonly #sent: (readonly WaitingJob[])[] = []; // in the order of their answers

  /** @param start  starts the thread, when it is needed first */
  constructor(verifier: Verifier, start: () => Worker = startThread) {
    this.#verifier = verifier;
    this.#start = start;
  }

  check(job: SignatureJob): boolean | Promise<boolean> {
    if (this.#inIteration === 0) setImmediate(() => this.#endIteration());
    this.#inIteration += 1;
    if (this.#isLost || this.#inIteration <= AT_ONCE_MAX) return this.checkAtOnce(job);
    return new Promise((resolve) => this.#waiting.push({ ...job, resolve }));
  }

  /** On this thread, before anything that waits. */
  checkAtOnce({ publicKey, signature, text }: SignatureJob): boolean {
    return this.#verifier(publicKey)(Buffer.from(text, 'latin1'), signature);
  }

  async close(): Promise<void> {
    this.#lose();
    await this.#worker?.terminate();
  }

  #endIteration(): void {
    this.#inIteration = 0;
    const jobs = this.#waiting;
    if (jobs.length === 0) return;
    this.#waiting = [];
    if (this.#isLost || jobs.length < MESSAGE_MIN) return this.#answerHere(jobs);
    const worker = (this.#worker ??= this.#open());
    worker.ref(); // until it has answered
    for (let from = 0; from < jobs.length; from += CHUNK_MAX) {
      const chunk = jobs.slice(from, from + CHUNK_MAX);
      this.#sent.push(chunk);
      const packed = packJobs(chunk);
      worker.postMessage(packed, [packed.buffer]);
    }
  }

  #open(): Worker {
    const worker = this.#start();
    worker.on('message', (answers: Uint8Array) => {
      const jobs = this.#sent.shift() ?? [];
      for (const [index, { resolve }] of jobs.entries()) resolve(answers[index] === 1);
      if (this.#sent.length === 0) worker.unref();
    });
    worker.on('error', () => this.#lose());
    worker.on('exit', () => this.#lose());
    return worker;
  }

  #lose(): void {
    this.#isLost = true;
    for (const jobs of this.#sent.splice(0)) this.#answerHere(jobs);
  }

  #answerHere(jobs: readonly WaitingJob[]): void {
    for (const job of jobs) job.resolve(this.checkAtOnce(job));
  }
}

function startThread(): Worker {
  return new Worker(new URL('./signature.worker.ts', import.meta.url));
}

/** Key, signature, length of the text and text of each job, one after another: one copy instead of one for each field. */
export function packJobs(jobs: readonly SignatureJob[]): Uint8Array<ArrayBuffer> {
  const head = KEY_BYTES + SIGNATURE_BYTES + LENGTH_BYTES;
  const bytes = jobs.reduce((sum, { text }) => sum + head + text.length, 0);
  const packed = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const { publicKey, signature, text } of jobs) {
    publicKey.copy(packed, at);
    signature.copy(packed, at + KEY_BYTES);
    packed.writeUInt32LE(text.length, at + KEY_BYTES + SIGNATURE_BYTES);
    packed.write(text, at + head, 'latin1');
    at += head + text.length;
  }
  return packed;
}

/** Reads what `packJobs` wrote, without a copy. */
export function* unpackJobs(packed: Uint8Array): Iterable<{
  readonly publicKey: Buffer;
  readonly signature: Buffer;
  readonly message: Buffer;
}> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const signatureAt = at + KEY_BYTES;
    const lengthAt = signatureAt + SIGNATURE_BYTES;
    const messageAt = lengthAt + LENGTH_BYTES;
    const end = messageAt + bytes.readUInt32LE(lengthAt);
    yield {
      publicKey: bytes.subarray(at, signatureAt),
      signature: bytes.subarray(signatureAt, lengthAt),
      message: bytes.subarray(messageAt, end),
    };
    at = end;
  }
}
