import type { VenueClientId } from '#contract';
import type {
  DemoCommit,
  DemoCounters,
  DemoOrder,
  DemoOrderHistory,
  DemoOrderRange,
  DemoState,
  DemoStore,
} from '#ports';
import { ClientIdFilter, readKeyPages } from './client-id-filter.ts';
import { COUNTERS, DEMO_FILLS, LISTINGS, ORDERS } from './demo-tables.ts';
import { removal } from './row-writes.ts';
import type { SqlDialect, SqlReader, SqlWriter, WriteOp } from './sql-connections.ts';

/**
 * Opens the state of one built-in exchange in the ledger's file. It uses the ledger's writer, so its commits and the
 * journal's entries become durable in the order of the calls, those of one event loop iteration in one transaction.
 *
 * @param section  the venue's section of the settings
 */
export async function openDemoStore(
  section: string,
  writer: SqlWriter,
  reader: SqlReader,
  dialect: SqlDialect,
): Promise<DemoStore> {
  const clientIds = await readClientIds(section, reader);
  return new LedgerDemoStore({ section, writer, reader, clientIds, dialect });
}

const CLIENT_IDS_AFTER = `SELECT client_id FROM demo_orders
  WHERE section = ? AND client_id > ? ORDER BY client_id LIMIT ?`;

/** The client ids of all orders ever placed, read in the background. */
async function readClientIds(section: string, reader: SqlReader): Promise<ClientIdFilter> {
  const counters = await reader.get('SELECT order_number FROM demo_counters WHERE section = ?', section);
  const known = new ClientIdFilter(2 * Number(counters?.['order_number'] ?? 0));
  // Closed during the read, or unreadable: then every id is looked up, and the look-up reports the problem.
  known.read(readKeyPages(reader, CLIENT_IDS_AFTER, 1, [section])).catch(() => undefined);
  return known;
}

interface DemoStoreParts {
  readonly section: string;
  readonly writer: SqlWriter;
  readonly reader: SqlReader;
  readonly clientIds: ClientIdFilter;
  readonly dialect: SqlDialect;
}

class LedgerDemoStore implements DemoStore {
  readonly commitsWithJournal = true;
  readonly #section: string;
  readonly #fillsOfOrders: string;
  readonly #writer: SqlWriter;
  readonly #reader: SqlReader;
  readonly #clientIds: ClientIdFilter;
  #counters: DemoCounters | null = null; // of the newest commit that waits

  constructor({ section, writer, reader, clientIds, dialect }: DemoStoreParts) {
    this.#fillsOfOrders = dialect.demoFillsOfOrders;
    this.#section = section;
    this.#writer = writer;
    this.#reader = reader;
    this.#clientIds = clientIds;
    writer.beforeCommit(() => this.#counterOps());
  }

  async load(): Promise<DemoState | null> {
    const counters = await this.#reader.get('SELECT * FROM demo_counters WHERE section = ?', this.#section);
    if (counters === null) return null;
    const listings = await this.#reader.all('SELECT * FROM demo_listings WHERE section = ? ORDER BY number', [
      this.#section,
    ]);
    const open = await this.#reader.all(
      `SELECT * FROM demo_orders WHERE section = ? AND status = 'OPEN' ORDER BY priority`,
      [this.#section],
    );
    return {
      counters: COUNTERS.toRecord(counters),
      listings: listings.map((row) => LISTINGS.toRecord(row)),
      openOrders: open.map((row) => ORDERS.toRecord(row)),
    };
  }

  commit(commit: DemoCommit): Promise<void> {
    const section = this.#section;
    this.#counters = commit.counters;
    const ops: WriteOp[] = [];
    for (const listing of commit.listings) {
      const { venueInstrumentId } = listing.instrument;
      ops.push(['demo_listings', section, ...LISTINGS.toParams({ venueInstrumentId, ...listing })]);
    }
    for (const id of commit.delisted) ops.push([removal(LISTINGS.name), section, id]);
    for (const order of commit.orders) {
      this.#clientIds.add(order.clientId);
      ops.push(['demo_orders', section, ...ORDERS.toParams(order)]);
    }
    for (const { clientId, fill } of commit.fills) {
      ops.push(['demo_fills', section, ...DEMO_FILLS.toParams({ clientId, ...fill })]);
    }
    return this.#writer.write(ops);
  }

  isNew(clientId: VenueClientId): boolean {
    return this.#clientIds.isNew(clientId);
  }

  async hasOrder(clientId: VenueClientId): Promise<boolean> {
    if (this.isNew(clientId)) return false;
    return (await this.#readOrder('SELECT 1 FROM', clientId)) !== null;
  }

  async order(clientId: VenueClientId): Promise<DemoOrderHistory | null> {
    const row = await this.#readOrder('SELECT * FROM', clientId);
    if (row === null) return null;
    const [history] = await this.#withFills([ORDERS.toRecord(row)]);
    return history ?? null;
  }

  async orders(range: DemoOrderRange): Promise<readonly DemoOrderHistory[]> {
    const rows = await this.#reader.all(
      `SELECT * FROM demo_orders WHERE section = ? AND change > ? AND change <= ?
       ${range.openOnly ? `AND status = 'OPEN'` : ''} ORDER BY change LIMIT ?`,
      [this.#section, range.afterChange, range.upToChange ?? Number.MAX_SAFE_INTEGER, range.limit],
    );
    return this.#withFills(rows.map((row) => ORDERS.toRecord(row)));
  }

  #readOrder(select: string, clientId: VenueClientId): ReturnType<SqlReader['get']> {
    const sql = `${select} demo_orders WHERE section = ? AND client_id = ?`;
    return this.#reader.get(sql, this.#section, clientId);
  }

  /** Of commits that share a transaction, only the last counters are written. */
  #counterOps(): readonly WriteOp[] {
    if (this.#counters === null) return [];
    const ops: WriteOp[] = [['demo_counters', this.#section, ...COUNTERS.toParams(this.#counters)]];
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
    const sql = this.#fillsOfOrders;
    for (const row of orders.length === 0 ? [] : await this.#reader.all(sql, [this.#section, ids])) {
      const { clientId, ...fill } = DEMO_FILLS.toRecord(row);
      histories.get(clientId)?.fills.push(fill);
    }
    return [...histories.values()];
  }
}
