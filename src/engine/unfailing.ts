import type { Venue, VenueOutcome, VenueQuery } from '../ports/venue.ts';

/**
 * A venue whose adapter may throw, made one that answers: an exception is silence about what became of
 * the request, in one place for all who ask.
 */
export function unfailing(venue: Venue): Venue {
  return {
    name: venue.name,
    capabilities: venue.capabilities,
    start: (listener) => venue.start(listener),
    nameOf: (order) => venue.nameOf(order),
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
