import { Backoff } from '../domain/model/backoff.ts';
import type { OrderId } from '../domain/model/ids.ts';
import { isLive, type Leg, type LegRef, type Order } from '../domain/model/order.ts';
import { invalidField, type Rejection, rejection } from '../domain/model/result.ts';
import type { Clock } from '../ports/environment.ts';
import type { Log } from '../ports/telemetry.ts';
import type { VenueOutcome } from '../ports/venue.ts';
import { type ExecutionReportHandler, toLegReport } from './execution-reports.ts';
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

/** A generation that is being cancelled so that another may follow it. */
interface Wish {
  readonly orderId: OrderId;
  readonly ref: LegRef;
  readonly askedAtMs: number; // monotonic
  readonly done: PromiseWithResolvers<Rejection | null>;
  isInDoubt: boolean; // a cancel was sent that nobody has answered
  refused: string | null; // why the venue would not cancel
}

const RETRY = { firstMs: 250, maxMs: 5_000 };

/**
 * Amends at venues that know none: the present generation of a leg is cancelled, and the next one follows
 * once that end is proven by the venue's own word (`decideReport` makes it a fact, the gateway sends it).
 * A cancel may be repeated, so it is pursued until it is answered for good. What is remembered here is
 * lost with the process: then nothing new is sent. docs/decisions/0041-replace.md
 */
export class CancelReplace {
  readonly #deps: CancelReplaceDeps;
  readonly #giveUp: (orderId: OrderId, why: string) => Promise<void>;
  readonly #wishes = new Map<string, Wish>();
  #isStopped = false;

  /** @param giveUp  leaves the order as it was, in one turn */
  constructor(deps: CancelReplaceDeps, giveUp: (orderId: OrderId, why: string) => Promise<void>) {
    this.#deps = deps;
    this.#giveUp = giveUp;
    deps.store.onDurable(({ orders }) => {
      if (this.#wishes.size > 0) for (const id of orders) this.#endOver(id);
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** When the replacement of that generation was wished for (monotonic); null when this process wishes for none. */
  cancelRequestedAtMs(orderId: OrderId, ref: LegRef): number | null {
    return this.#wishes.get(keyOf(orderId, ref))?.askedAtMs ?? null;
  }

  /**
   * Cancels a leg so that it can be placed anew. The wish must be durable.
   *
   * @returns null once the next generation has its place, or the leg or the wish is over; else why the
   *          venue left the leg as it was
   */
  replace(orderId: OrderId, { leg, generation, clientId }: LegRef): Promise<Rejection | null> {
    const ref = { leg, generation, clientId };
    const askedAtMs = this.#deps.clock.monotonicMs();
    const done = Promise.withResolvers<Rejection | null>();
    const wish = { orderId, ref, askedAtMs, done, isInDoubt: false, refused: null };
    this.#wishes.set(keyOf(orderId, ref), wish);
    this.#pursue(wish, new Backoff(RETRY));
    return done.promise;
  }

  /**
   * A query has shown the order: one that the venue refused to cancel, and that rests, stays as it was.
   *
   * @returns false while a cancel is still under way
   */
  async settleAfterQuery(orderId: OrderId): Promise<boolean> {
    for (const wish of this.#wishes.values()) {
      if (wish.orderId !== orderId) continue;
      if (wish.refused === null || wish.isInDoubt) return false;
      await this.#leave(
        wish,
        invalidField('body', `was refused by the venue: ${wish.refused}`),
        wish.refused,
      );
    }
    return true;
  }

  #pursue(wish: Wish, backoff: Backoff): void {
    this.#attempt(wish).then(
      () => this.#again(wish, backoff),
      (error: unknown) => {
        this.#deps.log.error('a replacement could not be pursued', {
          orderId: wish.orderId,
          why: String(error),
        });
        this.#again(wish, backoff);
      },
    );
  }

  #again(wish: Wish, backoff: Backoff): void {
    if (!this.#mayGoOn(wish)) return;
    this.#deps.clock.after(backoff.next(), () => {
      if (this.#mayGoOn(wish)) this.#pursue(wish, backoff);
    });
  }

  #mayGoOn(wish: Wish): boolean {
    return this.#isWaiting(wish) && !this.#isStopped && this.#deps.store.failure === null;
  }

  async #attempt(wish: Wish): Promise<void> {
    const { venues, executionReports, resolver } = this.#deps;
    const { orderId, ref } = wish;
    const leg = this.#legOf(wish);
    if (leg === null || !this.#isWaiting(wish)) return;
    const wasInDoubt = wish.isInDoubt;
    const isFirst = !wasInDoubt && wish.refused === null;
    wish.isInDoubt = true; // from the moment that bytes may leave
    const outcome: VenueOutcome = await venues.get(leg.venue).cancel(leg.clientId, leg.venueInstrumentId);
    switch (outcome.kind) {
      case 'report':
        return executionReports.apply(orderId, ref.leg, toLegReport(outcome.report, ref), 'amend_reply');
      case 'refused':
        // No verdict on the order: it may be filled or gone. A query tells.
        wish.refused = outcome.message;
        wish.isInDoubt = wasInDoubt;
        return resolver.resolve(orderId, ref);
      case 'unsent': {
        wish.isInDoubt = wasInDoubt;
        if (!isFirst) return;
        const message = `${leg.venue} could not be reached: nothing was changed`;
        return this.#leave(wish, rejection('venue_unavailable', message), outcome.why);
      }
      case 'unknown':
        return resolver.resolve(orderId, ref);
    }
  }

  /** The order keeps its terms, and what rests goes on resting. */
  async #leave(wish: Wish, why: Rejection, words: string): Promise<void> {
    if (!this.#isWaiting(wish)) return;
    this.#wishes.delete(keyOf(wish.orderId, wish.ref));
    await this.#giveUp(wish.orderId, words);
    wish.done.resolve(why);
  }

  /** Lets go of what has come to its end by whatever path. */
  #endOver(orderId: OrderId): void {
    for (const [key, wish] of this.#wishes) {
      if (wish.orderId !== orderId || this.#isWaiting(wish)) continue;
      wish.done.resolve(null);
      // A cancel may still land on a leg whose wish was dropped beside it: why it ended is known by this.
      if (this.#legOf(wish) === null) this.#wishes.delete(key);
    }
  }

  #isWaiting(wish: Wish): boolean {
    const order = this.#deps.store.state.orders.get(wish.orderId);
    const isWished = order?.pendingAmend?.legs.some(({ leg }) => leg === wish.ref.leg) ?? false;
    const isHeld = this.#wishes.get(keyOf(wish.orderId, wish.ref)) === wish;
    return isHeld && isWished && order?.pendingAction === 'amend' && this.#legOf(wish) !== null;
  }

  /** The leg while the generation in question is its present one and may live. */
  #legOf({ orderId, ref }: Wish): Leg | null {
    const order: Order | undefined = this.#deps.store.state.orders.get(orderId);
    const leg = order?.legs.find(({ clientId }) => clientId === ref.clientId);
    return leg !== undefined && isLive(leg.status) ? leg : null;
  }
}

const keyOf = (orderId: OrderId, { leg, generation }: LegRef): string => `${orderId}/${leg}/${generation}`;
