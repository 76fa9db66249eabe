import type { LegName } from '../domain/events/event-schema.ts';
import type { OrderId, VenueClientId, VenueName } from '../domain/model/ids.ts';
import type { Order } from '../domain/model/order.ts';
import { type LegGeneration, parseLegClientId } from '../domain/order-state/leg-client-ids.ts';

/** Whose each name at a venue is, of the orders in memory. Names of our own making tell it themselves. */
export class ClientIdIndex {
  readonly #legs = new Map<string, LegGeneration>(); // by venue and name
  readonly #ofOrder = new Map<OrderId, string[]>();

  add({ venue, clientId, orderId, leg, generation }: LegName): void {
    const key = nameKey(venue, clientId);
    this.#legs.set(key, { orderId, leg, generation });
    const names = this.#ofOrder.get(orderId);
    if (names === undefined) this.#ofOrder.set(orderId, [key]);
    else names.push(key);
  }

  addOrder({ id: orderId, legs }: Order): void {
    for (const { leg, generation, clientId, venue } of legs) {
      if (parseLegClientId(clientId) === null) this.add({ venue, clientId, orderId, leg, generation });
    }
  }

  /** Null when no order in memory has that name. */
  find(venue: VenueName, clientId: VenueClientId): LegGeneration | null {
    return parseLegClientId(clientId) ?? this.#legs.get(nameKey(venue, clientId)) ?? null;
  }

  deleteOrder(orderId: OrderId): void {
    for (const name of this.#ofOrder.get(orderId) ?? []) this.#legs.delete(name);
    this.#ofOrder.delete(orderId);
  }
}

const nameKey = (venue: VenueName, clientId: VenueClientId): string => `${venue}/${clientId}`;
