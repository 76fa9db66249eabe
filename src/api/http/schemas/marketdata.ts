import { Type } from 'typebox';
import { CANDLE_INTERVALS } from '../../../market/marketdata.ts';
import {
  Amount,
  InstrumentId,
  InstrumentRef,
  Limit,
  Side,
  Time,
  TimeInForce,
  TimeInput,
  Timestamp,
  VenueName,
} from './common.ts';

const TRADES_BY_DEFAULT = 100;
const CANDLES_BY_DEFAULT = 500;
const PRICES_BY_DEFAULT = 100;

export const TradeSchema = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Strictly growing over the whole service.' }),
    instrument_id: InstrumentId,
    venue: VenueName,
    price: Amount,
    qty: Amount,
    side: Side,
    timestamp: Timestamp,
  },
  {
    description: "A trade seen at a venue, in YES terms; `side` is the taker's.",
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
    description: 'What a venue does not tell is left out.',
    examples: [{ instrument_id: 1001, volume_24h: '1520', last_price: '0.47', open_interest: '800' }],
  },
);

export const CandleSchema = Type.Object(
  { t: Timestamp, o: Amount, h: Amount, l: Amount, c: Amount, v: Amount },
  {
    description: 'Open, high, low, close and volume in contracts; `t` is the start of the bucket.',
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
    description: '`DISABLED`: released, but switched off here.',
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
      description: 'Prints with a larger id, oldest first.',
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
    description: 'Single price points, or the last price of each interval.',
  }),
  interval: IntervalSchema,
  limit: Limit(PRICES_BY_DEFAULT),
  ...RangeSchema,
});
