import {
  Backoff,
  createLruCache,
  isJsonObject,
  type OnIssue,
  object,
  refuse,
  type ValueOf,
  type VenueClientId,
  type VenueOrderId,
} from '#contract';
import { type Clock, type VenueListener, wait } from '#ports';
import type { ListResult } from '#venues/shared';
import { type FillRecord, type OrderState, toFillRecord, toOrderState } from '../codec/kalshi-mapping.ts';
import { FILL, ORDER } from '../codec/kalshi-messages.ts';
import { describeFailure, type KalshiClient, type Query } from '../http/kalshi-client.ts';
import { listAll } from '../http/kalshi-pages.ts';
import type { KalshiSettings } from '../kalshi-settings.ts';
import type { ClientIdCodec } from './kalshi-client-ids.ts';
import { hasMissingFills, type OrderTracker, sumFills, type TrackedOrder } from './kalshi-order-tracker.ts';

export interface OrderQueriesDeps {
  readonly client: KalshiClient;
  readonly clock: Clock;
  readonly ids: ClientIdCodec;
  readonly tracker: OrderTracker;
  readonly listener: VenueListener;
  readonly settings: KalshiSettings;
  readonly note: OnIssue;
}

/** The result of reading one order. `unlisted` is a 404, which proves nothing by itself. */
export type OrderRead =
  | { readonly kind: 'found'; readonly order: TrackedOrder }
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'external' } // an order that another client placed
  | { readonly kind: 'failed'; readonly why: string };

const LIVE = { orders: '/portfolio/orders', fills: '/portfolio/fills', page: 1_000 };
const ARCHIVE = { orders: '/historical/orders', fills: '/historical/fills', page: 200 };
const UNCONFIRMED_MAX = 1_000;
const POLL = { firstMs: 100, maxMs: 1_000 };
const ONE_ORDER = object({ order: ORDER });

/** Reads orders and fills from the venue and applies each to our tracked order, if there is one. */
export class OrderQueries {
  readonly #deps: OrderQueriesDeps;
  readonly #external = createLruCache<string, true>(10_000);
  readonly #withoutFee = createLruCache<string, true>(10_000); // trades that were reported
  readonly #unconfirmed = createLruCache<string, readonly FillRecord[]>(UNCONFIRMED_MAX); // fills that the venue's count of their order does not include yet

  constructor(deps: OrderQueriesDeps) {
    this.#deps = deps;
  }

  /** Null for an order that is not ours (reported once as external) or whose side cannot be read. */
  mergeOrder(state: OrderState): TrackedOrder | null {
    const { ids, tracker, client, note } = this.#deps;
    const named = ids.decode(state.uuid ?? '');
    const tracked = tracker.byId(state.orderId);
    // A wrong acknowledgement may have given this order's id to another of our orders; the client id in it decides.
    const isMistaken = tracked !== null && named !== null && named.clientId !== tracked.identity.clientId;
    if (isMistaken) tracker.forget(tracked);
    const before = isMistaken ? null : tracked;
    const identity = before?.identity ?? named;
    if (identity === null) {
      this.#reportExternal(state.orderId, `${state.ticker} ${state.status}`, state.status !== 'resting');
      return null;
    }
    const side = state.bookSide ?? before?.bookSide ?? null;
    if (side === null) {
      refuse(undefined, 'order.book_side', note, 'is absent');
      return null;
    }
    const now = client.time.now();
    const after = tracker.merge(identity, state, side, now);
    this.#applyConfirmedFills(after, state.orderId);
    return after;
  }

