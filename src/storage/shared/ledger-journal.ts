import {
  type AccountId,
  type ClientOrderId,
  type Fill,
  type GenericAssetId,
  getIdNumber,
  type Order,
  type OrderId,
  type Parent,
  type ParentId,
  type TimestampMs,
  type VenueClientId,
  type VenueName,
} from '#contract';
import { encodeEvents, type LedgerEntry, type LedgerEvent, type LedgerRows, type LegName } from '#domain';
import type { Clock, FillQuery, Journal, LedgerSnapshot, OrderQuery, ParentQuery, ReplayStore } from '#ports';
import { ClientIdFilter, type ClientIdPages, readKeyPages } from './client-id-filter.ts';
import {
  FILLS_AFTER,
  fillsQuery,
  loadSnapshot,
  ordersQuery,
  parentsQuery,
  readMax,
  toLedgerEntry,
} from './ledger-queries.ts';
import { entryOps, rowOps, toOrder, toParent } from './row-mapping.ts';
import type { SqlDialect, SqlReader, SqlWriter } from './sql-connections.ts';
import { FILLS, LEG_NAMES } from './table-mapping.ts';
import { UsedSignatureLog } from './used-signature-log.ts';

export interface JournalParts {
  readonly writer: SqlWriter;
  readonly reader: SqlReader;
  readonly clock: Clock;
  readonly keys: ClientIdFilter; // of `readClientKeys`
  readonly epoch: number;
  readonly dialect: SqlDialect;
}

/** Journal and replay store over one ledger: a file or a database. */
export class LedgerJournal implements Journal, ReplayStore {
  readonly #writer: SqlWriter;
  readonly #reader: SqlReader;
  readonly #keys: ClientIdFilter;
  readonly #epoch: number;
  readonly #dialect: SqlDialect;
  readonly #signatures: UsedSignatureLog;

  constructor({ writer, reader, keys, clock, epoch, dialect }: JournalParts) {
    this.#writer = writer;
    this.#reader = reader;
    this.#keys = keys;
    this.#epoch = epoch;
    this.#dialect = dialect;
    this.#signatures = new UsedSignatureLog(writer, reader, clock);
  }

