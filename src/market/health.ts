import type { VenueName } from '../core/kernel/ids.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { VenueHealth } from '../ports/venue.ts';
import type { VenueHealthState } from './marketdata.ts';
import type { MarketVenue } from './venues.ts';

const CHECK_EVERY_MS = 5_000;

/** Asks every venue how it is, and remembers the answers. */
export class VenueWatch {
  readonly #venues: readonly MarketVenue[];
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  readonly #states = new Map<VenueName, VenueHealthState>();
  #timer: Timer | null = null;

  constructor(venues: readonly MarketVenue[], clock: Clock, metrics: Metrics) {
    this.#venues = venues;
    this.#clock = clock;
    this.#metrics = metrics;
    for (const { name, venue } of venues)
      this.#set(name, { healthy: false, latencyMs: null, reason: venue === null ? 'disabled' : 'starting' });
  }

  /** Resolves after the first round; then they go on by the clock. */
  async start(): Promise<void> {
    this.#timer = this.#clock.every(CHECK_EVERY_MS, () => void this.#checkAll());
    await this.#checkAll();
  }

  stop(): void {
    this.#timer?.cancel();
  }

  isHealthy(name: VenueName): boolean {
    return this.#states.get(name)?.healthy ?? false;
  }

  /** In configured order. */
  states(): readonly VenueHealthState[] {
    return this.#venues.flatMap(({ name }) => this.#states.get(name) ?? []);
  }

  async #checkAll(): Promise<void> {
    await Promise.all(this.#venues.map((venue) => this.#check(venue)));
  }

  async #check({ name, venue, concern }: MarketVenue): Promise<void> {
    if (venue === null) return this.#set(name, { healthy: false, latencyMs: null, reason: 'disabled' });
    const deadline = Promise.withResolvers<VenueHealth>();
    const timer = this.#clock.after(CHECK_EVERY_MS - 1, () =>
      deadline.resolve({ healthy: false, latencyMs: null, reason: 'timeout' }),
    );
    const health = await Promise.race([venue.health().catch(unhealthy), deadline.promise]);
    this.#set(name, { ...health, reason: health.reason ?? concern?.() ?? null });
    timer.cancel();
  }

  #set(venue: VenueName, { healthy, latencyMs, reason }: VenueHealth): void {
    const latency = latencyMs === null ? null : Math.round(latencyMs);
    this.#states.set(venue, { venue, healthy, latencyMs: latency, checkedAt: this.#clock.now(), reason });
    this.#metrics.gauge('venue_healthy', healthy ? 1 : 0, { venue });
  }
}

const unhealthy = (error: unknown): VenueHealth => ({
  healthy: false,
  latencyMs: null,
  reason: error instanceof Error ? error.message : String(error),
});
