import { Worker } from 'node:worker_threads';
import { errorMessage } from '../../domain/model/result.ts';
import { openForReading, type Row, type SqlValue, StatementCache } from './database.ts';

/** Look-ups on read-only connections. Each one sees everything committed before it. */
export interface SqliteReader {
  /** The first row, or null. Runs on the calling thread: for look-ups by key that take a few microseconds. */
  get(sql: string, ...params: SqlValue[]): Promise<Row | null>;
  /** All rows. Runs on a separate thread: for scans; bound them with LIMIT. */
  all(sql: string, params: readonly SqlValue[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface ReadRequest {
  readonly id: number;
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

export type ReadReply =
  | { readonly id: number; readonly rows: readonly Row[] }
  | { readonly id: number; readonly failed: string };

/** Opens an existing data file for reading. Its writer must be opened first, because it creates the schema. */
export async function openSqliteReader(file: string): Promise<SqliteReader> {
  const database = openForReading(file);
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { workerData: file });
  await new Promise((resolve, reject) => {
    worker.once('online', resolve);
    worker.once('error', reject);
  });
  return new ThreadedReader(file, database, worker);
}

class ThreadedReader implements SqliteReader {
  readonly #file: string;
  readonly #database: ReturnType<typeof openForReading>;
  readonly #statements: StatementCache;
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #pending = new Map<number, PromiseWithResolvers<readonly Row[]>>();
  #lastId = 0;
  #ended: Error | null = null;

  constructor(file: string, database: ReturnType<typeof openForReading>, worker: Worker) {
    this.#file = file;
    this.#database = database;
    this.#statements = new StatementCache(database);
    this.#worker = worker;
    this.#exited = new Promise((resolve) => {
      worker.once('exit', resolve);
    });
    worker.on('message', (reply: ReadReply) => this.#onReply(reply));
    worker.on('error', (error) => this.#end(errorMessage(error)));
    worker.on('exit', () => this.#end('its reader thread has ended'));
  }

  get(sql: string, ...params: SqlValue[]): Promise<Row | null> {
    try {
      const row = this.#statements.prepare(sql).get(...params);
      return Promise.resolve(row ?? null);
    } catch (error) {
      return Promise.reject(new Error(`${this.#file}: ${errorMessage(error)}`, { cause: error }));
    }
  }

  all(sql: string, params: readonly SqlValue[]): Promise<readonly Row[]> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    this.#lastId += 1;
    const pending = Promise.withResolvers<readonly Row[]>();
    this.#pending.set(this.#lastId, pending);
    this.#worker.postMessage({ id: this.#lastId, sql, params } satisfies ReadRequest);
    return pending.promise;
  }

  /** Answers pending requests, then closes. May be called again. */
  async close(): Promise<void> {
    if (this.#ended === null) this.#worker.postMessage(null);
    await this.#exited;
    if (this.#database.isOpen) this.#database.close();
  }

  #onReply(reply: ReadReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('rows' in reply) pending?.resolve(reply.rows);
    else pending?.reject(new Error(`${this.#file}: ${reply.failed}`));
  }

  #end(why: string): void {
    this.#ended ??= new Error(`${this.#file} can no longer be read: ${why}`);
    for (const pending of this.#pending.values()) pending.reject(this.#ended);
    this.#pending.clear();
  }
}
