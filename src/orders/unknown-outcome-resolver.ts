import { assert, findLeg, isLive, type Leg, type LegRef, type Order, type OrderId } from '#contract';
import type { Clock, Log, Metrics, VenueQuery } from '#ports';
import {
  type Doubt as AnsweredDoubt,
  type DoubtfulRequest,
  type ExecutionReportHandler,
  toLegKey,
  toLegReport,
} from './execution-reports.ts';
import type { StateStore } from './state-store.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface UnknownOutcomeResolverDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface Doubt {
  readonly ref: LegRef;
  readonly isLookUp: boolean; // the venue has acknowledged the leg: no request of it is unanswered
  readonly sinceMs: number; // monotonic: the latest time at which the request may have been sent
  absences: number;
  lastAbsenceMs: number; // when the last query with that answer was sent
}

/** A listener for a leg that a query has returned, with the monotonic time at which the query was sent. */
type FoundListener = (orderId: OrderId, queriedMs: number) => Promise<boolean>;

const RETRY_MS = 1_000;
const UNREAD = 'an open order that its venue does not list could not be read; it stays as it is';

/**
 * Resolves legs with an unknown state at the venue: a send without a reply, or a filled quantity without fills. Each
 * leg is queried until the venue returns it or its absence is proven by the venue's not-found policy. It is never
 * sent again, and its reservation stays until then (I-20, I-21).
 */
export class UnknownOutcomeResolver {
  readonly #deps: UnknownOutcomeResolverDeps;
  readonly #doubts = new Map<string, Doubt>();
  #isStopped = false;
  #onFound: FoundListener = async () => true;

  constructor(deps: UnknownOutcomeResolverDeps) {
    this.#deps = deps;
  }

  /** Calls the listener after a query has returned a leg. The listener returns false to query it again. */
  onFound(listener: FoundListener): void {
    this.#onFound = listener;
  }

