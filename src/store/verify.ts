import type { DatabaseSync } from 'node:sqlite';
import { settingsProblems } from './sqlite/compare.ts';
import { openForReading } from './sqlite/database.ts';
import type { Problem } from './sqlite/problem.ts';
import { Replay } from './sqlite/replay.ts';
import { LEDGER_SCHEMA } from './sqlite/schema.ts';

export interface VerifyReport {
  readonly entries: number; // read and checked
  readonly ok: boolean;
  readonly problems: readonly Problem[]; // at most PROBLEMS_MAX
}

export const PROBLEMS_MAX = 100;

/** `verifyLedger` on a ledger file, beside a running service or without one. Refuses (StoreOpenError) what is no ledger. */
export function verifyFile(file: string): VerifyReport {
  const database = openForReading(file, LEDGER_SCHEMA);
  try {
    return verifyLedger(database);
  } finally {
    database.close();
  }
}

/**
 * Proves the ledger from its beginning: the entries follow each other, the hashes chain, and replaying
 * the events gives every table as it is stored. Any changed bit is found.
 *
 * Memory holds the state of a running service, not the history: an ended order whose row is right is
 * let go, and read again from that row should a later event concern it.
 */
export function verifyLedger(database: DatabaseSync): VerifyReport {
  database.exec('BEGIN'); // one view of all tables, however long this takes
  try {
    const problems = [...structureProblems(database)];
    const replay = new Replay(database);
    for (const problem of replay.run()) addTo(problems, problem);
    if (replay.isComplete)
      for (const problem of settingsProblems(database, replay.state)) addTo(problems, problem);
    return { entries: replay.entries, ok: problems.length === 0, problems };
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return { entries: 0, ok: false, problems: [{ where: 'file', what: error.message }] };
  } finally {
    database.exec('ROLLBACK');
  }
}

/** Pages and indexes, as SQLite itself checks them. */
function structureProblems(database: DatabaseSync): Problem[] {
  const rows = database.prepare(`PRAGMA integrity_check(${PROBLEMS_MAX})`).all();
  const found = rows.map((row) => String(row['integrity_check']));
  return found.filter((what) => what !== 'ok').map((what) => ({ where: 'file', what }));
}

function addTo(problems: Problem[], problem: Problem): void {
  if (problems.length < PROBLEMS_MAX) problems.push(problem);
}

const isSqliteError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
