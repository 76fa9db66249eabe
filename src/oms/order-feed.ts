import {
  type AccountId,
  getIdNumber,
  type OrderId,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
} from '../domain/model/ids.ts';
import { type Fill, isLive, type Order } from '../domain/model/order.ts';
import type { TouchedRecords } from '../domain/projections/ledger-state.ts';
import { changedOrderIds } from './order-cache.ts';
import type { StateStore } from './state-store.ts';

const RECENT_MAX = 100; // of each subaccount

/** Tells of orders and fills as they become durable, and remembers each subaccount's latest fills. */
export class OrderFeed {
  readonly #store: StateStore;
  readonly #onOrder = new Set<(order: Order) => void>();
  readonly #onFill = new Set<(fill: Fill) => void>();
  readonly #recent = new Map<ScopeKey, Fill[]>(); // newest first
  readonly #untold = new Set<OrderId>(); // changed durably, with a later change under way

  constructor(store: StateStore) {
    this.#store = store;
    store.onDurable((touched) => this.#changed(touched));
  }

  /** Reads the latest fills. */
  async start(): Promise<void> {
    for (const { accountId, subaccountId } of this.#store.state.subaccounts.values()) {
      const key = scopeKey(accountId, subaccountId);
      const stored = await this.#store.journal.fills({ accountId, subaccountId, limit: RECENT_MAX });
      // A venue may have told of fills meanwhile; they are newer than what was stored, or the same.
      const told = this.#recent.get(key) ?? [];
      const known = new Set(told.map(({ id }) => id));
      this.#recent.set(key, [...told, ...stored.filter(({ id }) => !known.has(id))].slice(0, RECENT_MAX));
    }
  }

  onOrder(listener: (order: Order) => void): () => void {
    this.#onOrder.add(listener);
    return () => this.#onOrder.delete(listener);
  }

  onFill(listener: (fill: Fill) => void): () => void {
    this.#onFill.add(listener);
    return () => this.#onFill.delete(listener);
  }

  /** Those whose present state is durable, newest first: a change that is not will be told when it is. */
  liveOrders(accountId: AccountId, subaccountId: SubaccountId): readonly Order[] {
    return [...this.#store.state.orders.values()]
      .filter((order) => order.accountId === accountId && order.subaccountId === subaccountId)
      .filter((order) => isLive(order.status) && this.#store.isDurable(order.id))
      .reverse();
  }

  /** Newest first. */
  recentFills(accountId: AccountId, subaccountId: SubaccountId): readonly Fill[] {
    return this.#recent.get(scopeKey(accountId, subaccountId)) ?? [];
  }

  #changed(touched: TouchedRecords): void {
    for (const fill of touched.fills.values()) this.#take(fill);
    for (const id of touched.orders) this.#untold.add(id);
    // What makes the order durable may be about a fill of it alone, which changes nothing to be told.
    for (const id of changedOrderIds(touched)) {
      if (this.#untold.has(id) && this.#store.isDurable(id)) this.#tell(id);
    }
  }

  #tell(id: OrderId): void {
    this.#untold.delete(id);
    const order = this.#store.state.orders.get(id);
    if (order === undefined) return;
    for (const listener of this.#onOrder) listener(order);
  }

  #take(fill: Fill): void {
    const key = scopeKey(fill.accountId, fill.subaccountId);
    const others = (this.#recent.get(key) ?? []).filter(({ id }) => id !== fill.id);
    // One that settles is told again and keeps its place.
    const newer = others.filter(({ id }) => getIdNumber(id) > getIdNumber(fill.id));
    this.#recent.set(key, [...newer, fill, ...others.slice(newer.length)].slice(0, RECENT_MAX));
    for (const listener of this.#onFill) listener(fill);
  }
}
