import { decodeEvents, encodeEvents } from '../../../domain/events/event-codec.ts';
import type { LedgerEntry, LedgerRows, LegName } from '../../../domain/events/event-schema.ts';
import {
  type AccountId,
  type ClientOrderId,
  type GenericAssetId,
  getIdNumber,
  type OrderId,
  type VenueClientId,
  type VenueName,
} from '../../../domain/model/ids.ts';
import type { Fill, Order } from '../../../domain/model/order.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { FillQuery, Journal, LedgerSnapshot, OrderQuery, ReplayStore } from '../../../ports/journal.ts';
import type { Row } from '../database.ts';
import { FILLS_AFTER, fillsQuery, loadSnapshot, ordersQuery } from '../projections/ledger-queries.ts';
import { entryOps, ROW_STATEMENTS, rowOps, toOrder } from '../projections/row-mapping.ts';
import { FILLS, LEG_NAMES } from '../projections/table-mapping.ts';
import type { SqliteReader } from '../reader-thread.ts';
import type { SqliteWriter, WriteOp } from '../writer-thread.ts';
import { ClientIdFilter, readKeyPages } from './client-id-filter.ts';

export interface JournalParts {
  readonly writer: SqliteWriter;
  readonly reader: SqliteReader;
  readonly clock: Clock;
  readonly keys: ClientIdFilter; // of `readClientKeys`
  readonly epoch: number;
  readonly file: string; // for messages
}

/** Journal and replay store over one ledger file. */
export class SqliteJournal implements Journal, ReplayStore {
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteReader;
  readonly #keys: ClientIdFilter;
  readonly #epoch: number;
  readonly #file: string;
  readonly #signatures: UsedSignatureLog;

  constructor({ writer, reader, keys, clock, epoch, file }: JournalParts) {
    this.#writer = writer;
    this.#reader = reader;
    this.#keys = keys;
    this.#epoch = epoch;
    this.#file = file;
    this.#signatures = new UsedSignatureLog(writer, reader, clock);
  }

