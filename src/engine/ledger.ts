import { present } from '../core/kernel/assert.ts';
import type { Qty } from '../core/kernel/decimal.ts';
import type { AccountId, ClientOrderId, OrderId, VenueClientId, VenueName } from '../core/kernel/ids.ts';
import type { TimestampMs } from '../core/kernel/time.ts';
import { applyEntry, emptyLedger } from '../core/ledger/apply.ts';
import type { LedgerEvent } from '../core/ledger/events.ts';
import { positionKey, scopeKey } from '../core/ledger/keys.ts';
import { rowsOf } from '../core/ledger/rows.ts';
import type { LedgerState, Touched } from '../core/ledger/state.ts';
import type { LegName } from '../core/ledger/tables.ts';
import { type NamedLeg, parseLegClientId } from '../core/orders/clientids.ts';
import type { KnownFill } from '../core/orders/legreport.ts';
import { type Fill, isLive, type Leg, type Order } from '../core/orders/order.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal, LedgerSnapshot } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';

export interface LedgerDeps {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly terminalInMemoryMax: number;
}

/** What is remembered of an order's fills while the order is in memory. */
interface RememberedFill extends KnownFill {
  readonly generation: number;
  readonly leg: number | null;
  readonly qty: Qty;
  readonly isCompensation: boolean;
}

