import { errorMessage } from '#contract';
import type { Row, SqlReader, SqlValue } from '#storage/shared';
import { openForReading, StatementCache } from './database.ts';
import type { ReaderThreadMethods } from './reader.worker.ts';
import { READER_CALLS_MAX, WorkerClient } from './worker-calls.ts';

/** Opens an existing data file for reading. Its writer must be opened first, because it creates the schema. */
export async function openSqliteReader(file: string): Promise<SqlReader> {
  const database = openForReading(file);
  const worker = new URL('./reader.worker.ts', import.meta.url);
  const thread = new WorkerClient<ReaderThreadMethods>(file, worker, file, READER_CALLS_MAX);
  await thread.call('ready');
  return new ThreadedReader(file, database, thread);
}

class ThreadedReader implements SqlReader {
  readonly #file: string;
  readonly #database: ReturnType<typeof openForReading>;
  readonly #statements: StatementCache;
  readonly #thread: WorkerClient<ReaderThreadMethods>;

  constructor(
    file: string,
    database: ReturnType<typeof openForReading>,
    thread: WorkerClient<ReaderThreadMethods>,
  ) {
    this.#file = file;
    this.#database = database;
    this.#statements = new StatementCache(database);
    this.#thread = thread;
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
    return this.#thread.call('all', sql, params);
  }

  /** Answers pending requests, then closes. May be called again. */
  async close(): Promise<void> {
    await this.#thread.close();
    if (this.#database.isOpen) this.#database.close();
  }
}
