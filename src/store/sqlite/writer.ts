import { Worker } from 'node:worker_threads';
import { JournalFailedError } from '../../ports/journal.ts';
import { messageOf, type SqlValue, StoreOpenError } from './database.ts';

/** What a writer needs to know of its file. It crosses to another thread, so it is plain data. */
export interface WriterSpec {
  readonly file: string;
  /** Migrations in order, one SQL script each. Never edit one that was released: append another. */
  readonly schema: readonly string[];
  readonly statements: Readonly<Record<string, string>>; // by the name that a WriteOp uses
  /** URL of a module whose export `functions` (SqlFunctions) the statements may call. */
  readonly functions?: string;
}

export type SqlFunctions = Readonly<Record<string, (...args: SqlValue[]) => SqlValue>>;

/** One statement of the spec and its parameters in order. */
export type WriteOp = readonly [statement: string, ...params: SqlValue[]];

export interface CommitStats {
  readonly ops: number;
  readonly ms: number; // from the transaction's begin until its sync returned
}

export interface SqliteWriter {
  /** Commits the ops in one transaction, in the order of the calls, together with what else waits. Resolves once synced. */
  write(ops: readonly WriteOp[]): Promise<void>;
  /** Commits what waits, then closes the file. Writes after it are refused. */
  close(): Promise<void>;
  /** Why every write is refused; null while all is well. */
  readonly failed: Error | null;
  onCommit: ((stats: CommitStats) => void) | null;
  /** Asked as each transaction is sent: what to add to it. */
  beforeCommit: (() => readonly WriteOp[]) | null;
}

export type WriterReply =
  | { readonly kind: 'opened' }
  | { readonly kind: 'unopened'; readonly refused: boolean; readonly message: string }
  | { readonly kind: 'committed'; readonly ms: number }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Opens a data file for writing on a thread of its own: many writes share one transaction and one
 * sync. A commit that fails (disk full, I/O error, broken constraint) fails this writer for good:
 * everything waiting and everything later rejects with JournalFailedError, and nothing is retried.
 *
 * Refuses  (StoreOpenError) a file that is damaged or that a newer version has written.
 */
export async function openSqliteWriter(spec: WriterSpec): Promise<SqliteWriter> {
  const worker = new Worker(new URL('./writer.worker.ts', import.meta.url), { workerData: spec });
  const first = await new Promise<WriterReply>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if (first.kind !== 'unopened') return new ThreadedWriter(spec.file, worker);
  await worker.terminate();
  throw first.refused ? new StoreOpenError(first.message) : new Error(`${spec.file}: ${first.message}`);
}

/** Writes that will share one transaction, and the one promise all their callers wait on. */
interface Batch {
  readonly ops: WriteOp[];
  readonly done: PromiseWithResolvers<void>;
}

/** A transaction at the disk. Its ops have gone over to the thread and are let go here. */
interface Sent {
  readonly count: number;
  readonly done: PromiseWithResolvers<void>;
}

class ThreadedWriter implements SqliteWriter {
  onCommit: ((stats: CommitStats) => void) | null = null;
  beforeCommit: (() => readonly WriteOp[]) | null = null;
  readonly #file: string;
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  #waiting: Batch | null = null;
  #inFlight: Sent | null = null;
  #failed: Error | null = null;
  #closing = false;

  constructor(file: string, worker: Worker) {
    this.#file = file;
    this.#worker = worker;
    this.#exited = new Promise((resolve) => {
      worker.once('exit', resolve);
    });
    worker.on('message', (reply: WriterReply) => this.#onReply(reply));
    worker.on('error', (error) => this.#fail(messageOf(error)));
    worker.on('exit', () => this.#onExit());
  }

  get failed(): Error | null {
    return this.#failed;
  }

  write(ops: readonly WriteOp[]): Promise<void> {
    if (this.#failed !== null) return Promise.reject(this.#failed);
    if (this.#closing) return Promise.reject(new JournalFailedError(`${this.#file} is closed`));
    const batch = this.#waiting ?? this.#startBatch();
    for (const op of ops) batch.ops.push(op);
    return batch.done.promise;
  }

  async close(): Promise<void> {
    this.#closing = true;
    // A failed write was told to its own callers; closing only has to wait for the end of it.
    await Promise.allSettled([this.#inFlight?.done.promise, this.#waiting?.done.promise]);
    if (this.#failed === null) this.#worker.postMessage(null);
    await this.#exited;
  }

  /** While a transaction is at the disk, the next one gathers; when idle, it gathers for one turn of the loop. */
  #startBatch(): Batch {
    const batch = { ops: [], done: Promise.withResolvers<void>() };
    this.#waiting = batch;
    if (this.#inFlight === null) setImmediate(() => this.#send());
    return batch;
  }

  #send(): void {
    const batch = this.#waiting;
    if (batch === null || this.#inFlight !== null) return;
    if (this.beforeCommit !== null) batch.ops.push(...this.beforeCommit());
    this.#waiting = null;
    this.#inFlight = { count: batch.ops.length, done: batch.done };
    this.#worker.postMessage(batch.ops);
  }

  #onReply(reply: WriterReply): void {
    const sent = this.#inFlight;
    if (reply.kind === 'failed') return this.#fail(reply.message);
    if (reply.kind !== 'committed' || sent === null) return;
    this.#inFlight = null;
    sent.done.resolve();
    this.#send();
    this.onCommit?.({ ops: sent.count, ms: reply.ms });
  }

  #fail(message: string): void {
    this.#failed ??= new JournalFailedError(`${this.#file} can no longer be written: ${message}`);
    for (const batch of [this.#inFlight, this.#waiting]) batch?.done.reject(this.#failed);
    this.#inFlight = null;
    this.#waiting = null;
  }

  #onExit(): void {
    if (!this.#closing) this.#fail('its writer thread has ended');
  }
}
