import type { Client } from 'pg';
import { StoreOpenError } from '#ports';
import type { SqlValue } from '#storage/shared';
import { connect, describePlace, migrate, toStored } from './postgres-connection.ts';
import { SHARD } from './shard-row.ts';
import { verifyPostgres } from './verify-postgres.ts';

const ROWS_MAX = 1_000; // of one statement

/** A table to copy. Columns that the target does not have are left out. */
interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  rows(): Iterable<Readonly<Record<string, unknown>>>;
}

export interface ImportReport {
  readonly entries: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly rows: Readonly<Record<string, number>>; // by table
}

/**
 * Copies a ledger into an empty journal, verifies the hash chain and every table there, and only then lets a node own it: until
 * then the row of the shard does not agree with the entries, and a start is refused.
 *
 * Refuses  (StoreOpenError) a journal that has entries or an owner, a table that PostgreSQL does not have, and a copy that
 *          does not verify
 */
export async function importLedger(url: string, tables: readonly SourceTable[]): Promise<ImportReport> {
  await migrate(url);
  const client = await connect(url);
  try {
    const rows = await copyAll(client, url, tables);
    const { entries, problems } = await verifyPostgres(url);
    const [problem] = problems;
    if (problem !== undefined)
      throw new StoreOpenError(
        `the copy in ${describePlace(url)} differs: ${problem.where}: ${problem.what}; use an empty database and try again`,
      );
    return { entries, head: await release(client), rows };
  } finally {
    await client.end();
  }
}

async function copyAll(
  client: Client,
  url: string,
  tables: readonly SourceTable[],
): Promise<Record<string, number>> {
  await client.query('BEGIN');
  const shard = await client.query<{ isUsed: boolean }>(
    `SELECT epoch > 0 OR commits > 0 OR EXISTS (SELECT 1 FROM entries) AS "isUsed" FROM shards
     WHERE shard = $1 FOR UPDATE`,
    [SHARD],
  );
  if (shard.rows[0]?.isUsed !== false)
    throw new StoreOpenError(
      `${describePlace(url)} is not empty; a ledger is moved to an empty database only`,
    );
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table.name] = await copyTable(client, table);
  await client.query('COMMIT');
  for (const [name, count] of Object.entries(counts)) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*) FROM ${name}`);
    if (rows[0]?.count !== count)
      throw new StoreOpenError(
        `${describePlace(url)}: ${name} has ${rows[0]?.count} rows instead of ${count}`,
      );
  }
  return counts;
}

async function copyTable(client: Client, table: SourceTable): Promise<number> {
  const { rows: known } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_identity = 'NO'`,
    [table.name],
  );
  const columns = known.map(({ name }) => name).filter((name) => isCopied(table, name));
  if (columns.length === 0) throw new StoreOpenError(`PostgreSQL has no table for ${table.name}`);
  let count = 0;
  let batch: Record<string, unknown>[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    await client.query(
      `INSERT INTO ${table.name} (${columns.join(', ')})
       SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table.name}, $1::json)`,
      [JSON.stringify(batch)],
    );
    batch = [];
  };
  for (const row of table.rows()) {
    batch.push(toRow(table.name, columns, row));
    count += 1;
    if (batch.length >= ROWS_MAX) await flush();
  }
  await flush();
  return count;
}

/** An epoch in SQLite has the process instead of the owner. */
const isCopied = ({ name, columns }: SourceTable, column: string): boolean =>
  columns.includes(column) || (name === 'epochs' && column === 'owner');

function toRow(
  table: string,
  columns: readonly string[],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const whole = table === 'epochs' ? { ...row, owner: `sqlite/${String(row['pid'])}` } : row;
  return Object.fromEntries(columns.map((name) => [name, toStored((whole[name] ?? null) as SqlValue)]));
}

/** Sets the row of the shard to the end of the journal, so that a node may own it. */
async function release(client: Client): Promise<ImportReport['head']> {
  const { rows } = await client.query<{ seq: number; hash: string }>(
    `UPDATE shards SET
       epoch = coalesce((SELECT max(epoch) FROM epochs), 0), commits = 1,
       last_seq = coalesce((SELECT max(seq) FROM entries), 0),
       last_hash = coalesce((SELECT hash FROM entries ORDER BY seq DESC LIMIT 1), '')
     WHERE shard = $1 RETURNING last_seq AS seq, last_hash AS hash`,
    [SHARD],
  );
  return rows[0] ?? { seq: 0, hash: '' };
}
