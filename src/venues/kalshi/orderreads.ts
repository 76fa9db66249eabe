import { LRUCache } from 'lru-cache';
import type { VenueOrderId } from '../../core/kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueListener } from '../../ports/venue.ts';
import { type Client, type Query, whyNot } from './client.ts';
import type { ClientIds } from './clientids.ts';
import { filledByFills, type KnownOrder, type KnownOrders, lacksFills } from './known.ts';
import { type FillTruth, type OrderTruth, truthOfFill, truthOfOrder } from './map.ts';
import { type Listing, listAll } from './pages.ts';
import type { KalshiSettings } from './settings.ts';
import { type Note, object, type ValueOf } from './shape.ts';
import { FILL, ORDER } from './wire.ts';

export interface OrderReadsDeps {
  readonly client: Client;
  readonly clock: Clock;
  readonly ids: ClientIds;
  readonly known: KnownOrders;
  readonly listener: VenueListener;
  readonly settings: KalshiSettings;
  readonly note: Note;
}

/** A single read of an order. `unlisted`: a 404, which proves nothing by itself. */
export type OrderRead =
  | { readonly kind: 'known'; readonly known: KnownOrder }
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'foreign' } // somebody else's order
  | { readonly kind: 'failed'; readonly why: string };

const PAGE = 1_000;
const PARKED_MAX = 1_000;
const POLL_FIRST_MS = 100;
const POLL_MAX_MS = 1_000;
const ONE_ORDER = object({ order: ORDER });

/** Reads orders and fills, and brings each to the order of ours that it speaks of, if there is one. */
export class OrderReads {
  readonly #deps: OrderReadsDeps;
  readonly #foreign = new LRUCache<string, true>({ max: 10_000 });
  readonly #parked = new LRUCache<string, readonly FillTruth[]>({ max: PARKED_MAX }); // fills ahead of their order's own word

  constructor(deps: OrderReadsDeps) {
    this.#deps = deps;
  }

  /** Null for an order that is not ours, told once as external, or whose side cannot be read. */
  absorb(truth: OrderTruth): KnownOrder | null {
    const { ids, known, client, note } = this.#deps;
    const before = known.byId(truth.orderId);
    const named = before?.named ?? ids.parse(truth.uuid ?? '');
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
    const after = known.merge(named, truth, side, now);
    const waiting = this.#parked.get(truth.orderId) ?? [];
    this.#parked.delete(truth.orderId);
    for (const fill of waiting) this.absorbFill(fill, 'stream');
    return after;
  }

  /**
   * The order that a fill belongs to; null while that is not known. A fill of the stream counts once the
   * venue's word about the order covers it: one message alone is not money. Until then it waits here.
   */
  absorbFill(fill: FillTruth, source: 'stream' | 'list'): KnownOrder | null {
    const { known, client } = this.#deps;
    if (this.#foreign.has(fill.orderId)) return null;
    const order = known.byId(fill.orderId);
    const isCovered = order !== null && filledByFills(order) + fill.qty <= order.countedQty;
    const isSeen = order?.fills.has(fill.tradeId) === true;
    const others = this.#waitingOf(fill.orderId).filter(({ tradeId }) => tradeId !== fill.tradeId);
    if (order !== null && (isCovered || isSeen || source === 'list')) {
      known.addFill(order, fill, client.time.now());
      if (others.length > 0) this.#parked.set(fill.orderId, others);
      else this.#parked.delete(fill.orderId);
    } else {
      this.#parked.set(fill.orderId, [...others, fill]);
    }
    return order;
  }

  /** True when what we have of the order's fills is neither less nor more than what the venue counts. */
  isSettled(known: KnownOrder): boolean {
    return !lacksFills(known) && (known.orderId === null || this.#waitingOf(known.orderId).length === 0);
  }

  /** Gives up on fills that no list confirms. They are recorded, and attributed to nothing. */
  dropWaiting(orderId: VenueOrderId): void {
    for (const { tradeId } of this.#waitingOf(orderId)) {
      const detail = `a fill ${tradeId} of order ${orderId} was told by the stream, and no list shows it`;
      this.#deps.listener.onAnomaly({ kind: 'unknown_fill', detail });
    }
    this.#parked.delete(orderId);
  }

  #waitingOf(orderId: VenueOrderId): readonly FillTruth[] {
    return this.#parked.get(orderId) ?? [];
  }

  isForeign(orderId: VenueOrderId): boolean {
    return this.#foreign.has(orderId);
  }

  async read(orderId: VenueOrderId): Promise<OrderRead> {
    const path = `/portfolio/orders/${encodeURIComponent(orderId)}`;
    const answer = await this.#deps.client.get(path, {}, ONE_ORDER, '/portfolio/orders/:order_id');
    if (answer.kind === 'ok') return this.#readOf(answer.value.order);
    if (answer.kind === 'failure' && answer.failure.status === 404) return { kind: 'unlisted' };
    return { kind: 'failed', why: whyNot(answer) };
  }

  /** Every order of the list, ours taken in. */
  async list(query: Query): Promise<Listing<OrderTruth>> {
    const listing = await listAll(this.#deps.client, {
      path: '/portfolio/orders',
      query: { ...query, limit: PAGE },
      key: 'orders',
      item: ORDER,
      idOf: (order) => order.order_id,
    });
    if (!listing.ok) return listing;
    const truths = listing.items.map(truthOfOrder);
    const unread = truths.filter((truth) => this.absorb(truth) === null && !this.isForeign(truth.orderId));
    if (unread.length > 0) return { ok: false, why: `${unread.length} orders could not be read` };
    return { ok: true, items: truths };
  }

  /** Every fill of the list; those of orders that we know are taken in, the others wait for their order. */
  async fills(query: Query): Promise<Listing<FillTruth>> {
    const listing = await listAll(this.#deps.client, {
      path: '/portfolio/fills',
      query: { ...query, limit: PAGE },
      key: 'fills',
      item: FILL,
      idOf: (fill: ValueOf<typeof FILL>) => fill.trade_id,
    });
    if (!listing.ok) return listing;
    const truths = listing.items.map(truthOfFill);
    for (const truth of truths) this.absorbFill(truth, 'list');
    return { ok: true, items: truths };
  }

  /** Reads an order's fills until they add up to what the venue counts, for as long as the settings allow. */
  completeFills(known: KnownOrder): Promise<boolean> {
    return this.until(
      () => !lacksFills(known),
      () => this.#readFillsOf(known),
    );
  }

  /** The same, and until a list has confirmed what the stream told. */
  settleFills(known: KnownOrder): Promise<boolean> {
    return this.until(
      () => this.isSettled(known),
      () => this.#readFillsOf(known),
    );
  }

  async #readFillsOf({ orderId }: KnownOrder): Promise<void> {
    if (orderId !== null) await this.fills({ order_id: orderId });
  }

  /** Reads again and again until it is so; answers lag behind what has happened. */
  async until(isSo: () => boolean, readAgain: () => Promise<unknown>): Promise<boolean> {
    const { clock, settings } = this.#deps;
    const untilMs = clock.monotonicMs() + settings.fillsWaitMs;
    for (let waitMs = POLL_FIRST_MS; !isSo(); waitMs = Math.min(waitMs * 2, POLL_MAX_MS)) {
      await readAgain();
      if (isSo()) return true;
      if (clock.monotonicMs() >= untilMs) return false;
      await new Promise<void>((resolve) => {
        clock.after(waitMs, resolve);
      });
    }
    return true;
  }

  #readOf(order: ValueOf<typeof ORDER>): OrderRead {
    const truth = truthOfOrder(order);
    const known = this.absorb(truth);
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
