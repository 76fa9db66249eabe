import type { Qty } from '../core/kernel/decimal.ts';
import type { AccountId, ClientOrderId, OrderId, VenueClientId, VenueName } from '../core/kernel/ids.ts';
import type { TimestampMs } from '../core/kernel/time.ts';
import { applyEntry, emptyLedger } from '../core/ledger/apply.ts';
import type { AnomalyRecorded, LedgerEvent } from '../core/ledger/events.ts';
import { rowsOf } from '../core/ledger/rows.ts';
import type { LedgerState, Touched } from '../core/ledger/state.ts';
import type { NamedLeg } from '../core/orders/clientids.ts';
import type { KnownFill } from '../core/orders/legreport.ts';
import type { Order } from '../core/orders/order.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import { type HoldingWatch, HoldingWatches } from './holdingwatches.ts';
import { OrderMemory } from './ordermemory.ts';
import { restoreState } from './restore.ts';

export interface LedgerDeps {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly terminalInMemoryMax: number;
}

type DurableListener = (touched: Touched) => void;

/**
 * The engine's memory and the journal, changed together. `commit` is the one place where state
 * changes: at once in memory, so that the next turn decides on it, and durable when its promise
 * resolves. Nothing may leave the process on the strength of an entry before that.
 */
export class Ledger {
  readonly state: LedgerState = emptyLedger();
  readonly #deps: LedgerDeps;
  readonly #orders: OrderMemory;
  readonly #watches = new HoldingWatches();
  readonly #durable: DurableListener[] = [];
  #synced: Promise<void> = Promise.resolve();
  #anomalies: readonly AnomalyRecorded[] = [];
  #failure: Error | null = null;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
    this.#orders = new OrderMemory(this.state, deps.journal, deps.terminalInMemoryMax);
  }

  /** Set once the disk has failed: nothing is accepted any more, and reads show the last known state. */
  get failure(): Error | null {
    return this.#failure;
  }

  get journal(): Journal {
    return this.#deps.journal;
  }

  /** What was recorded against venues before this start, oldest first: told then, and not to be told anew. */
  get anomaliesBefore(): readonly AnomalyRecorded[] {
    return this.#anomalies;
  }

  /** Reads the rows that still matter. Nothing is replayed and nothing is sent. */
  async load(): Promise<void> {
    const snapshot = await this.#deps.journal.load();
    restoreState(this.state, snapshot);
    this.#anomalies = snapshot.anomalies;
    for (const order of snapshot.orders) await this.#orders.adopt(order);
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
    this.#orders.change(touched, entry.seq);
    for (const key of touched.positions.keys()) this.#watches.changed(key);
    try {
      this.#synced = this.#deps.journal.append(entry, rowsOf(state, touched));
      await this.#synced;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    this.#orders.settle(touched, entry.seq);
    for (const listener of this.#durable) listener(touched);
    this.#orders.makeRoom();
  }

  /** True when nothing of the order waits for the disk. */
  isDurable(id: OrderId): boolean {
    return this.#orders.isDurable(id);
  }

  /** Resolves once everything committed so far is durable; rejects with JournalFailedError. */
  synced(): Promise<void> {
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
  fillOf(orderId: OrderId, leg: number, venueTradeId: string): KnownFill | null {
    return this.#orders.fills.of(orderId, leg, venueTradeId);
  }

  /** What one generation of a leg has matched, voided fills included. Of orders in memory. */
  takenBy(orderId: OrderId, leg: number, generation: number): Qty {
    return this.#orders.fills.takenBy(orderId, leg, generation);
  }

  /** Whose name this is at the venue; null when we never gave it. */
  async legNamed(venue: VenueName, clientId: VenueClientId): Promise<NamedLeg | null> {
    return this.#orders.names.whose(venue, clientId) ?? (await this.#deps.journal.legByName(venue, clientId));
  }

  /** Watches one holding, by its position key, until `end`. */
  watchHolding(key: string): HoldingWatch {
    return this.#watches.watch(key);
  }

  /** The order by our id: from memory, else from the store, and then in memory for the turn that follows. */
  warmOrder(id: OrderId): Promise<Order | null> {
    return this.#orders.warm(id);
  }

  /**
   * Runs one turn on an order wherever it is kept: one that has ended may have left memory while
   * somebody waited, and comes back for the turn.
   */
  onOrder<Value>(id: OrderId, turn: (order: Order) => Value): Promise<Awaited<Value>> {
    return this.#orders.on(id, turn);
  }

  /** The order as it stands, once all of that is durable: what a caller may be answered with. */
  async durableOrder(id: OrderId): Promise<Order> {
    const order = await this.onOrder(id, (found) => found);
    await this.#synced;
    return order;
  }

  /** The order of that key, from memory or from the store, as `warmOrder` does it. */
  warmOrderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Order | null> {
    return this.#orders.warmByClientId(accountId, clientOrderId);
  }

  /** The same of orders in memory alone. */
  orderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Order | null {
    return this.#orders.byClientId(accountId, clientOrderId);
  }

  #fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    this.#deps.log.error('storage has failed: no more orders are accepted until a restart', {
      why: this.#failure.message,
    });
  }
}