  /** Refuses (StoreOpenError) rows that cannot be read. */
  load(): Promise<LedgerSnapshot> {
    return loadSnapshot(this.#reader, this.#file);
  }

  append(entry: LedgerEntry, rows: LedgerRows): Promise<void> {
    const { seq, at, cause, actor } = entry;
    for (const event of entry.events) if (event.type === 'OrderAccepted') this.#addClientKey(event.order);
    const ops = rowOps(rows, entry.events);
    ops.push(...entryOps(entry));
    ops.unshift(['entry', seq, this.#epoch, at, cause, actor, encodeEvents(entry.events)]);
    return this.#writer.write(ops);
  }

  #addClientKey({ accountId, clientOrderId }: Order): void {
    if (clientOrderId !== null) this.#keys.add(toClientKey(accountId, clientOrderId));
  }

  async order(id: OrderId): Promise<Order | null> {
    const row = await this.#reader.get('SELECT * FROM orders WHERE number = ?', getIdNumber(id));
    return row === null ? null : toOrder(row);
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

  async findLegByClientId(venue: VenueName, clientId: VenueClientId): Promise<LegName | null> {
    const row = await this.#reader.get(
      'SELECT * FROM leg_names WHERE venue = ? AND client_id = ?',
      venue,
      clientId,
    );
    return row === null ? null : LEG_NAMES.toRecord(row);
  }

  async orders(query: OrderQuery): Promise<readonly Order[]> {
    const { sql, params } = ordersQuery(query);
    return (await this.#reader.all(sql, params)).map(toOrder);
  }

  async fills(query: FillQuery): Promise<readonly Fill[]> {
    const { sql, params } = fillsQuery(query);
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
    return (await this.#reader.all(ENTRIES_OF_ASSET, [id, limit])).map(toLedgerEntry);
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

/** A filter of all used client order ids with their accounts. They are loaded in the background. */
export async function readClientKeys(reader: SqliteReader): Promise<ClientIdFilter> {
  const row = await reader.get('SELECT max(number) AS count FROM orders');
  const filter = new ClientIdFilter(2 * Number(row?.['count'] ?? 0));
  // If reading fails, every key is looked up, and the look-up reports the problem.
  filter.read(readKeyPages(reader, CLIENT_KEYS_AFTER, 2)).catch(() => undefined);
  return filter;
}

const CLIENT_KEYS_AFTER = `SELECT account_id, client_order_id FROM orders INDEXED BY orders_once
  WHERE client_order_id IS NOT NULL AND (account_id, client_order_id) > (?, ?)
  ORDER BY account_id, client_order_id LIMIT ?`;

const toClientKey = (accountId: AccountId, clientOrderId: ClientOrderId): string =>
  `${accountId}/${clientOrderId}`;

const toLedgerEntry = ({ seq, at, cause, actor, events }: Row): LedgerEntry => ({
  seq: Number(seq),
  at: Number(at) as TimestampMs,
  cause: String(cause),
  actor: String(actor),
  events: decodeEvents(String(events)),
});

const ENTRIES_OF_ORDER = `SELECT entries.seq, at, cause, actor, events FROM order_entries
  JOIN entries ON entries.seq = order_entries.seq WHERE order_number = ? ORDER BY order_entries.seq LIMIT ?`;

/** Repeats the condition of the index entries_of_assets, so that SQLite can use it. */
const ENTRIES_OF_ASSET = `SELECT seq, at, cause, actor, events FROM entries INDEXED BY entries_of_assets
  WHERE cause IN ('asset_review', 'asset_suspend') AND EXISTS (
    SELECT 1 FROM json_each(events) AS event WHERE event.value ->> '$.review.generic_asset_id' = CAST(? AS INTEGER))
  ORDER BY seq LIMIT ?`;

const SIGNATURE_STATEMENTS: Readonly<Record<string, string>> = {
  signatures: 'INSERT INTO signatures (expires_at, signatures) VALUES (?, ?)',
  signatures_expired: 'DELETE FROM signatures WHERE expires_at < ?',
};

/** Every statement of the ledger's writer. */
export const LEDGER_STATEMENTS: Readonly<Record<string, string>> = {
  ...ROW_STATEMENTS,
  ...SIGNATURE_STATEMENTS,
  installation: 'INSERT OR IGNORE INTO installation (only, id) VALUES (1, ?)',
  profile: 'INSERT OR IGNORE INTO ledger_profile (only, profile) VALUES (1, ?)',
  epoch: 'INSERT INTO epochs (epoch, opened_at, pid) VALUES (?, ?, ?)',
  // Only the newest writer finds the previous hash, and only directly after the last entry. So a gap, a
  // duplicate and an outdated writer are all rejected here.
  entry: `INSERT INTO entries (seq, epoch, at, cause, actor, events, hash)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, chain_hash(
      CASE WHEN ?2 < (SELECT max(epoch) FROM epochs) THEN NULL
           WHEN ?1 = 1 THEN ''
           ELSE (SELECT hash FROM entries WHERE seq = ?1 - 1) END,
      ?1, ?2, ?3, ?4, ?5, ?6))`,
};

const PURGE_INTERVAL_MS = 1_000;

export interface UsedSignature {
  readonly signature: string;
  readonly expiresAt: TimestampMs;
}

/**
 * Used request signatures, one row per commit: one row per signature would cost as much as the request's order.
 * All signatures of a row expire with the latest one, which only extends the replay protection.
 */
export class UsedSignatureLog {
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteReader;
  readonly #clock: Clock;
  #waiting: string[] = [];
  #usedAt = 0;
  #expiresAt = 0;
  #purgedAt: number;

  constructor(writer: SqliteWriter, reader: SqliteReader, clock: Clock) {
    this.#writer = writer;
    this.#reader = reader;
    this.#clock = clock;
    this.#purgedAt = clock.monotonicMs();
    writer.beforeCommit(() => this.#ops());
  }

  async load(now: TimestampMs): Promise<readonly UsedSignature[]> {
    const sql = 'SELECT expires_at, signatures FROM signatures WHERE expires_at >= ?';
    const rows = await this.#reader.all(sql, [now]);
    return rows.flatMap((row) => {
      const expiresAt = Number(row['expires_at']) as TimestampMs;
      return String(row['signatures'])
        .split(' ')
        .map((signature) => ({ signature, expiresAt }));
    });
  }

  remember(signature: string, usedAt: TimestampMs, expiresAt: TimestampMs): Promise<void> {
    this.#waiting.push(signature);
    this.#usedAt = Math.max(this.#usedAt, usedAt);
    this.#expiresAt = Math.max(this.#expiresAt, expiresAt);
    return this.#writer.write([]);
  }

  #ops(): readonly WriteOp[] {
    if (this.#waiting.length === 0) return [];
    const ops: WriteOp[] = [['signatures', this.#expiresAt, this.#waiting.join(' ')]];
    this.#waiting = [];
    this.#expiresAt = 0;
    if (this.#clock.monotonicMs() - this.#purgedAt >= PURGE_INTERVAL_MS) {
      this.#purgedAt = this.#clock.monotonicMs();
      ops.push(['signatures_expired', this.#usedAt]);
    }
    this.#usedAt = 0;
    return ops;
  }
}
