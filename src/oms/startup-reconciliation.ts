import type { LedgerEvent } from '../domain/events/event-schema.ts';
import { Backoff } from '../domain/model/backoff.ts';
import type { OrderId, VenueClientId, VenueName } from '../domain/model/ids.ts';
import { type Fill, isLive, type LegRef, type Order } from '../domain/model/order.ts';
import type { Clock, Timer } from '../ports/environment.ts';
import type { Log } from '../ports/telemetry.ts';
import type { Venue } from '../ports/venue.ts';
import type { Cancellation } from './cancellation.ts';
import type { ExecutionReportHandler } from './execution-reports.ts';
import type { PositionReconciler } from './position-reconciler.ts';
import type { StateStore } from './state-store.ts';
import type { UnknownOutcomeResolver } from './unknown-outcome-resolver.ts';
import { NOT_RECONCILED, type VenueRegistry } from './venue-registry.ts';

interface StartupReconciliationDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly resolver: UnknownOutcomeResolver;
  readonly cancellation: Cancellation;
  readonly positionReconciler: PositionReconciler;
  readonly clock: Clock;
  readonly log: Log;
}

const POLL_MS = 60_000;
const LOOK_MS = 120_000;
const RETRY = { firstMs: 2_000, maxMs: 30_000 };
/** How long a start waits for a venue: one that cannot be reached opens when it can. */
const OPEN_WAIT_MS = 2_000;
const TAKEN_AT_ONCE = 500;

/**
 * Brings our record and each venue's into agreement: at the start before the venue's gateway opens, and
 * again every minute, so that what a stream may have lost is found all the same.
 */
export class StartupReconciliation {
  readonly #deps: StartupReconciliationDeps;
  readonly #timers: Timer[] = [];
  #isStopped = false;

  constructor(deps: StartupReconciliationDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once every venue has been asked, or has taken too long. One that does not answer stays closed
   * and is asked again, while the others trade.
   */
  async start(): Promise<void> {
    await Promise.all(this.#deps.venues.all().map((venue) => this.#openSoon(venue)));
    const { clock, store, cancellation } = this.#deps;
    const orders = [...store.state.orders.values()];
    cancellation.resume(
      orders.filter(({ pendingAction, status }) => pendingAction === 'cancel' && isLive(status)),
    );
    this.#timers.push(
      clock.every(POLL_MS, () => this.#poll()),
      clock.every(LOOK_MS, () => this.#look()),
    );
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) timer.cancel();
  }

  #openSoon(venue: Venue): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(OPEN_WAIT_MS, resolve);
      void this.#open(venue, new Backoff(RETRY)).then(() => {
        timer.cancel();
        resolve();
      });
    });
  }

  /** Never rejects: what fails is tried again later, ever more slowly. */
  async #open(venue: Venue, backoff: Backoff): Promise<void> {
    const { venues, log, clock, store } = this.#deps;
    if (this.#isStopped || store.failure !== null) return;
    try {
      const told = await this.#reconcile(venue);
      this.#markUnreportedInDoubt(venue.name, told);
      await checkPendingSettlements(this.#deps, venue.name, Number.MAX_SAFE_INTEGER);
      venues.markReconciled(venue.name);
      await this.#lookAt(venue);
    } catch (error) {
      const { name } = venue;
      log.error('venue not reconciled: it takes no new orders yet', { venue: name, why: String(error) });
      clock.after(backoff.next(), () => void this.#open(venue, backoff));
    }
  }

  #look(): void {
    for (const venue of this.#deps.venues.all()) void this.#lookAt(venue);
  }

  /** What is behind may be reports that never came: they are asked for before anything is called a break. */
  async #lookAt(venue: Venue): Promise<void> {
    const { venues, positionReconciler, log } = this.#deps;
    if (venues.findClosedReason(venue.name) === NOT_RECONCILED) return;
    try {
      if (await positionReconciler.compare(venue)) await this.#reconcile(venue);
    } catch (error) {
      log.warn('positions could not be compared now', { venue: venue.name, why: String(error) });
    }
  }

  /**
   * The mark moves only after everything before it is durable, so nothing is skipped by a crash.
   *
   * @returns the names of the orders that the venue told of
   */
  async #reconcile(venue: Venue): Promise<ReadonlySet<VenueClientId>> {
    const { store, executionReports } = this.#deps;
    const before = store.state.venueMarks.get(venue.name) ?? null;
    const { reports: found, mark } = await venue.reconcile(before);
    for (const [index, report] of found.entries()) {
      await executionReports.onReport(venue.name, report);
      // Tens of thousands of open orders must not hold up the callers of this moment.
      if (index % TAKEN_AT_ONCE === TAKEN_AT_ONCE - 1) await this.#yieldToEventLoop();
    }
    if (mark !== before) {
      await store.commit('reconciled', venue.name, [{ type: 'VenueMarkAdvanced', venue: venue.name, mark }]);
    }
    return new Set(found.map(({ clientId }) => clientId));
  }

  #yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => this.#deps.clock.after(0, resolve));
  }

  /**
   * Live legs that the venue did not speak of, and amends without an answer: asked about one by one. An order
   * that ended there while we were away is not always told, so one that it had and does not name is in doubt.
   */
  #markUnreportedInDoubt(venue: VenueName, told: ReadonlySet<VenueClientId>): void {
    for (const order of this.#deps.store.state.orders.values()) {
      for (const leg of order.legs) {
        const isNamed = told.has(leg.clientId);
        if (leg.venue === venue && isLive(leg.status) && (isUnproven(order) || !isNamed)) {
          this.#deps.resolver.resolve(order.id, leg);
        }
      }
    }
  }

  #poll(): void {
    const { venues, log } = this.#deps;
    for (const venue of venues.all()) {
      if (venues.findClosedReason(venue.name) === NOT_RECONCILED) continue;
      this.#pollOne(venue).catch((error: unknown) =>
        log.warn('venue could not be reconciled now', { venue: venue.name, why: String(error) }),
      );
    }
  }

  async #pollOne(venue: Venue): Promise<void> {
    await this.#reconcile(venue);
    await checkPendingSettlements(this.#deps, venue.name, this.#deps.store.now() - POLL_MS);
  }
}

