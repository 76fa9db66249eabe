import {
  type AccountId,
  type ClientOrderId,
  type Fill,
  InsertionQueue,
  isLive,
  type Leg,
  type LegGeneration,
  type Order,
  type OrderId,
  parseLegClientId,
  type Qty,
  requirePresent,
  type VenueClientId,
  type VenueName,
} from '#contract';
import type { LedgerState, LegName, RecordedFill, TouchedRecords } from '#domain';
import type { Journal } from '#ports';
import { ParentCache } from './parent-cache.ts';

/**
 * Decides which orders are in memory: the live ones, those with changes that are not durable yet, those that a running
 * decision uses, and the newest other closed ones. All others are in the journal and are loaded when a decision needs them.
 */
export class OrderCache {
  readonly fills = new FillDedup();
  readonly clientIds = new ClientIdIndex();
  readonly parents: ParentCache;
  readonly #state: LedgerState;
  readonly #journal: Journal;
  readonly #closedMax: number;
  readonly #byClientId = new Map<string, OrderId>();
  readonly #changing = new Map<OrderId, number>(); // the order's last journal entry that is not durable yet
  readonly #pins = new Map<OrderId, number>(); // how many running decisions use the order
  readonly #closed = new InsertionQueue<OrderId>(); // each durable and without a pin
  readonly #loading = new Map<OrderId, Promise<Order | null>>();

  constructor(state: LedgerState, journal: Journal, closedMax: number) {
    this.#state = state;
    this.#journal = journal;
    this.#closedMax = closedMax;
    this.parents = new ParentCache(state, journal, closedMax);
  }

  /** Indexes an order that the state held when the service started. */
  async addRestored(order: Order): Promise<void> {
    await this.parents.loadForChild(order);
    this.#index(order);
    this.clientIds.addOrder(order);
    if (order.legs.some(hasTraded)) await this.#loadFills(order);
  }

  /** Indexes the changes of an entry that is not durable yet. */
  onCommitted(touched: TouchedRecords, seq: number): void {
    for (const id of touched.orders) this.#index(this.#inMemory(id));
    for (const id of changedOrderIds(touched)) {
      this.#changing.set(id, seq);
      this.#closed.delete(id);
    }
    for (const fill of touched.fills.values()) this.fills.add(fill);
    for (const name of touched.legNames) this.clientIds.add(name);
    this.parents.onCommitted(touched, seq);
  }

