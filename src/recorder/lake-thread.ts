import { Worker } from 'node:worker_threads';
import { errorMessage } from '../domain/model/result.ts';
import type { Coverage } from '../domain/recording/lake-tables.ts';

/** A thread that exceeds it ends alone, and the spool stays for the next start. */
const HEAP_MB_MAX = 1_024;

export interface LakeCall {
  readonly open: string | null; // name of the spool that is being written
  readonly closed: readonly string[]; // names of the spools that this process closed; any other was cut off
}

export interface LakeReply {
  readonly bytes: number; // of all files but the open spool
  readonly coverage: readonly Coverage[]; // of all parts
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
