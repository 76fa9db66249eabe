import type { DatabaseSync } from 'node:sqlite';
import { openForReading, type Problem, type Row } from './sqlite/database.ts';
import {
  entryOf,
  type StoredEntry,
  settingsProblems,
  whatIsWrong,
} from './sqlite/journal/ledger-integrity.ts';
import { JournalReplay } from './sqlite/journal/ledger-replay.ts';
import { LEDGER_SCHEMA } from './sqlite/projections/ledger-schema.ts';

/** Names an entry and, through its hash, all before it: what to write down elsewhere. */
interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

interface AuditReport {
  readonly entries: number; // read
  readonly head: ChainHead | null; // null: there is no entry
  readonly problem: string | null; // the first thing that is wrong
}

/** The fields of a line, in the order in which they are written. */
const FIELDS = ['seq', 'epoch', 'at', 'cause', 'actor', 'events', 'hash'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'epoch', 'at']);

/**
 * The journal of a ledger file, oldest first: each entry one line of JSON, as docs/audit.md describes it.
 * May run beside a service. Refuses (StoreOpenError) what is no ledger.
 */
export function* auditLines(file: string): Generator<string> {
  for (const entry of entriesIn(file)) yield JSON.stringify(entry, [...FIELDS]);
}

/**
 * Checks the chain of a ledger file: numbers without a gap and every hash, but not the tables.
 *
 * @param known  an entry whose hash was written down elsewhere; null: none. Without one, a journal that
 *               was cut short or written anew as a whole still agrees with itself
 */
export const auditFile = (file: string, known: ChainHead | null): AuditReport =>
  audit(entriesIn(file), known);

/** The same of exported lines, which need no ledger. */
export function auditExport(lines: Iterable<string>, known: ChainHead | null): AuditReport {
  return audit(entriesOf(lines), known);
}

function audit(entries: Iterable<StoredEntry>, known: ChainHead | null): AuditReport {
  let before: StoredEntry | undefined;
  let seen = known === null;
  const report = (problem: string | null): AuditReport => ({
    entries: before?.seq ?? 0,
    head: before === undefined ? null : { seq: before.seq, hash: before.hash },
    problem,
  });
  try {
    for (const entry of entries) {
      const wrong = whatIsWrong(before, entry);
      if (wrong !== null) return report(`entry ${entry.seq} ${wrong}`);
      if (entry.seq === known?.seq) {
        if (entry.hash !== known.hash)
          return report(
            `entry ${entry.seq} has the hash ${entry.hash}, and not the one that was written down`,
          );
        seen = true;
      }
      before = entry;
    }
  } catch (error) {
    if (!(error instanceof BadLineError)) throw error;
    return report(error.message);
  }
  return report(seen ? null : `ends before entry ${known?.seq}, whose hash was written down`);
}

function* entriesIn(file: string): Generator<StoredEntry> {
  const database = openForReading(file, LEDGER_SCHEMA);
  try {
    for (const row of database.prepare('SELECT * FROM entries ORDER BY seq').iterate()) yield entryOf(row);
  } finally {
    database.close();
  }
}

class BadLineError extends Error {}

function* entriesOf(lines: Iterable<string>): Generator<StoredEntry> {
  let number = 0;
  for (const line of lines) {
    number += 1;
    yield entryOf(rowIn(line, number));
  }
}

/** Strict to the byte, so that a changed file is never read as if it were not. */
function rowIn(line: string, number: number): Row {
  const row = parsed(line);
  if (
    row === null ||
    JSON.stringify(row, [...FIELDS]) !== line ||
    !FIELDS.every((name) => isField(row, name))
  )
    throw new BadLineError(`line ${number} is not an entry as it was exported`);
  return row;
}

const isField = (row: Row, name: string): boolean =>
  typeof row[name] === (NUMBERS.has(name) ? 'number' : 'string');

function parsed(line: string): Row | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;
  } catch {
    return null;
  }
}

interface VerifyReport {
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
    const replay = new JournalReplay(database);
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
