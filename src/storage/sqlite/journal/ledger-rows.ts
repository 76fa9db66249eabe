import { openForReading } from '../database.ts';
import { LEDGER_SCHEMA } from '../projections/ledger-schema.ts';

/** A table of a ledger file as it is stored. */
export interface StoredRows {
  readonly name: string;
  readonly columns: readonly string[];
  /** In the order in which they were inserted, where the table keeps it. */
  rows(): Iterable<Readonly<Record<string, unknown>>>;
}

export interface LedgerRowSource {
  readonly tables: readonly StoredRows[];
  close(): void;
}

/** Opens every table of a ledger file for a copy. Refuses (StoreOpenError) a file of another schema version. */
export function openLedgerRows(file: string): LedgerRowSource {
  const database = openForReading(file, LEDGER_SCHEMA);
  database.exec('BEGIN'); // one consistent view of all tables
  const names = database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all()
    .map(({ name }) => String(name));
  const tables = names.map((name): StoredRows => {
    const columns = database.prepare(`PRAGMA table_info(${name})`).all();
    return {
      name,
      columns: columns.map((column) => String(column['name'])),
      rows: () => database.prepare(`SELECT * FROM ${name}`).iterate(),
    };
  });
  return { tables, close: () => database.close() };
}
