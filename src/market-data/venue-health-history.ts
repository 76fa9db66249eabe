import { toBucketStart } from '../domain/market-data/candles.ts';
import type { TimestampMs } from '../domain/model/time.ts';

/** One answer of a venue to how it is. */
interface HealthCheck {
  readonly checkedAt: TimestampMs;
  readonly healthy: boolean;
  readonly latencyMs: number | null;
  readonly reason: string | null;
}

/** From `at` on a venue was healthy or not, and why. */
export interface HealthChange {
  readonly at: TimestampMs;
  readonly healthy: boolean;
  readonly reason: string | null;
}

/** How fast a venue answered within five minutes; milliseconds. */
export interface LatencySummary {
  readonly t: TimestampMs; // start of the five minutes
  readonly checks: number; // that were answered
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const CHANGES_MAX = 500;
const BUCKETS_MAX = 288; // a day
const CHECKS_MAX = 600; // of one bucket: a check a second, twice over
const INTERVAL = '5m';

/** What became of one venue since the service started, the oldest given up first. */
export class VenueHealthHistory {
  readonly #changes: HealthChange[] = [];
  readonly #latencies = new Map<TimestampMs, number[]>();

  add({ checkedAt, healthy, reason, latencyMs }: HealthCheck): void {
    const last = this.#changes.at(-1);
    if (last === undefined || last.healthy !== healthy || last.reason !== reason) {
      this.#changes.push({ at: checkedAt, healthy, reason });
      if (this.#changes.length > CHANGES_MAX) this.#changes.shift();
    }
    if (latencyMs !== null) this.#remember(toBucketStart(checkedAt, INTERVAL), latencyMs);
  }

  /** Oldest first; the first tells how it began, as far as is remembered. */
  changes(): readonly HealthChange[] {
    return [...this.#changes];
  }

  /** Ascending; five minutes without an answer are left out. */
  latencies(): readonly LatencySummary[] {
    return [...this.#latencies].map(([t, told]) => {
      const sorted = told.toSorted((a, b) => a - b);
      const atMost = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
      return {
        t,
        checks: sorted.length,
        p50Ms: atMost(0.5),
        p90Ms: atMost(0.9),
        p99Ms: atMost(0.99),
        maxMs: atMost(1),
      };
    });
  }

  #remember(t: TimestampMs, latencyMs: number): void {
    const told = this.#latencies.get(t) ?? [];
    this.#latencies.set(t, told);
    if (told.length < CHECKS_MAX) told.push(latencyMs);
    const oldest = this.#latencies.keys().next();
    if (this.#latencies.size > BUCKETS_MAX && oldest.done !== true) this.#latencies.delete(oldest.value);
  }
}