const isUnproven = (order: Order): boolean =>
  order.pendingAction === 'amend' || order.legs.some((leg) => leg.status === 'PENDING_SUBMISSION');

/** Ledger entries read to find the name of an earlier generation. */
const ENTRIES_MAX = 1_000;

/**
 * Asks a venue about every order with a fill that could still be undone: the word that settled it may have
 * been told while nobody listened, and an order that is over is not told again by itself.
 *
 * @param tradedBefore  only fills older than this (Unix ms); younger ones are likely to be told yet
 */
async function checkPendingSettlements(
  { store, resolver }: { readonly store: StateStore; readonly resolver: UnknownOutcomeResolver },
  venue: VenueName,
  tradedBefore: number,
): Promise<void> {
  const waiting = [...store.state.pendingFills.values()].filter(
    (fill) => fill.venue === venue && fill.timestamp <= tradedBefore,
  );
  for (const fill of waiting) {
    const ref = await refOf(store, fill);
    if (fill.orderId !== null && ref !== null) resolver.resolve(fill.orderId, ref);
  }
}

/** The generation that traded, by the name that it has at its venue. */
async function refOf(store: StateStore, { orderId, leg, generation }: Fill): Promise<LegRef | null> {
  const order = orderId === null ? null : await store.loadOrder(orderId);
  const present = order?.legs.find((each) => each.leg === leg);
  if (order === null || present === undefined) return null;
  if (present.generation === generation) return present;
  const entries = await store.journal.entriesForOrder(order.id, ENTRIES_MAX);
  const names = entries.flatMap(({ events }) => events.flatMap((event) => namedBy(event, order.id)));
  return names.find((ref) => ref.leg === leg && ref.generation === generation) ?? null;
}

function namedBy(event: LedgerEvent, orderId: OrderId): readonly LegRef[] {
  if (event.type === 'OrderAccepted' && event.order.id === orderId) return event.order.legs;
  return event.type === 'LegReplaced' && event.orderId === orderId ? [event] : [];
}
