import { existsSync, renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '#contract';
import { StoreOpenError } from '#ports';
import { COUNTERS, DEMO_FILLS, LISTINGS, ORDERS } from '#storage/shared';
import { inTransaction, openForWriting } from '../database.ts';
import { LEDGER_SCHEMA } from '../projections/ledger-schema.ts';

/** Migrations of the file in which earlier versions kept the state of a built-in exchange. */
const OLD_SCHEMA: readonly string[] = [
  `
  CREATE TABLE counters (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    started_at INTEGER NOT NULL,
    history_told INTEGER NOT NULL,
    order_number INTEGER NOT NULL,
    change INTEGER NOT NULL,
    trade_number_max INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE listings (
    venue_instrument_id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    code TEXT NOT NULL,
    edition INTEGER NOT NULL,
    instrument TEXT NOT NULL,
    ahead TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE orders (
    client_id TEXT PRIMARY KEY,
    venue_order_id TEXT NOT NULL,
    venue_instrument_id TEXT NOT NULL,
    side TEXT NOT NULL,
    outcome TEXT NOT NULL,
    type TEXT NOT NULL,
    tif TEXT NOT NULL,
    price TEXT,
    qty TEXT NOT NULL,
    expires_at INTEGER,
    filled_qty TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    priority INTEGER NOT NULL,
    change INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX orders_by_change ON orders (change);
  CREATE INDEX orders_open ON orders (change) WHERE status = 'OPEN';

  -- The rowid keeps the order in which fills happened.
  CREATE TABLE fills (
    client_id TEXT NOT NULL,
    venue_trade_id TEXT NOT NULL,
    side TEXT NOT NULL,
    outcome TEXT NOT NULL,
    price TEXT NOT NULL,
    qty TEXT NOT NULL,
    fee TEXT NOT NULL,
    liquidity TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX fills_once ON fills (client_id, venue_trade_id);
  `,
  `ALTER TABLE fills ADD COLUMN settlement TEXT NOT NULL DEFAULT 'FINAL';`,
];

interface DemoImport {
  readonly section: string; // the venue section that owns the file
  readonly from: string; // the old file; nothing happens when it does not exist
  readonly into: string; // the ledger, which has the tables
}

/**
 * Copies the state of a built-in exchange from its own file, once. All rows are compared with the old file in the
 * transaction that writes them. Then the old file gets the suffix `.imported`; it is read no more.
 *
 * Refuses  (StoreOpenError) a file that is damaged or of a newer version. It stays as it is.
 */
export function importDemoFile({ section, from, into }: DemoImport): void {
  if (!existsSync(from)) return;
  openForWriting(from, OLD_SCHEMA).close(); // applies its own log and its last migrations
  const ledger = openForWriting(into, LEDGER_SCHEMA);
  try {
    ledger.prepare('ATTACH DATABASE ? AS old').run(from);
    // After a crash before the file is renamed, the ledger has the rows already, and newer ones.
    const known = ledger.prepare('SELECT 1 FROM demo_counters WHERE section = ?').get(section);
    if (known === undefined) inTransaction(ledger, () => copyTables(ledger, section));
  } catch (error) {
    throw new StoreOpenError(`${from} cannot be imported: ${errorMessage(error)}`, { cause: error });
  } finally {
    ledger.close();
  }
  renameSync(from, `${from}.imported`);
}

const TABLES = [COUNTERS, LISTINGS, ORDERS, DEMO_FILLS] as const;

function copyTables(ledger: DatabaseSync, section: string): void {
  for (const { name, columns: all } of TABLES) {
    const old = `old.${name.slice('demo_'.length)}`;
    const columns = all.join(', ');
    // The rowid of fills keeps their sequence; the other tables have none.
    const sequence = name === DEMO_FILLS.name ? 'ORDER BY rowid' : '';
    ledger
      .prepare(`INSERT INTO ${name} (section, ${columns}) SELECT ?, ${columns} FROM ${old} ${sequence}`)
      .run(section);
    const copied = `SELECT ${columns} FROM ${name} WHERE section = ?`;
    const { missing, surplus } = ledger
      .prepare(
        `SELECT (SELECT count(*) FROM (SELECT ${columns} FROM ${old} EXCEPT ${copied})) AS missing,
          (SELECT count(*) FROM (${copied})) - (SELECT count(*) FROM ${old}) AS surplus`,
      )
      .get(section, section) as { readonly missing: number; readonly surplus: number };
    if (missing !== 0 || surplus !== 0) throw new Error(`${name} differs after the copy`);
  }
}