/** Tells whether a holding has changed since the watch began. */
export interface HoldingWatch {
  readonly isChanged: boolean;
  end(): void;
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
  readonly #byClientId = new Map<string, OrderId>();
  readonly #fills = new Map<OrderId, Map<string, RememberedFill>>(); // by leg and trade
  readonly #legsByName = new Map<string, NamedLeg>(); // of orders in memory; names that do not tell it themselves
  readonly #namesOf = new Map<OrderId, string[]>();
  readonly #watches = new Map<string, Set<{ isChanged: boolean }>>(); // by position key
  readonly #changing = new Map<OrderId, number>(); // by its last entry that is not durable yet
  readonly #ended = new Set<OrderId>(); // oldest first, each durable
  readonly #warming = new Map<OrderId, Promise<Order | null>>();
  readonly #durable: DurableListener[] = [];
  #synced: Promise<void> = Promise.resolve();
  #failure: Error | null = null;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
  }

  /** Set once the disk has failed: nothing is accepted any more, and reads show the last known state. */
  get failure(): Error | null {
    return this.#failure;
  }

  get journal(): Journal {
    return this.#deps.journal;
  }

  /** Reads the rows that still matter. Nothing is replayed and nothing is sent. */
  async load(): Promise<void> {
    const snapshot = await this.#deps.journal.load();
    this.#restore(snapshot);
    for (const order of snapshot.orders) if (order.legs.some(hasTraded)) await this.#loadTrades(order);
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
    const entry = { seq: state.seq + 1, at: this.#deps.clock.now(), cause, actor, events };
    const touched = applyEntry(state, entry);
    for (const id of touched.orders) this.#index(this.#orderInMemory(id));
    for (const id of ordersChangedBy(touched)) {
      this.#changing.set(id, entry.seq);
      this.#ended.delete(id);
    }
    for (const fill of touched.fills.values()) this.#rememberFill(fill);
    for (const name of touched.legNames) this.#indexName(name);
    for (const key of touched.positions.keys())
      for (const watch of this.#watches.get(key) ?? []) watch.isChanged = true;
    try {
      this.#synced = this.#deps.journal.append(entry, rowsOf(state, touched));
      await this.#synced;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    this.#settle(touched, entry.seq);
    for (const listener of this.#durable) listener(touched);
    this.#makeRoom();
  }

  /** True when nothing of the order waits for the disk. */
  isDurable(id: OrderId): boolean {
    return !this.#changing.has(id);
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
    return this.#fills.get(orderId)?.get(tradeKey(leg, venueTradeId)) ?? null;
  }

  /** What one generation of a leg has matched, voided fills included. Of orders in memory. */
  takenBy(orderId: OrderId, leg: number, generation: number): Qty {
    let taken = 0n;
    for (const fill of this.#fills.get(orderId)?.values() ?? [])
      if (fill.leg === leg && fill.generation === generation && !fill.isCompensation) taken += fill.qty;
    return taken as Qty;
  }

  /** Whose name this is at the venue; null when we never gave it. */
  async legNamed(venue: VenueName, clientId: VenueClientId): Promise<NamedLeg | null> {
    const known = parseLegClientId(clientId) ?? this.#legsByName.get(nameKey(venue, clientId));
    return known ?? (await this.#deps.journal.legByName(venue, clientId));
  }

  /** Watches one holding, by its position key, until `end`. */
  watchHolding(key: string): HoldingWatch {
    const watch = { isChanged: false };
    const watches = this.#watches.get(key) ?? new Set();
    this.#watches.set(key, watches.add(watch));
    const end = (): void => {
      watches.delete(watch);
      if (watches.size === 0) this.#watches.delete(key);
    };
    return Object.assign(watch, { end });
  }

  /** The order by our id: from memory, else from the store, and then in memory for the turn that follows. */
  async warmOrder(id: OrderId): Promise<Order | null> {
    const known = this.state.orders.get(id);
    if (known !== undefined) return known;
    const warming = this.#warming.get(id) ?? this.#warm(id);
    this.#warming.set(id, warming);
    return warming;
  }

  /**
   * Runs one turn on an order wherever it is kept: one that has ended may have left memory while
   * somebody waited, and comes back for the turn.
   */
  async onOrder<Value>(id: OrderId, turn: (order: Order) => Value): Promise<Awaited<Value>> {
    for (;;) {
      const order = this.state.orders.get(id);
      if (order !== undefined) return await turn(order);
      present(await this.warmOrder(id), `order ${id} in the store`);
    }
  }

  /** The order as it stands, once all of that is durable: what a caller may be answered with. */
  async durableOrder(id: OrderId): Promise<Order> {
    const order = await this.onOrder(id, (found) => found);
    await this.#synced;
    return order;
  }

  async warmOrderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Order | null> {
    const known = this.orderByClientId(accountId, clientOrderId);
    if (known !== null) return known;
    const stored = await this.#deps.journal.orderByClientId(accountId, clientOrderId);
    return stored === null ? null : this.warmOrder(stored.id);
  }

  orderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Order | null {
    const id = this.#byClientId.get(clientKey(accountId, clientOrderId));
    return id === undefined ? null : (this.state.orders.get(id) ?? null);
  }

  #restore(snapshot: LedgerSnapshot): void {
    const { state } = this;
    Object.assign(state, {
      seq: snapshot.seq,
      orderNumber: snapshot.orderNumber,
      fillNumber: snapshot.fillNumber,
    });
    for (const account of snapshot.accounts) state.accounts.add(account);
    for (const row of snapshot.subaccounts)
      state.subaccounts.set(scopeKey(row.accountId, row.subaccountId), row);
    for (const key of snapshot.keys) state.keys.set(key.keyId, key);
    for (const row of snapshot.limits) state.limits.set(scopeKey(row.accountId, row.subaccountId), row);
    for (const row of snapshot.killSwitches)
      state.killSwitches.set(scopeKey(row.accountId, row.subaccountId), row);
    for (const { instrumentId, ...binding } of snapshot.bindings) state.bindings.set(instrumentId, binding);
    for (const review of snapshot.assetReviews) state.assetReviews.set(review.genericAssetId, review);
    for (const fill of snapshot.pendingFills) {
      state.pendingFills.set(fill.id, fill);
      state.exposure.addPending(fill, 1n);
    }
    for (const { venue, mark } of snapshot.venueMarks) state.venueMarks.set(venue, mark);
    for (const order of snapshot.orders) {
      this.#index(order);
      this.#indexLegs(order);
      state.orders.set(order.id, order);
      state.exposure.replaceOrder(null, order);
    }
    for (const row of snapshot.positions) {
      state.positions.set(positionKey(row.accountId, row.subaccountId, row.instrumentId), row);
      state.exposure.replacePosition(null, row);
    }
  }

  #orderInMemory(id: OrderId): Order {
    return this.state.orders.get(id) as Order;
  }

  #index(order: Order): void {
    if (order.clientOrderId !== null)
      this.#byClientId.set(clientKey(order.accountId, order.clientOrderId), order.id);
  }

  #indexLegs({ id: orderId, legs }: Order): void {
    for (const { leg, generation, clientId, venue } of legs) {
      if (parseLegClientId(clientId) === null) this.#indexName({ venue, clientId, orderId, leg, generation });
    }
  }

  #indexName({ venue, clientId, orderId, leg, generation }: LegName): void {
    const key = nameKey(venue, clientId);
    this.#legsByName.set(key, { orderId, leg, generation });
    const names = this.#namesOf.get(orderId);
    if (names === undefined) this.#namesOf.set(orderId, [key]);
    else names.push(key);
  }

  /** One read at a time for each order: a second, begun before a change, would bring the past back after it. */
  async #warm(id: OrderId): Promise<Order | null> {
    try {
      const stored = await this.#deps.journal.order(id);
      return stored === null ? null : await this.#remember(stored);
    } finally {
      this.#warming.delete(id);
    }
  }

  /** A stored order that ended earlier; it holds no reservation, so memory is all that changes. */
  async #remember(stored: Order): Promise<Order> {
    await this.#loadTrades(stored);
    this.#makeRoom();
    this.state.orders.set(stored.id, stored);
    this.#index(stored);
    this.#indexLegs(stored);
    this.#ended.add(stored.id);
    return stored;
  }

  async #loadTrades(order: Order): Promise<void> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const { accountId, subaccountId, id } = order;
      const query = { accountId, subaccountId, orderId: id, before, limit: TRADES_PAGE };
      const fills = await this.#deps.journal.fills(query);
      for (const fill of fills) this.#rememberFill(fill);
      const last = fills.at(-1);
      if (last === undefined || fills.length < TRADES_PAGE) return;
      before = Number(last.id.slice('fil_'.length));
    }
  }

  #rememberFill({ id, orderId, leg, generation, qty, venueTradeId, settlement, voids }: Fill): void {
    if (orderId === null || leg === null) return;
    const fills = this.#fills.get(orderId) ?? new Map<string, RememberedFill>();
    this.#fills.set(orderId, fills);
    const isCompensation = voids !== null;
    fills.set(tradeKey(leg, venueTradeId), { id, leg, generation, qty, settlement, isCompensation });
  }

  #settle(touched: Touched, seq: number): void {
    for (const id of ordersChangedBy(touched)) {
      if (this.#changing.get(id) !== seq) continue; // a later change of it is not durable yet
      this.#changing.delete(id);
      if (!isLive(this.#orderInMemory(id).status)) this.#ended.add(id);
    }
  }

  /** Ended orders leave memory once durable, oldest first, so that memory does not grow with history (I-31). */
  #makeRoom(): void {
    for (const id of this.#ended) {
      if (this.#ended.size <= this.#deps.terminalInMemoryMax) return;
      this.#ended.delete(id);
      this.#forget(id);
    }
  }

  #forget(id: OrderId): void {
    const order = this.state.orders.get(id);
    if (order === undefined || isLive(order.status)) return;
    this.state.orders.delete(id);
    this.#fills.delete(id);
    for (const name of this.#namesOf.get(id) ?? []) this.#legsByName.delete(name);
    this.#namesOf.delete(id);
    if (order.clientOrderId !== null)
      this.#byClientId.delete(clientKey(order.accountId, order.clientOrderId));
  }

  #fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    this.#deps.log.error('storage has failed: no more orders are accepted until a restart', {
      why: this.#failure.message,
    });
  }
}

/** An order changes with its fills: one that settles leaves the order itself as it was. */
function* ordersChangedBy({ orders, fills }: Touched): Iterable<OrderId> {
  yield* orders;
  for (const { orderId } of fills.values()) if (orderId !== null && !orders.has(orderId)) yield orderId;
}

/** A fill that was voided leaves nothing filled, but its trade must be known when it is told again. */
const hasTraded = ({ filledQty, atVenue }: Leg): boolean => filledQty > 0n || atVenue !== null;

const TRADES_PAGE = 1_000;

const tradeKey = (leg: number, venueTradeId: string): string => `${leg}/${venueTradeId}`;
const nameKey = (venue: VenueName, clientId: VenueClientId): string => `${venue}/${clientId}`;

const clientKey = (accountId: AccountId, clientOrderId: ClientOrderId): string =>
  `${accountId}/${clientOrderId}`;
