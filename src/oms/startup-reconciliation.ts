import {
  Backoff,
  errorMessage,
  type Fill,
  type FillId,
  isLive,
  type LegRef,
  type Order,
  type OrderId,
  type VenueClientId,
  type VenueName,
} from '#contract';
import type { LedgerEvent } from '#domain';
import type {
  BalanceSheets,
  Cancellation,
  ExecutionReportHandler,
  StateStore,
  UnknownOutcomeResolver,
  VenueRegistry,
} from '#orders';
import { type Clock, type Log, type Timer, type Venue, wait } from '#ports';
import type { ExternalOrders } from './external-orders.ts';
import type { PositionReconciler } from './position-reconciler.ts';
import { type ClosedLeg, ReopenedLegs } from './reopened-legs.ts';
import { UnreportedLegs } from './unreported-legs.ts';

interface StartupReconciliationDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly resolver: UnknownOutcomeResolver;
  readonly cancellation: Cancellation;
  readonly positionReconciler: PositionReconciler;
  readonly externalOrders: ExternalOrders;
  readonly balanceSheets: BalanceSheets;
  readonly clock: Clock;
  readonly log: Log;
}

const POLL_MS = 60_000;
const COMPARE_MS = 120_000;
const RETRY = { firstMs: 2_000, maxMs: 30_000 };
/** How long `start` waits for a venue. An unreachable venue opens later. */
const START_WAIT_MS = 2_000;
const SLICE_SIZE = 500;

/**
 * Reconciles our orders with each venue: at the start, before the venue accepts new orders, and then every minute to
 * find reports that a stream has lost.
 */
export class StartupReconciliation {
  readonly #deps: StartupReconciliationDeps;
  readonly #unreportedLegs: UnreportedLegs;
  readonly #reopenedLegs: ReopenedLegs;
  readonly #pending = new Map<VenueName, ReadonlySet<FillId>>(); // the fills that could still be voided a round ago
  readonly #timers: Timer[] = [];
  #isStopped = false;

  constructor(deps: StartupReconciliationDeps) {
    this.#deps = deps;
    this.#unreportedLegs = new UnreportedLegs(deps);
    this.#reopenedLegs = new ReopenedLegs(deps);
  }

