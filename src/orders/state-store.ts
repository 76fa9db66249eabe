import {
  type AccountId,
  type ClientOrderId,
  guardKey,
  type LegGeneration,
  type Order,
  type OrderId,
  type Parent,
  type ParentId,
  positionKey,
  type Qty,
  type SubaccountId,
  scopeKey,
  type TimestampMs,
  type VenueClientId,
  type VenueName,
} from '#contract';
import {
  type AnomalyRecorded,
  applyEntry,
  createLedgerState,
  type LedgerEvent,
  type LedgerState,
  type RecordedFill,
  type TouchedRecords,
  toLedgerRows,
} from '#domain';
import type { Clock, Journal, LedgerSnapshot, Log } from '#ports';
import { OrderCache } from './order-cache.ts';
import { UsageLoader } from './usage-loading.ts';

interface StateStoreDeps {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly terminalInMemoryMax: number;
}

type DurableListener = (touched: TouchedRecords) => void;

/**
 * The state in memory and the journal, changed together. State changes only in `commit`: in memory at once, so
 * that the next decision sees it, and durable when the promise resolves. Nothing that depends on an entry may
 * leave the process before the entry is durable.
 */
export class StateStore {
  readonly state: LedgerState = createLedgerState();
  readonly #deps: StateStoreDeps;
  readonly #orders: OrderCache;
  readonly #watches = new PositionWatches();
  readonly #durableListeners: DurableListener[] = [];
  readonly #committedListeners: DurableListener[] = [];
  #lastAppend: Promise<void> = Promise.resolve();
  readonly #appendsSinceMs: number[] = []; // start of each append that is not durable yet, oldest first
  #anomalies: readonly AnomalyRecorded[] = [];
  #lastAtBeforeStart: TimestampMs | null = null;
  #failure: Error | null = null;
  #usageLoader: UsageLoader | null = null;

  constructor(deps: StateStoreDeps) {
    this.#deps = deps;
    this.#orders = new OrderCache(this.state, deps.journal, deps.terminalInMemoryMax);
  }

  /** Set once the disk has failed. The store then accepts no events, and reads show the last known state. */
  get failure(): Error | null {
    return this.#failure;
  }

  get journal(): Journal {
    return this.#deps.journal;
  }

  /** The venue anomalies recorded before this start, oldest first. They are not reported again. */
  get anomaliesBeforeStart(): readonly AnomalyRecorded[] {
    return this.#anomalies;
  }

  /** Time of the last entry before this start; null for a new ledger. */
  get lastAtBeforeStart(): TimestampMs | null {
    return this.#lastAtBeforeStart;
  }

  /** Loads the stored state of live orders and settings. It replays nothing and sends nothing. */
  async load(): Promise<void> {
    const snapshot = await this.#deps.journal.load();
    restoreState(this.state, snapshot);
    this.#anomalies = snapshot.anomalies;
    this.#lastAtBeforeStart = snapshot.lastAt;
    for (const parent of snapshot.parents) this.#restoreParent(parent);
    for (const order of snapshot.orders) await this.#orders.addRestored(order);
    this.#usageLoader = new UsageLoader(this);
    await this.#usageLoader.loadLimited();
  }

