import type { Client } from 'pg';
import { getIdNumber } from '#contract';
import {
  decodeEvents,
  findOrderId,
  type LedgerEvent,
  type LedgerState,
  UnreadableRecordError,
} from '#domain';
import {
  type AuditReport,
  ChainAudit,
  type ChainHead,
  ENTRY_TABLES,
  FILLS,
  JournalReplay,
  LEG_NAMES,
  type LedgerTables,
  ORDER_ROWS,
  PARENT_ROW,
  PROBLEMS_MAX,
  type Problem,
  renderLine,
  type SqlValue,
  STATE_TABLES,
  type StoredEntry,
  type StoredTable,
  toStoredEntry,
  type VerifyReport,
} from '#storage/shared';
import { connectForReading, fromStored, select } from './postgres-connection.ts';

const PAGE = 1_000;

type Values = readonly SqlValue[];

/**
 * Verifies a ledger in PostgreSQL like `verifyLedger`: the hash chain, and every table against the replayed journal. Reads
 * one consistent snapshot page by page, also while a service uses it.
 *
 * Refuses  (StoreOpenError) a server that cannot be reached, or a database without a ledger.
 */
export const verifyPostgres = (url: string): Promise<VerifyReport> =>
  withSnapshot(url, async (client) => {
    const problems: Problem[] = [];
    const add = (found: Iterable<Problem>): void => {
      for (const problem of found) if (problems.length < PROBLEMS_MAX) problems.push(problem);
    };
    const tables = new LoadedTables(client);
    const replay = new JournalReplay(tables);
    for await (const page of readPages(client)) {
      await tables.loadFor(page);
      for (const entry of page) add(replay.add(entry));
    }
    await tables.loadRest(replay.state);
    add(replay.finish());
    return { entries: replay.entries, ok: problems.length === 0, problems };
  });

/** Checks the hash chain like `auditFile`. */
export const auditPostgres = (url: string, known: readonly ChainHead[]): Promise<AuditReport> =>
  withSnapshot(url, async (client) => {
    const audit = new ChainAudit(known);
    for await (const page of readPages(client)) if (!page.every((entry) => audit.add(entry))) break;
    return audit.report();
  });

/** Exports the journal like `auditLines`. */
export async function* auditPostgresLines(url: string): AsyncGenerator<string> {
  const client = await connectForReading(url);
  try {
    await client.query(SNAPSHOT);
    for await (const page of readPages(client)) yield* page.map(renderLine);
  } finally {
    await client.end();
  }
}

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

async function withSnapshot<Result>(url: string, read: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await connectForReading(url);
  try {
    await client.query(SNAPSHOT);
    return await read(client);
  } finally {
    await client.end();
  }
}

async function* readPages(client: Client): AsyncGenerator<readonly StoredEntry[]> {
  const sql = 'SELECT * FROM entries WHERE seq > ? ORDER BY seq LIMIT ?';
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = (await select(client, sql, [after, PAGE])).map(toStoredEntry);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.seq;
  }
}

/** The rows that the next entries need, read with a few queries; each page replaces the rows of the one before. */
class LoadedTables implements LedgerTables {
  readonly #client: Client;
  readonly #rows = new Map<string, Map<string, Values>>(); // by table and key
  readonly #counts = new Map<string, number>();

  constructor(client: Client) {
    this.#client = client;
  }

  row({ name }: StoredTable, key: Values): Values | null {
    return this.#rows.get(name)?.get(JSON.stringify(key)) ?? null;
  }

  count(table: string): number {
    return this.#counts.get(table) ?? 0;
  }

  rows({ name }: StoredTable): readonly Values[] {
    return [...(this.#rows.get(name)?.values() ?? [])];
  }

  async loadFor(entries: readonly StoredEntry[]): Promise<void> {
    const orders = new Set<number>();
    const fills = new Set<number>();
    for (const event of entries.flatMap(decode)) {
      const orderId = findOrderId(event);
      if (orderId !== null) orders.add(getIdNumber(orderId));
      if ('fill' in event) fills.add(getIdNumber(event.fill.id));
      if ('fillId' in event) fills.add(getIdNumber(event.fillId));
    }
    const range = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0];
    await this.#load(ORDER_ROWS, 'WHERE number = ANY($1)', [[...orders]]);
    await this.#load(FILLS, 'WHERE number = ANY($1)', [[...fills]]);
    await this.#load(LEG_NAMES, 'WHERE order_number = ANY($1)', [[...orders]]);
    const ofOrders = 'WHERE order_number = ANY($1) AND seq BETWEEN $2 AND $3';
    await this.#load(ENTRY_TABLES.order_entries, ofOrders, [[...orders], ...range]);
    await this.#load(ENTRY_TABLES.anomaly_entries, 'WHERE seq BETWEEN $1 AND $2', range);
    await this.#load(ENTRY_TABLES.parent_entries, 'WHERE seq BETWEEN $1 AND $2', range);
    await this.#load(ENTRY_TABLES.parent_orders, 'WHERE order_number = ANY($1)', [[...orders]]);
    await this.#load(PARENT_ROW, PARENTS_OF_ENTRIES, [[...orders], ...range]);
  }

  /** After the last entry: the rows of what the state still holds, and the tables that do not grow with history. */
  async loadRest({ orders, parents, pendingFills }: LedgerState): Promise<void> {
    const numbers = [...orders.keys()].map(getIdNumber);
    await this.#load(ORDER_ROWS, 'WHERE number = ANY($1)', [numbers]);
    await this.#load(FILLS, 'WHERE number = ANY($1)', [[...pendingFills.keys()].map(getIdNumber)]);
    await this.#load(PARENT_ROW, 'WHERE number = ANY($1)', [[...parents.keys()].map(getIdNumber)]);
    for (const table of STATE_TABLES) await this.#load(table, '', []);
    for (const { name } of [ORDER_ROWS, PARENT_ROW, FILLS, LEG_NAMES, ...Object.values(ENTRY_TABLES)]) {
      const [row] = await select(this.#client, `SELECT count(*) AS count FROM ${name}`, []);
      this.#counts.set(name, Number(row?.['count']));
    }
  }

  async #load({ name, columns, keyColumns }: StoredTable, where: string, values: unknown[]): Promise<void> {
    const text = `SELECT ${columns.join(', ')} FROM ${name} ${where}`;
    const { rows } = await this.#client.query<SqlValue[]>({ text, values, rowMode: 'array' });
    const plain = rows.map((row) => row.map(fromStored));
    this.#rows.set(name, new Map(plain.map((row) => [JSON.stringify(row.slice(0, keyColumns)), row])));
  }
}

/** Complex orders that the entries change, and those whose parts they change. */
const PARENTS_OF_ENTRIES = `WHERE number IN (
  SELECT parent_number FROM parent_orders WHERE order_number = ANY($1)
  UNION SELECT parent_number FROM parent_entries WHERE seq BETWEEN $2 AND $3)`;

/** The events of an entry; none when they cannot be read, which the replay reports. */
function decode({ events }: StoredEntry): readonly LedgerEvent[] {
  try {
    return decodeEvents(events);
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    return [];
  }
}
