import type { VenueClientId, VenueOrderId } from '#contract';
import type { OpenOrder, OrderReport, Random, VenueListener } from '#ports';
import { findOutcome, type Listing } from '../codec/polymarket-mapping.ts';
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

/** `<venue time ms>/<process id>/<change count>`. Within one process the change count says exactly what is new. */
interface Mark {
  readonly atMs: number;
  readonly processId: string;
  readonly change: number;
}

/** Between the marks of the wallet's keys, of which each is the mark of a reconciliation with one key. */
const KEYS_SEPARATOR = '|';

export const joinMarks = (marks: readonly string[]): string => marks.join(KEYS_SEPARATOR);

const PENDING_KEPT_MS = 86_400_000;

/** Reads all open orders and everything that changed since a mark. */
export class Reconciliation {
  readonly #deps: ReconciliationDeps;
  readonly #processId: string;
  #open: readonly OpenOrder[] = [];

  constructor(deps: ReconciliationDeps) {
    this.#deps = deps;
    this.#processId = deps.random.hex(8);
  }

  /** All open orders of the account in the last complete list. */
  get openOrders(): readonly OpenOrder[] {
    return this.#open;
  }

  /** Throws if the venue could not be read completely, since a partial answer would look complete. */
  async run(
    mark: string | null,
  ): Promise<{ readonly reports: readonly OrderReport[]; readonly mark: string }> {
    const { client, orders, queries, firstLookbackMs, startupSnapshot } = this.#deps;
    const startedMs = client.nowMs();
    const change = orders.changeCount;
    const since = findMark(mark, this.#processId);
    const sinceMs = since?.atMs ?? startedMs - firstLookbackMs;
    const trades = await queries.fetchTrades({ after: toAfterParam(sinceMs) });
    if (trades.kind === 'failed') throw new Error(`trades: ${trades.why}`);
    const open = await this.#readOpen();
    await this.#queryMissing(open);
    await this.#restoreTraded(trades.orderIds);
    startupSnapshot.complete(startedMs);
    const isNew = this.#newSince(since, trades.orderIds);
    const reported = orders
      .allOrders()
      .filter((record) => isReportable(record) && (!record.isClosed || isNew(record)));
    return {
      reports: reported.map((record) => record.toReport()),
      mark: renderMark({
        atMs: this.#markTime(startedMs, trades.unlisted.size > 0 ? sinceMs : startedMs),
        processId: this.#processId,
        change,
      }),
    };
  }

  /** The mark that a reconciliation goes on from which read nothing. */
  keepMark(mark: string | null): string {
    const { client, firstLookbackMs } = this.#deps;
    const fallback = { atMs: client.nowMs() - firstLookbackMs, processId: this.#processId, change: 0 };
    return renderMark(findMark(mark, this.#processId) ?? fallback);
  }

  /** Reads all open orders. One without a record was sent by a previous process or is an external order. */
  async #readOpen(): Promise<ReadonlySet<string>> {
    const { client, orders, queries, listener, startupSnapshot } = this.#deps;
    const list = await client.listPrivate('/data/orders', {});
    if (list.kind === 'failed') throw new Error(`open orders: ${list.why}`);
    const open = new Set<string>();
    const shown: OpenOrder[] = [];
    for (const item of list.items) {
      const wire = parseOrder(item);
      if (!wire.ok) {
        listener.onAnomaly({ kind: 'unknown_shape', detail: wire.error });
        if (queries.isForeignEntry(item)) continue;
        throw new Error(wire.error);
      }
      open.add(wire.value.id);
      const isForeign = !queries.isOwn({ ...wire.value, orderId: wire.value.id });
      const isKnown = orders.find(wire.value.id) !== null;
      const isExternal = isForeign || !(isKnown || startupSnapshot.mayPredateStart(wire.value));
      if (!isExternal && (isKnown || (await this.#isListed(wire.value)))) {
        await queries.applyVenueOrder(wire.value);
      } else orders.reportExternalOrder(wire.value.id);
      if (!isForeign) shown.push(toOpenOrder(wire.value, queries.findListed(wire.value.tokenId)));
    }
    this.#open = shown;
    return open;
  }

  /** Throws if the market could not be read: otherwise our order would look external. */
  async #isListed({ id, tokenId }: WireOrder): Promise<boolean> {
    const { listing, isComplete } = await this.#deps.queries.findListing(tokenId);
    if (listing === null && !isComplete) throw new Error(`the market of the open order ${id}`);
    return listing !== null;
  }

  /** Queries each live order that is missing from the venue's list. */
  async #queryMissing(open: ReadonlySet<string>): Promise<void> {
    const { orders, queries } = this.#deps;
    for (const record of orders.liveOrders()) {
      const { id, venueInstrumentId } = record.terms;
      if (!record.isAcknowledged || record.hasPendingRequest || record.isClosed || open.has(id)) continue;
      await queries.queryOrder(record.id, venueInstrumentId);
    }
  }

  /** Creates records for traded orders without one: orders of a previous process that are closed. */
  async #restoreTraded(orderIds: ReadonlySet<string>): Promise<void> {
    const { orders, queries } = this.#deps;
    for (const id of orderIds) {
      if (orders.find(id) !== null || orders.isExternal(id)) continue;
      const fetched = await queries.fetchOrder(id);
      if (fetched.kind === 'failed') throw new Error(`order ${id}: ${fetched.why}`);
      if (fetched.kind === 'shown') await queries.applyVenueOrder(fetched.wire);
      else queries.createFromTrades(id);
    }
  }

  #newSince(since: Mark | null, touched: ReadonlySet<string>): (record: TrackedOrder) => boolean {
    if (since === null) return () => true;
    if (since.processId !== this.#processId) return (record) => touched.has(record.terms.id);
    return (record) => record.lastChange > since.change;
  }

  /**
   * Time for the mark: not later than any PENDING fill, which must be read again after a restart, or than the trades that
   * were read if the market of one was not listed. Neither goes back further than a day.
   */
  #markTime(startedMs: number, readMs: number): number {
    let oldestMs = Math.max(readMs, startedMs - PENDING_KEPT_MS);
    for (const record of this.#deps.orders.allOrders()) {
      for (const { settlement, at } of record.fills) {
        if (settlement === 'PENDING' && at > startedMs - PENDING_KEPT_MS) oldestMs = Math.min(oldestMs, at);
      }
    }
    return oldestMs;
  }
}

function toOpenOrder(
  { id, tokenId, side, price, qty, matched }: WireOrder,
  listing: Listing | null,
): OpenOrder {
  return {
    venueOrderId: id as VenueOrderId,
    clientId: id as VenueClientId,
    venueInstrumentId: listing?.instrument.venueInstrumentId ?? `token ${tokenId}`,
    side,
    outcome: listing === null ? null : findOutcome(listing, tokenId),
    price,
    qty,
    filledQty: matched,
  };
}

/** Leaves out orders with a pending request, and unanswered ones, which the engine resolves as `unknown`. */
const isReportable = (record: TrackedOrder): boolean =>
  !record.hasPendingRequest && (record.isSeenAtVenue || record.isClosed);

/** The mark of this reconciliation, else the oldest: another process read with other keys. */
function findMark(text: string | null, processId: string): Mark | null {
  const marks = (text ?? '').split(KEYS_SEPARATOR).flatMap((part) => parseMark(part) ?? []);
  const own = marks.find((mark) => mark.processId === processId);
  return own ?? marks.toSorted((a, b) => a.atMs - b.atMs)[0] ?? null;
}

function parseMark(text: string): Mark | null {
  const [atMs, processId, change] = text.split('/');
  if (atMs === undefined || !/^\d+$/.test(atMs)) return null;
  return { atMs: Number(atMs), processId: processId ?? '', change: Number(change ?? 0) };
}

const renderMark = ({ atMs, processId, change }: Mark): string => `${atMs}/${processId}/${change}`;

/** Grace period: an order sent before a restart may appear this long after the startup snapshot. */
const STARTUP_GRACE_MS = 10_000;

/** When this process first read its open orders, which separates orders of a previous process from external ones. */
export class StartupSnapshot {
  #atMs: number | null = null;

  get isComplete(): boolean {
    return this.#atMs !== null;
  }

  /** @param atMs  when the read started, Unix ms, the venue's clock. Only the first call counts. */
  complete(atMs: number): void {
    this.#atMs ??= atMs;
  }

  /**
   * Whether an order without a record may have been sent by a previous process, since the first list may lag. The
   * engine decides whether it knows the order.
   */
  mayPredateStart({ createdMs }: Pick<WireOrder, 'createdMs'>): boolean {
    return this.#atMs === null || (createdMs !== null && createdMs <= this.#atMs + STARTUP_GRACE_MS);
  }
}
