import { type OrderId, positionKey, type VenueClientId } from '../../src/contract/model/ids.ts';
import type { Fill, Order } from '../../src/contract/model/order.ts';
import { encodeEvents } from '../../src/domain/events/event-codec.ts';
import type { LedgerEntry, LedgerEvent } from '../../src/domain/events/event-schema.ts';
import { applyEntry, createLedgerState } from '../../src/domain/projections/ledger-projection.ts';
import type { LedgerState } from '../../src/domain/projections/ledger-state.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/** One journal entry, with the orders that it changes before and after. */
export interface LedgerTransition {
  readonly entry: LedgerEntry;
  readonly before: ReadonlyMap<OrderId, Order | null>;
  readonly after: readonly Order[];
  readonly state: LedgerState; // after the step
  readonly fills: FillTable;
}

export type TransitionCheck = (transition: LedgerTransition, monitor: InvariantMonitor) => void;
/** Checks the state before a step changes it. */
export type BeforeTransitionCheck = (entry: LedgerEntry, state: LedgerState) => void;

/** All fills and their sums, from which positions and filled quantities must follow. */
export class FillTable {
  readonly all: Fill[] = [];
  readonly filledByOrder = new Map<OrderId, bigint>();
  readonly netByPosition = new Map<string, bigint>();
  readonly trades = new Set<string>(); // order, leg, generation and trade
  readonly pending = new Map<string, Fill>();
  readonly voided = new Set<string>(); // as in trades
  readonly voidedByOrder = new Map<OrderId, bigint>();
  repeated: string | null = null;

  add(fill: Fill): void {
    this.all.push(fill);
    const trade = toTradeKey(fill);
    if (fill.settlement === 'VOID') this.#markVoided(fill);
    else this.#count(fill, 1n);
    if (fill.settlement === 'PENDING') this.pending.set(fill.id, fill);
    if (fill.orderId === null) return;
    if (this.trades.has(trade)) this.repeated = trade;
    this.trades.add(trade);
  }

  settle(id: string): void {
    this.pending.delete(id);
  }

  /** Reverses a fill. Throws if it was voided before. */
  void(record: Fill): void {
    const fill = this.pending.get(String(record.voids)) as Fill;
    this.pending.delete(fill.id);
    this.all.push(record);
    this.#markVoided(fill);
    this.#count(fill, -1n);
  }

  #markVoided(fill: Fill): void {
    this.voided.add(toTradeKey(fill));
    if (fill.orderId === null) return;
    this.voidedByOrder.set(fill.orderId, (this.voidedByOrder.get(fill.orderId) ?? 0n) + fill.qty);
  }

  #count(fill: Fill, sign: bigint): void {
    const key = positionKey(fill.accountId, fill.subaccountId, fill.instrumentId);
    const isBought = (fill.side === 'BUY') === (fill.outcome === 'YES');
    this.netByPosition.set(
      key,
      (this.netByPosition.get(key) ?? 0n) + sign * (isBought ? 1n : -1n) * fill.qty,
    );
    if (fill.orderId === null) return;
    this.filledByOrder.set(fill.orderId, (this.filledByOrder.get(fill.orderId) ?? 0n) + sign * fill.qty);
  }
}

export const toTradeKey = ({
  orderId,
  leg,
  generation,
  venueTradeId,
}: Pick<Fill, 'orderId' | 'leg' | 'generation' | 'venueTradeId'>): string =>
  `${orderId}/${leg}/${generation}/${venueTradeId}`;

/** Events that are counted for the coverage: cancel/replace, and fills that settle later. */
const COUNTED_EVENTS: ReadonlySet<LedgerEvent['type']> = new Set([
  'AmendConfirmed',
  'LegReplaced',
  'FillSettled',
  'FillVoided',
]);

/** One placement of a leg at the venue, under its id there. */
export interface LegGeneration {
  readonly orderId: OrderId;
  readonly leg: number;
  readonly generation: number;
}

/**
 * Wraps the journal of the service and applies every entry a second time, in the step that decided it. An
 * entry that a crash loses is removed here too.
 */
export class TransitionChecker {
  state: LedgerState = createLedgerState();
  fills = new FillTable();
  durableSeq = 0;
  readonly #entries: LedgerEntry[] = [];
  legsByClientId = new Map<VenueClientId, LegGeneration>();
  readonly #intents = new Map<VenueClientId, number>(); // by leg: the entry that accepted it
  readonly #monitor: InvariantMonitor;
  readonly #before: BeforeTransitionCheck;
  readonly #checks: readonly TransitionCheck[];
  readonly #onDurable: (entry: LedgerEntry, state: LedgerState) => void;

