import { requirePresent } from '../domain/model/assert.ts';
import { InsertionQueue } from '../domain/model/collections.ts';
import type { AccountId, ClientOrderId, OrderId } from '../domain/model/ids.ts';
import { isLive, type Leg, type Order } from '../domain/model/order.ts';
import type { LedgerState, TouchedRecords } from '../domain/projections/ledger-state.ts';
import type { Journal } from '../ports/journal.ts';
import { ClientIdIndex } from './client-id-index.ts';
import { FillDedup } from './fill-dedup.ts';

/**
 * Which orders are in memory: live ones, those with changes that are not durable yet, and the newest of
 * those that ended. The others are in the store, and come back for a turn that needs them.
 */
export class OrderCache {
  readonly fills = new FillDedup();
  readonly clientIds = new ClientIdIndex();
  readonly #state: LedgerState;
  readonly #journal: Journal;
  readonly #endedMax: number;
  readonly #byClientId = new Map<string, OrderId>();
  readonly #changing = new Map<OrderId, number>(); // by its last entry that is not durable yet
  readonly #ended = new InsertionQueue<OrderId>(); // each durable
  readonly #warming = new Map<OrderId, Promise<Order | null>>();

  constructor(state: LedgerState, journal: Journal, endedMax: number) {
    this.#state = state;
    this.#journal = journal;
    this.#endedMax = endedMax;
  }

  /** Takes in an order that is part of the state from the start. */
  async addRestored(order: Order): Promise<void> {
    this.#index(order);
    this.clientIds.addOrder(order);
    if (order.legs.some(hasTraded)) await this.#loadTrades(order);
  }

  /** Notes what an entry changed in the state. It is not durable yet. */
  onCommitted(touched: TouchedRecords, seq: number): void {
    for (const id of touched.orders) this.#index(this.#inMemory(id));
    for (const id of changedOrderIds(touched)) {
      this.#changing.set(id, seq);
      this.#ended.delete(id);
    }
    for (const fill of touched.fills.values()) this.fills.add(fill);
    for (const name of touched.legNames) this.clientIds.add(name);
  }

  /** The entry is durable. */
  onDurable(touched: TouchedRecords, seq: number): void {
    for (const id of changedOrderIds(touched)) {
      if (this.#changing.get(id) !== seq) continue; // a later change of it is not durable yet
      this.#changing.delete(id);
      if (!isLive(this.#inMemory(id).status)) this.#ended.add(id);
    }
  }

  /** Ended orders leave memory once durable, oldest first, so that memory does not grow with history (I-31). */
  evictEnded(): void {
    while (this.#ended.size > this.#endedMax) {
      const id = this.#ended.takeOldest();
      if (id !== undefined) this.#forget(id);
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
    const warming = this.#warming.get(id) ?? this.#read(id);
    this.#warming.set(id, warming);
    return warming;
  }

  async withOrder<Value>(id: OrderId, turn: (order: Order) => Value): Promise<Awaited<Value>> {
    for (;;) {
      const order = this.#state.orders.get(id);
      if (order !== undefined) return await turn(order);
      requirePresent(await this.load(id), `order ${id} in the store`);
    }
  }

  /** One read at a time for each order: a second, begun before a change, would bring the past back after it. */
  async #read(id: OrderId): Promise<Order | null> {
    try {
      const stored = await this.#journal.order(id);
      return stored === null ? null : await this.#remember(stored);
    } finally {
      this.#warming.delete(id);
    }
  }

  /** A stored order that ended earlier; it holds no reservation, so memory is all that changes. */
  async #remember(stored: Order): Promise<Order> {
    await this.#loadTrades(stored);
    this.evictEnded();
    this.#state.orders.set(stored.id, stored);
    this.#index(stored);
    this.clientIds.addOrder(stored);
    this.#ended.add(stored.id);
    return stored;
  }

  async #loadTrades({ accountId, subaccountId, id: orderId }: Order): Promise<void> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const query = { accountId, subaccountId, orderId, before, limit: TRADES_PAGE };
      const fills = await this.#journal.fills(query);
      for (const fill of fills) this.fills.add(fill);
      const last = fills.at(-1);
      if (last === undefined || fills.length < TRADES_PAGE) return;
      before = Number(last.id.slice('fil_'.length));
    }
  }

  #inMemory(id: OrderId): Order {
    return this.#state.orders.get(id) as Order;
  }

  #index({ id, accountId, clientOrderId }: Order): void {
    if (clientOrderId !== null) this.#byClientId.set(clientKey(accountId, clientOrderId), id);
  }

  #forget(id: OrderId): void {
    const order = this.#state.orders.get(id);
    if (order === undefined || isLive(order.status)) return;
    this.#state.orders.delete(id);
    this.fills.delete(id);
    this.clientIds.deleteOrder(id);
    if (order.clientOrderId !== null)
      this.#byClientId.delete(clientKey(order.accountId, order.clientOrderId));
  }
}

/** An order changes with its fills: one that settles leaves the order itself as it was. */
export function* changedOrderIds({ orders, fills }: TouchedRecords): Iterable<OrderId> {
  yield* orders;
  for (const { orderId } of fills.values()) if (orderId !== null && !orders.has(orderId)) yield orderId;
}

/** A fill that was voided leaves nothing filled, but its trade must be known when it is told again. */
const hasTraded = ({ filledQty, atVenue }: Leg): boolean => filledQty > 0n || atVenue !== null;

const TRADES_PAGE = 1_000;

const clientKey = (accountId: AccountId, clientOrderId: ClientOrderId): string =>
  `${accountId}/${clientOrderId}`;
