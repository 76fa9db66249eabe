import { renderDecimal } from '../../../core/kernel/decimal.ts';
import { renderTime } from '../../../core/kernel/time.ts';
import type {
  Candle,
  MarketStats,
  PricePoint,
  Print,
  VenueHealthState,
  VenueHistory,
  VenueState,
} from '../../../market/marketdata.ts';

/** A trade of one instrument and a print of the global stream are the same record. */
export const renderPrint = (print: Print) => ({
  id: print.id,
  instrument_id: print.instrumentId,
  venue: print.venue,
  price: renderDecimal(print.price),
  qty: renderDecimal(print.qty),
  side: print.side,
  timestamp: print.timestamp,
});

/** What the venue does not tell is left out, never null. */
export const renderStats = (stats: MarketStats) => ({
  instrument_id: stats.instrumentId,
  ...(stats.volume24h !== null && { volume_24h: renderDecimal(stats.volume24h) }),
  ...(stats.lastPrice !== null && { last_price: renderDecimal(stats.lastPrice) }),
  ...(stats.openInterest !== null && { open_interest: renderDecimal(stats.openInterest) }),
});

export const renderCandle = (candle: Candle) => ({
  t: candle.t,
  o: renderDecimal(candle.open),
  h: renderDecimal(candle.high),
  l: renderDecimal(candle.low),
  c: renderDecimal(candle.close),
  v: renderDecimal(candle.volume),
});

export const renderPricePoint = (point: PricePoint) => ({
  timestamp: point.timestamp,
  price: renderDecimal(point.price),
});

export const renderVenue = ({ name, status, capabilities }: VenueState) => ({
  name,
  status,
  capabilities: {
    trading: capabilities.trading,
    simulated: capabilities.simulated,
    amend: capabilities.amend,
    amend_qty_increase: capabilities.amendQtyIncrease,
    tif: capabilities.tif,
  },
});

export const renderVenueHealth = (health: VenueHealthState) => ({
  venue: health.venue,
  healthy: health.healthy,
  ...(health.latencyMs !== null && { latency_ms: Math.round(health.latencyMs) }),
  checked_at: renderTime(health.checkedAt),
  reason: health.reason,
});

export const renderVenueHistory = (history: VenueHistory) => ({
  ...renderVenueHealth(history),
  changes: history.changes.map(({ at, healthy, reason }) => ({ at: renderTime(at), healthy, reason })),
  latency: history.latencies.map((each) => ({
    t: each.t,
    checks: each.checks,
    p50_ms: each.p50Ms,
    p90_ms: each.p90Ms,
    p99_ms: each.p99Ms,
    max_ms: each.maxMs,
  })),
  budgets: history.budgets.map((each) => ({
    name: each.name,
    left: each.left,
    burst: each.burst,
    per_second: each.perSecond,
    for_cancels: each.forCancels,
  })),
});