  /**
   * Resolves once every venue is reconciled, or after `START_WAIT_MS`. A venue that does not reply stays closed and
   * is retried while the others trade.
   */
  async start(): Promise<void> {
    await Promise.all(this.#deps.venues.all().map((venue) => this.#openWithin(venue)));
    const { clock, store, cancellation } = this.#deps;
    const orders = [...store.state.orders.values()];
    cancellation.resume(
      orders.filter(({ pendingAction, status }) => pendingAction === 'cancel' && isLive(status)),
    );
    this.#timers.push(
      clock.every(POLL_MS, () => this.#reconcileAll()),
      clock.every(COMPARE_MS, () => this.#comparePositions()),
    );
  }

  /** Compares the balance sheets of the venues that are open, without waiting for the next minute. */
  async compareBalances(): Promise<void> {
    const { venues, balanceSheets, log } = this.#deps;
    for (const venue of venues.all()) {
      if (this.#isStopped || !venues.isReconciled(venue.name)) continue;
      await balanceSheets
        .compare(venue)
        .catch((error: unknown) =>
          log.warn('balances could not be compared now', { venue: venue.name, why: String(error) }),
        );
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) timer.cancel();
  }

  #openWithin(venue: Venue): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(START_WAIT_MS, resolve);
      void this.#open(venue, new Backoff(RETRY)).then(() => {
        timer.cancel();
        resolve();
      });
    });
  }

  /** Never rejects: a failure is retried with exponential back-off. */
  async #open(venue: Venue, backoff: Backoff): Promise<void> {
    const { venues, log, clock, store } = this.#deps;
    if (this.#isStopped || store.failure !== null) return;
    try {
      const reported = await this.#reconcile(venue);
      this.#markUnreportedInDoubt(venue.name, reported);
      await this.#checkPendingSettlements(venue.name, () => true);
      venues.markReconciled(venue.name);
      await this.#comparePositionsAt(venue);
    } catch (error) {
      const { name } = venue;
      venues.setObstacle(name, errorMessage(error));
      log.error('venue not reconciled: it accepts no new orders yet', { venue: name, why: String(error) });
      clock.after(backoff.next(), () => void this.#open(venue, backoff));
    }
  }

  #comparePositions(): void {
    for (const venue of this.#deps.venues.all()) void this.#comparePositionsAt(venue);
  }

  /** A difference may come from lost reports, so reconcile before it counts as a position break. */
  async #comparePositionsAt(venue: Venue): Promise<void> {
    const { venues, positionReconciler, log } = this.#deps;
    if (!venues.isReconciled(venue.name)) return;
    try {
      if (await positionReconciler.compare(venue)) await this.#reconcile(venue);
    } catch (error) {
      log.warn('positions could not be compared now', { venue: venue.name, why: String(error) });
    }
  }

  /**
   * The mark advances only once every report before it is durable, so a crash skips nothing.
   *
   * @returns the client ids of the orders that the venue reported
   */
  async #reconcile(venue: Venue): Promise<ReadonlySet<VenueClientId>> {
    const { store, executionReports } = this.#deps;
    const before = store.state.venueMarks.get(venue.name) ?? null;
    const { reports: found, mark } = await venue.reconcile(before);
    const reopened: ClosedLeg[] = [];
    for (let at = 0; at < found.length; at += SLICE_SIZE) {
      // Tens of thousands of open orders must not block other callers.
      if (at > 0) await wait(this.#deps.clock, 0);
      const slice = found.slice(at, at + SLICE_SIZE);
      const clientIds = slice.map(({ clientId }) => clientId);
      await store.prefetchOrders(venue.name, clientIds);
      for (const report of slice) {
        await executionReports.onReport(venue.name, report);
        const closed = await this.#reopenedLegs.findClosed(venue.name, report);
        if (closed !== null) reopened.push(closed);
      }
    }
    if (mark !== before) {
      await store.commit('reconciled', venue.name, [{ type: 'VenueMarkAdvanced', venue: venue.name, mark }]);
    }
    await this.#deps.externalOrders.update(venue);
    await this.#reopenedLegs.cancelRepeated(venue, reopened);
    return new Set(found.map(({ clientId }) => clientId));
  }

  /**
   * Marks as in doubt each live leg that is missing from the venue's list, and each leg of an order with an
   * unanswered amend or send. Venues do not always list orders that closed while we were down.
   */
  #markUnreportedInDoubt(venue: VenueName, reported: ReadonlySet<VenueClientId>): void {
    for (const order of this.#deps.store.state.orders.values()) {
      for (const leg of order.legs) {
        const isReported = reported.has(leg.clientId);
        if (leg.venue === venue && isLive(leg.status) && (hasUnansweredRequest(order) || !isReported)) {
          this.#deps.resolver.resolve(order.id, leg);
        }
      }
    }
  }

  #reconcileAll(): void {
    const { venues, log } = this.#deps;
    for (const venue of venues.all()) {
      if (!venues.isReconciled(venue.name)) continue;
      this.#reconcileAgain(venue).catch((error: unknown) =>
        log.warn('venue could not be reconciled now', { venue: venue.name, why: String(error) }),
      );
    }
  }

  async #reconcileAgain(venue: Venue): Promise<void> {
    const open = await this.#unreportedLegs.findOpen(venue.name);
    const reported = await this.#reconcile(venue);
    await this.#unreportedLegs.lookUp(venue.name, open, reported);
    // Updates of newer fills are still expected. By rounds, not by their times: the wall clock may have been set back.
    const before = this.#pending.get(venue.name);
    await this.#checkPendingSettlements(venue.name, (id) => before?.has(id) === true);
    await this.#deps.balanceSheets.compare(venue);
  }

  /**
   * Queries the order of each due fill that the venue may still void. The settlement update may have been lost, and the
   * venue does not resend it for closed orders.
   */
  async #checkPendingSettlements(venue: VenueName, isDue: (id: FillId) => boolean): Promise<void> {
    const { store, resolver } = this.#deps;
    const pending = [...store.state.pendingFills.values()].filter((fill) => fill.venue === venue);
    this.#pending.set(venue, new Set(pending.map(({ id }) => id)));
    for (const fill of pending.filter(({ id }) => isDue(id))) {
      const ref = await findTradedLeg(store, fill);
      if (fill.orderId !== null && ref !== null) resolver.resolve(fill.orderId, ref);
    }
  }
}

const hasUnansweredRequest = (order: Order): boolean =>
  order.pendingAction === 'amend' || order.legs.some((leg) => leg.status === 'PENDING_SUBMISSION');

/** Most journal entries read to find the client id of an earlier generation. */
const ENTRIES_MAX = 1_000;

/** The generation that traded, with its client id at the venue. */
async function findTradedLeg(store: StateStore, { orderId, leg, generation }: Fill): Promise<LegRef | null> {
  const order = orderId === null ? null : await store.loadOrder(orderId);
  const current = order?.legs.find((each) => each.leg === leg);
  if (order === null || current === undefined) return null;
  if (current.generation === generation) return current;
  const entries = await store.journal.entriesForOrder(order.id, ENTRIES_MAX);
  const refs = entries.flatMap(({ events }) => events.flatMap((event) => refsIn(event, order.id)));
  return refs.find((ref) => ref.leg === leg && ref.generation === generation) ?? null;
}

function refsIn(event: LedgerEvent, orderId: OrderId): readonly LegRef[] {
  if (event.type === 'OrderAccepted' && event.order.id === orderId) return event.order.legs;
  return event.type === 'LegReplaced' && event.orderId === orderId ? [event] : [];
}
