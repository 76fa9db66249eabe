import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '#contract';
import {
  type Clock,
  type DemoStore,
  type Journal,
  type JournalOwnership,
  type NotificationStore,
  type ReplayStore,
  type SharedIds,
  SOLE_OWNER,
  StoreOpenError,
} from '#ports';
import {
  type ChainHead,
  type CommitStats,
  checkProfile,
  checkTail,
  LedgerJournal,
  LedgerNotificationStore,
  openDemoStore,
  readClientKeys,
  readHead,
  type SqlReader,
  type SqlWriter,
} from '#storage/shared';
import { openForReading } from './database.ts';
import { importDemoFile } from './demo/demo-import.ts';
import { LEDGER_STATEMENTS } from './journal/ledger-statements.ts';
import { sqliteDialect } from './journal/sqlite-dialect.ts';
import { LEDGER_SCHEMA } from './projections/ledger-schema.ts';
import { openSqliteReader } from './reader-thread.ts';
import { openSqliteWriter, type WriterSpec } from './writer-thread.ts';

export const LEDGER_FILE = 'ledger.db';

interface StoreOptions {
  readonly dataDir: string;
  /** The profile of this process; it must be the one that the ledger was created with. */
  readonly profile: string;
  readonly clock: Clock;
  readonly pid: number;
  readonly onCommit?: (stats: CommitStats) => void;
}

export interface Store {
  readonly journal: Journal;
  readonly replay: ReplayStore;
  readonly notifications: NotificationStore;
  readonly ownership: JournalOwnership;
  /** Ids of market data that several nodes share; null: those of the data folder are the only ones. */
  readonly sharedIds: SharedIds | null;
  /**
   * The state of the built-in exchange of one venue section. Its commits share the journal's transactions. Call it
   * once per section, before the first order.
   *
   * @param oldFile  name of the file that earlier versions kept this state in; it is imported once
   */
  demo(section: string, oldFile: string): Promise<DemoStore>;
  /** A durable entry with its hash, by default the newest one; null when there is no such entry. */
  head(seq?: number): Promise<ChainHead | null>;
  /** The process stops: it soon gives up waiting for a journal that cannot be reached. Absent: the journal is a file. */
  stopWaiting?(): void;
  /** Commits waiting writes, closes the file and releases the lock on the data folder. */
  close(): Promise<void>;
}

/**
 * Opens the ledger in the data folder (created if missing) for this process only.
 *
 * Refuses  (StoreOpenError) a folder in use, a file that is damaged or of a newer version, or a ledger of another
 *          profile.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, profile, clock, pid, onCommit } = options;
  const file = join(dataDir, LEDGER_FILE);
  const dialect = sqliteDialect(file);
  // Closed in reverse order: the writer closes after the reader, so that it can checkpoint its log.
  const opened = new AsyncDisposableStack();
  try {
    opened.adopt(lockDataDir(dataDir, pid), (lock) => lock.release());
    const writer = opened.adopt(await openSqliteWriter(ledgerSpec(file)), (one) => one.close());
    writer.onCommit = onCommit ?? null;
    const reader = opened.adopt(await openSqliteReader(file), (one) => one.close());
    await checkTail(file, reader);
    const remedy = 'folder with data_dir or CROSSBOOK_DATA_DIR';
    await checkProfile({ profile, place: dataDir, remedy, writer, reader });
    const epoch = await takeEpoch(writer, reader, clock, pid);
    const keys = await readClientKeys(reader, dialect);
    const journal = new LedgerJournal({ writer, reader, keys, clock, epoch, dialect });
    const head = (seq?: number) => readHead(reader, seq);
    const demo = async (section: string, oldFile: string): Promise<DemoStore> => {
      importDemoFile({ section, from: join(dataDir, oldFile), into: file });
      return openDemoStore(section, writer, reader, dialect);
    };
    const close = (): Promise<void> => opened.disposeAsync();
    const notifications = new LedgerNotificationStore(writer, reader);
    const parts = { journal, replay: journal, notifications, ownership: SOLE_OWNER, sharedIds: null };
    return { ...parts, demo, head, close };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Quickly checks the ledger in a folder, also while a service uses it; returns the problem or null. */
export async function checkStore(dataDir: string): Promise<string | null> {
  const file = join(dataDir, LEDGER_FILE);
  if (!existsSync(file)) return null;
  try {
    openForReading(file, LEDGER_SCHEMA).close();
    await using opened = new AsyncDisposableStack();
    await checkTail(
      file,
      opened.adopt(await openSqliteReader(file), (reader) => reader.close()),
    );
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

export const ledgerSpec = (file: string): WriterSpec => ({
  file,
  schema: LEDGER_SCHEMA,
  statements: LEDGER_STATEMENTS,
  functions: new URL('../shared/hash-chain.ts', import.meta.url).href,
});

/** Takes the next epoch. From then on the journal refuses entries of older epochs. */
export async function takeEpoch(
  writer: SqlWriter,
  reader: SqlReader,
  clock: Clock,
  pid: number,
): Promise<number> {
  const row = await reader.get('SELECT max(epoch) AS epoch FROM epochs');
  const epoch = Number(row?.['epoch'] ?? 0) + 1;
  await writer.write([['epoch', epoch, clock.now(), pid]]);
  return epoch;
}

export interface DataLock {
  release(): void;
}

/**
 * Makes this process the only writer in the data folder. The operating system releases the lock when the process
 * ends, also after kill -9, so it is never stale.
 *
 * Refuses  (StoreOpenError) while another process holds the lock, naming that process.
 */
export function lockDataDir(dataDir: string, pid: number): DataLock {
  // The holder's pid is in a separate file: closing any handle on a locked file releases its POSIX locks, so
  // only SQLite may open lock.db.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'lock.pid');
  const database = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!errorMessage(error).includes('locked')) throw error;
    throw new StoreOpenError(`${dataDir} is in use by ${describeHolder(pidFile)}; stop it first`);
  }
  writePid(pidFile, pid);
  return { release: () => database.close() };
}

/** Never through a symbolic link, which could point at any file of this user. */
function writePid(pidFile: string, pid: number): void {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const file = openSync(pidFile, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    writeSync(file, String(pid));
  } finally {
    closeSync(file);
  }
}

function describeHolder(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, 'utf8')}`;
  } catch {
    return 'another process'; // it holds the lock but has not written its pid yet
  }
}