  /** Refuses (StoreOpenError) rows that cannot be read. */
  load(): Promise<LedgerSnapshot> {
    return loadSnapshot(this.#reader, this.#dialect);
  }

  append(entry: LedgerEntry, rows: LedgerRows): Promise<void> {
    const { seq, at, cause, actor } = entry;
    for (const event of entry.events) this.#addKey(event);
    const ops = rowOps(rows, entry.events);
    ops.push(...entryOps(entry));
    ops.unshift(['entry', seq, this.#epoch, at, cause, actor, encodeEvents(entry.events)]);
    return this.#writer.write(ops);
  }

  #addKey(event: LedgerEvent): void {
    if (event.type === 'OrderAccepted') this.#addClientKey(event.order.accountId, event.order.clientOrderId);
    if (event.type === 'ParentAccepted')
      this.#addClientKey(event.parent.accountId, event.parent.idempotencyKey);
  }

  #addClientKey(accountId: AccountId, key: ClientOrderId | null): void {
    if (key !== null) this.#keys.add(toClientKey(accountId, key));
  }

  async order(id: OrderId): Promise<Order | null> {
    const row = await this.#reader.get('SELECT * FROM orders WHERE number = ?', getIdNumber(id));
    return row === null ? null : toOrder(row);
  }

  async ordersById(ids: readonly OrderId[]): Promise<readonly Order[]> {
    const numbers = JSON.stringify(ids.map(getIdNumber));
    return (await this.#reader.all(this.#dialect.ordersByNumber, [numbers])).map(toOrder);
  }

  async orderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Order | null> {
    if (this.#keys.isNew(toClientKey(accountId, clientOrderId))) return null;
    const row = await this.#reader.get(
      'SELECT * FROM orders WHERE account_id = ? AND client_order_id = ?',
      accountId,
      clientOrderId,
    );
    return row === null ? null : toOrder(row);
  }

  async parent(id: ParentId): Promise<Parent | null> {
    const row = await this.#reader.get('SELECT * FROM parents WHERE number = ?', getIdNumber(id));
    return row === null ? null : toParent(row);
  }

  async parentByKey(accountId: AccountId, key: ClientOrderId): Promise<Parent | null> {
    if (this.#keys.isNew(toClientKey(accountId, key))) return null;
    const row = await this.#reader.get(
      'SELECT * FROM parents WHERE account_id = ? AND idempotency_key = ?',
      accountId,
      key,
    );
    return row === null ? null : toParent(row);
  }

  async parents(query: ParentQuery): Promise<readonly Parent[]> {
    const { sql, params } = parentsQuery(query, this.#dialect);
    return (await this.#reader.all(sql, params)).map(toParent);
  }

  async entriesForParent(id: ParentId, limit: number): Promise<readonly LedgerEntry[]> {
    const rows = await this.#reader.all(ENTRIES_OF_PARENT, [getIdNumber(id), limit]);
    return rows.map(toLedgerEntry);
  }

  async findLegByClientId(venue: VenueName, clientId: VenueClientId): Promise<LegName | null> {
    const row = await this.#reader.get(
      'SELECT * FROM leg_names WHERE venue = ? AND client_id = ?',
      venue,
      clientId,
    );
    return row === null ? null : LEG_NAMES.toRecord(row);
  }

  async orders(query: OrderQuery): Promise<readonly Order[]> {
    const { sql, params } = ordersQuery(query, this.#dialect);
    return (await this.#reader.all(sql, params)).map(toOrder);
  }

  async fills(query: FillQuery): Promise<readonly Fill[]> {
    const { sql, params } = fillsQuery(query, this.#dialect);
    return (await this.#reader.all(sql, params)).map(FILLS.toRecord);
  }

  async fillsAfter(number: number, limit: number): Promise<readonly Fill[]> {
    return (await this.#reader.all(FILLS_AFTER, [number, limit])).map(FILLS.toRecord);
  }

  async entriesForOrder(id: OrderId, limit: number): Promise<readonly LedgerEntry[]> {
    const rows = await this.#reader.all(ENTRIES_OF_ORDER, [getIdNumber(id), limit]);
    return rows.map(toLedgerEntry);
  }

  async entriesForAsset(id: GenericAssetId, limit: number): Promise<readonly LedgerEntry[]> {
    return (await this.#reader.all(this.#dialect.entriesOfAsset, [id, limit])).map(toLedgerEntry);
  }

  async installationId(proposed: string): Promise<string> {
    await this.#writer.write([['installation', proposed]]);
    const row = await this.#reader.get('SELECT id FROM installation');
    return String(row?.['id']);
  }

  loadSignatures(
    now: TimestampMs,
  ): Promise<readonly { readonly signature: string; readonly expiresAt: TimestampMs }[]> {
    return this.#signatures.load(now);
  }

  rememberSignature(signature: string, usedAt: TimestampMs, expiresAt: TimestampMs): Promise<void> {
    return this.#signatures.remember(signature, usedAt, expiresAt);
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#writer.close();
  }
}

/** A filter of all used client order ids, of orders and complex orders, with their accounts. Loaded in the background. */
export async function readClientKeys(reader: SqlReader, { from }: SqlDialect): Promise<ClientIdFilter> {
  // An estimate without a scan. After a restore the numbers of orders have a gap; an order has at least one entry.
  const orderCount = Math.min(
    await readMax(reader, 'number', 'orders'),
    await readMax(reader, 'seq', 'entries'),
  );
  const filter = new ClientIdFilter(2 * orderCount);
  const orders = keysQuery(from('orders', 'orders_once'), 'client_order_id');
  const parents = keysQuery(from('parents', 'parents_once'), 'idempotency_key');
  // If reading fails, every key is looked up, and the look-up reports the problem.
  filter.read(readAllKeys(reader, [orders, parents])).catch(() => undefined);
  return filter;
}

async function* readAllKeys(reader: SqlReader, queries: readonly string[]): ClientIdPages {
  for (const sql of queries) yield* readKeyPages(reader, sql, 2);
}

const keysQuery = (rows: string, column: string): string => `SELECT account_id, ${column} FROM ${rows}
  WHERE ${column} IS NOT NULL AND (account_id, ${column}) > (?, ?) ORDER BY account_id, ${column} LIMIT ?`;

const toClientKey = (accountId: AccountId, clientOrderId: ClientOrderId): string =>
  `${accountId}/${clientOrderId}`;

const ENTRIES_OF_ORDER = `SELECT entries.seq, at, cause, actor, events FROM order_entries
  JOIN entries ON entries.seq = order_entries.seq WHERE order_number = ? ORDER BY order_entries.seq LIMIT ?`;

const ENTRIES_OF_PARENT = `SELECT entries.seq, at, cause, actor, events FROM parent_entries
  JOIN entries ON entries.seq = parent_entries.seq WHERE parent_number = ? ORDER BY parent_entries.seq LIMIT ?`;