  onDurable(touched: TouchedRecords, seq: number): void {
    for (const id of changedOrderIds(touched)) {
      if (this.#changing.get(id) !== seq) continue; // a later change of it is not durable yet
      this.#changing.delete(id);
      this.#allowEviction(id);
    }
    this.parents.onDurable(touched, seq);
  }

  /** Evicts durable closed orders, oldest first, so that memory does not grow with history (I-31). */
  evictClosed(): void {
    while (this.#closed.size > this.#closedMax) {
      const id = this.#closed.takeOldest();
      if (id !== undefined) this.#evict(id);
    }
  }

  isDurable(id: OrderId): boolean {
    return !this.#changing.has(id);
  }

  findByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Order | null {
    const id = this.#byClientId.get(clientKey(accountId, clientOrderId));
    return id === undefined ? null : (this.#state.orders.get(id) ?? null);
  }

  async loadByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Order | null> {
    const known = this.findByClientId(accountId, clientOrderId);
    if (known !== null) return known;
    const stored = await this.#journal.orderByClientId(accountId, clientOrderId);
    return stored === null ? null : this.load(stored.id);
  }

  async load(id: OrderId): Promise<Order | null> {
    const known = this.#state.orders.get(id);
    if (known !== undefined) return known;
    return this.#loading.get(id) ?? this.#read(id, this.#journal.order(id));
  }

  /** Loads the orders that are not in memory with one look-up. Look-ups of single orders meanwhile wait for it. */
  async prefetch(ids: readonly OrderId[]): Promise<void> {
    const isMissing = (id: OrderId): boolean => !this.#state.orders.has(id) && !this.#loading.has(id);
    const missing = [...new Set(ids)].filter(isMissing);
    if (missing.length === 0) return;
    const found = this.#journal
      .ordersById(missing)
      .then((orders) => new Map(orders.map((order) => [order.id, order])));
    await Promise.all(
      missing.map((id) =>
        this.#read(
          id,
          found.then((orders) => orders.get(id) ?? null),
        ),
      ),
    );
  }

  /** The order stays in memory until the decision ends, so that decisions cannot evict each other's orders. */
  async withOrder<Value>(id: OrderId, decide: (order: Order) => Value): Promise<Awaited<Value>> {
    this.#pin(id);
    try {
      const isLoaded = this.#state.orders.has(id);
      if (!isLoaded) requirePresent(await this.load(id), `order ${id} in the journal`);
      return await decide(this.#inMemory(id));
    } finally {
      this.#unpin(id);
    }
  }

  #pin(id: OrderId): void {
    this.#pins.set(id, (this.#pins.get(id) ?? 0) + 1);
    this.#closed.delete(id);
  }

  #unpin(id: OrderId): void {
    const left = (this.#pins.get(id) ?? 0) - 1;
    if (left > 0) return void this.#pins.set(id, left);
    this.#pins.delete(id);
    this.#allowEviction(id);
    this.evictClosed();
  }

  /** Called after each change of what keeps the order in memory. */
  #allowEviction(id: OrderId): void {
    const order = this.#state.orders.get(id);
    if (order === undefined || isLive(order.status)) return;
    if (!this.#changing.has(id) && !this.#pins.has(id)) this.#closed.add(id);
  }

  /** One read at a time per order: a second read, begun before a change, would overwrite that change. */
  #read(id: OrderId, reading: Promise<Order | null>): Promise<Order | null> {
    const loading = this.#addRead(id, reading);
    this.#loading.set(id, loading);
    return loading;
  }

  async #addRead(id: OrderId, reading: Promise<Order | null>): Promise<Order | null> {
    try {
      const stored = await reading;
      return stored === null ? null : await this.#addLoaded(stored);
    } finally {
      this.#loading.delete(id);
    }
  }

  /** Adds a stored closed order. It reserves no exposure, so only the memory changes. */
  async #addLoaded(stored: Order): Promise<Order> {
    if (stored.legs.some(hasTraded)) await this.#loadFills(stored);
    await this.parents.loadForChild(stored);
    this.evictClosed();
    this.#state.orders.set(stored.id, stored);
    this.#index(stored);
    this.clientIds.addOrder(stored);
    this.#allowEviction(stored.id);
    return stored;
  }

  async #loadFills({ accountId, subaccountId, id: orderId }: Order): Promise<void> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const query = { accountId, subaccountId, orderId, before, limit: FILLS_PAGE };
      const fills = await this.#journal.fills(query);
      for (const fill of fills) this.fills.add(fill);
      const last = fills.at(-1);
      if (last === undefined || fills.length < FILLS_PAGE) return;
      before = Number(last.id.slice('fil_'.length));
    }
  }

  #inMemory(id: OrderId): Order {
    return this.#state.orders.get(id) as Order;
  }

  #index(order: Order): void {
    const { id, accountId, clientOrderId } = order;
    this.parents.addChild(order);
    if (clientOrderId !== null) this.#byClientId.set(clientKey(accountId, clientOrderId), id);
  }

  #evict(id: OrderId): void {
    const order = this.#state.orders.get(id);
    if (order === undefined || isLive(order.status)) return;
    this.#state.orders.delete(id);
    this.parents.removeChild(order);
    this.fills.delete(id);
    this.clientIds.deleteOrder(id);
    if (order.clientOrderId !== null)
      this.#byClientId.delete(clientKey(order.accountId, order.clientOrderId));
  }
}

