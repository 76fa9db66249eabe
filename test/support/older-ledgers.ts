import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LEDGERS = join(import.meta.dirname, '..', 'data', 'ledgers');

/** The releases of which a data folder is stored, as dumps of its files. */
export const OLDER_RELEASES: readonly string[] = readdirSync(LEDGERS).toSorted();

/** What the ledger of a release has: its last entry, and how many fills. */
export interface OlderLedger {
  readonly seq: number;
  readonly hash: string;
  readonly fills: number;
}

/** Writes the data files of a release into a folder, as its service left them, and returns what they have. */
export function writeOlderLedger(release: string, dataDir: string): OlderLedger {
  const folder = join(LEDGERS, release);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.sql'))) {
    using database = new DatabaseSync(join(dataDir, name.replace(/\.sql$/, '.db')));
    database.exec(readFileSync(join(folder, name), 'utf8'));
  }
  return JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as OlderLedger;
}
