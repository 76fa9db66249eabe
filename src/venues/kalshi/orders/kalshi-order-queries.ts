import { LRUCache } from 'lru-cache';
import { Backoff } from '../../../domain/model/backoff.ts';
import type { VenueOrderId } from '../../../domain/model/ids.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { VenueListener } from '../../../ports/venue.ts';
import { type NoteUnknown, object, type ValueOf } from '../codec/kalshi-decoder.ts';
import { type FillRecord, type OrderState, toFillRecord, toOrderState } from '../codec/kalshi-mapping.ts';
import { FILL, ORDER } from '../codec/kalshi-messages.ts';
import { describeFailure, type KalshiClient, type Query } from '../http/kalshi-client.ts';
import { type ListResult, listAll } from '../http/kalshi-pages.ts';
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
  readonly note: NoteUnknown;
}

/** A single read of an order. `unlisted`: a 404, which proves nothing by itself. */
export type OrderRead =
  | { readonly kind: 'known'; readonly known: TrackedOrder }
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'foreign' } // somebody else's order
  | { readonly kind: 'failed'; readonly why: string };

const PAGE = 1_000;
const PARKED_MAX = 1_000;
const POLL = { firstMs: 100, maxMs: 1_000 };
const ONE_ORDER = object({ order: ORDER });

/** Reads orders and fills, and brings each to the order of ours that it speaks of, if there is one. */
export class OrderQueries {
  readonly #deps: OrderQueriesDeps;
  readonly #foreign = new LRUCache<string, true>({ max: 10_000 });
  readonly #parked = new LRUCache<string, readonly FillRecord[]>({ max: PARKED_MAX }); // fills ahead of their order's own word

  constructor(deps: OrderQueriesDeps) {
    this.#deps = deps;
  }

  /** Null for an order that is not ours, told once as external, or whose side cannot be read. */
  mergeOrder(truth: OrderState): TrackedOrder | null {
    const { ids, tracker, client, note } = this.#deps;
    const before = tracker.byId(truth.orderId);
    const named = before?.identity ?? ids.decode(truth.uuid ?? '');
    if (named === null) {
      this.#external(truth.orderId, `${truth.ticker} ${truth.status}`);
      return null;
    }
    const side = truth.bookSide ?? before?.bookSide ?? null;
    if (side === null) {
      note('value', 'order.book_side: absent');
      return null;
    }
    const now = client.time.now();
    const after = tracker.merge(named, truth, side, now);
    this.#takeCovered(after, truth.orderId);
    return after;
  }

  /**
   * The order that a fill belongs to; null while that is not known. Fills of the stream wait until the venue's
   * count of the order is exactly theirs: one message alone is not money, nor is one beside a fill that is.
   */
  mergeFill(fill: FillRecord, source: 'stream' | 'list'): TrackedOrder | null {
    const { tracker, client } = this.#deps;
    const { orderId, tradeId } = fill;
    if (this.#foreign.has(orderId)) return null;
    const order = tracker.byId(orderId);
    const others = this.#waitingOf(orderId).filter((waiting) => waiting.tradeId !== tradeId);
    if (order !== null && (source === 'list' || order.fills.has(tradeId))) {
      tracker.addFill(order, fill, client.time.now());
      this.#wait(orderId, others);
    } else {
      this.#wait(orderId, [...others, fill]);
    }
    if (order !== null) this.#takeCovered(order, orderId);
    return order;
  }

  #takeCovered(order: TrackedOrder, orderId: VenueOrderId): void {
    const { tracker, client } = this.#deps;
    const waiting = this.#waitingOf(orderId);
    const sum = waiting.reduce((total, { qty }) => total + qty, sumFills(order) as bigint);
    if (sum !== order.countedQty) return;
    for (const fill of waiting) tracker.addFill(order, fill, client.time.now());
    this.#parked.delete(orderId);
  }

