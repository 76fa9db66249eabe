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
  };
}

export interface VenueHealth {
  venue: VenueName;
  healthy: boolean;
  latency_ms?: number;
  checked_at: Instant;
  reason: string | null;
}