  /**
   * Returns the order that a fill belongs to; null while that is unknown. A fill from the stream counts only
   * once the venue's filled quantity of the order equals the sum of its fills: the stream alone is no proof.
   */
  mergeFill(fill: FillRecord, source: 'stream' | 'list'): TrackedOrder | null {
    const { tracker, client } = this.#deps;
    const { orderId, tradeId } = fill;
    if (this.#external.has(orderId)) return null;
    const order = tracker.byId(orderId);
    const others = this.#getUnconfirmed(orderId).filter((unconfirmed) => unconfirmed.tradeId !== tradeId);
    if (order !== null && (source === 'list' || order.fills.has(tradeId))) {
      tracker.addFill(order, fill, client.time.now());
      this.#setUnconfirmed(orderId, others);
    } else {
      this.#setUnconfirmed(orderId, [...others, fill]);
    }
    if (order !== null) this.#applyConfirmedFills(order, orderId);
    return order;
  }

  #applyConfirmedFills(order: TrackedOrder, orderId: VenueOrderId): void {
    const { tracker, client } = this.#deps;
    const unconfirmed = this.#getUnconfirmed(orderId);
    const sum = unconfirmed.reduce((total, { qty }) => total + qty, sumFills(order) as bigint);
    if (sum !== order.countedQty) return;
    for (const fill of unconfirmed) tracker.addFill(order, fill, client.time.now());
    this.#unconfirmed.delete(orderId);
  }

