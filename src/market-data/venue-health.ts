import { errorMessage, type TimestampMs, type VenueName } from '#contract';
import { toBucketStart } from '#domain';
import type { Clock, Metrics, Timer, VenueHealth } from '#ports';
import type {
  HealthChange,
  LatencySummary,
  MarketVenue,
  VenueHealthState,
  VenueHistory,
} from './market-data-types.ts';

const CHECK_EVERY_MS = 5_000;
const CHECK_UNHEALTHY_EVERY_MS = 1_000; // so that a recovered venue is used again quickly
const FIRST_ROUND_MS = 1_000;

/** Runs health checks of every venue and keeps their results. */
export class VenueHealthMonitor {
  readonly #venues: readonly MarketVenue[];
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  readonly #states = new Map<VenueName, VenueHealthState>();
  readonly #histories = new Map<VenueName, VenueHealthHistory>();
  readonly #notes = new Map<VenueName, string>(); // of the last check
  readonly #pending = new Set<VenueName>(); // checks without an answer yet
  readonly #checkedAtMs = new Map<VenueName, number>();
  #timer: Timer | null = null;

  constructor(venues: readonly MarketVenue[], clock: Clock, metrics: Metrics) {
    this.#venues = venues;
    this.#clock = clock;
    this.#metrics = metrics;
    for (const { name, venue } of venues)
      this.#set(name, { healthy: false, latencyMs: null, reason: venue === null ? 'disabled' : 'starting' });
  }

  /**
   * Starts periodic checks. Resolves after the first round or after one second, so that an unresponsive venue
   * does not delay the start.
   */
  async start(): Promise<void> {
    this.#timer = this.#clock.every(CHECK_UNHEALTHY_EVERY_MS, () => void this.#checkDue());
    const enough = Promise.withResolvers<void>();
    const timer = this.#clock.after(FIRST_ROUND_MS, () => enough.resolve());
    await Promise.race([this.#checkDue(), enough.promise]);
    timer.cancel();
  }

  stop(): void {
    this.#timer?.cancel();
  }

  isHealthy(name: VenueName): boolean {
    return this.#states.get(name)?.healthy ?? false;
  }

  /** In configured order. */
  states(): readonly VenueHealthState[] {
    return this.#venues.flatMap((venue) => this.#findState(venue) ?? []);
  }

  history(name: VenueName): VenueHistory | null {
    const found = this.#venues.find((it) => it.name === name);
    const state = found === undefined ? null : this.#findState(found);
    const history = this.#histories.get(name);
    if (state === null || history === undefined) return null;
    const budgets = found?.venue?.budgets?.() ?? [];
    return { ...state, changes: history.changes(), latencies: history.latencies(), budgets };
  }

  async #checkDue(): Promise<void> {
    await Promise.all(this.#venues.filter((venue) => this.#isDue(venue)).map((venue) => this.#check(venue)));
  }

  /** A venue with a pending check is not checked again, however long the answer takes. */
  #isDue({ name }: MarketVenue): boolean {
    if (this.#pending.has(name)) return false;
    const state = this.#states.get(name);
    const dueMs = (this.#checkedAtMs.get(name) ?? Number.NEGATIVE_INFINITY) + CHECK_EVERY_MS;
    return state?.healthy !== true || this.#clock.monotonicMs() >= dueMs;
  }

  /** The last check, with what the service itself has against the venue at this moment. */
  #findState({ name, healthWarning, healthNote }: MarketVenue): VenueHealthState | null {
    const state = this.#states.get(name);
    if (state === undefined) return null;
    const notes = [this.#notes.get(name), healthNote?.()].filter(
      (note) => note !== undefined && note !== null,
    );
    return { ...state, reason: state.reason ?? healthWarning?.() ?? (notes.join('; ') || null) };
  }

  async #check({ name, venue, healthWarning }: MarketVenue): Promise<void> {
    if (venue === null) return this.#set(name, { healthy: false, latencyMs: null, reason: 'disabled' });
    this.#pending.add(name);
    this.#checkedAtMs.set(name, this.#clock.monotonicMs());
    const deadline = Promise.withResolvers<VenueHealth>();
    const timer = this.#clock.after(CHECK_EVERY_MS - 1, () =>
      deadline.resolve({ healthy: false, latencyMs: null, reason: 'timeout' }),
    );
    const health = await Promise.race([venue.health().catch(unhealthy), deadline.promise]);
    this.#set(name, health, healthWarning?.() ?? null);
    timer.cancel();
    this.#pending.delete(name);
  }

  #set(
    venue: VenueName,
    { healthy, latencyMs, reason, note = null }: VenueHealth,
    warning: string | null = null,
  ): void {
    if (note === null) this.#notes.delete(venue);
    else this.#notes.set(venue, note);
    const latency = latencyMs === null ? null : Math.round(latencyMs);
    const state = { venue, healthy, latencyMs: latency, checkedAt: this.#clock.now(), reason };
    this.#states.set(venue, state);
    const history = this.#histories.get(venue) ?? new VenueHealthHistory();
    this.#histories.set(venue, history);
    history.add({ ...state, reason: reason ?? warning });
    this.#metrics.gauge('venue_healthy', healthy ? 1 : 0, { venue });
    this.#metrics.gauge('venue_limited', healthy && (reason ?? warning) !== null ? 1 : 0, { venue });
  }
}

const unhealthy = (error: unknown): VenueHealth => ({
  healthy: false,
  latencyMs: null,
  reason: errorMessage(error),
});

/** The result of one health check. */
interface HealthCheck {
  readonly checkedAt: TimestampMs;
  readonly healthy: boolean;
  readonly latencyMs: number | null;
  readonly reason: string | null;
}

const CHANGES_MAX = 500;
const BUCKETS_MAX = 288; // a day
const CHECKS_MAX = 600; // per bucket: twice one check per second
const INTERVAL = '5m';

/** Health changes and latencies of one venue since the start; the oldest are dropped first. */
export class VenueHealthHistory {
  readonly #changes: HealthChange[] = [];
  readonly #latencies = new Map<TimestampMs, number[]>();

  add({ checkedAt, healthy, reason, latencyMs }: HealthCheck): void {
    const last = this.#changes.at(-1);
    if (last === undefined || last.healthy !== healthy || last.reason !== reason) {
      this.#changes.push({ at: checkedAt, healthy, reason });
      if (this.#changes.length > CHANGES_MAX) this.#changes.shift();
    }
    if (latencyMs !== null) this.#addLatency(toBucketStart(checkedAt, INTERVAL), latencyMs);
  }

  /** Oldest first. The first entry is the initial state unless it was dropped. */
  changes(): readonly HealthChange[] {
    return [...this.#changes];
  }

  /** Ascending; intervals without an answer are omitted. */
  latencies(): readonly LatencySummary[] {
    return [...this.#latencies].map(([t, latencies]) => {
      const sorted = latencies.toSorted((a, b) => a - b);
      const percentile = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
      return {
        t,
        checks: sorted.length,
        p50Ms: percentile(0.5),
        p90Ms: percentile(0.9),
        p99Ms: percentile(0.99),
        maxMs: percentile(1),
      };
    });
  }

  #addLatency(t: TimestampMs, latencyMs: number): void {
    const latencies = this.#latencies.get(t) ?? [];
    this.#latencies.set(t, latencies);
    if (latencies.length < CHECKS_MAX) latencies.push(latencyMs);
    const oldest = this.#latencies.keys().next();
    if (this.#latencies.size > BUCKETS_MAX && oldest.done !== true) this.#latencies.delete(oldest.value);
  }
}
