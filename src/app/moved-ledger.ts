import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from '#platform';
import { StoreOpenError } from '#ports';

const MOVED_FILE = 'ledger-moved';

/** Notes in the data folder that its ledger is now in a database; the URL without its password. */
export function noteMovedLedger(dataDir: string, url: string): void {
  const place = new URL(url);
  place.password = '';
  writePrivately(join(dataDir, MOVED_FILE), place.href);
}

/**
 * Refuses  (StoreOpenError) a folder whose ledger was moved: two ledgers would go on, and neither would know the orders of
 * the other at the same venue account
 */
export function refuseMovedLedger(dataDir: string): void {
  const file = join(dataDir, MOVED_FILE);
  if (!existsSync(file)) return;
  const place = readFileSync(file, 'utf8').trim();
  throw new StoreOpenError(
    `the ledger of ${dataDir} was moved to ${place}: set journal.url (CROSSBOOK_JOURNAL_URL). ` +
      `Remove ${file} only if nothing was traded since`,
  );
}