  #setUnconfirmed(orderId: VenueOrderId, fills: readonly FillRecord[]): void {
    if (fills.length > 0) this.#unconfirmed.set(orderId, fills);
    else this.#unconfirmed.delete(orderId);
  }

  /** True when the order's fills add up to what the venue counts, and none of them is unconfirmed. */
  hasConfirmedFills(order: TrackedOrder): boolean {
    return !hasMissingFills(order) && !this.hasUnconfirmedFills(order);
  }

  hasUnconfirmedFills({ orderId }: TrackedOrder): boolean {
    return orderId !== null && this.#getUnconfirmed(orderId).length > 0;
  }

  /** Discards fills that no list confirms, and reports each as an anomaly. */
  dropUnconfirmedFills(orderId: VenueOrderId): void {
    for (const { tradeId } of this.#getUnconfirmed(orderId)) {
      const detail = `a fill ${tradeId} of order ${orderId} arrived on the stream, and no list shows it`;
      this.#deps.listener.onAnomaly({ kind: 'unknown_fill', detail });
    }
    this.#unconfirmed.delete(orderId);
  }

  #getUnconfirmed(orderId: VenueOrderId): readonly FillRecord[] {
    return this.#unconfirmed.get(orderId) ?? [];
  }

  isExternal(orderId: VenueOrderId): boolean {
    return this.#external.has(orderId);
  }

  async read(orderId: VenueOrderId): Promise<OrderRead> {
    const path = `/portfolio/orders/${encodeURIComponent(orderId)}`;
    const answer = await this.#deps.client.get(path, {}, ONE_ORDER, '/portfolio/orders/:order_id');
    if (answer.kind === 'ok') return this.#toOrderRead(answer.value.order);
    if (answer.kind === 'failure' && answer.failure.status === 404) return { kind: 'unlisted' };
    return { kind: 'failed', why: describeFailure(answer) };
  }

  /**
   * Reads a whole list of orders and applies those that are ours. An entry that cannot be decoded is left out if it is
   * not ours or has ended; one of the order being searched for makes the list incomplete.
   */
  async list(
    query: Query,
    wanted: VenueClientId | null = null,
    { orders: path, page } = LIVE,
  ): Promise<ListResult<OrderState>> {
    const listing = await listAll(this.#deps.client, {
      path,
      query: { ...query, limit: page },
      key: 'orders',
      item: ORDER,
      getId: (order) => order.order_id,
      mayOmit: (entry) => this.#mayOmit(entry, wanted),
    });
    if (!listing.ok) return listing;
    const states = listing.items.map(toOrderState);
    const unread = states.filter(
      (state) => this.mergeOrder(state) === null && !this.isExternal(state.orderId),
    );
    if (unread.length > 0) return { ok: false, why: `${unread.length} orders could not be read` };
    return { ok: true, items: states };
  }

  /** A stored order may be unreadable for as long as the venue lists it, and must not close the venue for that time. */
  #mayOmit(entry: unknown, wanted: VenueClientId | null): boolean {
    if (!isJsonObject(entry)) return false;
    const { client_order_id: uuid, status } = entry;
    const named = typeof uuid === 'string' ? this.#deps.ids.decode(uuid) : null;
    if (named === null) return typeof uuid === 'string';
    return named.clientId !== wanted && (status === 'canceled' || status === 'executed');
  }

  /** Reads a whole list of fills; a fill whose order is not tracked yet is kept until it is. */
  async fills(query: Query, { fills: path, page } = LIVE): Promise<ListResult<FillRecord>> {
    const listing = await listAll(this.#deps.client, {
      path,
      query: { ...query, limit: page },
      key: 'fills',
      item: FILL,
      getId: (fill: ValueOf<typeof FILL>) => fill.trade_id,
      mayOmit: (entry) => isJsonObject(entry) && this.isExternal(entry['order_id'] as VenueOrderId),
    });
    if (!listing.ok) return listing;
    const states = listing.items.map(toFillRecord);
    for (const state of states) {
      const order = this.mergeFill(state, 'list');
      if (order !== null && state.fee === null) this.#reportUnknownFee(state);
    }
    return { ok: true, items: states };
  }

  /**
   * Reads what the venue has moved to its archive of a market: orders that have ended, and fills. The two move at different
   * times.
   *
   * Source  docs.kalshi.com/getting_started/historical_data
   */
  async readArchive(ticker: string, wanted: VenueClientId): Promise<ListResult<OrderState>> {
    const orders = await this.list({ ticker }, wanted, ARCHIVE);
    const fills = await this.fills({ ticker }, ARCHIVE);
    return fills.ok ? orders : fills;
  }

  /** Reads an order's fills until they add up to what the venue counts, at most `fillsWaitMs`. */
  awaitFills(order: TrackedOrder): Promise<boolean> {
    return this.pollUntil(
      () => !hasMissingFills(order),
      () => this.#readFills(order),
    );
  }

  /**
   * Like `awaitFills`, and until a list has confirmed each fill of the stream.
   *
   * @returns `unread` when the last list could not be read: then nothing is known of its fills
   */
  async awaitConfirmedFills(order: TrackedOrder): Promise<'confirmed' | 'unconfirmed' | 'unread'> {
    let isRead = false;
    const isConfirmed = await this.pollUntil(
      () => this.hasConfirmedFills(order),
      async () => {
        isRead = await this.#readFills(order);
      },
    );
    if (isConfirmed) return 'confirmed';
    return isRead ? 'unconfirmed' : 'unread';
  }

  /** False when the list could not be read. */
  async #readFills({ orderId }: TrackedOrder): Promise<boolean> {
    return orderId === null || (await this.fills({ order_id: orderId })).ok;
  }

  /** Reads with back-off until the condition holds or `fillsWaitMs` passes: the venue's reads lag. */
  async pollUntil(isDone: () => boolean, readAgain: () => Promise<unknown>): Promise<boolean> {
    const { clock, settings } = this.#deps;
    const untilMs = clock.monotonicMs() + settings.fillsWaitMs;
    const backoff = new Backoff(POLL);
    while (!isDone()) {
      await readAgain();
      if (isDone()) return true;
      if (clock.monotonicMs() >= untilMs) return false;
      await wait(clock, backoff.next());
    }
    return true;
  }

  #toOrderRead(message: ValueOf<typeof ORDER>): OrderRead {
    const state = toOrderState(message);
    const order = this.mergeOrder(state);
    if (order !== null) return { kind: 'found', order };
    return this.#external.has(state.orderId)
      ? { kind: 'external' }
      : { kind: 'failed', why: 'the order could not be read' };
  }

  #reportUnknownFee({ tradeId, orderId }: FillRecord): void {
    if (this.#withoutFee.has(tradeId)) return;
    this.#withoutFee.set(tradeId, true);
    const detail = `the venue states no fee for fill ${tradeId} of order ${orderId}`;
    this.#deps.listener.onAnomaly({ kind: 'unknown_fee', detail });
  }

  #reportExternal(orderId: string, detail: string, isOver: boolean): void {
    this.#unconfirmed.delete(orderId);
    if (this.#external.has(orderId)) return;
    this.#external.set(orderId, true);
    this.#deps.listener.onAnomaly({ kind: 'external_order', detail: `order ${orderId}: ${detail}`, isOver });
  }
}
