/** Venues and how they are. */
import type { Instant, Tif, VenueName } from './common.ts';

export interface Venue {
  name: VenueName;
  status: 'LIVE' | 'DISABLED';
  capabilities: {
    trading: boolean;
    simulated: boolean;
    amend: 'native' | 'replace';
    amend_qty_increase: boolean;
    tif: Tif[];
    /** The venue accepts `post_only` orders. */
    post_only: boolean;
    reduce_only: boolean;
    cancel_on_pause: boolean;
  };
}

export interface VenueHealth {
  venue: VenueName;
  healthy: boolean;
  latency_ms?: number;
  checked_at: Instant;
  reason: string | null;
}

/** How a venue was since the service started. */
export interface VenueHealthHistory extends VenueHealth {
  /** Oldest first, at most 500; the first entry is the state at start. */
  changes: { at: Instant; healthy: boolean; reason: string | null }[];
  /** By five minutes, ascending, the last day; without those in which it never answered. */
  latency: { t: number; checks: number; p50_ms: number; p90_ms: number; p99_ms: number; max_ms: number }[];
  /** What may still be sent there before the service waits; `for_cancels`: by cancels alone. */
  budgets: { name: string; left: number; burst: number; per_second: number; for_cancels: boolean }[];
}
