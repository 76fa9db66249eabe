import { toBucketStart } from '../domain/market-data/candles.ts';
import type { TimestampMs } from '../domain/model/time.ts';

/** The result of one health check. */
interface HealthCheck {
  readonly checkedAt: TimestampMs;
  readonly healthy: boolean;
  readonly latencyMs: number | null;
  readonly reason: string | null;
}

/** A change of a venue's health at time `at`, with the reason. */
export interface HealthChange {
  readonly at: TimestampMs;
  readonly healthy: boolean;
  readonly reason: string | null;
}

/** Response times of health checks within five minutes, in milliseconds. */
export interface LatencySummary {
  readonly t: TimestampMs; // start of the five minutes
  readonly checks: number; // answered checks
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
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
