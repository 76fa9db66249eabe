import { workerData } from 'node:worker_threads';
import type { Row, SqlValue } from '#storage/shared';
import { openForReading, StatementCache } from './database.ts';
import { serveCalls } from './worker-calls.ts';

const database = openForReading(workerData as string);
const statements = new StatementCache(database);

const methods = {
  ready: () => true,
  all: (sql: string, params: readonly SqlValue[]): readonly Row[] => statements.prepare(sql).all(...params),
};
serveCalls(database, methods);

/** The functions of the reading thread. */
export type ReaderThreadMethods = typeof methods;
