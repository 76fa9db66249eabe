import { Client, type ClientConfig, DatabaseError, Pool, types } from 'pg';
import { errorMessage } from '#contract';
import { JournalUnavailableError, StoreOpenError } from '#ports';
import type { Row, SqlReader, SqlValue } from '#storage/shared';
import { POSTGRES_SCHEMA } from './postgres-schema.ts';

const CONNECT_MS_MAX = 5_000;
/** Time limit of a statement on a connection of the lease: a server that cannot be reached must not hold a renewal. */
export const LEASE_QUERY = { query_timeout: 2_000 };
const READERS_MAX = 4;
const CLOSE_MS_MAX = 5_000;
/** Any number: it names the lock that one migration at a time holds. */
const MIGRATION_LOCK = 7_021_453;

/** The server and the database of a URL, without its credentials: for messages. */
export function describePlace(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}

/**
 * Settings of a connection. A commit is answered once it is durable, on a synchronous standby too if there is one. No
 * time limit cancels it: a cancelled wait for the standby would be committed on the primary alone.
 */
const configOf = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'crossbook',
  connectionTimeoutMillis: CONNECT_MS_MAX,
  keepAlive: true,
  options: '-c synchronous_commit=on -c statement_timeout=0 -c lock_timeout=0',
  types: { getTypeParser },
});

/** Numbers of the ledger are safe integers, which the driver would otherwise return as text. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format);

/**
 * Connects. The caller ends the client; a connection that breaks rejects its queries.
 *
 * @param limits  `query_timeout`: a statement without an answer for this long is given up with its connection
 */
export async function connect(
  url: string,
  limits: { readonly query_timeout?: number } = {},
): Promise<Client> {
  const client = new Client({ ...configOf(url), ...limits });
  client.on('error', () => undefined); // reported by the next query
  await client.connect();
  // An abandoned statement that waits for a lock then ends with its connection. Not every platform supports it.
  if (limits.query_timeout !== undefined)
    await client.query('SET client_connection_check_interval = 1000').catch(() => undefined);
  return client;
}

/** Opens a connection; the simulation supplies its own. */
export type Connect = typeof connect;

/** Ends a connection that may be broken, without waiting for the server. */
export function disconnect(client: Client): void {
  client.end().catch(() => undefined);
}

/**
 * Creates or migrates the tables.
 *
 * Refuses  (StoreOpenError) a server that cannot be reached, or tables of a newer version.
 */
export async function migrate(url: string): Promise<void> {
  const place = describePlace(url);
  try {
    const client = await connect(url);
    try {
      await migrateWith(client, place);
    } finally {
      await client.end();
    }
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    throw new StoreOpenError(`${place} cannot be opened: ${errorMessage(error)}`, { cause: error });
  }
}

/**
 * Connects to a database that has a ledger.
 *
 * Refuses  (StoreOpenError) a server that cannot be reached, or tables that are missing or of a newer version.
 */
export async function connectForReading(url: string): Promise<Client> {
  const place = describePlace(url);
  try {
    const client = await connect(url);
    try {
      const { rows } = await client.query<{ version: number }>('SELECT version FROM crossbook_schema');
      const version = rows[0]?.version ?? 0;
      if (version > POSTGRES_SCHEMA.length) throw newerError(place, version);
      return client;
    } catch (error) {
      await client.end();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    throw new StoreOpenError(`${place} cannot be read: ${errorMessage(error)}`, { cause: error });
  }
}

async function migrateWith(client: Client, place: string): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await client.query('CREATE TABLE IF NOT EXISTS crossbook_schema (version integer NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM crossbook_schema');
  const version = rows[0]?.version ?? 0;
  if (version > POSTGRES_SCHEMA.length) throw newerError(place, version);
  for (const migration of POSTGRES_SCHEMA.slice(version)) await client.query(migration);
  if (version < POSTGRES_SCHEMA.length) {
    await client.query('DELETE FROM crossbook_schema');
    await client.query('INSERT INTO crossbook_schema VALUES ($1)', [POSTGRES_SCHEMA.length]);
  }
  await client.query('COMMIT');
}

const newerError = (place: string, version: number): StoreOpenError =>
  new StoreOpenError(
    `${place} has schema version ${version}; this program knows versions up to ${POSTGRES_SCHEMA.length}. Start the newer program.`,
  );

/** Marks text that PostgreSQL cannot store as it is. */
const ESCAPED = '\u0001';

/** PostgreSQL refuses NUL and lone surrogates in text, and a venue may send either: such text is stored as JSON. */
export function toStored(value: SqlValue): SqlValue {
  if (typeof value !== 'string') return value;
  const isPlain = !value.includes('\0') && value.isWellFormed() && !value.startsWith(ESCAPED);
  return isPlain ? value : `${ESCAPED}${JSON.stringify(value)}`;
}

export function fromStored(value: SqlValue): SqlValue {
  if (typeof value !== 'string' || !value.startsWith(ESCAPED)) return value;
  return JSON.parse(value.slice(ESCAPED.length)) as string;
}

/** Statements of look-ups: prepared on each connection at their first use, with `?` as `$1`, `$2` and so on. */
const statements = new Map<string, { readonly name: string; readonly text: string }>();

export function prepared(sql: string): { readonly name: string; readonly text: string } {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  let number = 0;
  const text = sql.replaceAll('?', () => `$${(number += 1)}`);
  const made = { name: `crossbook_${statements.size}`, text };
  statements.set(sql, made);
  return made;
}

/** Runs a look-up on a connection. */
export async function select(
  client: Pick<Pool, 'query'> | Pick<Client, 'query'>,
  sql: string,
  params: readonly SqlValue[],
): Promise<readonly Row[]> {
  const { rows } = await client.query<Record<string, SqlValue>>({
    ...prepared(sql),
    values: params.map(toStored),
  });
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      const plain = fromStored(value);
      if (plain !== value) row[name] = plain;
    }
  return rows;
}

/** Look-ups on a few separate connections. Each sees everything committed before it. */
export function createReader(url: string): SqlReader {
  const pool = new Pool({ ...configOf(url), max: READERS_MAX });
  pool.on('error', () => undefined); // an idle connection broke: the next look-up opens another
  const place = describePlace(url);
  const all = async (sql: string, params: readonly SqlValue[]): Promise<readonly Row[]> => {
    try {
      return await select(pool, sql, params);
    } catch (error) {
      const message = `${place}: ${errorMessage(error)}`;
      if (error instanceof DatabaseError) throw new Error(message, { cause: error });
      throw new JournalUnavailableError(message, { cause: error });
    }
  };
  let closed: Promise<void> | null = null;
  return {
    get: async (sql, ...params) => (await all(sql, params))[0] ?? null,
    all,
    close: () => (closed ??= endPool(pool)),
  };
}

/** A query that the server does not answer must not keep the process. */
async function endPool(pool: Pool): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, CLOSE_MS_MAX);
  await Promise.race([pool.end(), late.promise]);
  clearTimeout(timer);
}
