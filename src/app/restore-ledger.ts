import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR } from '#oms';
import { StateStore } from '#orders';
import { prepareDataFolder } from '#platform';
import { StoreOpenError } from '#ports';
import type { ChainHead } from '#storage/shared';
import {
  LEDGER_FILE,
  lockDataDir,
  openStore,
  readEntryHead,
  readHighestInstrumentId,
  skipPrintIds,
} from '#storage/sqlite';
import { BACKUP_NOTE, listBackups, MARKET_FILE, requireVerified, syncFolder } from './backup-ledger.ts';
import type { AppDependencies, RestoreReport } from './types.ts';

/**
 * More numbers than a service can assign between a backup and the loss of its disk: 27 days at 4,000 orders a second. Venues
 * know orders by ids that contain the number, so a number must never be assigned twice.
 */
const NUMBERS_SKIPPED = 10_000_000_000;
const ID_BLOCK = 1_000_000_000;
const STAGING = 'restore.part';

/**
 * Restores a backup into a data folder without a ledger. The ledger appears there when it is verified, has the hash that the
 * backup noted, and its journal has an entry that reserves the numbers which may have been assigned after the backup
 * (docs/decisions/backups-and-secrets.md).
 *
 * @param from  a backup, or the folder of several, of which the newest is taken
 * Refuses      (StoreOpenError) a folder with a ledger or market data, a folder in use, a backup that differs from its note
 *              or is of a newer version, and one of another profile
 */
export async function restoreLedger(deps: AppDependencies, from: string): Promise<RestoreReport> {
  const { dataDir, profile } = deps.config;
  const backup = findBackup(from);
  const head = readNote(backup);
  prepareDataFolder(dataDir);
  const lock = lockDataDir(dataDir, process.pid);
  const staging = join(dataDir, STAGING);
  try {
    requireNoLedger(dataDir, head);
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    const files = [MARKET_FILE, LEDGER_FILE].filter((name) => existsSync(join(backup, name)));
    for (const name of files) copyFileSync(join(backup, name), join(staging, name));
    const ledger = join(staging, LEDGER_FILE);
    const market = files.includes(MARKET_FILE) ? join(staging, MARKET_FILE) : null;
    const found = readEntryHead(ledger);
    if (found?.seq !== head.seq || found.hash !== head.hash)
      throw new StoreOpenError(`${backup} differs from its ${BACKUP_NOTE}: use another backup`);
    requireVerified(ledger);
    const store = await openStore({ dataDir: staging, profile, clock: deps.clock, pid: process.pid });
    try {
      await recordRestore(deps, store, market);
    } finally {
      await store.close();
    }
    if (market !== null) skipPrintIds(market, NUMBERS_SKIPPED);
    // The ledger last: a folder with a ledger is complete.
    for (const name of files) renameSync(join(staging, name), join(dataDir, name));
    syncFolder(dataDir);
    return { backup, head };
  } finally {
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  }
}

async function recordRestore(
  { clock, log }: AppDependencies,
  { journal, notifications }: Awaited<ReturnType<typeof openStore>>,
  market: string | null,
): Promise<void> {
  const ledger = new StateStore({ journal, clock, log, terminalInMemoryMax: 0 });
  await ledger.load();
  // A receiver ignores the id of a message that it has handled, so such an id must not name another event.
  const webhooks = await notifications.webhooks();
  await notifications.save({
    webhooks: webhooks.map((each) => ({ ...each, sequence: each.sequence + NUMBERS_SKIPPED })),
  });
  const { orderNumber, fillNumber, parentNumber, bindings, assetReviews, ...skipped } = ledger.state;
  const instrumentIds = [skipped.instrumentIdSkipped, market === null ? 0 : readHighestInstrumentId(market)];
  await ledger.commit('restore', OPERATOR, [
    {
      type: 'LedgerRestored',
      orderNumber: orderNumber + NUMBERS_SKIPPED,
      fillNumber: fillNumber + NUMBERS_SKIPPED,
      parentNumber: parentNumber + NUMBERS_SKIPPED,
      instrumentIdSkipped: skipBlock([...instrumentIds, ...bindings.keys()]),
      assetIdSkipped: skipBlock([skipped.assetIdSkipped, ...assetReviews.keys()]),
    },
  ]);
}

/** The end of the block of the highest of these ids. Blocks are those that the loss of the catalogue skips too. */
const skipBlock = (ids: readonly number[]): number =>
  (Math.floor(ids.reduce((most, id) => Math.max(most, id), 0) / ID_BLOCK) + 1) * ID_BLOCK;

function findBackup(from: string): string {
  if (existsSync(join(from, BACKUP_NOTE))) return from;
  const newest = existsSync(from) ? listBackups(from).at(-1) : undefined;
  if (newest === undefined) throw new StoreOpenError(`${from} has no complete backup`);
  return join(from, newest);
}

function readNote(backup: string): ChainHead {
  const { format, seq, hash } = JSON.parse(readFileSync(join(backup, BACKUP_NOTE), 'utf8')) as ChainHead & {
    readonly format: number;
  };
  if (format === 1) return { seq, hash };
  throw new StoreOpenError(
    `${backup} has format ${format}; this program knows format 1. Start the newer program`,
  );
}

/** A write-ahead log without its ledger counts as well: SQLite would apply it to the restored file. */
function requireNoLedger(dataDir: string, head: ChainHead): void {
  const present = readdirSync(dataDir).filter((name) => /^(ledger|market)\.db/.test(name));
  if (present.length === 0) return;
  const remedy = 'move the files of the old ledger away, or choose another folder with --data-dir';
  const relation = present.includes(LEDGER_FILE)
    ? describeLedger(join(dataDir, LEDGER_FILE), head)
    : 'files of a ledger';
  throw new StoreOpenError(`${dataDir} holds ${relation} (${present.join(', ')}): ${remedy}`);
}

/** What the ledger in the way is, compared with the backup. */
function describeLedger(file: string, head: ChainHead): string {
  const newest = readEntryHead(file);
  if (newest === null) return 'a ledger without entries';
  if (newest.seq < head.seq) return `a ledger of ${newest.seq} entries`;
  if (readEntryHead(file, head.seq)?.hash !== head.hash) return 'another ledger';
  return newest.seq === head.seq
    ? 'the same ledger'
    : `the same ledger with ${newest.seq - head.seq} newer entries`;
}
