import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  JournalReplay,
  type LedgerTables,
  PROBLEMS_MAX,
  type Problem,
  type SqlValue,
  type StoredTable,
  toStoredEntry,
  type VerifyReport,
} from '#storage/shared';
import { openForReading } from '../database.ts';
import { LEDGER_SCHEMA } from '../projections/ledger-schema.ts';

/**
 * Runs `verifyLedger` on a ledger file, also while a service uses it, and compares the file's size with the pages
 * that it says it has. Refuses (StoreOpenError) a file that is not a ledger.
 */
export function verifyLedgerFile(file: string): VerifyReport {
  // Before SQLite opens the file, because that may create an empty write-ahead log.
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const database = openForReading(file, LEDGER_SCHEMA);
  try {
    const report = verifyLedger(database);
    const problems = [...report.problems];
    if (!hasLog) for (const problem of findSizeProblems(database, file)) addProblem(problems, problem);
    return { ...report, ok: problems.length === 0, problems };
  } finally {
    database.close();
  }
}

/**
 * SQLite reads the missing end of a last page as zeros, and its integrity check accepts that. While a write-ahead
 * log holds newer pages the file may rightly have another size.
 */
function findSizeProblems(database: DatabaseSync, file: string): Problem[] {
  const [size, pages] = ['page_size', 'page_count'].map((name) =>
    Number(database.prepare(`PRAGMA ${name}`).get()?.[name]),
  ) as [number, number];
  const bytes = statSync(file).size;
  if (bytes === size * pages) return [];
  return [{ where: 'file', what: `has ${bytes} bytes; its ${pages} pages have ${size * pages}` }];
}

/**
 * Verifies the whole ledger: sequence numbers are complete, hashes chain, and replaying the events yields every
 * stored table. Any changed bit is detected.
 *
 * Memory use is that of a running service, not of the history: a closed order whose row is correct is dropped and
 * read again from its row when a later event concerns it.
 */
export function verifyLedger(database: DatabaseSync): VerifyReport {
  database.exec('BEGIN'); // one consistent view of all tables
  try {
    const problems = [...findFileProblems(database)];
    const replay = new JournalReplay(new SqliteTables(database));
    for (const row of database.prepare('SELECT * FROM entries ORDER BY seq').iterate())
      for (const problem of replay.add(toStoredEntry(row))) addProblem(problems, problem);
    for (const problem of replay.finish()) addProblem(problems, problem);
    return { entries: replay.entries, ok: problems.length === 0, problems };
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return { entries: 0, ok: false, problems: [{ where: 'file', what: error.message }] };
  } finally {
    database.exec('ROLLBACK');
  }
}

/** Problems of pages and indexes that SQLite's integrity check reports. */
function findFileProblems(database: DatabaseSync): Problem[] {
  const rows = database.prepare(`PRAGMA integrity_check(${PROBLEMS_MAX})`).all();
  const found = rows.map((row) => String(row['integrity_check']));
  return found.filter((what) => what !== 'ok').map((what) => ({ where: 'file', what }));
}

function addProblem(problems: Problem[], problem: Problem): void {
  if (problems.length < PROBLEMS_MAX) problems.push(problem);
}

const isSqliteError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

class SqliteTables implements LedgerTables {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>(); // by table

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  row(table: StoredTable, key: readonly SqlValue[]): readonly SqlValue[] | null {
    let statement = this.#statements.get(table.name);
    if (statement === undefined) {
      const where = table.columns.slice(0, table.keyColumns).map((column) => `${column} = ?`);
      statement = this.#select(table, `WHERE ${where.join(' AND ')}`);
      this.#statements.set(table.name, statement);
    }
    const row: unknown = statement.get(...key);
    return Array.isArray(row) ? (row as SqlValue[]) : null;
  }

  count(table: string): number {
    const row = this.#database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
    return Number(row?.['count']);
  }

  rows(table: StoredTable): readonly (readonly SqlValue[])[] {
    return this.#select(table, '').all() as unknown as SqlValue[][];
  }

  #select({ name, columns }: StoredTable, where: string): StatementSync {
    const statement = this.#database.prepare(`SELECT ${columns.join(', ')} FROM ${name} ${where}`);
    statement.setReturnArrays(true);
    return statement;
  }
}
