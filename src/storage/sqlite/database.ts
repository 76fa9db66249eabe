import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { errorMessage } from '#contract';
import { StoreOpenError } from '#ports';

const PAGE_CACHE_KIB = 65_536;
// A checkpoint delays the commits after it: about 10 ms for 4 MB, 60 ms for 16 MB.
const WAL_PAGES_BEFORE_CHECKPOINT = 1_000;
const WAL_BYTES_KEPT = 64 * 1024 * 1024;
const BUSY_MS_MAX = 5_000;

/**
 * Opens the file for its only writer and migrates its schema.
 *
 * @param schema  migrations in order; `user_version` counts the applied ones
 * Refuses        (StoreOpenError) a file written by a newer version or unreadable by SQLite.
 */
export function openForWriting(file: string, schema: readonly string[]): DatabaseSync {
  return wrapOpenError(file, () => {
    const database = new DatabaseSync(file, { timeout: BUSY_MS_MAX });
    // FULL syncs the log on every commit; fullfsync makes a sync on macOS reach the disk, as on Linux.
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;
      PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${PAGE_CACHE_KIB};
      PRAGMA wal_autocheckpoint = ${WAL_PAGES_BEFORE_CHECKPOINT};
      PRAGMA journal_size_limit = ${WAL_BYTES_KEPT}`);
    migrate(database, file, schema);
    return database;
  });
}

/** Opens an existing file, whose writer is another connection, for copying the pages of its log into it. */
export function openForCheckpoints(file: string): DatabaseSync {
  return wrapOpenError(file, () => {
    const database = new DatabaseSync(file, { timeout: BUSY_MS_MAX });
    database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    return database;
  });
}

/**
 * Opens an existing file for read-only look-ups while its writer is active.
 *
 * @param schema  if given, a file with more migrations is refused (StoreOpenError)
 */
export function openForReading(file: string, schema?: readonly string[]): DatabaseSync {
  return wrapOpenError(file, () => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS_MAX });
    database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${PAGE_CACHE_KIB / 4}`);
    if (schema !== undefined) readVersion(database, file, schema);
    return database;
  });
}

function migrate(database: DatabaseSync, file: string, schema: readonly string[]): void {
  const version = readVersion(database, file, schema);
  for (const [index, migration] of schema.entries()) {
    if (index < version) continue;
    database.exec(`BEGIN IMMEDIATE; ${migration}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}

/** The number of applied migrations. Refuses more than this program knows. */
function readVersion(database: DatabaseSync, file: string, schema: readonly string[]): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version <= schema.length) return version;
  throw new StoreOpenError(
    `${file} has schema version ${version}; this program knows versions up to ${schema.length}. Start the newer program.`,
  );
}

function wrapOpenError<Opened>(file: string, open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    throw new StoreOpenError(`${file} cannot be opened: ${errorMessage(error)}`, { cause: error });
  }
}

const STATEMENTS_MAX = 200;

/** Prepared statements by SQL text. The SQL comes from our code, so the limit is only a safeguard. */
export class StatementCache {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Runs `run` in a transaction; rolls back when it throws. */
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

/** Runs several queries on one consistent snapshot of the file. */
export function onSnapshot<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN');
  try {
    return run();
  } finally {
    database.exec('COMMIT');
  }
}
