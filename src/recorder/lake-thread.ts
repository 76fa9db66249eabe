import { Worker } from 'node:worker_threads';
import { errorMessage } from '#contract';
import type { Coverage } from '#domain';

/** A thread that exceeds it ends alone, and the spool stays for the next start. */
const HEAP_MB_MAX = 1_024;

/** A spool that nothing is written to any more. */
export interface ClosedSpool {
  readonly name: string;
  readonly endReason: string | null; // of the GAP row where the recording has no end; null: it was closed in order
}

/** Only these spools are touched: another one may be opened before the thread reads the call. */
export interface LakeCall {
  readonly closed: readonly ClosedSpool[];
}

export interface LakeReply {
  readonly bytes: number; // of all parts and of the closed spools that were not encoded
  readonly coverage: readonly Coverage[]; // of all parts
  readonly encoded: readonly string[]; // names of the spools that need no other call
  readonly failures: readonly string[];
}

/** Encodes spools to Parquet in its own thread, so that the event loop never waits for it. */
export class LakeThread {
  readonly #worker: Worker;
  readonly #calls: PromiseWithResolvers<LakeReply>[] = []; // in the order of their replies
  #lost: Error | null = null;

  constructor(root: string, bytesMax: number) {
    this.#worker = new Worker(new URL('./lake.worker.ts', import.meta.url), {
      workerData: { root, bytesMax },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: LakeReply) => this.#onReply(reply));
    this.#worker.on('error', (error) => this.#lose(errorMessage(error)));
    this.#worker.on('exit', () => this.#lose('the thread has ended'));
  }

  /** Rejects once the thread has ended. */
  encodeAndPrune(call: LakeCall): Promise<LakeReply> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    const reply = Promise.withResolvers<LakeReply>();
    this.#calls.push(reply);
    this.#worker.ref();
    this.#worker.postMessage(call);
    return reply.promise;
  }

  close(): void {
    this.#lose('the thread is closed');
  }

  #onReply(reply: LakeReply): void {
    this.#calls.shift()?.resolve(reply);
    if (this.#calls.length === 0) this.#worker.unref();
  }

  #lose(why: string): void {
    if (this.#lost !== null) return;
    this.#lost = new Error(`encoding of recorded market data: ${why}`);
    for (const call of this.#calls.splice(0)) call.reject(this.#lost);
    void this.#worker.terminate();
  }
}