  /** Stops all queries. The legs stay in doubt and are resolved after the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  get legsInDoubt(): number {
    return this.#doubts.size;
  }

  /** Orders whose outcome has been unknown to this process for at least this long. */
  findInDoubt(ms: number): readonly Order[] {
    const nowMs = this.#deps.clock.monotonicMs();
    const long = [...this.#doubts].filter(([, { sinceMs }]) => nowMs - sinceMs >= ms);
    const ids = new Set(long.map(([key]) => key.slice(0, key.indexOf('/')) as OrderId));
    return [...ids].flatMap((id) => this.#deps.store.state.orders.get(id) ?? []);
  }

  /** Queries a leg until it is resolved. Does nothing if the leg is already in doubt. */
  resolve(orderId: OrderId, ref: LegRef): void {
    this.#begin(orderId, ref, false);
  }

  /**
   * Queries a leg that its venue has acknowledged and no longer lists, until the venue returns it or its absence is proven.
   * The first query that fails ends it, and the leg stays as it is (I-55). Does nothing if the leg is already in doubt.
   */
  lookUp(orderId: OrderId, leg: Leg): void {
    assert(leg.venueOrderId !== null, 'I-55: only an acknowledged leg is looked up');
    this.#begin(orderId, leg, true);
  }

  #begin(orderId: OrderId, { leg, generation, clientId }: LegRef, isLookUp: boolean): void {
    const ref = { leg, generation, clientId };
    const key = toLegKey(orderId, ref);
    const before = this.#doubts.get(key);
    // A request of a leg that is looked up may become unanswered meanwhile: its proof starts again.
    if (before !== undefined && (isLookUp || !before.isLookUp)) return;
    const sinceMs = this.#deps.clock.monotonicMs();
    this.#doubts.set(key, { ref, isLookUp, sinceMs, absences: 0, lastAbsenceMs: 0 });
    this.#deps.metrics.gauge('orders_in_doubt', this.#doubts.size);
    if (before === undefined) this.#queryLater(orderId, ref, 0);
  }

  /** Records what the venue answered, if it did, and queries the leg until it is resolved. */
  resolveAnswered(orderId: OrderId, ref: LegRef, request: DoubtfulRequest, doubt: AnsweredDoubt): void {
    this.resolve(orderId, ref);
    this.#deps.executionReports
      .noteDoubt(orderId, ref, request, doubt)
      .catch((error: unknown) =>
        this.#deps.log.error('the answer of a venue could not be recorded', { orderId, why: String(error) }),
      );
  }

  #queryLater(orderId: OrderId, leg: LegRef, ms: number): void {
    if (this.#isStopped) return;
    this.#deps.clock.after(ms, () => {
      if (this.#isStopped) return;
      this.#query(orderId, leg).catch((error: unknown) => {
        this.#deps.log.error('the query of an order in doubt failed; it will be retried', {
          orderId,
          why: String(error),
        });
        if (this.#deps.store.failure === null) this.#queryLater(orderId, leg, RETRY_MS);
      });
    });
  }

  async #query(orderId: OrderId, ref: LegRef): Promise<void> {
    const { store, venues, clock } = this.#deps;
    const order = await store.loadOrder(orderId);
    const leg = order?.legs.find((candidate) => candidate.leg === ref.leg);
    if (order === null || leg === undefined) return this.#remove(orderId, ref);
    // An answer shows the venue at the earliest when it was queried. It may arrive much later, after a stalled process.
    const queriedMs = clock.monotonicMs();
    const doubt = this.#doubts.get(toLegKey(orderId, ref));
    const answer = await venues.get(leg.venue).order(ref.clientId, leg.venueInstrumentId);
    const isResolved = await this.#applyAnswer(order, ref, answer, queriedMs);
    // A doubt that began after the query is not resolved by it.
    if (isResolved && this.#doubts.get(toLegKey(orderId, ref)) === doubt) return this.#remove(orderId, ref);
    this.#queryLater(orderId, ref, RETRY_MS);
  }

  /** @returns true once the leg is resolved */
  async #applyAnswer(
    { id: orderId }: Order,
    ref: LegRef,
    answer: VenueQuery,
    queriedMs: number,
  ): Promise<boolean> {
    const { executionReports, store } = this.#deps;
    const doubt = this.#doubts.get(toLegKey(orderId, ref));
    if (doubt === undefined) return true;
    if (answer.kind === 'found') {
      await executionReports.apply(orderId, ref.leg, toLegReport(answer.report, ref), 'resolved');
      if (doubt.isLookUp) return true; // an amend that began meanwhile is settled by its own answer
      // An earlier generation does not show the outcome of an amend that has created the next one.
      const leg = store.state.orders.get(orderId)?.legs.find((each) => each.leg === ref.leg);
      return leg !== undefined && leg.generation > ref.generation ? true : this.#onFound(orderId, queriedMs);
    }
    if (answer.kind === 'failed') {
      doubt.absences = 0;
      if (doubt.isLookUp) this.#deps.log.warn(UNREAD, { orderId, leg: ref.leg, why: answer.why });
      return doubt.isLookUp;
    }
    const order = await store.withOrder(orderId, (found) => found);
    const leg = findLeg(order, ref);
    if (leg === undefined) return true; // an earlier generation, whose end is already proven
    if (!this.#isAbsenceProven(leg, doubt, queriedMs)) return false;
    if (!isLive(leg.status)) return true;
    assert(leg.venueOrderId !== null || !doubt.isLookUp, 'I-55: a leg that is looked up was acknowledged');
    if (leg.venueOrderId !== null) await executionReports.markMissing(orderId, leg, 'absence_proven');
    else
      await executionReports.refuse(
        orderId,
        leg,
        order.cancelReason ?? 'venue_unavailable',
        'absence_proven',
      );
    return true;
  }

  /** Counts an absence. @returns true once the venue's not-found policy is met */
  #isAbsenceProven(leg: Leg, doubt: Doubt, queriedMs: number): boolean {
    const { settleMs, confirmations, gapMs } = this.#deps.venues.get(leg.venue).capabilities.notFoundPolicy;
    if (queriedMs - doubt.sinceMs < settleMs) return false;
    if (doubt.absences > 0 && queriedMs - doubt.lastAbsenceMs < gapMs) return false;
    doubt.absences += 1;
    doubt.lastAbsenceMs = queriedMs;
    return doubt.absences >= confirmations;
  }

  #remove(orderId: OrderId, ref: LegRef): void {
    this.#doubts.delete(toLegKey(orderId, ref));
    this.#deps.metrics.gauge('orders_in_doubt', this.#doubts.size);
  }
}
