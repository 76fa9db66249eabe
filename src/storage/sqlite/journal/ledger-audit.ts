import {
  type AuditReport,
  audit,
  type ChainHead,
  renderLine,
  type StoredEntry,
  toStoredEntry,
} from '#storage/shared';
import { openForReading } from '../database.ts';
import { LEDGER_SCHEMA } from '../projections/ledger-schema.ts';

/**
 * Exports the journal of a ledger file, oldest first, one JSON line per entry; docs/audit.md describes the format.
 * May run while a service uses the file. Refuses (StoreOpenError) a file that is not a ledger.
 */
export function* auditLines(file: string): Generator<string> {
  for (const entry of readEntries(file)) yield renderLine(entry);
}

/**
 * Checks the hash chain of a ledger file: sequence numbers and every hash, but not the tables.
 *
 * @param known  entries whose hash was stored elsewhere. Without one, a truncated or completely rewritten journal
 *               is not detected
 */
export const auditFile = (file: string, known: readonly ChainHead[]): AuditReport =>
  audit(readEntries(file), known);

function* readEntries(file: string): Generator<StoredEntry> {
  const database = openForReading(file, LEDGER_SCHEMA);
  try {
    for (const row of database.prepare('SELECT * FROM entries ORDER BY seq').iterate())
      yield toStoredEntry(row);
  } finally {
    database.close();
  }
}
