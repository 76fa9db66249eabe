/** Venues and their health. */
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
    /** Of SELL orders. At Polymarket FOK is for sales of held tokens. */
    tif_sell: Tif[];
    /** The venue accepts `post_only` orders. */
    post_only: boolean;
    reduce_only: boolean;
    cancel_on_pause: boolean;
    /** Who keeps `self_trade` orders from trading with the own account. */
    self_trade: 'NATIVE' | 'EMULATED';
  };
}

export interface VenueHealth {
  venue: VenueName;
  healthy: boolean;
  latency_ms?: number;
  checked_at: Instant;
  reason: string | null;
}

/** The health of a venue since the service started. */
export interface VenueHealthHistory extends VenueHealth {
  /** Oldest first, at most 500; the first entry is the state at startup. */
  changes: { at: Instant; healthy: boolean; reason: string | null }[];
  /** The last day in intervals of five minutes, ascending; intervals without a response are left out. */
  latency: { t: number; checks: number; p50_ms: number; p90_ms: number; p99_ms: number; max_ms: number }[];
  /** The remaining request budget at the venue; `for_cancels` is usable by cancels only. */
  budgets: { name: string; left: number; burst: number; per_second: number; for_cancels: boolean }[];
}

/** The recorder of market data. */
export interface Recorder {
  enabled: boolean;
  /** `DROPPING`: the disk is full or too slow, so updates are not recorded. */
  state: 'OFF' | 'RECORDING' | 'DROPPING';
  bytes: number;
  max_bytes: number;
  lag_ms: number;
  queued_bytes: number;
  dropped_updates: number;
  /** Recorded times by venue. */
  spans: { venue: VenueName; from: Instant; to: Instant }[];
  /** Newest first; `to` is null while the gap lasts. */
  gaps: { venue: VenueName; from: Instant; to: Instant | null; reason: string }[];
}

/** A replay of recorded market data. */
export interface Replay {
  state: 'PAUSED' | 'RUNNING' | 'ENDED';
  /** A number is a multiple of the recorded speed. */
  speed: 'step' | 'max' | number;
  market_time: Instant;
  from: Instant;
  to: Instant;
  /** Recorded updates applied so far. */
  updates: number;
}
