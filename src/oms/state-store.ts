import type { AnomalyRecorded, LedgerEvent } from '../domain/events/event-schema.ts';
import {
  type AccountId,
  type ClientOrderId,
  type OrderId,
  positionKey,
  scopeKey,
  type VenueClientId,
  type VenueName,
} from '../domain/model/ids.ts';
import type { Qty } from '../domain/model/money.ts';
import type { Order } from '../domain/model/order.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { RecordedFill } from '../domain/order-state/execution-report/report-decision.ts';
import type { LegGeneration } from '../domain/order-state/leg-client-ids.ts';
import { applyEntry, createLedgerState } from '../domain/projections/ledger-projection.ts';
import { type LedgerState, type TouchedRecords, toLedgerRows } from '../domain/projections/ledger-state.ts';
import type { Clock } from '../ports/environment.ts';
import type { Journal, LedgerSnapshot } from '../ports/journal.ts';
import type { Log } from '../ports/telemetry.ts';
import { OrderCache } from './order-cache.ts';

interface StateStoreDeps {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly terminalInMemoryMax: number;
}

type DurableListener = (touched: TouchedRecords) => void;

/**
 * The engine's memory and the journal, changed together. `commit` is the one place where state
 * changes: at once in memory, so that the next turn decides on it, and durable when its promise
 * resolves. Nothing may leave the process on the strength of an entry before that.
 */
export class StateStore {
  readonly state: LedgerState = createLedgerState();
  readonly #deps: StateStoreDeps;
  readonly #orders: OrderCache;
  readonly #watches = new PositionWatches();
  readonly #durable: DurableListener[] = [];
  #synced: Promise<void> = Promise.resolve();
  #anomalies: readonly AnomalyRecorded[] = [];
  #failure: Error | null = null;

  constructor(deps: StateStoreDeps) {
    this.#deps = deps;
    this.#orders = new OrderCache(this.state, deps.journal, deps.terminalInMemoryMax);
  }

  /** Set once the disk has failed: nothing is accepted any more, and reads show the last known state. */
  get failure(): Error | null {
    return this.#failure;
  }

  get journal(): Journal {
    return this.#deps.journal;
  }

  /** What was recorded against venues before this start, oldest first: told then, and not to be told anew. */
  get anomaliesBeforeStart(): readonly AnomalyRecorded[] {
    return this.#anomalies;
  }

  /** Reads the rows that still matter. Nothing is replayed and nothing is sent. */
  async load(): Promise<void> {
    const snapshot = await this.#deps.journal.load();
    restoreState(this.state, snapshot);
    this.#anomalies = snapshot.anomalies;
    for (const order of snapshot.orders) await this.#orders.addRestored(order);
  }

