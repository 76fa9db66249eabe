import { isLive, type Leg, type OrderId, type VenueClientId, type VenueName } from '#contract';
import type { StateStore, UnknownOutcomeResolver } from '#orders';
import { type Clock, wait } from '#ports';

export interface UnreportedLegsDeps {
  readonly store: StateStore;
  readonly resolver: Pick<UnknownOutcomeResolver, 'lookUp'>;
  readonly clock: Clock;
}

/** An acknowledged leg that is live, as it was when it was read. */
interface OpenLeg {
  readonly orderId: OrderId;
  readonly leg: Leg;
}

type OpenLegs = readonly OpenLeg[];

/** The most legs of a venue that one round looks up, so that a short list does not become a burst of queries. */
export const LOOK_UPS_MAX = 20;
export const SLICE_SIZE = 1_000; // orders read before the event loop may run other work

/**
 * Looks up the open legs that a venue's answer leaves out (I-55): the update that closed one may have been lost, and
 * lists do not always have every order. Those that were looked up longest ago come first.
 */
export class UnreportedLegs {
  readonly #deps: UnreportedLegsDeps;
  readonly #lookedUp = new Map<VenueName, readonly VenueClientId[]>(); // unreported since, the last one looked up last

  constructor(deps: UnreportedLegsDeps) {
    this.#deps = deps;
  }

  /** The open legs at a venue, to be read before its answer is requested: it need not have a later one. */
  async findOpen(venue: VenueName): Promise<OpenLegs> {
    const open: OpenLeg[] = [];
    await this.#forEachInSlices(this.#deps.store.state.orders.values(), ({ id, legs, pendingAction }) => {
      if (pendingAction === 'amend') return; // its answer, or the query of its doubt, shows the order too
      for (const leg of legs) if (leg.venue === venue && isOpen(leg)) open.push({ orderId: id, leg });
    });
    return open;
  }

  /**
   * @param before    what was open before the venue's answer was requested
   * @param reported  the client ids in that answer, which has been applied
   */
  async lookUp(venue: VenueName, before: OpenLegs, reported: ReadonlySet<VenueClientId>): Promise<void> {
    const lookedUp = new Set(this.#lookedUp.get(venue));
    const first: OpenLeg[] = [];
    const again = new Map<VenueClientId, OpenLeg>();
    await this.#forEachInSlices(before, (open) => {
      const { clientId } = open.leg;
      if (reported.has(clientId) || !this.#isUnchanged(open)) return;
      if (lookedUp.has(clientId)) again.set(clientId, open);
      else if (first.length < LOOK_UPS_MAX) first.push(open);
    });
    const repeated = [...lookedUp].flatMap((id) => again.get(id) ?? []);
    const due = [...first, ...repeated.splice(0, LOOK_UPS_MAX - first.length)];
    this.#lookedUp.set(
      venue,
      [...repeated, ...due].map(({ leg }) => leg.clientId),
    );
    for (const open of due) if (this.#isUnchanged(open)) this.#deps.resolver.lookUp(open.orderId, open.leg);
  }

  /** A venue may have 100,000 open orders, which must not delay the requests of callers. */
  async #forEachInSlices<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
    let visited = 0;
    for (const item of items) {
      if (visited > 0 && visited % SLICE_SIZE === 0) await wait(this.#deps.clock, 0);
      visit(item);
      visited += 1;
    }
  }

  #isUnchanged({ orderId, leg }: OpenLeg): boolean {
    return this.#deps.store.state.orders.get(orderId)?.legs.includes(leg) === true;
  }
}

const isOpen = ({ status, venueOrderId }: Leg): boolean =>
  isLive(status) && status !== 'PENDING_SUBMISSION' && venueOrderId !== null;
