import type { DatabaseSync } from 'node:sqlite';

/** All of `run` or nothing of it. */
export function inTransaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Runs queries that belong together on one state of the file, whatever is written meanwhile. */
export function onSnapshot<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN');
  try {
    return run();
  } finally {
    database.exec('COMMIT');
  }
}