  /**
   * Takes one turn's facts in.
   *
   * @param cause  the command or report that led to them
   * @param actor  the key id, `operator`, or a venue's name
   * @returns      resolves when durable; rejects with JournalFailedError
   */
  async commit(cause: string, actor: string, events: readonly LedgerEvent[]): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const { state } = this;
    const entry = { seq: state.seq + 1, at: this.now(), cause, actor, events };
    const touched = applyEntry(state, entry);
    this.#orders.onCommitted(touched, entry.seq);
    for (const key of touched.positions.keys()) this.#watches.changed(key);
    try {
      this.#synced = this.#deps.journal.append(entry, toLedgerRows(state, touched));
      await this.#synced;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    this.#orders.onDurable(touched, entry.seq);
    for (const listener of this.#durable) listener(touched);
    this.#orders.evictEnded();
  }

  /** True when nothing of the order waits for the disk. */
  isDurable(id: OrderId): boolean {
    return this.#orders.isDurable(id);
  }

  /** Resolves once everything committed so far is durable; rejects with JournalFailedError. */
  whenDurable(): Promise<void> {
    return this.#synced;
  }

  /** Called with what each entry changed, once it is durable, in order. */
  onDurable(listener: DurableListener): void {
    this.#durable.push(listener);
  }

  now(): TimestampMs {
    return this.#deps.clock.now();
  }

  /** What is recorded of a leg's trade; null: nothing yet. Of orders in memory. */
  findFill(orderId: OrderId, leg: number, venueTradeId: string): RecordedFill | null {
    return this.#orders.fills.find(orderId, leg, venueTradeId);
  }

  /** What one generation of a leg has matched, voided fills included. Of orders in memory. */
  qtyMatchedBy(orderId: OrderId, leg: number, generation: number): Qty {
    return this.#orders.fills.qtyMatchedBy(orderId, leg, generation);
  }

  /** Whose name this is at the venue; null when we never gave it. */
  async findLegByClientId(venue: VenueName, clientId: VenueClientId): Promise<LegGeneration | null> {
    return (
      this.#orders.clientIds.find(venue, clientId) ??
      (await this.#deps.journal.findLegByClientId(venue, clientId))
    );
  }

  /** Watches one holding, by its position key, until `end`. */
  watchPosition(key: string): PositionWatch {
    return this.#watches.watch(key);
  }

  /** The order by our id: from memory, else from the store, and then in memory for the turn that follows. */
  loadOrder(id: OrderId): Promise<Order | null> {
    return this.#orders.load(id);
  }

  /**
   * Runs one turn on an order wherever it is kept: one that has ended may have left memory while
   * somebody waited, and comes back for the turn.
   */
  withOrder<Value>(id: OrderId, turn: (order: Order) => Value): Promise<Awaited<Value>> {
    return this.#orders.withOrder(id, turn);
  }

  /** The order as it stands, once all of that is durable: what a caller may be answered with. */
  async getDurableOrder(id: OrderId): Promise<Order> {
    const order = await this.withOrder(id, (found) => found);
    await this.#synced;
    return order;
  }

  /** The order of that key, from memory or from the store, as `warmOrder` does it. */
  loadOrderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Order | null> {
    return this.#orders.loadByClientId(accountId, clientOrderId);
  }

  /** The same of orders in memory alone. */
  findOrderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Order | null {
    return this.#orders.findByClientId(accountId, clientOrderId);
  }

  #fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    this.#deps.log.error('storage has failed: no more orders are accepted until a restart', {
      why: this.#failure.message,
    });
  }
}

/** Makes an empty state what the stored rows say. Nothing is replayed and nothing is sent. */
function restoreState(state: LedgerState, snapshot: LedgerSnapshot): void {
  const { seq, orderNumber, fillNumber } = snapshot;
  Object.assign(state, { seq, orderNumber, fillNumber });
  restoreSettings(state, snapshot);
  restoreTrading(state, snapshot);
}

function restoreSettings(state: LedgerState, snapshot: LedgerSnapshot): void {
  for (const account of snapshot.accounts) state.accounts.add(account);
  for (const row of snapshot.subaccounts)
    state.subaccounts.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const key of snapshot.keys) state.keys.set(key.keyId, key);
  for (const row of snapshot.limits) state.limits.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const row of snapshot.killSwitches)
    state.killSwitches.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const { instrumentId, ...binding } of snapshot.bindings) state.bindings.set(instrumentId, binding);
  for (const review of snapshot.assetReviews) state.assetReviews.set(review.genericAssetId, review);
  for (const { venue, mark } of snapshot.venueMarks) state.venueMarks.set(venue, mark);
}

/** Exposure is not stored: it follows from live orders, positions and fills that could still be undone. */
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
}

/** Tells whether a holding has changed since the watch began. */
interface PositionWatch {
  readonly isChanged: boolean;
  end(): void;
}

/** Watches on holdings, each by its position key. */
class PositionWatches {
  readonly #watches = new Map<string, Set<{ isChanged: boolean }>>();

  /** Watches one holding until `end`. */
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

  changed(key: string): void {
    for (const watch of this.#watches.get(key) ?? []) watch.isChanged = true;
  }
}
