import type { VenueClientId } from '../../../domain/model/ids.ts';
import type {
  DemoCommit,
  DemoCounters,
  DemoOrder,
  DemoOrderHistory,
  DemoOrderRange,
  DemoState,
  DemoStore,
} from '../../../ports/demo-store.ts';
import { ClientIdFilter, readKeyPages } from '../journal/client-id-filter.ts';
import { insert, upsert } from '../projections/table-mapping.ts';
import { openSqliteReader, type SqliteReader } from '../reader-thread.ts';
import { openSqliteWriter, type SqliteWriter, type WriteOp, type WriterThread } from '../writer-thread.ts';
import { COUNTERS, DEMO_SCHEMA, FILLS, LISTINGS, ORDERS } from './demo-tables.ts';

const STATEMENTS: Readonly<Record<string, string>> = {
  counters: upsert(COUNTERS),
  listings: upsert(LISTINGS),
  delisted: 'DELETE FROM listings WHERE venue_instrument_id = ?',
  orders: upsert(ORDERS),
  fills: insert(FILLS),
};

/**
 * Opens the file of Demo's exchange state, creating it if missing.
 *
 * @param thread  the ledger's writer thread, so that a commit here precedes the ledger entries about it
 * Refuses (StoreOpenError) a file that is damaged or of a newer version.
 */
export async function openSqliteDemoStore(file: string, thread?: WriterThread): Promise<DemoStore> {
  const spec = { file, schema: DEMO_SCHEMA, statements: STATEMENTS, rank: 0 };
  const writer = await openSqliteWriter(spec, thread);
  try {
    const reader = await openSqliteReader(file);
    return new SqliteDemoStore(writer, reader, await readClientIds(reader));
  } catch (error) {
    await writer.close();
    throw error;
  }
}

const CLIENT_IDS_AFTER = 'SELECT client_id FROM orders WHERE client_id > ? ORDER BY client_id LIMIT ?';

/** The client ids of all orders ever placed, read in the background. */
async function readClientIds(reader: SqliteReader): Promise<ClientIdFilter> {
  const counters = await reader.get('SELECT order_number FROM counters');
  const known = new ClientIdFilter(2 * Number(counters?.['order_number'] ?? 0));
  // Closed during the read, or unreadable: then every id is looked up, and the look-up reports the problem.
  known.read(readKeyPages(reader, CLIENT_IDS_AFTER, 1)).catch(() => undefined);
  return known;
}

class SqliteDemoStore implements DemoStore {
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteReader;
  readonly #clientIds: ClientIdFilter;
  #counters: DemoCounters | null = null; // of the newest commit that waits

  constructor(writer: SqliteWriter, reader: SqliteReader, clientIds: ClientIdFilter) {
    this.#writer = writer;
    this.#reader = reader;
    this.#clientIds = clientIds;
    writer.beforeCommit = () => this.#counterOps();
  }

  async load(): Promise<DemoState | null> {
    const counters = await this.#reader.get('SELECT * FROM counters');
    if (counters === null) return null;
    const listings = await this.#reader.all('SELECT * FROM listings ORDER BY number', []);
    const open = await this.#reader.all(`SELECT * FROM orders WHERE status = 'OPEN' ORDER BY priority`, []);
    return {
      counters: COUNTERS.toRecord(counters),
      listings: listings.map((row) => LISTINGS.toRecord(row)),
      openOrders: open.map((row) => ORDERS.toRecord(row)),
    };
  }

  commit(commit: DemoCommit): Promise<void> {
    this.#counters = commit.counters;
    const ops: WriteOp[] = [];
    for (const listing of commit.listings) {
      const { venueInstrumentId } = listing.instrument;
      ops.push(['listings', ...LISTINGS.toParams({ venueInstrumentId, ...listing })]);
    }
    for (const id of commit.delisted) ops.push(['delisted', id]);
    for (const order of commit.orders) {
      this.#clientIds.add(order.clientId);
      ops.push(['orders', ...ORDERS.toParams(order)]);
    }
    for (const { clientId, fill } of commit.fills) {
      ops.push(['fills', ...FILLS.toParams({ clientId, ...fill })]);
    }
    return this.#writer.write(ops);
  }

  async hasOrder(clientId: VenueClientId): Promise<boolean> {
    if (this.#clientIds.isNew(clientId)) return false;
    return (await this.#reader.get('SELECT 1 FROM orders WHERE client_id = ?', clientId)) !== null;
  }

  async order(clientId: VenueClientId): Promise<DemoOrderHistory | null> {
    const row = await this.#reader.get('SELECT * FROM orders WHERE client_id = ?', clientId);
    if (row === null) return null;
    const [history] = await this.#withFills([ORDERS.toRecord(row)]);
    return history ?? null;
  }

  async orders(range: DemoOrderRange): Promise<readonly DemoOrderHistory[]> {
    const rows = await this.#reader.all(
      `SELECT * FROM orders WHERE change > ? AND change <= ? ${range.openOnly ? `AND status = 'OPEN'` : ''}
       ORDER BY change LIMIT ?`,
      [range.afterChange, range.upToChange ?? Number.MAX_SAFE_INTEGER, range.limit],
    );
    return this.#withFills(rows.map((row) => ORDERS.toRecord(row)));
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#writer.close();
  }

  /** Of commits that share a transaction, only the last counters are written. */
  #counterOps(): readonly WriteOp[] {
    if (this.#counters === null) return [];
    const ops: WriteOp[] = [['counters', ...COUNTERS.toParams({ id: 1, ...this.#counters })]];
    this.#counters = null;
    return ops;
  }

  async #withFills(orders: readonly DemoOrder[]): Promise<DemoOrderHistory[]> {
    const histories = new Map<
      VenueClientId,
      { order: DemoOrder; fills: DemoOrderHistory['fills'][number][] }
    >();
    for (const order of orders) histories.set(order.clientId, { order, fills: [] });
    const ids = JSON.stringify(orders.map(({ clientId }) => clientId));
    const sql = `SELECT * FROM fills WHERE client_id IN (SELECT value FROM json_each(?)) ORDER BY rowid`;
    for (const row of orders.length === 0 ? [] : await this.#reader.all(sql, [ids])) {
      const { clientId, ...fill } = FILLS.toRecord(row);
      histories.get(clientId)?.fills.push(fill);
    }
    return [...histories.values()];
  }
}
