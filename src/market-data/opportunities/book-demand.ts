import type { VenueName } from '#contract';
import type { Clock, Timer } from '#ports';
import { type BookSubscriber, isOpenOrPaused } from '../book-subscriptions.ts';
import type { MarketVenue } from '../market-data-types.ts';
import type { LegTerms } from './leg-terms.ts';

interface BookDemandDeps {
  readonly terms: LegTerms;
  readonly subscriber: Pick<BookSubscriber, 'subscribeContract'>;
  readonly venues: readonly MarketVenue[];
  readonly clock: Clock;
  readonly idleMs: number; // an unrenewed subscription is released after this
}

/**
 * Subscribes to the books of all watched instruments while callers read opportunities. It uses at most half of the
 * subscriptions of a venue, so that other readers have the rest.
 */
export class BookDemand {
  readonly #deps: BookDemandDeps;
  #untilMs = 0;
  #timer: Timer | null = null;

  constructor(deps: BookDemandDeps) {
    this.#deps = deps;
  }

  renew(): void {
    const { clock, idleMs } = this.#deps;
    this.#untilMs = clock.monotonicMs() + idleMs;
    if (this.#timer !== null) return;
    this.#timer = clock.every(idleMs / 2, () => this.#check());
    this.#subscribe();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  #check(): void {
    if (this.#deps.clock.monotonicMs() >= this.#untilMs) return this.stop();
    this.#subscribe();
  }

  #subscribe(): void {
    const left = new Map<VenueName, number>(
      this.#deps.venues.map(({ name, watchedMax }) => [name, Math.floor(watchedMax / 2)]),
    );
    for (const terms of this.#deps.terms.values()) {
      const free = left.get(terms.venue) ?? 0;
      if (free === 0 || !isOpenOrPaused(terms)) continue;
      left.set(terms.venue, free - 1);
      this.#deps.subscriber.subscribeContract(terms);
    }
  }
}
