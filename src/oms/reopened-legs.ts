import { isLive, type Leg, type OrderId, type VenueClientId, type VenueName } from '#contract';
import type { ExecutionReportHandler, StateStore } from '#orders';
import type { Log, OrderReport, Venue } from '#ports';

interface ReopenedLegsDeps {
  readonly store: StateStore;
  readonly executionReports: Pick<ExecutionReportHandler, 'onReport'>;
  readonly log: Log;
}

export interface ClosedLeg {
  readonly orderId: OrderId;
  readonly leg: Leg;
}

const REOPENED = 'the venue shows an order as open that was recorded as closed: it is cancelled there';

/**
 * Cancels what a venue has open although our record of it is closed, such as by proof of absence (I-56): its caller
 * relies on its end. Lists lag, so only what two answers in a row and a query by id show as open counts.
 */
export class ReopenedLegs {
  readonly #deps: ReopenedLegsDeps;
  readonly #suspects = new Map<VenueName, ReadonlySet<VenueClientId>>(); // shown as open in the last answer

  constructor(deps: ReopenedLegsDeps) {
    this.#deps = deps;
  }

  /** The leg of a report that shows it as open, if the leg has ended and is the order that the venue shows. */
  async findClosed(venue: VenueName, report: OrderReport): Promise<ClosedLeg | null> {
    if (report.status !== 'OPEN') return null;
    const { store } = this.#deps;
    const named = await store.findLegByClientId(venue, report.clientId);
    const order = named === null ? null : await store.loadOrder(named.orderId);
    const leg = order?.legs.find(({ clientId }) => clientId === report.clientId);
    if (order === null || leg === undefined || isLive(leg.status) || leg.status === 'FILLED') return null;
    const isThisOrder = leg.venueOrderId !== null && leg.venueOrderId === report.venueOrderId;
    return isThisOrder && leg.reason !== 'id_in_use' ? { orderId: order.id, leg } : null;
  }

  /** @param shown  the closed legs that the venue's answer shows as open */
  async cancelRepeated(venue: Venue, shown: readonly ClosedLeg[]): Promise<void> {
    const before = this.#suspects.get(venue.name);
    this.#suspects.set(venue.name, new Set(shown.map(({ leg }) => leg.clientId)));
    for (const closed of shown)
      if (before?.has(closed.leg.clientId) === true) await this.#cancel(venue, closed);
  }

  async #cancel(venue: Venue, { orderId, leg }: ClosedLeg): Promise<void> {
    const { store, executionReports, log } = this.#deps;
    const { clientId, venueInstrumentId } = leg;
    const found = await venue.order(clientId, venueInstrumentId);
    if (found.kind !== 'found' || found.report.status !== 'OPEN') return;
    const detail = `leg ${leg.leg} is ${leg.status}: ${REOPENED}`;
    const anomaly = {
      type: 'AnomalyRecorded',
      venue: venue.name,
      kind: 'impossible_report',
      orderId,
      detail,
    } as const;
    await store.commit('reconciled', venue.name, [anomaly]);
    log.error(REOPENED, { venue: venue.name, orderId, leg: leg.leg });
    const outcome = await venue.cancel(clientId, venueInstrumentId);
    if (outcome.kind === 'report') return executionReports.onReport(venue.name, outcome.report);
    const why = outcome.kind === 'refused' ? outcome.message : outcome.why;
    log.error('an order that was recorded as closed could not be cancelled at its venue yet', {
      orderId,
      why,
    });
  }
}
