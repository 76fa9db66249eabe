import type { OrderId } from '../domain/model/ids.ts';
import { isLive, type Leg, type LegRef, type Order } from '../domain/model/order.ts';
import type { Clock } from '../ports/environment.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { VenueQuery } from '../ports/venue.ts';
import { type ExecutionReportHandler, toLegReport } from './execution-reports.ts';
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
  readonly sinceMs: number; // monotonic: when the last byte could have left
  absences: number;
  lastAbsenceMs: number;
}

const RETRY_MS = 1_000;

/**
 * Legs whose state at the venue is not proven: a send without an answer, or more filled than told. Each
 * is queried until the venue shows it, or until its absence is proven by the venue's own rule; it is
 * never sent again, and its reservation stays until then (I-20, I-21).
 */
export class UnknownOutcomeResolver {
  readonly #deps: UnknownOutcomeResolverDeps;
  readonly #doubts = new Map<string, Doubt>();
  #isStopped = false;
  #onFound: (orderId: OrderId) => Promise<boolean> = async () => true;

  constructor(deps: UnknownOutcomeResolverDeps) {
    this.#deps = deps;
  }

  /** Called after a query has shown a leg; false when what it shows may still change without us. */
  onFound(listener: (orderId: OrderId) => Promise<boolean>): void {
    this.#onFound = listener;
  }

  /** Asks no more. What is in doubt stays so and is taken up at the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  get legsInDoubt(): number {
    return this.#doubts.size;
  }

  /** Takes a leg up until it is resolved. A leg already in doubt is not taken twice. */
  resolve(orderId: OrderId, { leg, generation, clientId }: LegRef): void {
    const ref = { leg, generation, clientId };
    const key = keyOf(orderId, ref);
    if (this.#doubts.has(key)) return;
    this.#doubts.set(key, { ref, sinceMs: this.#deps.clock.monotonicMs(), absences: 0, lastAbsenceMs: 0 });
    this.#deps.metrics.gauge('orders_in_doubt', this.#doubts.size);
    this.#askLater(orderId, ref, 0);
  }

  #askLater(orderId: OrderId, leg: LegRef, ms: number): void {
    if (this.#isStopped) return;
    this.#deps.clock.after(ms, () => {
      if (this.#isStopped) return;
      this.#ask(orderId, leg).catch((error: unknown) => {
        this.#deps.log.error('an order in doubt could not be resolved now', { orderId, why: String(error) });
        if (this.#deps.store.failure === null) this.#askLater(orderId, leg, RETRY_MS);
      });
    });
  }

  async #ask(orderId: OrderId, ref: LegRef): Promise<void> {
    const { store, venues } = this.#deps;
    const order = await store.loadOrder(orderId);
    const leg = order?.legs.find((candidate) => candidate.leg === ref.leg);
    if (order === null || leg === undefined) return this.#done(orderId, ref);
    const answer = await venues.get(leg.venue).order(ref.clientId, leg.venueInstrumentId);
    if (await this.#take(order, ref, answer)) return this.#done(orderId, ref);
    this.#askLater(orderId, ref, RETRY_MS);
  }

  /** True once nothing is in doubt any more. */
  async #take({ id: orderId }: Order, ref: LegRef, answer: VenueQuery): Promise<boolean> {
    const { executionReports, store } = this.#deps;
    const doubt = this.#doubts.get(keyOf(orderId, ref));
    if (doubt === undefined) return true;
    if (answer.kind === 'found') {
      await executionReports.apply(orderId, ref.leg, toLegReport(answer.report, ref), 'resolved');
      // What an earlier generation shows says nothing of an amend that has gone on to the next.
      const leg = store.state.orders.get(orderId)?.legs.find((each) => each.leg === ref.leg);
      return leg !== undefined && leg.generation > ref.generation ? true : this.#onFound(orderId);
    }
    if (answer.kind === 'failed') {
      doubt.absences = 0;
      return false;
    }
    const order = await store.withOrder(orderId, (found) => found);
    const leg = order.legs.find(({ clientId }) => clientId === ref.clientId);
    if (leg === undefined) return true; // an earlier generation: it is proven over
    if (!this.#isAbsenceProven(leg, doubt)) return false;
    if (!isLive(leg.status)) return true;
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

  /** Counts an absence, and tells whether the venue's rule of proof is met. */
  #isAbsenceProven(leg: Leg, doubt: Doubt): boolean {
    const { settleMs, confirmations, gapMs } = this.#deps.venues.get(leg.venue).capabilities.notFoundPolicy;
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - doubt.sinceMs < settleMs) return false;
    if (doubt.absences > 0 && nowMs - doubt.lastAbsenceMs < gapMs) return false;
    doubt.absences += 1;
    doubt.lastAbsenceMs = nowMs;
    return doubt.absences >= confirmations;
  }

  #done(orderId: OrderId, ref: LegRef): void {
    this.#doubts.delete(keyOf(orderId, ref));
    this.#deps.metrics.gauge('orders_in_doubt', this.#doubts.size);
  }
}

const keyOf = (orderId: OrderId, { leg, generation }: LegRef): string => `${orderId}/${leg}/${generation}`;