  /** @param onDurable  receives each entry in the step in which the service learns that it is durable */
  constructor(
    monitor: InvariantMonitor,
    before: BeforeTransitionCheck,
    checks: readonly TransitionCheck[],
    onDurable: (entry: LedgerEntry, state: LedgerState) => void,
  ) {
    this.#onDurable = onDurable;
    this.#monitor = monitor;
    this.#before = before;
    this.#checks = checks;
  }

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  /** Entries that were decided and are not yet reported durable. */
  get unsynced(): readonly LedgerEvent[] {
    return this.#entries.slice(this.durableSeq).flatMap(({ events }) => events);
  }

  /** The journal for one process. */
  wrapJournal(journal: Journal): Journal {
    return {
      load: () => journal.load(),
      append: async (entry, rows) => {
        this.#check(entry);
        await journal.append(entry, rows);
        this.durableSeq = Math.max(this.durableSeq, entry.seq);
        this.#onDurable(entry, this.state);
      },
      order: (id) => journal.order(id),
      ordersById: (ids) => journal.ordersById(ids),
      orderByClientId: (accountId, clientOrderId) => journal.orderByClientId(accountId, clientOrderId),
      findLegByClientId: (venue, clientId) => journal.findLegByClientId(venue, clientId),
      fillsAfter: (number, limit) => journal.fillsAfter(number, limit),
      parent: (id) => journal.parent(id),
      parentByKey: (accountId, key) => journal.parentByKey(accountId, key),
      parents: (query) => journal.parents(query),
      entriesForParent: (id, limit) => journal.entriesForParent(id, limit),
      entriesForAsset: (id, limit) => journal.entriesForAsset(id, limit),
      entriesForOrder: (id, limit) => journal.entriesForOrder(id, limit),
      installationId: (proposed) => journal.installationId(proposed),
      orders: (query) => journal.orders(query),
      fills: (query) => journal.fills(query),
      close: () => journal.close(),
    };
  }

  /** The process has ended, and its disk has every entry up to `seq`. */
  restart(seq: number): void {
    this.#monitor.note(`restart with ${seq} entries, ${this.#entries.length - seq} were not durable`);
    this.#entries.length = seq;
    this.durableSeq = seq;
    this.state = createLedgerState();
    this.fills = new FillTable();
    this.legsByClientId = new Map();
    for (const entry of this.#entries) this.#apply(entry);
    for (const [clientId, accepted] of this.#intents) if (accepted > seq) this.#intents.delete(clientId);
  }

  isIntentDurable(clientId: VenueClientId): boolean {
    return (this.#intents.get(clientId) ?? Number.POSITIVE_INFINITY) <= this.durableSeq;
  }

  /** Whether an entry with such an event of the order is durable. */
  isEventDurable(orderId: OrderId, type: LedgerEvent['type']): boolean {
    return this.#entries.some(
      ({ seq, events }) =>
        seq <= this.durableSeq &&
        events.some((event) => event.type === type && getOrderId(event) === orderId),
    );
  }

  #check(entry: LedgerEntry): void {
    this.#monitor.note(`entry ${entry.seq} ${entry.cause} ${entry.actor} ${encodeEvents(entry.events)}`);
    this.#before(entry, this.state);
    const ids = new Set(entry.events.map(getOrderId).filter((id) => id !== null));
    const before = new Map([...ids].map((id) => [id, this.state.orders.get(id) ?? null]));
    this.#entries.push(entry);
    this.#apply(entry);
    for (const event of entry.events) {
      this.#noteIntent(event, entry.seq);
      if (COUNTED_EVENTS.has(event.type)) this.#monitor.countCall('fact', event.type);
      if (event.type === 'LegClosed') this.#monitor.countCall('end', event.reason ?? 'filled');
    }
    const { state, fills } = this;
    const after = [...ids].map((id) => state.orders.get(id)).filter((order) => order !== undefined);
    for (const check of this.#checks) check({ entry, before, after, state, fills }, this.#monitor);
  }

  #apply(entry: LedgerEntry): void {
    applyEntry(this.state, entry);
    for (const event of entry.events) {
      if (event.type === 'FillRecorded') this.fills.add(event.fill);
      if (event.type === 'FillSettled') this.fills.settle(event.fillId);
      if (event.type === 'FillVoided') this.fills.void(event.fill);
      if (event.type === 'LegReplaced') this.legsByClientId.set(event.clientId, event);
      if (event.type !== 'OrderAccepted') continue;
      const { id: orderId, legs } = event.order;
      for (const { clientId, leg, generation } of legs)
        this.legsByClientId.set(clientId, { orderId, leg, generation });
    }
  }

  #noteIntent(event: LedgerEvent, seq: number): void {
    if (event.type === 'LegReplaced') this.#intents.set(event.clientId, seq);
    if (event.type !== 'OrderAccepted') return;
    for (const { clientId } of event.order.legs) this.#intents.set(clientId, seq);
  }
}

/** The order of an event; null for an event about something else. */
export function getOrderId(event: LedgerEvent): OrderId | null {
  if (event.type === 'OrderAccepted') return event.order.id;
  if (event.type === 'FillRecorded' || event.type === 'FillVoided') return event.fill.orderId;
  return 'orderId' in event ? event.orderId : null;
}
