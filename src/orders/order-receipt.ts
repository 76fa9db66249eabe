import { createLruCache, isLive, type Leg, type Order, type OrderId, type TimestampMs } from '#contract';
import {
  findOrderId,
  type LedgerEntry,
  type LedgerEvent,
  type RoutingDecision,
  type Slippage,
  SlippageTotals,
} from '#domain';
import type { OrderTraces } from './order-traces.ts';
import type { StateStore } from './state-store.ts';

/** One event of an order, with the journal entry that holds it. */
export interface ReceiptEvent {
  readonly seq: number; // of its journal entry
  readonly at: TimestampMs;
  readonly cause: string;
  readonly event: LedgerEvent;
}

/** The time an order reached each phase; null if it has not, or if the time is not known any more. */
interface Phases {
  readonly acceptedAt: TimestampMs;
  readonly sentAt: TimestampMs | null; // passed to the venue; lost by a restart
  readonly acknowledgedAt: TimestampMs | null;
  readonly firstFillAt: TimestampMs | null;
  readonly doneAt: TimestampMs | null;
}

/** The complete record of an order. */
export interface Receipt {
  readonly order: Order;
  readonly decision: RoutingDecision | null; // null for DIRECT: there is nothing to decide
  readonly events: readonly ReceiptEvent[];
  readonly isTruncated: boolean; // the journal has more events of the order
  readonly slippage: Slippage; // of the fills in `events`
  readonly phases: Phases;
  readonly traceId: string | null; // of its request; null: none, or lost by a restart
}

/** What is known of an order only until a restart. */
interface OrderMemory {
  readonly submitTimestamps: SubmitTimestamps;
  readonly traces: OrderTraces;
}

/** Most journal entries read for one receipt. Most orders have a handful; an order with many small fills has more. */
export const RECEIPT_ENTRIES_MAX = 1_000;

/** Builds the receipt of an order from its journal entries. Source: docs/decisions/routing-plans.md */
export async function buildReceipt(
  order: Order,
  store: StateStore,
  { submitTimestamps, traces }: OrderMemory,
): Promise<Receipt> {
  const entries = await store.journal.entriesForOrder(order.id, RECEIPT_ENTRIES_MAX + 1);
  const events = entries.slice(0, RECEIPT_ENTRIES_MAX).flatMap((entry) => toReceiptEvents(order.id, entry));
  return {
    order,
    decision:
      events.map(({ event }) => event).find((event) => event.type === 'OrderRouted')?.decision ?? null,
    events,
    isTruncated: entries.length > RECEIPT_ENTRIES_MAX,
    slippage: sumSlippage(order, events),
    phases: findPhases(order, events, submitTimestamps),
    traceId: traces.getTraceId(order.id),
  };
}

function toReceiptEvents(id: OrderId, { seq, at, cause, events }: LedgerEntry): ReceiptEvent[] {
  return events.filter((event) => findOrderId(event) === id).map((event) => ({ seq, at, cause, event }));
}

/** The slippage of an order's fills, without those that were reversed. */
export function sumSlippage(
  { legs }: Pick<Order, 'legs'>,
  events: readonly Pick<ReceiptEvent, 'event'>[],
): Slippage {
  const fills = events.flatMap(({ event }) => (event.type === 'FillRecorded' ? [event.fill] : []));
  const reversed = new Set(
    events.flatMap(({ event }) => (event.type === 'FillVoided' ? [event.fill.voids] : [])),
  );
  const totals = new SlippageTotals();
  for (const fill of fills)
    if (!reversed.has(fill.id)) totals.add(fill, legs.find(({ leg }) => leg === fill.leg)?.arrival ?? null);
  return totals.total();
}

function findPhases(
  order: Order,
  events: readonly ReceiptEvent[],
  submitTimestamps: SubmitTimestamps,
): Phases {
  const firstAt = (isMatch: (event: LedgerEvent) => boolean): TimestampMs | null =>
    events.find(({ event }) => isMatch(event))?.at ?? null;
  const firstFillAt = firstAt(({ type }) => type === 'FillRecorded');
  return {
    acceptedAt: order.createdAt,
    sentAt: order.legs.every((leg) => isUnsent(leg, events)) ? null : submitTimestamps.sentAt(order.id),
    // A venue that fills an order at once may send no separate acknowledgement.
    acknowledgedAt: firstAt(({ type }) => type === 'LegAcknowledged') ?? firstFillAt,
    firstFillAt,
    doneAt: isLive(order.status) ? null : order.updatedAt,
  };
}

/** True if the gateway or the adapter closed the leg before it was sent. */
const isUnsent = ({ leg }: Leg, events: readonly ReceiptEvent[]): boolean =>
  events.some(
    ({ event, cause }) =>
      event.type === 'LegClosed' && event.leg === leg && (cause === 'not_sent' || cause === 'gate'),
  );

const ORDERS_MAX = 10_000;

/**
 * The times at which the newest orders were passed to the gateway. Kept in memory only: storing them
 * would cost one more commit per order.
 */
export class SubmitTimestamps {
  readonly #sentAt = createLruCache<OrderId, TimestampMs>(ORDERS_MAX);

  record(id: OrderId, at: TimestampMs): void {
    this.#sentAt.set(id, at);
  }

  sentAt(id: OrderId): TimestampMs | null {
    return this.#sentAt.peek(id) ?? null;
  }
}