  /**
   * Applies the events of one decision and appends them to the journal.
   *
   * @param cause  the command or report that caused them
   * @param actor  the key id, `operator`, `automatic`, or a venue's name
   * @returns      resolves once durable; rejects with JournalFailedError
   */
  async commit(cause: string, actor: string, events: readonly LedgerEvent[]): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const { state } = this;
    const entry = { seq: state.seq + 1, at: this.now(), cause, actor, events };
    const touched = applyEntry(state, entry);
    this.#orders.onCommitted(touched, entry.seq);
    for (const listener of this.#committedListeners) listener(touched);
    for (const key of touched.positions.keys()) this.#watches.markChanged(key);
    try {
      this.#lastAppend = this.#deps.journal.append(entry, toLedgerRows(state, touched));
      this.#appendsSinceMs.push(this.#deps.clock.monotonicMs());
      await this.#lastAppend;
      this.#appendsSinceMs.shift();
    } catch (error) {
      this.fail(error);
      throw error;
    }
    this.#orders.onDurable(touched, entry.seq);
    for (const listener of this.#durableListeners) listener(touched);
    this.#orders.evictClosed();
  }

  /** True if every change of the order is durable. */
  isDurable(id: OrderId): boolean {
    return this.#orders.isDurable(id);
  }

  /** Resolves once everything committed so far is durable; rejects with JournalFailedError. */
  whenDurable(): Promise<void> {
    return this.#lastAppend;
  }

  /** How long the oldest entry has waited to become durable; 0 when none waits. */
  get appendDelayMs(): number {
    const [oldestMs] = this.#appendsSinceMs;
    return oldestMs === undefined ? 0 : this.#deps.clock.monotonicMs() - oldestMs;
  }

  /** Calls the listener with the changes of each entry, once durable and in order. */
  onDurable(listener: DurableListener): void {
    this.#durableListeners.push(listener);
  }

  /** Calls the listener with the changes of each entry in the step that makes them, before they are durable. */
  onCommitted(listener: DurableListener): void {
    this.#committedListeners.push(listener);
  }

  /** Resolves once `state.usage` counts what this scope used before the start. */
  async loadUsage(accountId: AccountId, subaccountId: SubaccountId | null): Promise<void> {
    await this.#usageLoader?.load(accountId, subaccountId);
  }

  now(): TimestampMs {
    return this.#deps.clock.now();
  }

  /** The recorded fill of a leg's trade, or null. Only for orders in memory. */
  findFill(orderId: OrderId, leg: number, venueTradeId: string): RecordedFill | null {
    return this.#orders.fills.find(orderId, leg, venueTradeId);
  }

  /** The quantity that one generation of a leg has matched, voided fills included. Only for orders in memory. */
  qtyMatchedBy(orderId: OrderId, leg: number, generation: number): Qty {
    return this.#orders.fills.qtyMatchedBy(orderId, leg, generation);
  }

  /** The leg with this client order id at the venue; null if this service never assigned the id. */
  async findLegByClientId(venue: VenueName, clientId: VenueClientId): Promise<LegGeneration | null> {
    return (
      this.#orders.clientIds.find(venue, clientId) ??
      (await this.#deps.journal.findLegByClientId(venue, clientId))
    );
  }

  /** Loads the orders with these ids at the venue that are not in memory, with one look-up. */
  prefetchOrders(venue: VenueName, clientIds: readonly VenueClientId[]): Promise<void> {
    return this.#orders.prefetch(
      clientIds.flatMap((id) => this.#orders.clientIds.find(venue, id)?.orderId ?? []),
    );
  }

  /** Watches the position with this key until `end`. */
  watchPosition(key: string): PositionWatch {
    return this.#watches.watch(key);
  }

  /** The order from memory, or from the journal into memory. The cache may evict it again later. */
  loadOrder(id: OrderId): Promise<Order | null> {
    return this.#orders.load(id);
  }

  /**
   * Runs one decision on the present state of an order. If the cache has evicted a closed order, it is loaded
   * again first, and stays until the decision ends.
   */
  withOrder<Value>(id: OrderId, decide: (order: Order) => Value): Promise<Awaited<Value>> {
    return this.#orders.withOrder(id, decide);
  }

  /** The present state of the order, once durable: only this may be returned to a caller. */
  async getDurableOrder(id: OrderId): Promise<Order> {
    const order = await this.withOrder(id, (found) => found);
    await this.#lastAppend;
    return order;
  }

  /** Like `loadOrder`, by client order id. */
  loadOrderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Order | null> {
    return this.#orders.loadByClientId(accountId, clientOrderId);
  }

  /** The order with this client order id, if it is in memory. */
  findOrderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Order | null {
    return this.#orders.findByClientId(accountId, clientOrderId);
  }

  /** True if every change of the complex order is durable. */
  isParentDurable(id: ParentId): boolean {
    return this.#orders.parents.isDurable(id);
  }

  /** From memory, or from the journal into memory. The cache may evict one that is over again later. */
  loadParent(id: ParentId): Promise<Parent | null> {
    return this.#orders.parents.load(id);
  }

  loadParentByKey(accountId: AccountId, key: ClientOrderId): Promise<Parent | null> {
    return this.#orders.parents.loadByKey(accountId, key);
  }

  /** The complex order with this idempotency key, if it is in memory. */
  findParentByKey(accountId: AccountId, key: ClientOrderId): Parent | null {
    return this.#orders.parents.findByKey(accountId, key);
  }

  #restoreParent(parent: Parent): void {
    this.#orders.parents.add(parent);
    this.state.exposure.replaceParent(null, parent);
  }

  /** Accepts no more events: the disk has failed, or another process owns the journal. */
  fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    this.#deps.log.error('storage has failed: no orders are accepted until a restart', {
      why: this.#failure.message,
    });
  }
}

