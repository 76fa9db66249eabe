import {
  cleanVenueAnswer,
  cleanVenueText,
  type Leg,
  type NewOrder,
  type Order,
  remainingQty,
  requirePresent,
  VENUE_MESSAGE_MAX,
  type VenueClientId,
  type VenueName,
} from '#contract';
import { toSentTerms } from '#domain';
import {
  type JournalOwnership,
  type OpenOrder,
  type OperationOutcome,
  SOLE_OWNER,
  type Venue,
  type VenueOperations,
  type VenueOrder,
  type VenueOutcome,
  type VenueQuery,
} from '#ports';

/** The closed reason of a venue before its first reconciliation, followed by what prevents it. */
const NOT_RECONCILED = 'not reconciled yet';

interface VenueEntry {
  readonly venue: Venue;
  isReconciled: boolean; // since the start of the process
  obstacle: string | null; // why the last attempt to reconcile failed
  tripReason: string | null; // blocks new orders until the service restarts
}

/**
 * The venues that may be traded, and whether each accepts new orders now. An order, amend or cancel is sent only while
 * this process owns the journal (J-06).
 */
export class VenueRegistry {
  readonly #entries: ReadonlyMap<VenueName, VenueEntry>;

  constructor(venues: readonly Venue[], ownership: JournalOwnership = SOLE_OWNER) {
    this.#entries = new Map(
      venues.map((venue) => [
        venue.name,
        {
          venue: withUnknownOnError(venue, ownership),
          isReconciled: false,
          obstacle: null,
          tripReason: null,
        },
      ]),
    );
  }

  has(name: VenueName): boolean {
    return this.#entries.has(name);
  }

  get(name: VenueName): Venue {
    return requirePresent(this.#entries.get(name), `venue ${name}`).venue;
  }

  all(): readonly Venue[] {
    return [...this.#entries.values()].map((entry) => entry.venue);
  }

  /** The client order id of the leg at its venue, fixed before the leg is sent. */
  clientIdFor(order: NewOrder, leg: Leg): VenueClientId {
    return this.get(leg.venue).clientIdFor(toVenueOrder(order, leg));
  }

  /** True if the venue has no native amend: an amend cancels the order and places a new one. */
  amendsByReplace(leg: Leg): boolean {
    return this.get(leg.venue).capabilities.amend === 'replace';
  }

  /** True if no leg of the order leaves the journal's sequence of writes: it may be sent before it is durable. */
  commitsWithJournal({ legs }: Pick<Order, 'legs'>): boolean {
    return legs.every(({ venue }) => this.get(venue).capabilities.commitsWithJournal === true);
  }

  markReconciled(name: VenueName): void {
    requirePresent(this.#entries.get(name), `venue ${name}`).isReconciled = true;
  }

  isReconciled(name: VenueName): boolean {
    return this.#entries.get(name)?.isReconciled ?? false;
  }

  /** States why a venue could not be reconciled, in the reason of its refusals and in its health. */
  setObstacle(name: VenueName, why: string): void {
    requirePresent(this.#entries.get(name), `venue ${name}`).obstacle = why;
  }

  /** Blocks new orders after the venue contradicted itself. Cancels are still sent. */
  trip(name: VenueName, reason: string): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) entry.tripReason ??= reason;
  }

  /** Why a venue that is meant to trade gets no new orders; null if it gets them. */
  findBlock(name: VenueName): string | null {
    return this.#entries.get(name)?.venue.capabilities.trading === true ? this.findClosedReason(name) : null;
  }

  /** The reason why the venue accepts no new orders; null if it accepts them. */
  findClosedReason(name: VenueName): string | null {
    const entry = this.#entries.get(name);
    if (entry === undefined) return 'not a venue of this service';
    if (!entry.venue.capabilities.trading) return 'trading is disabled';
    if (entry.tripReason !== null) return entry.tripReason;
    if (entry.isReconciled) return null;
    return entry.obstacle === null ? NOT_RECONCILED : `${NOT_RECONCILED}: ${entry.obstacle}`;
  }
}

const NOT_OWNER = { kind: 'unsent', why: 'the ownership of the journal is in doubt' } as const;

/** Turns an exception of a venue adapter into an unknown outcome, here for all callers. */
function withUnknownOnError(venue: Venue, ownership: JournalOwnership): Venue {
  const send = (request: () => Promise<VenueOutcome>): Promise<VenueOutcome> =>
    ownership.mayCallVenues() ? outcomeOrUnknown(request) : Promise.resolve(NOT_OWNER);
  const sendAtOnce = (request: () => VenueOutcome | null): VenueOutcome | null =>
    ownership.mayCallVenues() ? outcomeAtOnce(request) : null;
  return {
    name: venue.name,
    capabilities: venue.capabilities,
    start: (listener) => venue.start(listener),
    clientIdFor: (order) => venue.clientIdFor(order),
    findObstacle: (order) => venue.findObstacle?.(order) ?? null,
    place: (order) => send(() => venue.place(order)),
    placeAtOnce: (order) => sendAtOnce(() => venue.placeAtOnce?.(order) ?? null),
    cancelAtOnce: (clientId) => sendAtOnce(() => venue.cancelAtOnce?.(clientId) ?? null),
    amend: (amend) => send(() => venue.amend(amend)),
    cancel: (clientId, instrument) => send(() => venue.cancel(clientId, instrument)),
    order: (clientId, instrument) => queryOrFailed(() => venue.order(clientId, instrument)),
    reconcile: (mark) => venue.reconcile(mark),
    openOrders: () => venue.openOrders?.() ?? [],
    cancelOpenOrder: (order) => cancelExternal(venue, order, ownership),
    positions: () => venue.positions(),
    ...(venue.balance && { balance: async () => (await venue.balance?.()) ?? null }),
    ...(venue.tokenCash && { tokenCash: async () => (await venue.tokenCash?.()) ?? null }),
    ...(venue.sendHeartbeat && {
      sendHeartbeat: async () =>
        ownership.mayCallVenues() ? ((await venue.sendHeartbeat?.()) ?? null) : NOT_OWNER.why,
    }),
    ...(venue.operations && { operations: withCleanOutcomes(venue.operations, ownership) }),
    findCashPool: (id) => venue.findCashPool?.(id) ?? null,
    watch: (id) => venue.watch(id),
    unwatch: (id) => venue.unwatch(id),
    health: () => venue.health(),
    budgets: () => venue.budgets?.() ?? [],
    stop: () => venue.stop(),
  };
}

async function cancelExternal(
  venue: Venue,
  order: OpenOrder,
  ownership: JournalOwnership,
): Promise<string | null> {
  if (!ownership.mayCallVenues()) return NOT_OWNER.why;
  if (venue.cancelOpenOrder === undefined) return 'the venue cannot cancel it';
  const why = await venue.cancelOpenOrder(order).catch(String);
  return why === null ? null : (cleanVenueText(why, VENUE_MESSAGE_MAX) ?? 'without a reason');
}

function outcomeAtOnce(request: () => VenueOutcome | null): VenueOutcome | null {
  try {
    const outcome = request();
    return outcome === null ? null : withCleanText(outcome);
  } catch (error) {
    return { kind: 'unknown', why: String(error) };
  }
}

/** The same for operations: an exception proves nothing, and nothing is sent while another process may own the journal. */
function withCleanOutcomes(operations: VenueOperations, ownership: JournalOwnership): VenueOperations {
  const clean = async (request: Promise<OperationOutcome>): Promise<OperationOutcome> => {
    try {
      const outcome = await request;
      if (outcome.kind !== 'failed' || outcome.venueMessage === null) return outcome;
      return { ...outcome, venueMessage: cleanVenueText(outcome.venueMessage, VENUE_MESSAGE_MAX) };
    } catch (error) {
      return { kind: 'unknown', why: String(error) };
    }
  };
  const notOwner = { kind: 'failed', failure: 'not_sent', venueMessage: null } as const;
  return {
    findObstacle: (operation) => operations.findObstacle(operation),
    seal: (operation) => operations.seal(operation),
    send: (operation, seal) =>
      ownership.mayCallVenues() ? clean(operations.send(operation, seal)) : Promise.resolve(notOwner),
    query: (...request) => clean(operations.query(...request)),
  };
}

async function outcomeOrUnknown(request: () => Promise<VenueOutcome>): Promise<VenueOutcome> {
  try {
    return withCleanText(await request());
  } catch (error) {
    return { kind: 'unknown', why: String(error) };
  }
}

/** A venue chooses its texts: they are cleaned once, here, before they are stored or shown. */
function withCleanText(outcome: VenueOutcome): VenueOutcome {
  switch (outcome.kind) {
    case 'refused': {
      const { code: ours, venueCode: theirs, message } = outcome;
      const { venueCode, venueMessage } = cleanVenueAnswer({
        venueCode: theirs ?? ours,
        venueMessage: message,
      });
      return { ...outcome, message: venueMessage ?? '', venueCode: venueCode ?? ours };
    }
    case 'unsent':
      return { ...outcome, why: cleanVenueText(outcome.why, VENUE_MESSAGE_MAX) ?? 'not sent' };
    case 'unknown':
      return {
        ...outcome,
        ...(outcome.venueAnswer && { venueAnswer: cleanVenueAnswer(outcome.venueAnswer) }),
      };
    case 'report':
      return outcome;
  }
}

async function queryOrFailed(request: () => Promise<VenueQuery>): Promise<VenueQuery> {
  try {
    return await request();
  } catch (error) {
    return { kind: 'failed', why: String(error) };
  }
}

/** The venue order of a leg: the remaining quantity of its present generation under the order's terms. */
export const toVenueOrder = (
  order: Pick<
    NewOrder,
    'side' | 'type' | 'tif' | 'expiresAt' | 'postOnly' | 'cancelOnPause' | 'selfTradeCut'
  >,
  leg: Leg,
): VenueOrder => ({
  clientId: leg.clientId,
  venueInstrumentId: leg.venueInstrumentId,
  type: order.selfTradeCut && leg.price !== null ? 'LIMIT' : order.type, // a cut MARKET order has a price
  tif: order.tif,
  qty: remainingQty(leg),
  expiresAt: order.expiresAt,
  postOnly: order.postOnly,
  cancelOnPause: order.cancelOnPause,
  ...toSentTerms(order.side, leg),
});
