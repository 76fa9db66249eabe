import { LRUCache } from 'lru-cache';
import type { LedgerEntry, LedgerEvent } from '../domain/events/event-schema.ts';
import type { OrderId } from '../domain/model/ids.ts';
import { isLive, type Order } from '../domain/model/order.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { RoutingDecision } from '../domain/routing/route-types.ts';
import type { StateStore } from './state-store.ts';

/** One fact about an order, and the turn that made it one. */
export interface ReceiptEvent {
  readonly seq: number; // of its ledger entry
  readonly at: TimestampMs;
  readonly cause: string;
  readonly event: LedgerEvent;
}

/** When an order reached each phase; null where it has not, or where nobody remembers. */
interface Phases {
  readonly acceptedAt: TimestampMs;
  readonly sentAt: TimestampMs | null; // durable and handed to the gateway; forgotten by a restart
  readonly acknowledgedAt: TimestampMs | null;
  readonly firstFillAt: TimestampMs | null;
  readonly doneAt: TimestampMs | null;
}

/** Everything that is known of an order. */
export interface Receipt {
  readonly order: Order;
  readonly decision: RoutingDecision | null; // null for DIRECT, which decides nothing
  readonly events: readonly ReceiptEvent[];
  readonly isTruncated: boolean; // it has more events than are told
  readonly phases: Phases;
}

/** Ledger entries read for one receipt. An order has a handful; one that is filled crumb by crumb has many. */
export const RECEIPT_ENTRIES_MAX = 1_000;

/** The receipt of an order, from its own entries in the journal. Source: docs/decisions/0045-preview-and-receipt.md */
export async function buildReceipt(
  order: Order,
  store: StateStore,
  submitTimestamps: SubmitTimestamps,
): Promise<Receipt> {
  const entries = await store.journal.entriesForOrder(order.id, RECEIPT_ENTRIES_MAX + 1);
  const events = entries.slice(0, RECEIPT_ENTRIES_MAX).flatMap((entry) => eventsOf(order.id, entry));
  return {
    order,
    decision:
      events.map(({ event }) => event).find((event) => event.type === 'OrderRouted')?.decision ?? null,
    events,
    isTruncated: entries.length > RECEIPT_ENTRIES_MAX,
    phases: phasesOf(order, events, submitTimestamps),
  };
}

function eventsOf(id: OrderId, { seq, at, cause, events }: LedgerEntry): ReceiptEvent[] {
  return events.filter((event) => isAbout(id, event)).map((event) => ({ seq, at, cause, event }));
}

function isAbout(id: OrderId, event: LedgerEvent): boolean {
  if (event.type === 'OrderAccepted') return event.order.id === id;
  if ('fill' in event) return event.fill.orderId === id;
  return 'orderId' in event && event.orderId === id;
}

function phasesOf(order: Order, events: readonly ReceiptEvent[], submitTimestamps: SubmitTimestamps): Phases {
  const firstAt = (isIt: (event: LedgerEvent) => boolean): TimestampMs | null =>
    events.find(({ event }) => isIt(event))?.at ?? null;
  const firstFillAt = firstAt(({ type }) => type === 'FillRecorded');
  return {
    acceptedAt: order.createdAt,
    sentAt: submitTimestamps.sentAt(order.id),
    // A venue that fills at once may never say more than that.
    acknowledgedAt: firstAt(({ type }) => type === 'LegAcknowledged') ?? firstFillAt,
    firstFillAt,
    doneAt: isLive(order.status) ? null : order.updatedAt,
  };
}

const ORDERS_MAX = 10_000;

/**
 * When the newest orders became durable and, in the same moment, were handed to the gateway. Kept in memory
 * alone: writing it down would cost each order a commit, to tell a receipt of two milliseconds.
 */
export class SubmitTimestamps {
  readonly #sentAt = new LRUCache<OrderId, TimestampMs>({ max: ORDERS_MAX });

  record(id: OrderId, at: TimestampMs): void {
    this.#sentAt.set(id, at);
  }

  sentAt(id: OrderId): TimestampMs | null {
    return this.#sentAt.peek(id) ?? null;
  }
}
