import { workerData } from 'node:worker_threads';
import { openForCheckpoints } from './database.ts';
import { serveCalls } from './worker-calls.ts';

const database = openForCheckpoints(workerData as string);
const statement = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

const methods = {
  /** Copies what the log holds now. It never waits for a writer, and no writer waits for it. */
  checkpoint: (): void => void statement.get(),
};
serveCalls(database, methods);

/** The functions of the checkpointing thread. */
export type CheckpointThreadMethods = typeof methods;