/** The orders that an entry changed, itself or by a fill. The settlement of a fill leaves the order unchanged. */
export function changedOrderIds({ orders, fills }: TouchedRecords): ReadonlySet<OrderId> {
  if (fills.size === 0) return orders;
  const ids = new Set(orders);
  for (const { orderId } of fills.values()) if (orderId !== null) ids.add(orderId);
  return ids;
}

/** A leg whose fills were voided has no filled quantity, but the venue may report its trades again. */
const hasTraded = ({ filledQty, atVenue }: Leg): boolean => filledQty > 0n || atVenue !== null;

const FILLS_PAGE = 1_000;

const clientKey = (accountId: AccountId, clientOrderId: ClientOrderId): string =>
  `${accountId}/${clientOrderId}`;

interface IndexedFill extends RecordedFill {
  readonly generation: number;
  readonly leg: number;
  readonly qty: Qty;
  readonly isCompensation: boolean;
}

/** The recorded fills of the orders in memory, by leg and trade id, to recognise a trade that is reported again. */
export class FillDedup {
  readonly #fills = new Map<OrderId, Map<string, IndexedFill>>();

  add({ id, orderId, leg, generation, qty, venueTradeId, settlement, voids }: Fill): void {
    if (orderId === null || leg === null) return;
    const fills = this.#fills.get(orderId) ?? new Map<string, IndexedFill>();
    this.#fills.set(orderId, fills);
    const isCompensation = voids !== null;
    fills.set(tradeKey(leg, venueTradeId), { id, leg, generation, qty, settlement, isCompensation });
  }

  /** The recorded fill of a leg's trade, or null. */
  find(orderId: OrderId, leg: number, venueTradeId: string): RecordedFill | null {
    return this.#fills.get(orderId)?.get(tradeKey(leg, venueTradeId)) ?? null;
  }

  /** The quantity that one generation of a leg has matched, voided fills included. */
  qtyMatchedBy(orderId: OrderId, leg: number, generation: number): Qty {
    let matched = 0n;
    for (const fill of this.#fills.get(orderId)?.values() ?? [])
      if (fill.leg === leg && fill.generation === generation && !fill.isCompensation) matched += fill.qty;
    return matched as Qty;
  }

  delete(orderId: OrderId): void {
    this.#fills.delete(orderId);
  }
}

const tradeKey = (leg: number, venueTradeId: string): string => `${leg}/${venueTradeId}`;

/** Maps client order ids at a venue to legs. An id that encodes its leg is parsed; the others are indexed here. */
class ClientIdIndex {
  readonly #legs = new Map<string, LegGeneration>(); // by venue and client id
  readonly #keysByOrder = new Map<OrderId, string[]>();

  add({ venue, clientId, orderId, leg, generation }: LegName): void {
    const key = venueClientKey(venue, clientId);
    this.#legs.set(key, { orderId, leg, generation });
    const keys = this.#keysByOrder.get(orderId);
    if (keys === undefined) this.#keysByOrder.set(orderId, [key]);
    else keys.push(key);
  }

  addOrder({ id: orderId, legs }: Order): void {
    for (const { leg, generation, clientId, venue } of legs) {
      if (parseLegClientId(clientId) === null) this.add({ venue, clientId, orderId, leg, generation });
    }
  }

  /** The leg with this client id; null if no order in memory has it. */
  find(venue: VenueName, clientId: VenueClientId): LegGeneration | null {
    return parseLegClientId(clientId) ?? this.#legs.get(venueClientKey(venue, clientId)) ?? null;
  }

  deleteOrder(orderId: OrderId): void {
    for (const key of this.#keysByOrder.get(orderId) ?? []) this.#legs.delete(key);
    this.#keysByOrder.delete(orderId);
  }
}

const venueClientKey = (venue: VenueName, clientId: VenueClientId): string => `${venue}/${clientId}`;