/** Fills an empty state from the stored rows. */
function restoreState(state: LedgerState, snapshot: LedgerSnapshot): void {
  const { seq, orderNumber, fillNumber, parentNumber, instrumentIdSkipped, assetIdSkipped } = snapshot;
  Object.assign(state, { seq, orderNumber, fillNumber, parentNumber, instrumentIdSkipped, assetIdSkipped });
  restoreSettings(state, snapshot);
  restoreTrading(state, snapshot);
}

function restoreSettings(state: LedgerState, snapshot: LedgerSnapshot): void {
  for (const account of snapshot.accounts) state.accounts.add(account);
  for (const row of snapshot.subaccounts)
    state.subaccounts.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const key of snapshot.keys) {
    state.keys.set(key.keyId, key);
    state.usage.addKey(key);
  }
  for (const row of snapshot.limits) state.limits.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const row of snapshot.killSwitches)
    state.killSwitches.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const guard of snapshot.guards) state.guards.set(guardKey(guard), guard);
  for (const row of snapshot.protections)
    state.protections.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const session of snapshot.sessions) state.sessions.set(session.sessionId, session);
  for (const approval of snapshot.approvals) state.approvals.set(approval.id, approval);
  for (const operation of snapshot.operations) {
    state.operations.set(operation.id, operation);
    state.exposure.tokens.replaceOperation(null, operation);
  }
  for (const { instrumentId, ...binding } of snapshot.bindings) state.bindings.set(instrumentId, binding);
  for (const review of snapshot.assetReviews) state.assetReviews.set(review.genericAssetId, review);
  for (const { venue, mark } of snapshot.venueMarks) state.venueMarks.set(venue, mark);
}

/** Exposure is not stored: it is computed from live orders, positions and fills that the venue may still void. */
function restoreTrading(state: LedgerState, snapshot: LedgerSnapshot): void {
  for (const fill of snapshot.pendingFills) {
    state.pendingFills.set(fill.id, fill);
    state.exposure.addPending(fill, 1n);
  }
  for (const order of snapshot.orders) {
    state.orders.set(order.id, order);
    state.exposure.replaceOrder(null, order);
  }
  for (const row of snapshot.positions) {
    state.positions.set(positionKey(row.accountId, row.subaccountId, row.instrumentId), row);
    state.exposure.replacePosition(null, row);
  }
  for (const row of snapshot.claims)
    state.claims.set(positionKey(row.accountId, row.subaccountId, row.instrumentId), row);
  for (const row of snapshot.tokenPairs)
    state.tokenPairs.set(positionKey(row.accountId, row.subaccountId, row.instrumentId), row);
}

/** Records whether a position has changed since the watch began. */
interface PositionWatch {
  readonly isChanged: boolean;
  end(): void;
}

/** The active watches, by position key. */
class PositionWatches {
  readonly #watches = new Map<string, Set<{ isChanged: boolean }>>();

  /** Watches one position until `end`. */
  watch(key: string): PositionWatch {
    const watch = { isChanged: false };
    const watches = this.#watches.get(key) ?? new Set();
    this.#watches.set(key, watches.add(watch));
    const end = (): void => {
      watches.delete(watch);
      if (watches.size === 0) this.#watches.delete(key);
    };
    return Object.assign(watch, { end });
  }

  markChanged(key: string): void {
    for (const watch of this.#watches.get(key) ?? []) watch.isChanged = true;
  }
}