  #wait(orderId: VenueOrderId, fills: readonly FillRecord[]): void {
    if (fills.length > 0) this.#parked.set(orderId, fills);
    else this.#parked.delete(orderId);
  }

  /** True when what we have of the order's fills is neither less nor more than what the venue counts. */
  hasConfirmedFills(known: TrackedOrder): boolean {
    return !hasMissingFills(known) && (known.orderId === null || this.#waitingOf(known.orderId).length === 0);
  }

  /** Gives up on fills that no list confirms. They are recorded, and attributed to nothing. */
  dropUnconfirmedFills(orderId: VenueOrderId): void {
    for (const { tradeId } of this.#waitingOf(orderId)) {
      const detail = `a fill ${tradeId} of order ${orderId} was told by the stream, and no list shows it`;
      this.#deps.listener.onAnomaly({ kind: 'unknown_fill', detail });
    }
    this.#parked.delete(orderId);
  }

  #waitingOf(orderId: VenueOrderId): readonly FillRecord[] {
    return this.#parked.get(orderId) ?? [];
  }

  isExternal(orderId: VenueOrderId): boolean {
    return this.#foreign.has(orderId);
  }

  async read(orderId: VenueOrderId): Promise<OrderRead> {
    const path = `/portfolio/orders/${encodeURIComponent(orderId)}`;
    const answer = await this.#deps.client.get(path, {}, ONE_ORDER, '/portfolio/orders/:order_id');
    if (answer.kind === 'ok') return this.#readOf(answer.value.order);
    if (answer.kind === 'failure' && answer.failure.status === 404) return { kind: 'unlisted' };
    return { kind: 'failed', why: describeFailure(answer) };
  }

  /** Every order of the list, ours taken in. */
  async list(query: Query): Promise<ListResult<OrderState>> {
    const listing = await listAll(this.#deps.client, {
      path: '/portfolio/orders',
      query: { ...query, limit: PAGE },
      key: 'orders',
      item: ORDER,
      getId: (order) => order.order_id,
    });
    if (!listing.ok) return listing;
    const truths = listing.items.map(toOrderState);
    const unread = truths.filter(
      (truth) => this.mergeOrder(truth) === null && !this.isExternal(truth.orderId),
    );
    if (unread.length > 0) return { ok: false, why: `${unread.length} orders could not be read` };
    return { ok: true, items: truths };
  }

  /** Every fill of the list; those of orders that we know are taken in, the others wait for their order. */
  async fills(query: Query): Promise<ListResult<FillRecord>> {
    const listing = await listAll(this.#deps.client, {
      path: '/portfolio/fills',
      query: { ...query, limit: PAGE },
      key: 'fills',
      item: FILL,
      getId: (fill: ValueOf<typeof FILL>) => fill.trade_id,
    });
    if (!listing.ok) return listing;
    const truths = listing.items.map(toFillRecord);
    for (const truth of truths) this.mergeFill(truth, 'list');
    return { ok: true, items: truths };
  }

  /** Reads an order's fills until they add up to what the venue counts, for as long as the settings allow. */
  awaitFills(known: TrackedOrder): Promise<boolean> {
    return this.pollUntil(
      () => !hasMissingFills(known),
      () => this.#readFillsOf(known),
    );
  }

  /** The same, and until a list has confirmed what the stream told. */
  awaitConfirmedFills(known: TrackedOrder): Promise<boolean> {
    return this.pollUntil(
      () => this.hasConfirmedFills(known),
      () => this.#readFillsOf(known),
    );
  }

  async #readFillsOf({ orderId }: TrackedOrder): Promise<void> {
    if (orderId !== null) await this.fills({ order_id: orderId });
  }

  /** Reads again and again until it is so; answers lag behind what has happened. */
  async pollUntil(isSo: () => boolean, readAgain: () => Promise<unknown>): Promise<boolean> {
    const { clock, settings } = this.#deps;
    const untilMs = clock.monotonicMs() + settings.fillsWaitMs;
    const backoff = new Backoff(POLL);
    while (!isSo()) {
      await readAgain();
      if (isSo()) return true;
      if (clock.monotonicMs() >= untilMs) return false;
      await new Promise<void>((resolve) => {
        clock.after(backoff.next(), resolve);
      });
    }
    return true;
  }

  #readOf(order: ValueOf<typeof ORDER>): OrderRead {
    const truth = toOrderState(order);
    const known = this.mergeOrder(truth);
    if (known !== null) return { kind: 'known', known };
    return this.#foreign.has(truth.orderId)
      ? { kind: 'foreign' }
      : { kind: 'failed', why: 'the order could not be read' };
  }

  #external(orderId: string, detail: string): void {
    this.#parked.delete(orderId);
    if (this.#foreign.has(orderId)) return;
    this.#foreign.set(orderId, true);
    this.#deps.listener.onAnomaly({ kind: 'external_order', detail: `order ${orderId}: ${detail}` });
  }
}
