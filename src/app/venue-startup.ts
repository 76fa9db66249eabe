import { Backoff } from '#contract';
import type { Clock, Log, Venue } from '#ports';

export interface VenueStarterDependencies {
  readonly clock: Clock;
  readonly log: Log;
  /** True for a venue in this process: the service does not start if it fails. */
  readonly isLocal: (venue: Venue) => boolean;
}

/** How long the service waits for an external venue, so that an unavailable one does not delay the others. */
const START_WAIT_MS = 1_000;
const RETRY = { firstMs: 2_000, maxMs: 30_000 };

/**
 * Starts all venues in parallel. Resolves when the local ones have started and each external one has started
 * or has taken too long. A failed external start is retried with back-off until `stop`.
 */
export class VenueStarter {
  readonly #deps: VenueStarterDependencies;
  #isStopped = false;

  constructor(deps: VenueStarterDependencies) {
    this.#deps = deps;
  }

  async all(venues: readonly Venue[], start: (venue: Venue) => Promise<void>): Promise<void> {
    await Promise.all(
      venues.map((venue) =>
        this.#deps.isLocal(venue)
          ? start(venue)
          : this.#within(this.#remote(venue, start, new Backoff(RETRY))),
      ),
    );
  }

  stop(): void {
    this.#isStopped = true;
  }

  #within(started: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(START_WAIT_MS, resolve);
      void started.then(() => {
        timer.cancel();
        resolve();
      });
    });
  }

  /** Never rejects. */
  async #remote(venue: Venue, start: (venue: Venue) => Promise<void>, backoff: Backoff): Promise<void> {
    const { clock, log } = this.#deps;
    try {
      await start(venue);
    } catch (error) {
      log.error('venue did not start; retrying', { venue: venue.name, why: String(error) });
      if (this.#isStopped) return;
      clock.after(backoff.next(), () => {
        if (!this.#isStopped) void this.#remote(venue, start, backoff);
      });
    }
  }
}
