import {
  Backoff,
  findLeg,
  invalidField,
  isLive,
  type KeyId,
  type Leg,
  type LegRef,
  type Order,
  type OrderId,
  type Rejection,
  rejection,
} from '#contract';
import type { Clock, Log, VenueOutcome } from '#ports';
import { isKeyEnded } from './ended-keys.ts';
import { type ExecutionReportHandler, toLegKey, toLegReport } from './execution-reports.ts';
import type { StateStore } from './state-store.ts';
import type { UnknownOutcomeResolver } from './unknown-outcome-resolver.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface CancelReplaceDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly resolver: UnknownOutcomeResolver;
  readonly clock: Clock;
  readonly log: Log;
}

/** A generation that is being cancelled so that the next one can be sent. */
interface PendingReplace {
  readonly orderId: OrderId;
  readonly ref: LegRef;
  readonly actor: KeyId | null; // whose change it is; null: that of this service
  readonly requestedAtMs: number; // monotonic
  readonly done: PromiseWithResolvers<Rejection | null>;
  isInDoubt: boolean; // a cancel was sent and the venue has not replied
  refusal: string | null; // the message of the venue that refused the cancel
}

const RETRY = { firstMs: 250, maxMs: 5_000 };

/**
 * Cancel/replace for venues without native amend: cancels the present generation of a leg. Once the venue confirms
 * the cancel, `decideReport` creates the next generation and the gateway sends it. A cancel is idempotent, so it
 * is repeated until the venue gives a final reply. The pending replacements are only in memory: after a restart
 * no next generation is sent. docs/decisions/amending.md
 */
export class CancelReplace {
  readonly #deps: CancelReplaceDeps;
  readonly #giveUp: (orderId: OrderId, why: string) => Promise<void>;
  readonly #pending = new Map<string, PendingReplace>();
  #isStopped = false;

