import { Worker } from 'node:worker_threads';
import { requirePresent } from '../../domain/model/assert.ts';
import { errorMessage } from '../../domain/model/result.ts';
import { JournalFailedError } from '../../ports/journal.ts';
import { type SqlValue, StoreOpenError } from './database.ts';

export type ThreadRequest =
  | { readonly kind: 'open'; readonly file: number; readonly spec: WriterSpec }
  | { readonly kind: 'write'; readonly parts: readonly FileOps[] }
  | { readonly kind: 'close'; readonly file: number };

/** The operations of one write request for one file. */
export interface FileOps {
  readonly file: number; // in the order of opening
  readonly ops: PackedOps;
}

export type ThreadReply =
  | { readonly kind: 'opened'; readonly file: number }
  | { readonly kind: 'unopened'; readonly file: number; readonly refused: boolean; readonly message: string }
  | { readonly kind: 'committed'; readonly commits: readonly FileCommit[] }
  | { readonly kind: 'closed'; readonly file: number }
  | { readonly kind: 'failed'; readonly message: string };

export interface FileCommit extends CommitStats {
  readonly file: number;
}

/**
 * Opens a data file for writing. A commit that fails (disk full, I/O error, broken constraint) fails the
 * thread and all its files permanently: every waiting and every later write rejects with JournalFailedError, and
 * nothing is retried.
 *
 * @param thread  a shared writer thread; by default the file gets its own thread
 * Refuses        (StoreOpenError) a file that is damaged or was written by a newer version.
 */
export const openSqliteWriter = (spec: WriterSpec, thread = new WriterThread()): Promise<SqliteWriter> =>
  thread.open(spec);

/** Writes that are sent to the thread together, and the promise that all their callers await. */
interface Batch {
  readonly ops: Map<FileWriter, PackedOps>;
  readonly done: PromiseWithResolvers<void>;
}

/**
 * A thread that commits to one or more files (group commit). While one batch is being synced, the next one
 * collects: the longer a sync takes, the more writes share the next one. A batch is one transaction per file,
 * files of a lower rank first. The thread ends when its last file is closed.
 *
 * Source: docs/decisions/0060-one-writer-thread.md
 */
export class WriterThread {
  readonly #worker = new Worker(new URL('./writer.worker.ts', import.meta.url));
  readonly #files: FileWriter[] = []; // by file number
  readonly #pendingReplies = new Map<number, (reply: ThreadReply) => void>(); // to open and close requests, by file
  #syncing: Batch | null = null;
  #collecting: Batch | null = null;
  #isSending = false;
  #failed: Error | null = null;

  constructor() {
    this.#worker.on('message', (reply: ThreadReply) => this.#onReply(reply));
    this.#worker.on('error', (error) => this.#end(errorMessage(error)));
    this.#worker.on('exit', () => this.#end('the writer thread has ended'));
  }

  get failed(): Error | null {
    return this.#failed;
  }

  async open(spec: WriterSpec): Promise<SqliteWriter> {
    const file = this.#files.length;
    const writer = new FileWriter(this, spec.file);
    this.#files.push(writer);
    const reply = await this.#request({ kind: 'open', file, spec });
    if (reply.kind === 'opened') return writer;
    if (reply.kind === 'unopened' && reply.refused) throw new StoreOpenError(reply.message);
    throw new Error(`${spec.file}: ${'message' in reply ? reply.message : reply.kind}`);
  }

