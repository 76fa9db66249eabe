import { present } from '../core/kernel/assert.ts';
import type { VenueClientId, VenueName } from '../core/kernel/ids.ts';
import type { Leg, NewOrder } from '../core/orders/order.ts';
import type { Venue } from '../ports/venue.ts';
import { unfailing } from './unfailing.ts';
import { venueOrderOf } from './venueorder.ts';

/** Why a venue is closed before its first reconciliation. */
export const NOT_RECONCILED = 'not reconciled yet';

interface Seat {
  readonly venue: Venue;
  isReady: boolean; // reconciled since our start
  tripped: string | null; // why no new order goes there until a person has looked
}

/** The venues that may be traded, and whether their gate is open. */
export class VenueDesk {
  readonly #seats: ReadonlyMap<VenueName, Seat>;

  constructor(venues: readonly Venue[]) {
    this.#seats = new Map(
      venues.map((venue) => [venue.name, { venue: unfailing(venue), isReady: false, tripped: null }]),
    );
  }

  has(name: VenueName): boolean {
    return this.#seats.has(name);
  }

  venue(name: VenueName): Venue {
    return present(this.#seats.get(name), `venue ${name}`).venue;
  }

  all(): readonly Venue[] {
    return [...this.#seats.values()].map((seat) => seat.venue);
  }

  /** What the leg's venue will know it by, fixed before it is sent. */
  nameOf(order: NewOrder, leg: Leg): VenueClientId {
    return this.venue(leg.venue).nameOf(venueOrderOf(order, leg));
  }

  /** True where an amend takes a cancel and a new order. */
  replaces(leg: Leg): boolean {
    return this.venue(leg.venue).capabilities.amend === 'replace';
  }

  open(name: VenueName): void {
    present(this.#seats.get(name), `venue ${name}`).isReady = true;
  }

  /** Closes the gate to new orders: the venue contradicted itself. Cancels still pass. */
  trip(name: VenueName, why: string): void {
    const seat = this.#seats.get(name);
    if (seat !== undefined) seat.tripped ??= why;
  }

  /** Why a new order may not go to this venue now; null when it may. */
  whyClosed(name: VenueName): string | null {
    const seat = this.#seats.get(name);
    if (seat === undefined) return 'not a venue of this service';
    if (!seat.venue.capabilities.trading) return 'trading is disabled';
    return seat.tripped ?? (seat.isReady ? null : NOT_RECONCILED);
  }
}
