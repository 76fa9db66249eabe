import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#config';
import { errorMessage, requirePresent } from '#contract';
import type { Clock } from '#ports';
import type { PostgresStore, PostgresStoreOptions, StandbyOptions } from '#storage/postgres';
import { auditExport, type CommitStats, readSignedHeads } from '#storage/shared';
import {
  auditFile,
  auditLines,
  checkStore as checkFile,
  LEDGER_FILE,
  lockDataDir,
  openStore,
  type Store,
  verifyLedgerFile,
} from '#storage/sqlite';
import { refuseMovedLedger } from './moved-ledger.ts';
import type { AuditReader, VerifyReport } from './types.ts';

/** Loaded only with `journal.url`: a service without it needs no driver. */
const loadPostgres = () => import('#storage/postgres');

interface LedgerOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly onCommit?: (stats: CommitStats) => void;
  /** Called once this process has the data folder, before the wait for the journal. */
  readonly onFolderLocked?: () => void;
  /** Called once this node has taken a journal in PostgreSQL. */
  readonly onTaken?: () => void;
}

/**
 * Opens the ledger that the settings name: in PostgreSQL with `journal.url`, else in the data folder.
 *
 * Refuses  (StoreOpenError) a data folder or a journal that is in use, or a ledger that was moved or cannot be read.
 */
export async function openLedger(options: LedgerOptions): Promise<Store> {
  const { config, clock, onCommit } = options;
  const { dataDir, profile, journal } = config;
  const pid = process.pid;
  const observed = onCommit === undefined ? {} : { onCommit };
  if (journal.url === '') {
    refuseMovedLedger(dataDir);
    return openStore({ dataDir, profile, clock, pid, ...observed });
  }
  const store = await openDatabase(options, async (open) => (await loadPostgres()).openPostgresStore(open));
  return requirePresent(store, 'the store of a start that does not wait');
}

/**
 * Waits for the ledger in PostgreSQL as a standby while another node owns it.
 *
 * @returns  null when the signal ended the wait
 */
export const awaitLedger = (options: LedgerOptions, standby: StandbyOptions): Promise<Store | null> =>
  openDatabase(options, async (open) => (await loadPostgres()).openPostgresStandby(open, standby));

async function openDatabase(
  { config, clock, onCommit, onFolderLocked, onTaken }: LedgerOptions,
  open: (options: PostgresStoreOptions) => Promise<PostgresStore | null>,
): Promise<Store | null> {
  const { dataDir, profile, journal } = config;
  // The folder still holds market data, so it has one process too.
  const lock = lockDataDir(dataDir, process.pid);
  onFolderLocked?.();
  try {
    const store = await open({
      url: journal.url,
      node: getNodeName(config),
      profile,
      clock,
      ...(existsSync(join(dataDir, LEDGER_FILE)) ? { emptyRefusal: describeConflict(dataDir) } : {}),
      ...(onCommit === undefined ? {} : { onCommit }),
      ...(onTaken === undefined ? {} : { onTaken }),
    });
    if (store === null) {
      lock.release();
      return null;
    }
    return { ...store, close: () => store.close().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The name of this node for operators. */
export const getNodeName = ({ node }: Config): string => (node.name === '' ? hostname() : node.name);

const describeConflict = (dataDir: string): string =>
  `${dataDir} holds a ledger, and the journal of journal.url is empty. Orders of that ledger would be unknown: ` +
  `move it with "crossbook migrate --to", use another data folder, or remove journal.url`;

const ledgerFile = ({ dataDir }: Config): string => join(dataDir, LEDGER_FILE);

/** Replays the whole journal and compares it with the tables, with or without a running service. */
export async function verify(config: Config): Promise<VerifyReport> {
  const { url } = config.journal;
  const { entries, problems } =
    url === '' ? verifyLedgerFile(ledgerFile(config)) : await (await loadPostgres()).verifyPostgres(url);
  return { entries, problems: problems.map(({ where, what }) => `${where}: ${what}`) };
}

/** Exports the hash-chained journal for third-party audit. */
export const audit: AuditReader = {
  lines: (config) => (config.journal.url === '' ? auditLines(ledgerFile(config)) : postgresLines(config)),
  verify: async (config, known) =>
    config.journal.url === ''
      ? auditFile(ledgerFile(config), known)
      : (await loadPostgres()).auditPostgres(config.journal.url, known),
  verifyExport: auditExport,
  readHeads: readSignedHeads,
};

async function* postgresLines({ journal }: Config): AsyncGenerator<string> {
  yield* (await loadPostgres()).auditPostgresLines(journal.url);
}

/** A quick check of the ledger's structure and the end of its hash chain; null if both are sound. */
export async function checkStore({ dataDir, journal }: Config): Promise<string | null> {
  if (journal.url === '') return checkFile(dataDir);
  const { checkPostgresStore } = await loadPostgres();
  return checkPostgresStore(journal.url).then(() => null, errorMessage);
}
