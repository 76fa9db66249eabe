import { errorMessage, isLive } from '#contract';
import type { Clock, Log, Metrics, Timer, Venue } from '#ports';
import type { StateStore } from './state-store.ts';
import type { VenueRegistry } from './venue-registry.ts';

interface VenueHeartbeatsDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** After a failure. Several attempts must fit into the silence that a venue allows. */
const RETRY_MS = 1_000;

/**
 * Heartbeats to venues that cancel our orders without them, as the second layer of guards: it works when this process
 * dies. They begin with the first guard or session that cancels orders, and never end before the process does, since
 * the venue would cancel every order of the account, guarded or not.
 */
export class VenueHeartbeats {
  readonly #deps: VenueHeartbeatsDeps;
  readonly #timers = new Map<string, Timer>();
  readonly #failing = new Set<string>(); // venues whose last heartbeat was not accepted
  #hasBegun = false;
  #isStopped = false;

  constructor(deps: VenueHeartbeatsDeps) {
    this.#deps = deps;
  }

  /** Begins at once where an earlier process may have armed the switch of a venue, so that its orders are kept. */
  start(): void {
    const { guards, sessions, orders } = this.#deps.store.state;
    const mayBeArmed =
      guards.size > 0 || sessions.size > 0 || [...orders.values()].some(({ status }) => isLive(status));
    if (mayBeArmed) this.begin();
  }

  /** Begins with the heartbeats, once and for the rest of the process. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    for (const venue of this.#deps.venues.all()) {
      const { heartbeat } = venue.capabilities;
      if (heartbeat !== undefined) void this.#beat(venue, heartbeat.everyMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) timer.cancel();
  }

  /** The next one is scheduled once this one is answered, so that none overlap. */
  async #beat(venue: Venue, everyMs: number): Promise<void> {
    const { clock } = this.#deps;
    const startedMs = clock.monotonicMs();
    const fault = await sendTo(venue);
    if (this.#isStopped) return;
    this.#report(venue, fault);
    const waitMs = fault === null ? Math.max(0, everyMs - (clock.monotonicMs() - startedMs)) : RETRY_MS;
    this.#timers.set(
      venue.name,
      clock.after(waitMs, () => void this.#beat(venue, everyMs)),
    );
  }

  #report({ name: venue }: Venue, fault: string | null): void {
    const { log, metrics } = this.#deps;
    metrics.count('venue_heartbeats_total', { venue, outcome: fault === null ? 'accepted' : 'failed' });
    if (fault === null) {
      if (this.#failing.delete(venue)) log.info('heartbeats are accepted again', { venue });
    } else if (!this.#failing.has(venue)) {
      this.#failing.add(venue);
      log.warn('a heartbeat was not accepted; without them the venue cancels all orders', {
        venue,
        why: fault,
      });
    }
  }
}

async function sendTo(venue: Venue): Promise<string | null> {
  try {
    return (await venue.sendHeartbeat?.()) ?? null;
  } catch (error) {
    return errorMessage(error);
  }
}