  write(writer: FileWriter, ops: readonly WriteOp[]): Promise<void> {
    if (this.#failed !== null) return Promise.reject(this.#failed);
    this.#collecting ??= { ops: new Map(), done: Promise.withResolvers<void>() };
    const { ops: collected, done } = this.#collecting;
    let packed = collected.get(writer);
    if (packed === undefined) {
      packed = [];
      collected.set(writer, packed);
    }
    pack(packed, ops);
    this.#sendSoon();
    return done.promise;
  }

  /** Resolves once pending writes are done and the file is closed. */
  async close(writer: FileWriter): Promise<void> {
    // The callers of a failed write receive its error; close only waits for its end.
    const waiting = [this.#syncing, this.#collecting].flatMap((batch) =>
      batch === null ? [] : [batch.done.promise],
    );
    await Promise.allSettled(waiting);
    await this.#request({ kind: 'close', file: this.#files.indexOf(writer) });
  }

  /** Ends the thread. Only needed when no file was ever opened: closing the last file ends it too. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #request(request: Extract<ThreadRequest, { readonly file: number }>): Promise<ThreadReply> {
    if (this.#failed !== null) return Promise.resolve({ kind: 'failed', message: this.#failed.message });
    return new Promise((resolve) => {
      this.#pendingReplies.set(request.file, resolve);
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
    const parts = Array.from(batch.ops, ([writer, ops]): FileOps => {
      pack(ops, writer.beforeCommit?.() ?? []);
      return { file: this.#files.indexOf(writer), ops };
    });
    this.#syncing = batch;
    this.#worker.postMessage({ kind: 'write', parts } satisfies ThreadRequest);
  }

  #onReply(reply: ThreadReply): void {
    if (reply.kind === 'failed') return this.#fail(reply.message);
    if (reply.kind !== 'committed') return this.#resolveReply(reply.file, reply);
    this.#syncing?.done.resolve();
    this.#syncing = null;
    for (const { file, ops, ms } of reply.commits) this.#files[file]?.onCommit?.({ ops, ms });
    if (this.#collecting !== null) this.#sendSoon();
  }

  #resolveReply(file: number, reply: ThreadReply): void {
    requirePresent(this.#pendingReplies.get(file), 'a pending open or close request')(reply);
    this.#pendingReplies.delete(file);
  }

  /** The error that ended the thread does not name its files, so the message lists them. */
  #end(why: string): void {
    this.#fail(`${this.#files.map(({ file }) => file).join(', ')} can no longer be written: ${why}`);
  }

  #fail(message: string): void {
    this.#failed ??= new JournalFailedError(message);
    for (const batch of [this.#syncing, this.#collecting]) batch?.done.reject(this.#failed);
    this.#syncing = null;
    this.#collecting = null;
    for (const file of this.#pendingReplies.keys()) this.#resolveReply(file, { kind: 'failed', message });
  }
}

/** One file of a writer thread. */
class FileWriter implements SqliteWriter {
  onCommit: ((stats: CommitStats) => void) | null = null;
  beforeCommit: (() => readonly WriteOp[]) | null = null;
  readonly file: string;
  readonly #thread: WriterThread;
  #closed: Promise<void> | null = null;

  constructor(thread: WriterThread, file: string) {
    this.#thread = thread;
    this.file = file;
  }

  get failed(): Error | null {
    return this.#thread.failed;
  }

  write(ops: readonly WriteOp[]): Promise<void> {
    if (this.#closed !== null) return Promise.reject(new JournalFailedError(`${this.file} is closed`));
    return this.#thread.write(this, ops);
  }

  close(): Promise<void> {
    this.#closed ??= this.#thread.close(this);
    return this.#closed;
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
  /** Of the files of one thread, those of a lower rank become durable first. */
  readonly rank?: number; // default 0
}

export type SqlFunctions = Readonly<Record<string, (...args: SqlValue[]) => SqlValue>>;

/** One statement of the spec and its parameters in order. */
export type WriteOp = readonly [statement: string, ...params: SqlValue[]];

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

export interface CommitStats {
  readonly ops: number;
  readonly ms: number; // from the begin of the transaction to the end of its sync
}

export interface SqliteWriter {
  /** Commits the operations in call order, in one transaction with other waiting writes. Resolves once synced. */
  write(ops: readonly WriteOp[]): Promise<void>;
  /** Commits waiting writes, then closes the file. Later writes are refused. */
  close(): Promise<void>;
  /** The error with which every write is refused; null while the writer works. */
  readonly failed: Error | null;
  onCommit: ((stats: CommitStats) => void) | null;
  /** Called before writes are sent to the thread; returns operations to add. */
  beforeCommit: (() => readonly WriteOp[]) | null;
}
