import { Type } from 'typebox';
import { ok, renderDecimal, requirePresent } from '#contract';
import {
  CANDLE_INTERVALS,
  type MarketStats,
  type PricePoint,
  type Print,
  type SourcedCandle,
} from '#market-data';
import { type Call, type RouteResult, readFilters, readInstrument, respond, route } from '../route.ts';
import {
  Amount,
  InstrumentIdSchema,
  InstrumentRef,
  Limit,
  SideSchema,
  TimeInput,
  Timestamp,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const TRADES_BY_DEFAULT = 100;
const CANDLES_BY_DEFAULT = 500;
const CANDLES_MAX = 5_000;
const PRICES_BY_DEFAULT = 100;

export const TradeSchema = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Strictly increasing across all instruments.' }),
    instrument_id: InstrumentIdSchema,
    venue: VenueNameSchema,
    price: Amount,
    qty: Amount,
    side: SideSchema,
    timestamp: Timestamp,
  },
  {
    description: 'A trade at a venue, in YES terms; `side` is the side of the taker.',
    examples: EXAMPLES.Trade,
  },
);

const SourceSchema = Type.Enum(['VENUE', 'TRADES'], {
  description: '`VENUE`: published by the venue. `TRADES`: from the trades that Crossbook received.',
});

export const StatsSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    volume_24h: Type.Optional(Amount),
    last_price: Type.Optional(Amount),
    open_interest: Type.Optional(Amount),
    as_of: Timestamp,
    source: SourceSchema,
  },
  {
    description:
      'The figures of the venue, in contracts, as they were at `as_of`. A figure that is not known is omitted, never 0.',
    examples: [
      {
        instrument_id: 1001,
        volume_24h: '1520',
        last_price: '0.47',
        open_interest: '800',
        as_of: 1782907200008,
        source: 'VENUE',
      },
    ],
  },
);

export const CandleSchema = Type.Object(
  {
    t: Timestamp,
    o: Amount,
    h: Amount,
    l: Amount,
    c: Amount,
    v: Type.Optional(Amount),
    source: SourceSchema,
  },
  {
    description:
      'Open, high, low, close, and volume in contracts; `t` is the start of the interval. `v` is omitted where the venue publishes prices only, and where trades are missing after an interruption.',
    examples: [{ t: 1782903600000, o: '0.45', h: '0.49', l: '0.44', c: '0.47', v: '310', source: 'TRADES' }],
  },
);

export const PricePointSchema = Type.Object(
  { timestamp: Timestamp, price: Amount, source: SourceSchema },
  { examples: [{ timestamp: 1782907200008, price: '0.47', source: 'TRADES' }] },
);

const TradesQuery = Type.Object({ limit: Limit(TRADES_BY_DEFAULT) });

