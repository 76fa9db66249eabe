import { parentPort, workerData } from 'node:worker_threads';
import { requirePresent } from '../../domain/model/assert.ts';
import { errorMessage } from '../../domain/model/result.ts';
import { openForReading, StatementCache } from './database.ts';
import type { ReadReply, ReadRequest } from './reader-thread.ts';

const port = requirePresent(parentPort, 'the parent port of a worker thread');
const database = openForReading(workerData as string);
const statements = new StatementCache(database);

port.on('message', (request: ReadRequest | null) => {
  if (request === null) {
    database.close();
    port.close();
    return;
  }
  port.postMessage(answer(request));
});

function answer({ id, sql, params }: ReadRequest): ReadReply {
  try {
    return { id, rows: statements.prepare(sql).all(...params) };
  } catch (error) {
    return { id, failed: errorMessage(error) };
  }
}
