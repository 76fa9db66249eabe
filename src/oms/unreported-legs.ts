import { isLive, type Leg, type OrderId, type VenueClientId, type VenueName } from '#contract';
import type { StateStore, UnknownOutcomeResolver } from '#orders';

interface UnreportedLegsDeps {
  readonly store: StateStore;
  readonly resolver: Pick<UnknownOutcomeResolver, 'lookUp'>;
}

/** An acknowledged leg that is live, as it was when it was read. */
interface OpenLeg {
  readonly orderId: OrderId;
  readonly leg: Leg;
}

type OpenLegs = ReadonlyMap<VenueClientId, OpenLeg>;

/** The most legs of a venue that one round looks up, so that a short list does not become a burst of queries. */
export const LOOK_UPS_MAX = 20;

/**
 * Looks up the open legs that a venue's answer leaves out (I-55): the update that closed one may have been lost, and
 * lists do not always have every order. Those that were looked up longest ago come first.
 */
export class UnreportedLegs {
  readonly #deps: UnreportedLegsDeps;
  readonly #rounds = new Map<VenueName, ReadonlyMap<VenueClientId, number>>(); // the last look-up of each unreported leg
  #round = 0;

  constructor(deps: UnreportedLegsDeps) {
    this.#deps = deps;
  }

  /** The open legs at a venue, to be read before its answer is requested: it need not have a later one. */
  findOpen(venue: VenueName): OpenLegs {
    const open = new Map<VenueClientId, OpenLeg>();
    for (const { id: orderId, legs, pendingAction } of this.#deps.store.state.orders.values()) {
      if (pendingAction === 'amend') continue; // its answer, or the query of its doubt, shows the order too
      for (const leg of legs)
        if (leg.venue === venue && isOpen(leg)) open.set(leg.clientId, { orderId, leg });
    }
    return open;
  }

  /**
   * @param before    what was open before the venue's answer was requested
   * @param reported  the client ids in that answer, which has been applied
   */
  lookUp(venue: VenueName, before: OpenLegs, reported: ReadonlySet<VenueClientId>): void {
    const unreported = [...before].filter(([id, open]) => !reported.has(id) && this.#isUnchanged(open));
    const rounds = this.#rounds.get(venue) ?? new Map<VenueClientId, number>();
    const lastRound = (id: VenueClientId): number => rounds.get(id) ?? 0;
    const due = unreported.toSorted(([a], [b]) => lastRound(a) - lastRound(b)).slice(0, LOOK_UPS_MAX);
    this.#round += 1;
    const looked = due.map(([id]) => [id, this.#round] as const);
    this.#rounds.set(venue, new Map([...unreported.map(([id]) => [id, lastRound(id)] as const), ...looked]));
    for (const [, { orderId, leg }] of due) this.#deps.resolver.lookUp(orderId, leg);
  }

  #isUnchanged({ orderId, leg }: OpenLeg): boolean {
    return this.#deps.store.state.orders.get(orderId)?.legs.includes(leg) === true;
  }
}

const isOpen = ({ status, venueOrderId }: Leg): boolean =>
  isLive(status) && status !== 'PENDING_SUBMISSION' && venueOrderId !== null;
