import {
  type AccountId,
  type Fill,
  getIdNumber,
  type InstrumentId,
  isLive,
  type Order,
  type OrderId,
  type Position,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
} from '#contract';
import type { TouchedRecords } from '#domain';
import { changedOrderIds, type MarkedPosition, type StateStore } from '#orders';
import type { Clock, MarketView, Timer } from '#ports';

const RECENT_MAX = 100; // per subaccount

/** Publishes orders and fills once they are durable, and keeps the latest fills of each subaccount. */
export class OrderFeed {
  readonly #store: StateStore;
  readonly #onOrder = new Set<(order: Order) => void>();
  readonly #onFill = new Set<(fill: Fill) => void>();
  readonly #recent = new Map<ScopeKey, readonly Fill[]>(); // newest first
  /** Changed durably or left out of a snapshot, and a later change of them is not durable yet. */
  readonly #unpublished = new Set<OrderId>();

  constructor(store: StateStore) {
    this.#store = store;
    store.onDurable((touched) => this.#changed(touched));
  }

  /** Reads the latest fills. */
  async start(): Promise<void> {
    for (const { accountId, subaccountId } of this.#store.state.subaccounts.values()) {
      const key = scopeKey(accountId, subaccountId);
      const stored = await this.#store.journal.fills({ accountId, subaccountId, limit: RECENT_MAX });
      // Fills published during the read are new, or stored ones that have settled.
      const live = this.#recent.get(key) ?? [];
      this.#recent.set(key, live.reduce(withFill, stored));
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

  /**
   * The live orders whose present state is durable, newest first. Each other live order is published once it is
   * durable, even if only the settlement of a fill was not.
   */
  liveOrders(accountId: AccountId, subaccountId: SubaccountId): readonly Order[] {
    const durable: Order[] = [];
    for (const order of this.#store.state.orders.values()) {
      if (order.accountId !== accountId || order.subaccountId !== subaccountId || !isLive(order.status))
        continue;
      if (this.#store.isDurable(order.id)) durable.push(order);
      else this.#unpublished.add(order.id);
    }
    return durable.reverse();
  }

  /** Newest first. */
  recentFills(accountId: AccountId, subaccountId: SubaccountId): readonly Fill[] {
    return this.#recent.get(scopeKey(accountId, subaccountId)) ?? [];
  }

  #changed(touched: TouchedRecords): void {
    for (const fill of touched.fills.values()) this.#publishFill(fill);
    for (const id of touched.orders) this.#unpublished.add(id);
    // A fill alone can be the last change before an order is durable; only changed orders are published.
    for (const id of changedOrderIds(touched)) {
      if (this.#unpublished.has(id) && this.#store.isDurable(id)) this.#publishOrder(id);
    }
  }

  #publishOrder(id: OrderId): void {
    this.#unpublished.delete(id);
    const order = this.#store.state.orders.get(id);
    if (order === undefined) return;
    for (const listener of this.#onOrder) listener(order);
  }

  #publishFill(fill: Fill): void {
    const key = scopeKey(fill.accountId, fill.subaccountId);
    this.#recent.set(key, withFill(this.#recent.get(key) ?? [], fill));
    for (const listener of this.#onFill) listener(fill);
  }
}

/** The latest fills with one more. A fill that settles is published again and keeps its place. */
function withFill(recent: readonly Fill[], fill: Fill): readonly Fill[] {
  const number = getIdNumber(fill.id);
  const older = recent.findIndex(({ id }) => getIdNumber(id) <= number);
  if (older === -1) return [...recent, fill].slice(0, RECENT_MAX);
  if (recent[older]?.id === fill.id) return recent.with(older, fill);
  return recent.toSpliced(older, 0, fill).slice(0, RECENT_MAX);
}

export interface PositionFeedDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly markPosition: (position: Position) => MarkedPosition;
}

type Listener = (position: MarkedPosition) => void;

const MARK_INTERVAL_MS = 1_000;

/** Publishes positions: each durable change at once, and each changed mark at most once a second per instrument. */
export class PositionFeed {
  readonly #deps: PositionFeedDeps;
  readonly #listeners = new Set<Listener>();
  readonly #holders = new Map<InstrumentId, Set<string>>(); // position keys
  readonly #moved = new Set<InstrumentId>();
  #timer: Timer | null = null;

  constructor(deps: PositionFeedDeps) {
    this.#deps = deps;
    deps.store.onDurable((touched) => this.#changed(touched));
  }

  start(): void {
    for (const [key, position] of this.#deps.store.state.positions) this.#trackHolder(key, position);
    this.#deps.market.onMarkChanged((id) => {
      if (this.#holders.has(id)) this.#moved.add(id);
    });
    this.#timer = this.#deps.clock.every(MARK_INTERVAL_MS, () => this.#publishMoved());
  }

  stop(): void {
    this.#timer?.cancel();
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(touched: TouchedRecords): void {
    for (const [key, position] of touched.positions) {
      this.#trackHolder(key, position);
      this.#publish(position);
    }
  }

  #trackHolder(key: string, position: Position): void {
    const keys = this.#holders.get(position.instrumentId) ?? new Set();
    if (position.net === 0n) keys.delete(key);
    else keys.add(key);
    if (keys.size === 0) this.#holders.delete(position.instrumentId);
    else this.#holders.set(position.instrumentId, keys);
  }

  #publishMoved(): void {
    for (const id of this.#moved) {
      for (const key of this.#holders.get(id) ?? []) {
        const position = this.#deps.store.state.positions.get(key);
        if (position !== undefined) this.#publish(position);
      }
    }
    this.#moved.clear();
  }

  #publish(position: Position): void {
    if (this.#listeners.size === 0) return;
    const marked = this.#deps.markPosition(position);
    for (const listener of this.#listeners) listener(marked);
  }
}
