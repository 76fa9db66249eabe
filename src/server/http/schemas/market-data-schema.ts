import { Type } from 'typebox';
import { renderDecimal } from '../../../domain/model/money.ts';
import { renderTime } from '../../../domain/model/time.ts';
import {
  CANDLE_INTERVALS,
  type Candle,
  type MarketStats,
  type PricePoint,
  type Print,
  type VenueHealthState,
  type VenueHistory,
  type VenueState,
} from '../../../market-data/market-data-types.ts';
import {
  Amount,
  InstrumentId,
  InstrumentRef,
  Limit,
  Nullable,
  Side,
  Time,
  TimeInForce,
  TimeInput,
  Timestamp,
  VenueName,
} from './common-schema.ts';

const TRADES_BY_DEFAULT = 100;
const CANDLES_BY_DEFAULT = 500;
const PRICES_BY_DEFAULT = 100;

export const TradeSchema = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Strictly increasing across all instruments.' }),
    instrument_id: InstrumentId,
    venue: VenueName,
    price: Amount,
    qty: Amount,
    side: Side,
    timestamp: Timestamp,
  },
  {
    description: 'A trade at a venue, in YES terms; `side` is the side of the taker.',
    examples: [
      {
        id: 70012,
        instrument_id: 1001,
        venue: 'Demo',
        price: '0.47',
        qty: '4',
        side: 'BUY',
        timestamp: 1782907200008,
      },
    ],
  },
);

export const StatsSchema = Type.Object(
  {
    instrument_id: InstrumentId,
    volume_24h: Type.Optional(Amount),
    last_price: Type.Optional(Amount),
    open_interest: Type.Optional(Amount),
  },
  {
    description: 'Fields that a venue does not publish are omitted.',
    examples: [{ instrument_id: 1001, volume_24h: '1520', last_price: '0.47', open_interest: '800' }],
  },
);

export const CandleSchema = Type.Object(
  { t: Timestamp, o: Amount, h: Amount, l: Amount, c: Amount, v: Amount },
  {
    description: 'Open, high, low, close, and volume in contracts; `t` is the start of the interval.',
    examples: [{ t: 1782903600000, o: '0.45', h: '0.49', l: '0.44', c: '0.47', v: '310' }],
  },
);

export const PricePointSchema = Type.Object(
  { timestamp: Timestamp, price: Amount },
  { examples: [{ timestamp: 1782907200008, price: '0.47' }] },
);

export const VenueSchema = Type.Object(
  {
    name: VenueName,
    status: Type.Enum(['LIVE', 'DISABLED']),
    capabilities: Type.Object({
      trading: Type.Boolean(),
      simulated: Type.Boolean(),
      amend: Type.Enum(['native', 'replace']),
      amend_qty_increase: Type.Boolean(),
      tif: Type.Array(TimeInForce),
    }),
  },
  {
    description: '`DISABLED`: supported, but switched off in this service.',
    examples: [
      {
        name: 'Demo',
        status: 'LIVE',
        capabilities: {
          trading: true,
          simulated: true,
          amend: 'native',
          amend_qty_increase: true,
          tif: ['GTC', 'IOC', 'FOK', 'GTD'],
        },
      },
    ],
  },
);

export const VenueHealthSchema = Type.Object(
  {
    venue: VenueName,
    healthy: Type.Boolean(),
    latency_ms: Type.Optional(Type.Integer({ minimum: 0 })),
    checked_at: Time,
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  {
    description: 'An unhealthy venue may reject or delay orders sent to it.',
    examples: [
      { venue: 'Demo', healthy: true, latency_ms: 0, checked_at: '2026-07-01T11:59:58.000Z', reason: null },
    ],
  },
);

export const TradesQuery = Type.Object({ limit: Limit(TRADES_BY_DEFAULT) });

export const PrintsQuery = Type.Object({
  instrument_id: Type.Optional(InstrumentRef),
  limit: Limit(TRADES_BY_DEFAULT),
  after_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only trades with a larger id, oldest first.',
    }),
  ),
});

export const IntervalSchema = Type.Enum([...CANDLE_INTERVALS], { default: '1h' });
const RangeSchema = {
  start: Type.Optional(TimeInput),
  end: Type.Optional(TimeInput),
};

export const CandlesQuery = Type.Object({
  instrument_id: InstrumentRef,
  interval: IntervalSchema,
  limit: Limit(CANDLES_BY_DEFAULT),
  ...RangeSchema,
});

export const PricesQuery = Type.Object({
  instrument_id: InstrumentRef,
  type: Type.Enum(['ticks', 'aggregated'], {
    default: 'ticks',
    description: '`ticks`: single prices; `aggregated`: the last price of each interval.',
  }),
  interval: IntervalSchema,
  limit: Limit(PRICES_BY_DEFAULT),
  ...RangeSchema,
});

/** Renders a trade; the REST lists and the stream use the same record. */
export const renderPrint = (print: Print) => ({
  id: print.id,
  instrument_id: print.instrumentId,
  venue: print.venue,
  price: renderDecimal(print.price),
  qty: renderDecimal(print.qty),
  side: print.side,
  timestamp: print.timestamp,
});

/** Fields that the venue does not publish are omitted, never null. */
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

const CountSchema = Type.Integer({ minimum: 0 });
const StateSchema = { healthy: Type.Boolean(), reason: Nullable(Type.String()) };

export const VenueHealthHistorySchema = Type.Object(
  {
    venue: VenueName,
    ...StateSchema,
    latency_ms: Type.Optional(CountSchema),
    checked_at: Time,
    changes: Type.Array(Type.Object({ at: Time, ...StateSchema }), {
      description: 'Oldest first, at most 500; the first entry is the state at start.',
    }),
    latency: Type.Array(
      Type.Object({
        t: Timestamp,
        checks: CountSchema,
        p50_ms: CountSchema,
        p90_ms: CountSchema,
        p99_ms: CountSchema,
        max_ms: CountSchema,
      }),
      {
        description:
          'Five-minute intervals of the last day, ascending; intervals without a response are omitted.',
      },
    ),
    budgets: Type.Array(
      Type.Object({
        name: Type.String(),
        left: CountSchema,
        burst: CountSchema,
        per_second: CountSchema,
        for_cancels: Type.Boolean({ description: 'True: reserved for cancels.' }),
      }),
      {
        description:
          'Requests that can still be sent before the service must wait, in the units of the venue; empty without a limit.',
      },
    ),
  },
  {
    description: 'The health of a venue since the service started.',
    examples: [
      {
        venue: 'Kalshi',
        healthy: true,
        reason: null,
        latency_ms: 31,
        checked_at: '2026-07-01T12:00:00.000Z',
        changes: [
          { at: '2026-07-01T11:00:00.000Z', healthy: false, reason: 'starting' },
          { at: '2026-07-01T11:00:01.000Z', healthy: true, reason: null },
        ],
        latency: [{ t: 1782907200000, checks: 60, p50_ms: 28, p90_ms: 41, p99_ms: 77, max_ms: 90 }],
        budgets: [
          { name: 'write:0', left: 72, burst: 80, per_second: 80, for_cancels: false },
          { name: 'write:0', left: 20, burst: 20, per_second: 20, for_cancels: true },
        ],
      },
    ],
  },
);
