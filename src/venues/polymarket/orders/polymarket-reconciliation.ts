import type { Random } from '../../../ports/environment.ts';
import type { OrderReport, VenueListener } from '../../../ports/venue.ts';
import { parseOrder, type WireOrder } from '../codec/polymarket-messages.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { type OrderQueries, toAfterParam } from './polymarket-order-queries.ts';
import type { TrackedOrder } from './polymarket-order-tracker.ts';
import type { OrderRegistry } from './polymarket-orders.ts';

interface ReconciliationDeps {
  readonly client: PolymarketClient;
  readonly orders: OrderRegistry;
  readonly queries: OrderQueries;
  readonly random: Random;
  readonly firstLookbackMs: number;
  readonly listener: Pick<VenueListener, 'onAnomaly'>;
  readonly startupSnapshot: StartupSnapshot;
}

/** `<milliseconds there>/<this life>/<changes seen>`: the last two tell exactly what is new within one life. */
interface Mark {
  readonly atMs: number;
  readonly life: string;
  readonly change: number;
}

const PENDING_KEPT_MS = 86_400_000;

/** Every order of ours that is open at the venue, and what changed since a mark. */
export class Reconciliation {
  readonly #deps: ReconciliationDeps;
  readonly #life: string;

  constructor(deps: ReconciliationDeps) {
    this.#deps = deps;
    this.#life = deps.random.hex(8);
  }

  /** Throws when the venue could not be read completely: half a truth would pass for a whole one. */
  async run(
    mark: string | null,
  ): Promise<{ readonly reports: readonly OrderReport[]; readonly mark: string }> {
    const { client, orders, queries, firstLookbackMs, startupSnapshot } = this.#deps;
    const startedMs = client.nowMs();
    const change = orders.changeCount;
    const since = mark === null ? null : parseMark(mark);
    const trades = await queries.fetchTrades({
      after: toAfterParam(since?.atMs ?? startedMs - firstLookbackMs),
    });
    if (trades.kind === 'failed') throw new Error(`trades: ${trades.why}`);
    const open = await this.#open();
    await this.#missing(open);
    await this.#unmet(trades.orderIds);
    startupSnapshot.complete(startedMs);
    const isNew = this.#newSince(since, trades.orderIds);
    const told = orders
      .allOrders()
      .filter((record) => isTellable(record) && (!record.isClosed || isNew(record)));
    return {
      reports: told.map((record) => record.toReport()),
      mark: renderMark({ atMs: this.#settledUntil(startedMs), life: this.#life, change }),
    };
  }

  /** Open orders, all pages. One that nobody here knows may be of an earlier life of ours, or is a stranger. */
  async #open(): Promise<ReadonlySet<string>> {
    const { client, orders, queries, listener, startupSnapshot } = this.#deps;
    const list = await client.listPrivate('/data/orders', {});
    if (list.kind === 'failed') throw new Error(`open orders: ${list.why}`);
    const open = new Set<string>();
    for (const item of list.items) {
      const wire = parseOrder(item);
      if (!wire.ok) {
        listener.onAnomaly({ kind: 'unknown_shape', detail: wire.error });
        throw new Error(wire.error);
      }
      open.add(wire.value.id);
      const isForeign = wire.value.owner !== client.credentials?.apiKey;
      const isKnown = orders.find(wire.value.id) !== null;
      const isStrange = isForeign || !(isKnown || startupSnapshot.mayPredateStart(wire.value));
      if (isStrange || (await queries.applyVenueOrder(wire.value)) === null)
        orders.reportExternalOrder(wire.value.id);
    }
    return open;
  }

  /** What we hold for open and the venue does not show is asked for one by one. */
  async #missing(open: ReadonlySet<string>): Promise<void> {
    const { orders, queries } = this.#deps;
    for (const record of orders.liveOrders()) {
      const { id, venueInstrumentId } = record.terms;
      if (!record.isAcknowledged || record.hasPendingRequest || record.isClosed || open.has(id)) continue;
      await queries.queryOrder(record.id, venueInstrumentId);
    }
  }

  /** Trades of orders that have no record: of an earlier life, and over. */
  async #unmet(orderIds: ReadonlySet<string>): Promise<void> {
    const { orders, queries } = this.#deps;
    for (const id of orderIds) {
      if (orders.find(id) !== null || orders.isExternal(id)) continue;
      const look = await queries.fetchOrder(id);
      if (look.kind === 'failed') throw new Error(`order ${id}: ${look.why}`);
      if (look.kind === 'shown') await queries.applyVenueOrder(look.wire);
      else queries.createFromTrades(id);
    }
  }

  #newSince(since: Mark | null, touched: ReadonlySet<string>): (record: TrackedOrder) => boolean {
    if (since === null) return () => true;
    if (since.life !== this.#life) return (record) => touched.has(record.terms.id);
    return (record) => record.lastChange > since.change;
  }

  /** Not past a trade that may still be undone: after a restart it must be read again. */
  #settledUntil(startedMs: number): number {
    let oldestMs = startedMs;
    for (const record of this.#deps.orders.allOrders()) {
      for (const { settlement, at } of record.fills) {
        if (settlement === 'PENDING' && at > startedMs - PENDING_KEPT_MS) oldestMs = Math.min(oldestMs, at);
      }
    }
    return oldestMs;
  }
}

/** Sent and never answered is in doubt, and for the resolver to prove; in flight is for its own answer. */
const isTellable = (record: TrackedOrder): boolean =>
  !record.hasPendingRequest && (record.isAcknowledged || record.filledQty > 0n || record.isClosed);

function parseMark(text: string): Mark | null {
  const [atMs, life, change] = text.split('/');
  if (atMs === undefined || !/^\d+$/.test(atMs)) return null;
  return { atMs: Number(atMs), life: life ?? '', change: Number(change ?? 0) };
}

const renderMark = ({ atMs, life, change }: Mark): string => `${atMs}/${life}/${change}`;

/** An order that an earlier life sent may be created so much later than our first look: on its way, or held back. */
const ON_ITS_WAY_MS = 10_000;

/** When this life first read its open orders: what it can tell apart from those of earlier lives. */
export class StartupSnapshot {
  #atMs: number | null = null;

  get isComplete(): boolean {
    return this.#atMs !== null;
  }

  /** @param atMs  when the look began, by the venue's clock, Unix ms. Only the first one counts. */
  complete(atMs: number): void {
    this.#atMs ??= atMs;
  }

  /**
   * Whether an order that has no record may still be one of an earlier life of ours: the list of the first look
   * may have lagged behind it. Whether it is, the engine knows.
   */
  mayPredateStart({ createdMs }: Pick<WireOrder, 'createdMs'>): boolean {
    return this.#atMs === null || (createdMs !== null && createdMs <= this.#atMs + ON_ITS_WAY_MS);
  }
}
