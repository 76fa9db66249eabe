import { requirePresent } from '../domain/model/assert.ts';
import type { VenueClientId, VenueName } from '../domain/model/ids.ts';
import { type Leg, type NewOrder, remainingQty } from '../domain/model/order.ts';
import type { Venue, VenueOrder, VenueOutcome, VenueQuery } from '../ports/venue.ts';

/** Why a venue is closed before its first reconciliation. */
export const NOT_RECONCILED = 'not reconciled yet';

interface Seat {
  readonly venue: Venue;
  isReady: boolean; // reconciled since our start
  tripped: string | null; // why no new order goes there until a person has looked
}

/** The venues that may be traded, and whether their gateway is open. */
export class VenueRegistry {
  readonly #seats: ReadonlyMap<VenueName, Seat>;

  constructor(venues: readonly Venue[]) {
    this.#seats = new Map(
      venues.map((venue) => [
        venue.name,
        { venue: withUnknownOnError(venue), isReady: false, tripped: null },
      ]),
    );
  }

  has(name: VenueName): boolean {
    return this.#seats.has(name);
  }

  get(name: VenueName): Venue {
    return requirePresent(this.#seats.get(name), `venue ${name}`).venue;
  }

  all(): readonly Venue[] {
    return [...this.#seats.values()].map((seat) => seat.venue);
  }

  /** What the leg's venue will know it by, fixed before it is sent. */
  clientIdFor(order: NewOrder, leg: Leg): VenueClientId {
    return this.get(leg.venue).clientIdFor(toVenueOrder(order, leg));
  }

  /** True where an amend takes a cancel and a new order. */
  amendsByReplace(leg: Leg): boolean {
    return this.get(leg.venue).capabilities.amend === 'replace';
  }

  markReconciled(name: VenueName): void {
    requirePresent(this.#seats.get(name), `venue ${name}`).isReady = true;
  }

  /** Closes the gateway to new orders: the venue contradicted itself. Cancels still pass. */
  trip(name: VenueName, why: string): void {
    const seat = this.#seats.get(name);
    if (seat !== undefined) seat.tripped ??= why;
  }

  /** Why a new order may not go to this venue now; null when it may. */
  findClosedReason(name: VenueName): string | null {
    const seat = this.#seats.get(name);
    if (seat === undefined) return 'not a venue of this service';
    if (!seat.venue.capabilities.trading) return 'trading is disabled';
    return seat.tripped ?? (seat.isReady ? null : NOT_RECONCILED);
  }
}

/**
 * A venue whose adapter may throw, made one that answers: an exception is silence about what became of
 * the request, in one place for all who ask.
 */
function withUnknownOnError(venue: Venue): Venue {
  return {
    name: venue.name,
    capabilities: venue.capabilities,
    start: (listener) => venue.start(listener),
    clientIdFor: (order) => venue.clientIdFor(order),
    place: (order) => answered(() => venue.place(order)),
    amend: (amend) => answered(() => venue.amend(amend)),
    cancel: (clientId, instrument) => answered(() => venue.cancel(clientId, instrument)),
    order: (clientId, instrument) => queried(() => venue.order(clientId, instrument)),
    reconcile: (mark) => venue.reconcile(mark),
    positions: () => venue.positions(),
    watch: (id) => venue.watch(id),
    unwatch: (id) => venue.unwatch(id),
    health: () => venue.health(),
    stop: () => venue.stop(),
  };
}

async function answered(ask: () => Promise<VenueOutcome>): Promise<VenueOutcome> {
  try {
    return await ask();
  } catch (error) {
    return { kind: 'unknown', why: String(error) };
  }
}

async function queried(ask: () => Promise<VenueQuery>): Promise<VenueQuery> {
  try {
    return await ask();
  } catch (error) {
    return { kind: 'failed', why: String(error) };
  }
}

/** A leg as its venue is asked to work it: what its present generation is to fill, in the order's terms. */
export const toVenueOrder = (
  order: Pick<NewOrder, 'side' | 'type' | 'tif' | 'expiresAt'>,
  leg: Leg,
): VenueOrder => ({
  clientId: leg.clientId,
  venueInstrumentId: leg.venueInstrumentId,
  side: order.side,
  outcome: leg.outcome,
  type: order.type,
  tif: order.tif,
  price: leg.price,
  qty: remainingQty(leg),
  expiresAt: order.expiresAt,
});