  /** @param giveUp  refuses the pending amend: the order keeps its terms */
  constructor(deps: CancelReplaceDeps, giveUp: (orderId: OrderId, why: string) => Promise<void>) {
    this.#deps = deps;
    this.#giveUp = giveUp;
    deps.store.onDurable(({ orders }) => {
      if (this.#pending.size > 0) for (const id of orders) this.#removeEnded(id);
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Monotonic time at which the replacement of that generation was requested; null if this process does not replace it, or
   * its key has ended meanwhile.
   */
  cancelRequestedAtMs(orderId: OrderId, ref: LegRef): number | null {
    const replace = this.#pending.size === 0 ? undefined : this.#pending.get(toLegKey(orderId, ref));
    return replace === undefined || this.#isActorEnded(replace) ? null : replace.requestedAtMs;
  }

  #isActorEnded({ orderId, actor }: PendingReplace): boolean {
    const { store } = this.#deps;
    const order = store.state.orders.get(orderId);
    return actor !== null && order !== undefined && isKeyEnded({ ...order, keyId: actor }, store);
  }

  /**
   * Cancels a leg to place its next generation. The amend request must be durable.
   *
   * @returns null once the leg is replaced, or the leg or the amend has ended; else why the leg stays unchanged
   */
  replace(
    orderId: OrderId,
    { leg, generation, clientId }: LegRef,
    actor: KeyId | null,
  ): Promise<Rejection | null> {
    const ref = { leg, generation, clientId };
    const requestedAtMs = this.#deps.clock.monotonicMs();
    const done = Promise.withResolvers<Rejection | null>();
    const replace = { orderId, ref, actor, requestedAtMs, done, isInDoubt: false, refusal: null };
    this.#pending.set(toLegKey(orderId, ref), replace);
    this.#pursue(replace, new Backoff(RETRY));
    return done.promise;
  }

  /**
   * Settles the replacements of an order after a query has returned it. If the venue refused the cancel and the
   * order still rests, the order keeps its terms.
   *
   * @returns false while a cancel is in flight
   */
  async settleAfterQuery(orderId: OrderId): Promise<boolean> {
    for (const replace of this.#pending.values()) {
      if (replace.orderId !== orderId) continue;
      if (replace.refusal === null || replace.isInDoubt) return false;
      await this.#abandon(
        replace,
        invalidField('body', `was refused by the venue: ${replace.refusal}`),
        replace.refusal,
      );
    }
    return true;
  }

  #pursue(replace: PendingReplace, backoff: Backoff): void {
    this.#sendCancel(replace).then(
      () => this.#retryLater(replace, backoff),
      (error: unknown) => {
        this.#deps.log.error('the cancel of a replacement failed; it will be retried', {
          orderId: replace.orderId,
          why: String(error),
        });
        this.#retryLater(replace, backoff);
      },
    );
  }

  #retryLater(replace: PendingReplace, backoff: Backoff): void {
    if (!this.#mayRetry(replace)) return;
    this.#deps.clock.after(backoff.next(), () => {
      if (this.#mayRetry(replace)) this.#pursue(replace, backoff);
    });
  }

  #mayRetry(replace: PendingReplace): boolean {
    return this.#isWaiting(replace) && !this.#isStopped && this.#deps.store.failure === null;
  }

  async #sendCancel(replace: PendingReplace): Promise<void> {
    const { venues, executionReports, resolver } = this.#deps;
    const { orderId, ref } = replace;
    const leg = this.#findLiveLeg(replace);
    if (leg === null || !this.#isWaiting(replace)) return;
    const wasInDoubt = replace.isInDoubt;
    const isFirst = !wasInDoubt && replace.refusal === null;
    replace.isInDoubt = true; // set before the request may leave the process
    const outcome: VenueOutcome = await venues.get(leg.venue).cancel(leg.clientId, leg.venueInstrumentId);
    switch (outcome.kind) {
      case 'report':
        return executionReports.apply(orderId, ref.leg, toLegReport(outcome.report, ref), 'amend_reply');
      case 'refused':
        // The order may be filled or closed: query it.
        replace.refusal = outcome.message;
        replace.isInDoubt = wasInDoubt;
        return resolver.resolve(orderId, ref);
      case 'unsent': {
        replace.isInDoubt = wasInDoubt;
        if (!isFirst) return;
        const message = `${leg.venue} could not be reached: nothing was changed`;
        return this.#abandon(replace, rejection('venue_unavailable', message), outcome.why);
      }
      case 'unknown':
        return resolver.resolveAnswered(orderId, ref, 'amend', outcome);
    }
  }

  /** Ends the replacement: the order keeps its terms and its leg keeps resting. */
  async #abandon(replace: PendingReplace, refusal: Rejection, why: string): Promise<void> {
    if (!this.#isWaiting(replace)) return;
    this.#pending.delete(toLegKey(replace.orderId, replace.ref));
    await this.#giveUp(replace.orderId, why);
    replace.done.resolve(refusal);
  }

  /** Removes the replacements of an order that have ended in any way. */
  #removeEnded(orderId: OrderId): void {
    for (const [key, replace] of this.#pending) {
      if (replace.orderId !== orderId || this.#isWaiting(replace)) continue;
      replace.done.resolve(null);
      // A cancel may still reach the live leg of a dropped amend. Keep the entry: it explains why that leg ends.
      if (this.#findLiveLeg(replace) === null) this.#pending.delete(key);
    }
  }

  #isWaiting(replace: PendingReplace): boolean {
    const order = this.#deps.store.state.orders.get(replace.orderId);
    const isRequested = order?.pendingAmend?.legs.some(({ leg }) => leg === replace.ref.leg) ?? false;
    const isCurrent = this.#pending.get(toLegKey(replace.orderId, replace.ref)) === replace;
    return (
      isCurrent && isRequested && order?.pendingAction === 'amend' && this.#findLiveLeg(replace) !== null
    );
  }

  /** The leg while this generation is the present one and live, else null. */
  #findLiveLeg({ orderId, ref }: PendingReplace): Leg | null {
    const order: Order | undefined = this.#deps.store.state.orders.get(orderId);
    const leg = order === undefined ? undefined : findLeg(order, ref);
    return leg !== undefined && isLive(leg.status) ? leg : null;
  }
}
