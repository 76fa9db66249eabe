import {
  absolute,
  averagePrice,
  complement,
  type Notional,
  ONE,
  PRICE_ONE,
  type Price,
  parseDecimal,
  type Qty,
  type TimestampMs,
  type VenueClientId,
  type VenueOrderId,
} from '#contract';
import type { OpenOrder, OrderReport, VenueBalance, VenuePosition, VenueQuery } from '#ports';
import type { OrderState } from '../codec/kalshi-mapping.ts';
import { BALANCE, POSITION } from '../codec/kalshi-messages.ts';
import { describeFailure, type KalshiClient } from '../http/kalshi-client.ts';
import { listAll } from '../http/kalshi-pages.ts';
import type { CancelSender } from './kalshi-cancels.ts';
import type { ClientIdCodec } from './kalshi-client-ids.ts';
import type { OrderQueries } from './kalshi-order-queries.ts';
import {
  hasNews,
  markReported,
  type OrderTracker,
  type TrackedOrder,
  toFullReport,
  toUpdateReport,
} from './kalshi-order-tracker.ts';

export interface ReconciliationDeps {
  readonly client: KalshiClient;
  readonly tracker: OrderTracker;
  readonly queries: OrderQueries;
  readonly ids: ClientIdCodec;
  readonly cancels: CancelSender;
  /** Reads the markets that settled our positions since a time; false when that failed. */
  readonly rereadSettled: (since: number) => Promise<boolean>;
}

export type Found =
  | { readonly kind: 'found'; readonly order: TrackedOrder }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly why: string };

const OVERLAP_MS = 60_000;
const DAY_MS = 86_400_000;
const LISTED_DAYS = 13; // orders that have ended leave the lists for an archive after about two weeks

/** Queries the state of orders: one by its client id, or all that changed since a mark. */
export class Reconciliation {
  readonly #deps: ReconciliationDeps;
  #mayBeArchived = false; // we were offline for longer than the lists reach back
  #isFirst = true;
  #hasReadSettled = false;
  #open: readonly OrderState[] = [];

  constructor(deps: ReconciliationDeps) {
    this.#deps = deps;
  }

