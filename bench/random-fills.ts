// Fills a stopped service's event store with closed orders, through its state store and journal.

import {
  type ClientOrderId,
  toOrderId,
  type VenueClientId,
  type VenueOrderId,
} from '../src/contract/model/ids.ts';
import type { Leg, Order } from '../src/contract/model/order.ts';
import type { LedgerEvent } from '../src/domain/events/event-schema.ts';
import { StateStore } from '../src/orders/state-store.ts';
import { systemClock } from '../src/platform/system-environment.ts';
import { openStore } from '../src/storage/sqlite/sqlite-store.ts';

export interface FillJob {
  readonly dataDir: string;
  readonly orderId: string; // an order accepted by the service; the template of every filler order
  readonly orders: number;
}

const AT_ONCE = 2_000; // entries committed together

process.once('message', (job) => {
  void fill(job as FillJob).then((count) => process.send?.(count, () => process.exit(0)));
});

async function fill({ dataDir, orderId, orders }: FillJob): Promise<number> {
  const store = await openStore({ dataDir, profile: 'sandbox', clock: systemClock, pid: process.pid });
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const ledger = new StateStore({
    journal: store.journal,
    clock: systemClock,
    log,
    terminalInMemoryMax: AT_ONCE,
  });
  await ledger.load();
  const template = await ledger.loadOrder(toOrderId(Number(orderId.slice('ord_'.length))));
  if (template === null) throw new Error(`there is no order ${orderId}`);
  const first = ledger.state.orderNumber + 1;
  for (let done = 0; done < orders; done += AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(AT_ONCE, orders - done) },
      (_, index) => first + done + index,
    );
    await Promise.all(
      numbers.map((number) => ledger.commit('submit', 'bench', createEvents(template, number))),
    );
  }
  await store.close();
  return orders;
}

/** The events of an order that rested and was cancelled. */
function createEvents(template: Order, number: number): readonly LedgerEvent[] {
  const order = acceptedAs(template, number);
  const orderId = order.id;
  const venueOrderId = `BENCH-${number}` as VenueOrderId;
  return [
    { type: 'OrderAccepted', order },
    { type: 'LegAcknowledged', orderId, leg: 1, venueOrderId },
    { type: 'OrderAnswered', orderId },
    {
      type: 'LegClosed',
      orderId,
      leg: 1,
      status: 'CANCELLED',
      reason: 'user_cancel',
      venueCode: null,
      venueMessage: null,
      detail: null,
    },
  ];
}

function acceptedAs(template: Order, number: number): Order {
  const legs = template.legs.map(
    (leg): Leg => ({
      ...leg,
      clientId: `bench-${number}` as VenueClientId,
      venueOrderId: null,
      status: 'PENDING_SUBMISSION',
      reason: null,
    }),
  );
  return {
    ...template,
    id: toOrderId(number),
    clientOrderId: `filler-${number}` as ClientOrderId,
    status: 'PENDING_SUBMISSION',
    legs,
    pendingAction: null,
    loosestPrice: null,
    cancelReason: null,
    reason: null,
    answer: null,
  };
}
