import { Type } from 'typebox';
import { ok } from '../../../domain/model/result.ts';
import { readInstrument, readInstrumentFilter, readTimeRange } from '../params.ts';
import { type Call, type RouteResult, respond, route } from '../route.ts';
import {
  CandleSchema,
  CandlesQuery,
  PricePointSchema,
  PricesQuery,
  PrintsQuery,
  renderCandle,
  renderPricePoint,
  renderPrint,
  renderStats,
  StatsSchema,
  TradeSchema,
  TradesQuery,
} from '../schemas/market-data-schema.ts';
import { NoQuery } from '../schemas/service-schema.ts';

const READ = {
  method: 'GET',
  permission: 'read',
  bucket: 'read',
  isMutating: false,
  tag: 'Market data',
} as const;

export const tradeRoutes = [
  route({
    ...READ,
    path: '/v1/markets/{id}/trades',
    name: 'listTrades',
    summary: 'List the latest trades of an instrument',
    notes: 'Newest first.',
    query: TradesQuery,
    response: Type.Array(TradeSchema),
    rejections: ['not_found'],
    handle: trades,
  }),
  route({
    ...READ,
    path: '/v1/tradeprints',
    name: 'listTradePrints',
    summary: 'List the latest trades of all instruments',
    notes: 'The same data as the stream `/v1/ws/tradeprints`. Newest first; with `after_id`, oldest first.',
    query: PrintsQuery,
    response: Type.Array(TradeSchema),
    rejections: ['not_found'],
    handle: prints,
  }),
  route({
    ...READ,
    path: '/v1/markets/{id}/stats',
    name: 'getStats',
    summary: 'Get volume, last price and open interest of an instrument',
    query: NoQuery,
    response: StatsSchema,
    rejections: ['not_found'],
    handle: stats,
  }),
  route({
    ...READ,
    path: '/v1/candles',
    name: 'listCandles',
    summary: 'List the candles of an instrument',
    notes:
      'The newest `limit` candles, ascending. Intervals without trades are omitted; the last candle may be incomplete.',
    query: CandlesQuery,
    response: Type.Array(CandleSchema),
    rejections: ['not_found'],
    handle: candles,
  }),
  route({
    ...READ,
    path: '/v1/prices',
    name: 'listPrices',
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
  const instrument = await readInstrument(call, call.params['id'] ?? '');
  if (!instrument.ok) return instrument;
  const { instrumentId } = instrument.value;
  const found = await call.deps.marketData.prints({ instrumentId, limit: call.query.limit, afterId: null });
  return respond(found.map(renderPrint));
}

async function prints(call: Call<Type.Static<typeof PrintsQuery>>): Promise<RouteResult> {
  const { instrument_id, limit, after_id } = call.query;
  const instrumentId = await readInstrumentFilter(call, instrument_id);
  if (!instrumentId.ok) return instrumentId;
  const found = await call.deps.marketData.prints({
    instrumentId: instrumentId.value ?? null,
    limit,
    afterId: after_id ?? null,
  });
  return respond(found.map(renderPrint));
}

async function stats(call: Call): Promise<RouteResult> {
  const instrument = await readInstrument(call, call.params['id'] ?? '');
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
  const range = readTimeRange(call.query);
  if (!range.ok) return range;
  const instrument = await readInstrument(call, call.query.instrument_id);
  if (!instrument.ok) return instrument;
  return ok({ instrumentId: instrument.value.instrumentId, limit: call.query.limit, ...range.value });
}