  /** All open orders of the account in the last complete list. */
  get openOrders(): readonly OpenOrder[] {
    const { ids } = this.#deps;
    return this.#open.map(({ orderId, uuid, ticker, bookSide, yesPrice, qty, filledQty }) => ({
      venueOrderId: orderId,
      clientId: ids.decode(uuid ?? '')?.clientId ?? null,
      venueInstrumentId: ticker,
      side: bookSide === null ? null : bookSide === 'bid' ? 'BUY' : 'SELL',
      outcome: 'YES',
      price: yesPrice,
      qty,
      filledQty,
    }));
  }

  /** Cancels an order that another program placed. Returns why that is not proven, or null. */
  async cancelExternal({ venueOrderId, venueInstrumentId }: OpenOrder): Promise<string | null> {
    const shard = this.#open.find(({ orderId }) => orderId === venueOrderId)?.shard ?? null;
    const answer = await this.#deps.cancels.cancel({
      orderId: venueOrderId,
      ticker: venueInstrumentId,
      shard,
    });
    return answer.kind === 'ok' ? null : describeFailure(answer);
  }

  async order(clientId: VenueClientId, ticker: string): Promise<VenueQuery> {
    const found = await this.find(clientId, ticker);
    return found.kind === 'found' ? { kind: 'found', report: toFullReport(found.order) } : found;
  }

  /**
   * Reads an order by its venue order id if we have it, otherwise searches all orders of its market. `absent`
   * only after the open orders, all orders and the fills of the market have each been read completely, and the archive if the
   * order may be there. An order that is open in memory is no exception: its end may have been lost, with the venue's record.
   */
  async find(clientId: VenueClientId, ticker: string): Promise<Found> {
    const { tracker, queries } = this.#deps;
    const before = tracker.byClientId(clientId);
    if (before?.orderId === null) return { kind: 'found', order: before };
    if (before !== null) {
      const read = await queries.read(before.orderId);
      if (read.kind === 'failed') return read;
      if (read.kind === 'found') return this.#complete(read.order);
    }
    const listed = new Set<VenueOrderId>();
    const why = (await this.#listAll(ticker, clientId, listed)) ?? (await this.#readFillsOf(ticker));
    const after = tracker.byClientId(clientId);
    if (after !== null && (after !== before || isShown(after, listed))) return this.#complete(after);
    if (why !== null) return { kind: 'failed', why };
    if (after !== null && !queries.hasConfirmedFills(after))
      return { kind: 'failed', why: 'the venue shows no such order, and not all of its fills' };
    return { kind: 'absent' };
  }

  /**
   * Reports every open order, every order changed since the mark less a minute, and every change that no report has said
   * yet. The first call of a process reads the whole lists, because an older order may have changed while we were offline,
   * and which markets settled meanwhile.
   */
  async reconcile(
    mark: string | null,
  ): Promise<{ readonly reports: readonly OrderReport[]; readonly mark: string }> {
    const now = this.#deps.client.time.now();
    const since = mark === null ? null : Number(mark) - OVERLAP_MS;
    if (since !== null && now - since > LISTED_DAYS * DAY_MS) this.#mayBeArchived = true;
    const changed = await this.#readSince(since);
    if (!this.#hasReadSettled && since !== null) this.#hasReadSettled = await this.#deps.rereadSettled(since);
    return { reports: changed.map(toFullReport), mark: String(now) };
  }

  /** Reports what changed while the stream was down. */
  async catchUp(since: TimestampMs): Promise<readonly OrderReport[]> {
    if (this.#isFirst) return []; // the first `reconcile` will report everything
    const changed = await this.#readSince(since - OVERLAP_MS);
    return changed.map(toUpdateReport).filter((report): report is OrderReport => report !== null);
  }

  /** The venue's positions of this account, by market. */
  async positions(): Promise<readonly VenuePosition[]> {
    const listing = await listAll(this.#deps.client, {
      path: '/portfolio/positions',
      query: { count_filter: 'position', limit: 1_000 },
      key: 'market_positions',
      item: POSITION,
      getId: ({ ticker }) => ticker,
      ignored: ['event_positions'],
    });
    if (!listing.ok) throw new Error(`positions: ${listing.why}`);
    return listing.items.map(({ ticker, position_fp: netQty, market_exposure_dollars: cost }) => {
      const avgPrice = toAverage(netQty, cost);
      return { venueInstrumentId: ticker, netQty, ...(avgPrice !== null && { avgPrice }) };
    });
  }

  /**
   * The cash that new orders may use, over all shards and on each. Kalshi reports no total that includes the collateral of
   * resting orders. Its field `balance` is in whole cents, so `balance_dollars` is read.
   */
  async balance(): Promise<VenueBalance | null> {
    const answer = await this.#deps.client.get('/portfolio/balance', {}, BALANCE);
    if (answer.kind !== 'ok') return null;
    const { balance_dollars: total, balance_breakdown: shards } = answer.value;
    const dollars = parseDecimal(total);
    if (dollars === null) return null;
    const balance = { currency: 'USD', total: null, available: (dollars * ONE) as Notional };
    if (shards === null) return balance;
    const pools = new Map<string, Notional>();
    for (const { exchange_index: shard, balance: text } of shards) {
      const amount = parseDecimal(text);
      if (amount === null) return balance;
      pools.set(toShardName(shard), (amount * ONE) as Notional);
    }
    return { ...balance, pools };
  }

  async #readSince(since: number | null): Promise<readonly TrackedOrder[]> {
    const { tracker, queries } = this.#deps;
    const seconds = since === null ? {} : { min_ts: Math.max(0, Math.floor(since / 1000)) };
    const before = tracker.open();
    const open = requireComplete(await queries.list({ status: 'resting' }));
    this.#open = open;
    // Kalshi does not document which time min_ts filters by, so the first read omits it.
    const recent = requireComplete(await queries.list(this.#isFirst ? {} : seconds));
    const fills = requireComplete(await queries.fills(seconds));
    const touched = new Map<string, TrackedOrder>();
    const touch = (order: TrackedOrder | null): void => {
      if (order !== null) touched.set(order.identity.clientId, order);
    };
    for (const { orderId } of open) touch(tracker.byId(orderId));
    for (const { orderId, at } of recent) if (isChangedSince(at, since)) touch(tracker.byId(orderId));
    for (const { orderId } of fills) touch(tracker.byId(orderId) ?? (await this.#readOwner(orderId)));
    // An order that we hold as open and no list shows has closed: read how.
    for (const order of before) if (!touched.has(order.identity.clientId)) touch(await this.#reread(order));
    // A search for another order may have shown a change that `min_ts` leaves out now. What was there before the first read has
    // been reported by an earlier process, but for what is touched.
    for (const order of tracker.unreported())
      if (this.#isFirst) markReported(order);
      else touch(order);
    this.#isFirst = false;
    return [...touched.values()];
  }

  async #reread(order: TrackedOrder): Promise<TrackedOrder | null> {
    if (order.orderId === null) return null;
    const read = await this.#deps.queries.read(order.orderId);
    if (read.kind === 'failed') throw new Error(read.why);
    return read.kind === 'found' ? read.order : null;
  }

  async #readOwner(orderId: NonNullable<TrackedOrder['orderId']>): Promise<TrackedOrder | null> {
    const { queries } = this.#deps;
    if (queries.isExternal(orderId)) return null;
    const read = await queries.read(orderId);
    if (read.kind === 'failed') throw new Error(read.why);
    return read.kind === 'found' ? read.order : null;
  }

  /**
   * Adds the ids of all orders of a market to `listed`.
   *
   * @returns why they could not be read completely; null when they were
   */
  async #listAll(ticker: string, clientId: VenueClientId, listed: Set<VenueOrderId>): Promise<string | null> {
    const { queries } = this.#deps;
    const reads = [
      () => queries.list({ ticker, status: 'resting' }, clientId),
      () => queries.list({ ticker }, clientId),
      ...(this.#mayBeArchived ? [() => queries.readArchive(ticker, clientId)] : []),
    ];
    for (const read of reads) {
      const list = await read();
      if (!list.ok) return list.why;
      for (const { orderId } of list.items) listed.add(orderId);
    }
    return null;
  }

  /** A fill can show up before its order is listed; without it the order would look absent. */
  async #readFillsOf(ticker: string): Promise<string | null> {
    const { queries, tracker } = this.#deps;
    const fills = await queries.fills({ ticker });
    if (!fills.ok) return fills.why;
    const unread = fills.items.filter(
      ({ orderId, at }) =>
        tracker.byId(orderId) === null && !queries.isExternal(orderId) && !this.#isOfArchivedOrder(at),
    );
    for (const orderId of new Set(unread.map((fill) => fill.orderId))) {
      const read = await queries.read(orderId);
      if (read.kind === 'failed') return read.why;
      if (read.kind === 'unlisted') return `fills of order ${orderId}, which is not listed`;
    }
    return null;
  }

  /**
   * Fills are listed for months, and an order for two weeks after its end. The order that is searched for was open when the lists
   * were last read, or was placed since. So it has not ended earlier, and its fills have been reported.
   */
  #isOfArchivedOrder(filledAt: TimestampMs | null): boolean {
    if (this.#mayBeArchived || filledAt === null) return false; // the archive has been read
    return filledAt < this.#deps.client.time.now() - LISTED_DAYS * DAY_MS;
  }

  async #complete(order: TrackedOrder): Promise<Found> {
    await this.#deps.queries.awaitFills(order);
    return { kind: 'found', order };
  }
}

/** True if the venue lists the order, it has closed, or a message has said something that no report has. */
const isShown = (order: TrackedOrder, listed: ReadonlySet<VenueOrderId>): boolean =>
  order.orderId === null || listed.has(order.orderId) || order.status !== 'OPEN' || hasNews(order);

/** The pool of cash that pays for the markets of a shard. */
export const toShardName = (shard: number): string => `shard ${shard}`;

const isChangedSince = (at: TimestampMs | null, since: number | null): boolean =>
  since === null || at === null || at >= since;

function requireComplete<Item>(
  listing: { ok: true; items: readonly Item[] } | { ok: false; why: string },
): readonly Item[] {
  if (!listing.ok) throw new Error(listing.why);
  return listing.items;
}

/**
 * The average price of an open position in YES terms; null if the venue does not state a usable cost.
 *
 * @param cost  dollars, 1e-8, in the outcome that is held
 */
function toAverage(netQty: bigint, cost: bigint | undefined | null): Price | null {
  if (cost === undefined || cost === null || cost < 0n) return null;
  const held = averagePrice((cost * ONE) as Notional, absolute(netQty) as Qty);
  if (held === null || held > PRICE_ONE) return null;
  return netQty > 0n ? held : complement(held);
}
