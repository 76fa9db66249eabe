import { Worker } from 'node:worker_threads';
import { errorMessage, requirePresent } from '#contract';
import { JournalFailedError, StoreOpenError } from '#ports';
import type { CommitStats, SqlValue, SqlWriter, WriteOp } from '#storage/shared';

export type ThreadRequest =
  | { readonly kind: 'open'; readonly spec: WriterSpec }
  | { readonly kind: 'write'; readonly ops: PackedOps }
  | { readonly kind: 'close' };

export type ThreadReply =
  | { readonly kind: 'opened' }
  | { readonly kind: 'unopened'; readonly refused: boolean; readonly message: string }
  | { readonly kind: 'committed'; readonly stats: CommitStats }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Opens a data file for writing, on its own thread. A commit that fails (disk full, I/O error, broken constraint)
 * fails the file permanently: every waiting and every later write rejects with JournalFailedError, and nothing is
 * retried.
 *
 * Refuses (StoreOpenError) a file that is damaged or was written by a newer version.
 */
export async function openSqliteWriter(spec: WriterSpec): Promise<SqlWriter> {
  const thread = new WriterThread(spec.file);
  await thread.open(spec);
  return thread;
}

/** Writes that are sent to the thread together, and the promise that all their callers await. */
interface Batch {
  readonly ops: PackedOps;
  readonly done: PromiseWithResolvers<void>;
}

/**
 * A thread that commits to one file (group commit). While one batch is being synced, the next one collects: the
 * longer a sync takes, the more writes share the next one. A batch is one transaction.
 *
 * Source: docs/decisions/processor-time.md
 */
class WriterThread implements SqlWriter {
  onCommit: ((stats: CommitStats) => void) | null = null;
  readonly #worker = new Worker(new URL('./writer.worker.ts', import.meta.url));
  readonly #file: string;
  readonly #additions: (() => readonly WriteOp[])[] = [];
  #pendingReply: ((reply: ThreadReply) => void) | null = null; // to an open or close request
  #syncing: Batch | null = null;
  #collecting: Batch | null = null;
  #isSending = false;
  #failed: Error | null = null;
  #closed: Promise<void> | null = null;

  constructor(file: string) {
    this.#file = file;
    this.#worker.on('message', (reply: ThreadReply) => this.#onReply(reply));
    this.#worker.on('error', (error) => this.#end(errorMessage(error)));
    this.#worker.on('exit', () => this.#end('the writer thread has ended'));
  }

  get failed(): Error | null {
    return this.#failed;
  }

  async open(spec: WriterSpec): Promise<void> {
    const reply = await this.#request({ kind: 'open', spec });
    if (reply.kind === 'opened') return;
    if (reply.kind === 'unopened' && reply.refused) throw new StoreOpenError(reply.message);
    throw new Error(`${this.#file}: ${'message' in reply ? reply.message : reply.kind}`);
  }

  beforeCommit(add: () => readonly WriteOp[]): void {
    this.#additions.push(add);
  }

  write(ops: readonly WriteOp[]): Promise<void> {
    if (this.#closed !== null) return Promise.reject(new JournalFailedError(`${this.#file} is closed`));
    if (this.#failed !== null) return Promise.reject(this.#failed);
    this.#collecting ??= { ops: [], done: Promise.withResolvers<void>() };
    const { ops: collected, done } = this.#collecting;
    pack(collected, ops);
    this.#sendSoon();
    return done.promise;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Resolves once pending writes are done and the file is closed. */
  async #close(): Promise<void> {
    // The callers of a failed write receive its error; close only waits for its end.
    const waiting = [this.#syncing, this.#collecting].flatMap((batch) =>
      batch === null ? [] : [batch.done.promise],
    );
    await Promise.allSettled(waiting);
    await this.#request({ kind: 'close' });
  }

  #request(request: Exclude<ThreadRequest, { readonly kind: 'write' }>): Promise<ThreadReply> {
    if (this.#failed !== null) return Promise.resolve({ kind: 'failed', message: this.#failed.message });
    return new Promise((resolve) => {
      this.#pendingReply = resolve;
      this.#worker.postMessage(request);
    });
  }

  /** Sends at the end of this event loop iteration, so that all its writes go together. */
  #sendSoon(): void {
    if (this.#isSending || this.#syncing !== null) return;
    this.#isSending = true;
    setImmediate(() => this.#send());
  }

  #send(): void {
    this.#isSending = false;
    const batch = this.#collecting;
    if (batch === null) return;
    this.#collecting = null;
    for (const add of this.#additions) pack(batch.ops, add());
    this.#syncing = batch;
    this.#worker.postMessage({ kind: 'write', ops: batch.ops } satisfies ThreadRequest);
  }

  #onReply(reply: ThreadReply): void {
    if (reply.kind === 'failed') return this.#fail(reply.message);
    if (reply.kind !== 'committed') return this.#resolveReply(reply);
    this.#syncing?.done.resolve();
    this.#syncing = null;
    this.onCommit?.(reply.stats);
    if (this.#collecting !== null) this.#sendSoon();
  }

  #resolveReply(reply: ThreadReply): void {
    const resolve = requirePresent(this.#pendingReply, 'a pending open or close request');
    this.#pendingReply = null;
    resolve(reply);
  }

  /** The error that ended the thread does not name its file, so the message does. */
  #end(why: string): void {
    this.#fail(`${this.#file} can no longer be written: ${why}`);
  }

  #fail(message: string): void {
    this.#failed ??= new JournalFailedError(message);
    for (const batch of [this.#syncing, this.#collecting]) batch?.done.reject(this.#failed);
    this.#syncing = null;
    this.#collecting = null;
    if (this.#pendingReply !== null) this.#resolveReply({ kind: 'failed', message });
  }
}

/** Describes a file for its writer. It is sent to another thread, so it is plain data. */
export interface WriterSpec {
  readonly file: string;
  /** Migrations in order, one SQL script each. Never edit one that was released: append another. */
  readonly schema: readonly string[];
  readonly statements: Readonly<Record<string, string>>; // by the name that a WriteOp uses
  /** URL of a module whose export `functions` (SqlFunctions) the statements may call. */
  readonly functions?: string;
}

/**
 * Operations in one flat list: statement name, parameter count, parameters. A list of lists takes twice as long
 * to copy to another thread.
 */
export type PackedOps = SqlValue[];

/** Appends the operations to the packed list. */
export function pack(into: PackedOps, ops: readonly WriteOp[]): void {
  for (const op of ops) {
    into.push(op[0], op.length - 1);
    for (let at = 1; at < op.length; at += 1) into.push(op[at] ?? null);
  }
}