const PrintsQuery = Type.Object({
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

const CandlesQuery = Type.Object({
  instrument_id: InstrumentRef,
  interval: IntervalSchema,
  limit: Limit(CANDLES_BY_DEFAULT, CANDLES_MAX),
  ...RangeSchema,
});

const PricesQuery = Type.Object({
  instrument_id: InstrumentRef,
  type: Type.Enum(['ticks', 'aggregated'], {
    default: 'ticks',
    description: '`ticks`: single prices; `aggregated`: the last price of each interval.',
  }),
  interval: IntervalSchema,
  limit: Limit(PRICES_BY_DEFAULT),
  ...RangeSchema,
});

export const tradeRoutes = [
  route({
    tag: 'Market data',
    path: '/v1/markets/{id}/trades',
    name: 'listTrades',
    agents: true,
    summary: 'List the latest trades of an instrument',
    notes: 'Newest first.',
    query: TradesQuery,
    response: Type.Array(TradeSchema),
    rejections: ['not_found'],
    handle: trades,
  }),
  route({
    tag: 'Market data',
    path: '/v1/tradeprints',
    name: 'listTradePrints',
    agents: true,
    summary: 'List the latest trades of all instruments',
    notes: 'The same data as the stream `/v1/ws/tradeprints`. Newest first; with `after_id`, oldest first.',
    query: PrintsQuery,
    response: Type.Array(TradeSchema),
    rejections: ['not_found'],
    handle: prints,
  }),
  route({
    tag: 'Market data',
    path: '/v1/markets/{id}/stats',
    name: 'getStats',
    agents: true,
    summary: 'Get volume, last price and open interest of an instrument',
    response: StatsSchema,
    rejections: ['not_found'],
    handle: stats,
  }),
  route({
    tag: 'Market data',
    path: '/v1/candles',
    name: 'listCandles',
    agents: true,
    summary: 'List the candles of an instrument',
    notes:
      'The newest `limit` candles, ascending, of the trades that Crossbook received and of the past that the venue publishes. Intervals without trades are omitted; the last candle may be incomplete.',
    query: CandlesQuery,
    response: Type.Array(CandleSchema),
    rejections: ['not_found'],
    handle: candles,
  }),
  route({
    tag: 'Market data',
    path: '/v1/prices',
    name: 'listPrices',
    agents: true,
    summary: 'List the prices of an instrument',
    notes:
      'Ascending. `ticks` returns single prices; `aggregated` returns the last price of each `interval`.',
    query: PricesQuery,
    response: Type.Array(PricePointSchema),
    rejections: ['not_found'],
    handle: prices,
  }),
];

async function trades(call: Call<Type.Static<typeof TradesQuery>>): Promise<RouteResult> {
  const instrument = await readInstrument(call);
  if (!instrument.ok) return instrument;
  const { instrumentId } = instrument.value;
  const found = await call.deps.marketData.prints({ instrumentId, limit: call.query.limit, afterId: null });
  return respond(found.map(renderPrint));
}

async function prints(call: Call<Type.Static<typeof PrintsQuery>>): Promise<RouteResult> {
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { instrumentId } = filters.value;
  const { limit, after_id: afterId = null } = call.query;
  const found = await call.deps.marketData.prints({ instrumentId, limit, afterId });
  return respond(found.map(renderPrint));
}

async function stats(call: Call): Promise<RouteResult> {
  const instrument = await readInstrument(call);
  if (!instrument.ok) return instrument;
  return respond(renderStats(await call.deps.marketData.stats(instrument.value.instrumentId)));
}

async function candles(call: Call<Type.Static<typeof CandlesQuery>>): Promise<RouteResult> {
  const series = await readSeries(call);
  if (!series.ok) return series;
  const { interval } = call.query;
  return respond((await call.deps.marketData.candles({ ...series.value, interval })).map(renderCandle));
}

async function prices(call: Call<Type.Static<typeof PricesQuery>>): Promise<RouteResult> {
  const series = await readSeries(call);
  if (!series.ok) return series;
  const bucket = call.query.type === 'aggregated' ? call.query.interval : null;
  return respond((await call.deps.marketData.prices({ ...series.value, bucket })).map(renderPricePoint));
}

async function readSeries(
  call: Call<{ instrument_id: string; limit: number; start?: string; end?: string }>,
) {
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { start, end } = filters.value;
  const instrumentId = requirePresent(
    filters.value.instrumentId,
    'the instrument, which the schema requires',
  );
  return ok({ instrumentId, limit: call.query.limit, start, end });
}

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

/** Figures that are not known are omitted, never null or 0. */
const renderStats = (stats: MarketStats) => ({
  instrument_id: stats.instrumentId,
  ...(stats.volume24h !== null && { volume_24h: renderDecimal(stats.volume24h) }),
  ...(stats.lastPrice !== null && { last_price: renderDecimal(stats.lastPrice) }),
  ...(stats.openInterest !== null && { open_interest: renderDecimal(stats.openInterest) }),
  as_of: stats.asOf,
  source: stats.source,
});

const renderCandle = (candle: SourcedCandle) => ({
  t: candle.t,
  o: renderDecimal(candle.open),
  h: renderDecimal(candle.high),
  l: renderDecimal(candle.low),
  c: renderDecimal(candle.close),
  ...(candle.volume !== null && { v: renderDecimal(candle.volume) }),
  source: candle.source,
});

const renderPricePoint = (point: PricePoint) => ({
  timestamp: point.timestamp,
  price: renderDecimal(point.price),
  source: point.source,
});
