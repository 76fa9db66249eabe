import type { OrderId, VenueName } from '../core/kernel/ids.ts';
import type { LedgerEvent } from '../core/ledger/events.ts';
import type { Fill, LegRef } from '../core/orders/order.ts';
import type { Ledger } from './ledger.ts';
import type { Resolver } from './resolver.ts';

/** Ledger entries read to find the name of an earlier generation. */
const ENTRIES_MAX = 1_000;

/**
 * Asks a venue about every order with a fill that could still be undone: the word that settled it may have
 * been told while nobody listened, and an order that is over is not told again by itself.
 *
 * @param tradedBefore  only fills older than this (Unix ms); younger ones are likely to be told yet
 */
export async function askUnsettled(
  { ledger, resolver }: { readonly ledger: Ledger; readonly resolver: Resolver },
  venue: VenueName,
  tradedBefore: number,
): Promise<void> {
  const waiting = [...ledger.state.pendingFills.values()].filter(
    (fill) => fill.venue === venue && fill.timestamp <= tradedBefore,
  );
  for (const fill of waiting) {
    const ref = await refOf(ledger, fill);
    if (fill.orderId !== null && ref !== null) resolver.resolve(fill.orderId, ref);
  }
}

/** The generation that traded, by the name that it has at its venue. */
async function refOf(ledger: Ledger, { orderId, leg, generation }: Fill): Promise<LegRef | null> {
  const order = orderId === null ? null : await ledger.warmOrder(orderId);
  const present = order?.legs.find((each) => each.leg === leg);
  if (order === null || present === undefined) return null;
  if (present.generation === generation) return present;
  const entries = await ledger.journal.entriesOf(order.id, ENTRIES_MAX);
  const names = entries.flatMap(({ events }) => events.flatMap((event) => namedBy(event, order.id)));
  return names.find((ref) => ref.leg === leg && ref.generation === generation) ?? null;
}

function namedBy(event: LedgerEvent, orderId: OrderId): readonly LegRef[] {
  if (event.type === 'OrderAccepted' && event.order.id === orderId) return event.order.legs;
  return event.type === 'LegReplaced' && event.orderId === orderId ? [event] : [];
}
