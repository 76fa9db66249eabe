import { Worker } from 'node:worker_threads';
import { requirePresent } from '../../domain/model/assert.ts';
import { JournalFailedError } from '../../ports/journal.ts';
import { messageOf, type SqlValue, StoreOpenError } from './database.ts';

export type ThreadRequest =
  | { readonly kind: 'open'; readonly file: number; readonly spec: WriterSpec }
  | { readonly kind: 'write'; readonly parts: readonly FileOps[] }
  | { readonly kind: 'close'; readonly file: number };

/** What one write request has for one file. */
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
 * thread and all its files for good: everything waiting and everything later rejects with
 * JournalFailedError, and nothing is retried.
 *
 * @param thread  one that writes other files too; else the file has its own
 * Refuses        (StoreOpenError) a file that is damaged or that a newer version has written.
 */
export const openSqliteWriter = (spec: WriterSpec, thread = new WriterThread()): Promise<SqliteWriter> =>
  thread.open(spec);

/** Writes that go over to the thread together, and the one promise all their callers wait on. */
interface Batch {
  readonly ops: Map<FileWriter, PackedOps>;
  readonly done: PromiseWithResolvers<void>;
}

/**
 * A thread that commits to one file or several. While one batch is at the disk the next gathers here: the longer
 * a sync takes, the more writes share the one after it, in one transaction a file, files of a lower rank first.
 * The thread ends when its last file is closed.
 *
 * Source: docs/decisions/0060-one-writer-thread.md
 */
export class WriterThread {
  readonly #worker = new Worker(new URL('./writer.worker.ts', import.meta.url));
  readonly #files: FileWriter[] = []; // by their number
  readonly #answers = new Map<number, (reply: ThreadReply) => void>(); // to opening and closing, by file
  #atDisk: Batch | null = null;
  #gathering: Batch | null = null;
  #isSending = false;
  #failed: Error | null = null;

  constructor() {
    this.#worker.on('message', (reply: ThreadReply) => this.#onReply(reply));
    this.#worker.on('error', (error) => this.#end(messageOf(error)));
    this.#worker.on('exit', () => this.#end('the writer thread has ended'));
  }

  get failed(): Error | null {
    return this.#failed;
  }

  async open(spec: WriterSpec): Promise<SqliteWriter> {
    const file = this.#files.length;
    const writer = new FileWriter(this, spec.file);
    this.#files.push(writer);
    const reply = await this.#ask({ kind: 'open', file, spec });
    if (reply.kind === 'opened') return writer;
    if (reply.kind === 'unopened' && reply.refused) throw new StoreOpenError(reply.message);
    throw new Error(`${spec.file}: ${'message' in reply ? reply.message : reply.kind}`);
  }

  write(writer: FileWriter, ops: readonly WriteOp[]): Promise<void> {
    if (this.#failed !== null) return Promise.reject(this.#failed);
    this.#gathering ??= { ops: new Map(), done: Promise.withResolvers<void>() };
    const { ops: gathered, done } = this.#gathering;
    let packed = gathered.get(writer);
    if (packed === undefined) {
      packed = [];
      gathered.set(writer, packed);
    }
    pack(packed, ops);
    this.#sendSoon();
    return done.promise;
  }

  /** Resolves once the file is closed, after what waits for the disk. */
  async close(writer: FileWriter): Promise<void> {
    // A failed write was told to its own callers; closing only has to wait for the end of it.
    const waiting = [this.#atDisk, this.#gathering].flatMap((batch) =>
      batch === null ? [] : [batch.done.promise],
    );
    await Promise.allSettled(waiting);
    await this.#ask({ kind: 'close', file: this.#files.indexOf(writer) });
  }

  /** Ends the thread, which its last file has done already unless none was ever opened. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(request: Extract<ThreadRequest, { readonly file: number }>): Promise<ThreadReply> {
    if (this.#failed !== null) return Promise.resolve({ kind: 'failed', message: this.#failed.message });
    return new Promise((resolve) => {
      this.#answers.set(request.file, resolve);
      this.#worker.postMessage(request);
    });
  }

  /** At the end of this turn of the loop, so that all it writes goes together. */
  #sendSoon(): void {
    if (this.#isSending || this.#atDisk !== null) return;
    this.#isSending = true;
    setImmediate(() => this.#send());
  }

  #send(): void {
    this.#isSending = false;
    const batch = this.#gathering;
    if (batch === null) return;
    this.#gathering = null;
    const parts = Array.from(batch.ops, ([writer, ops]): FileOps => {
      pack(ops, writer.beforeCommit?.() ?? []);
      return { file: this.#files.indexOf(writer), ops };
    });
    this.#atDisk = batch;
    this.#worker.postMessage({ kind: 'write', parts } satisfies ThreadRequest);
  }

  #onReply(reply: ThreadReply): void {
    if (reply.kind === 'failed') return this.#fail(reply.message);
    if (reply.kind !== 'committed') return this.#answer(reply.file, reply);
    this.#atDisk?.done.resolve();
    this.#atDisk = null;
    for (const { file, ops, ms } of reply.commits) this.#files[file]?.onCommit?.({ ops, ms });
    if (this.#gathering !== null) this.#sendSoon();
  }

  #answer(file: number, reply: ThreadReply): void {
    requirePresent(this.#answers.get(file), 'who opens or closes the file')(reply);
    this.#answers.delete(file);
  }

  /** What ends the thread says nothing of its files, and whoever reads of it asks for them first. */
  #end(why: string): void {
    this.#fail(`${this.#files.map(({ file }) => file).join(', ')} can no longer be written: ${why}`);
  }

  #fail(message: string): void {
    this.#failed ??= new JournalFailedError(message);
    for (const batch of [this.#atDisk, this.#gathering]) batch?.done.reject(this.#failed);
    this.#atDisk = null;
    this.#gathering = null;
    for (const file of this.#answers.keys()) this.#answer(file, { kind: 'failed', message });
  }
}

/** One file of a thread. */
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

/** What a writer needs to know of its file. It crosses to another thread, so it is plain data. */
export interface WriterSpec {
  readonly file: string;
  /** Migrations in order, one SQL script each. Never edit one that was released: append another. */
  readonly schema: readonly string[];
  readonly statements: Readonly<Record<string, string>>; // by the name that a WriteOp uses
  /** URL of a module whose export `functions` (SqlFunctions) the statements may call. */
  readonly functions?: string;
  /** Of the files that one thread writes, one of a lower rank is durable before one of a higher. */
  readonly rank?: number; // 0 when left out
}

export type SqlFunctions = Readonly<Record<string, (...args: SqlValue[]) => SqlValue>>;

/** One statement of the spec and its parameters in order. */
export type WriteOp = readonly [statement: string, ...params: SqlValue[]];

/**
 * Ops one after the other in one flat list: the statement, how many parameters, the parameters. A list of
 * lists takes twice as long to cross to another thread.
 */
export type PackedOps = SqlValue[];

/** Appends the ops to what is packed already. */
export function pack(into: PackedOps, ops: readonly WriteOp[]): void {
  for (const op of ops) {
    into.push(op[0], op.length - 1);
    for (let at = 1; at < op.length; at += 1) into.push(op[at] ?? null);
  }
}

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
  /** Asked as writes are sent to the thread: what to add to them. */
  beforeCommit: (() => readonly WriteOp[]) | null;
}
