import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config';
import { renderTime } from '#contract';
import { writePrivately } from '#platform';
import { StoreOpenError } from '#ports';
import {
  copyDatabase,
  LEDGER_FILE,
  LEDGER_SCHEMA,
  MARKET_SCHEMA,
  readEntryHead,
  verifyLedgerFile,
} from '#storage/sqlite';
import type { BackupReport, BackupRequest } from './types.ts';

export const MARKET_FILE = 'market.db';
export const BACKUP_NOTE = 'backup.json';

/** `20261123T123000.123Z-57`: sorts by time, and names the last journal number. */
const BACKUP_NAME = /^\d{8}T\d{6}\.\d{3}Z-\d+$/;
const PART = '.part';

/**
 * Copies the ledger of a data folder, also while a service uses it, to a new folder in `to`, and verifies the copy. The
 * folder gets its name once all of that is on disk. The copy is the state after one commit: journal, tables and the
 * state of the built-in exchange. Market data is copied first, so that it is never ahead of the ledger.
 *
 * Refuses  (StoreOpenError) a ledger without entries, and a copy that does not verify.
 */
export async function backupLedger({ dataDir }: Config, request: BackupRequest): Promise<BackupReport> {
  const { to, now, version, hasMarketData, keep } = request;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const stamp = renderTime(now).replaceAll(/[-:]/g, '');
  const part = join(to, `${stamp}${PART}`);
  mkdirSync(part, { mode: 0o700 });
  try {
    const market = join(dataDir, MARKET_FILE);
    if (hasMarketData && existsSync(market))
      await copyDatabase(market, join(part, MARKET_FILE), MARKET_SCHEMA);
    const ledger = join(part, LEDGER_FILE);
    await copyDatabase(join(dataDir, LEDGER_FILE), ledger, LEDGER_SCHEMA);
    const head = readEntryHead(ledger);
    if (head === null) throw new StoreOpenError(`${dataDir} has a ledger without entries`);
    requireVerified(ledger);
    const note = { format: 1, version, created_at: renderTime(now), seq: head.seq, hash: head.hash };
    writePrivately(join(part, BACKUP_NOTE), JSON.stringify(note));
    const folder = join(to, `${stamp}-${head.seq}`);
    syncFolder(part);
    renameSync(part, folder);
    syncFolder(to);
    return { folder, head, removed: removeOldest(to, keep) };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
}

/** Refuses (StoreOpenError) a ledger file whose journal or tables are wrong. */
export function requireVerified(file: string): void {
  const [problem] = verifyLedgerFile(file).problems;
  if (problem !== undefined) throw new StoreOpenError(`${file} differs: ${problem.where}: ${problem.what}`);
}

/** The names of the complete backups in a folder, oldest first. */
export const listBackups = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name) && existsSync(join(folder, name, BACKUP_NOTE)))
    .sort();

/** @returns  how many backups were removed */
function removeOldest(folder: string, keep: number | null): number {
  const old = keep === null ? [] : listBackups(folder).slice(0, -keep);
  for (const name of old) rmSync(join(folder, name), { recursive: true });
  return old.length;
}

/** Makes the names in a folder durable; a system without that operation is left alone. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
