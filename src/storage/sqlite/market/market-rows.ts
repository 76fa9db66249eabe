import { fees, priceBands } from '../../../domain/events/event-formats.ts';
import { parseJson } from '../../../domain/events/record-format.ts';
import { nameKey } from '../../../domain/instruments/case-fold.ts';
import type { CandleRecord } from '../../../domain/market-data/candles.ts';
import type { LastTrade } from '../../../domain/market-data/trade-prints.ts';
import { present } from '../../../domain/model/assert.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../../../domain/model/ids.ts';
import type { AssetMember, Instrument, MarketStatus } from '../../../domain/model/instrument.ts';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../../../domain/model/money.ts';
import type { Side } from '../../../domain/model/order.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { StoredAsset, TradePrint } from '../../../ports/market-store.ts';
import type { Row, SqlValue } from '../database.ts';

// Decimals stand as text: exact, of any size the contract allows, and readable with any SQL tool.

export const INSTRUMENT_COLUMNS = [
  'instrument_id',
  'venue',
  'venue_instrument_id',
  'ticker',
  'slug',
  'title',
  'description',
  'category',
  'status',
  'price_tick',
  'price_min',
  'price_max',
  'qty_step',
  'qty_min',
  'open_time',
  'close_time',
  'result',
  'updated_at',
  'generic_asset_id',
  'ticker_key',
  'slug_key',
  'price_bands',
  'fees',
] as const;

export function instrumentParams(instrument: Instrument): SqlValue[] {
  return [
    instrument.instrumentId,
    instrument.venue,
    instrument.venueInstrumentId,
    instrument.ticker,
    instrument.slug,
    instrument.title,
    instrument.description,
    instrument.category,
    instrument.status,
    renderDecimal(instrument.priceTick),
    renderDecimal(instrument.priceMin),
    renderDecimal(instrument.priceMax),
    renderDecimal(instrument.qtyStep),
    renderDecimal(instrument.qtyMin),
    instrument.openTime,
    instrument.closeTime,
    instrument.result,
    instrument.updatedAt,
    instrument.genericAssetId,
    nameKey(instrument.ticker),
    nameKey(instrument.slug),
    instrument.priceBands === null ? null : priceBands.write(instrument.priceBands),
    instrument.fees === null ? null : fees.write(instrument.fees),
  ];
}

export const instrumentOf = (row: Row): Instrument => ({
  instrumentId: row['instrument_id'] as InstrumentId,
  venue: row['venue'] as VenueName,
  venueInstrumentId: row['venue_instrument_id'] as string,
  ticker: row['ticker'] as string,
  slug: row['slug'] as string,
  title: row['title'] as string,
  description: row['description'] as string | null,
  category: row['category'] as string,
  status: row['status'] as MarketStatus,
  priceTick: priceOf(row['price_tick']),
  priceMin: priceOf(row['price_min']),
  priceMax: priceOf(row['price_max']),
  priceBands: parseJson(priceBands, String(row['price_bands'])),
  qtyStep: qtyOf(row['qty_step']),
  qtyMin: qtyOf(row['qty_min']),
  fees: parseJson(fees, String(row['fees'])),
  openTime: row['open_time'] as TimestampMs | null,
  closeTime: row['close_time'] as TimestampMs | null,
  result: row['result'] as Instrument['result'],
  updatedAt: row['updated_at'] as TimestampMs,
  genericAssetId: row['generic_asset_id'] as GenericAssetId | null,
});

export const assetParams = ({ key, asset }: StoredAsset): SqlValue[] => [
  asset.genericAssetId,
  key,
  asset.title,
  asset.description,
  asset.category,
  JSON.stringify(asset.members),
];

export const assetOf = (row: Row): StoredAsset => ({
  key: row['key'] as string,
  asset: {
    genericAssetId: row['generic_asset_id'] as GenericAssetId,
    title: row['title'] as string,
    description: row['description'] as string | null,
    category: row['category'] as string,
    members: JSON.parse(row['members'] as string) as readonly AssetMember[],
  },
});

export const printParams = (print: TradePrint): SqlValue[] => [
  print.id,
  print.instrumentId,
  print.venue,
  print.venueTradeId,
  renderDecimal(print.price),
  renderDecimal(print.qty),
  print.side,
  print.timestamp,
];

export const printOf = (row: Row): TradePrint => ({
  id: row['id'] as number,
  instrumentId: row['instrument_id'] as InstrumentId,
  venue: row['venue'] as VenueName,
  venueTradeId: row['venue_trade_id'] as string,
  price: priceOf(row['price']),
  qty: qtyOf(row['qty']),
  side: row['side'] as Side,
  timestamp: row['timestamp'] as TimestampMs,
});

export const lastTradeParams = (trade: LastTrade): SqlValue[] => [
  trade.instrumentId,
  renderDecimal(trade.price),
  trade.at,
  trade.id,
];

export const lastTradeRowOf = (row: Row): LastTrade => ({
  instrumentId: row['instrument_id'] as InstrumentId,
  price: priceOf(row['price']),
  at: row['at'] as TimestampMs,
  id: row['id'] as number,
});

/** Everything but the key, in the columns' order. */
export const candleParams = (candle: CandleRecord): SqlValue[] => [
  renderDecimal(candle.open),
  renderDecimal(candle.high),
  renderDecimal(candle.low),
  renderDecimal(candle.close),
  renderDecimal(candle.volume),
  candle.opened.at,
  candle.opened.id,
  candle.closed.at,
  candle.closed.id,
];

export const candleRecordOf = (row: Row): CandleRecord => ({
  t: row['t'] as TimestampMs,
  open: priceOf(row['open']),
  high: priceOf(row['high']),
  low: priceOf(row['low']),
  close: priceOf(row['close']),
  volume: qtyOf(row['volume']),
  opened: { at: row['opened_at'] as TimestampMs, id: row['opened_id'] as number },
  closed: { at: row['closed_at'] as TimestampMs, id: row['closed_id'] as number },
});

const priceOf = (text: SqlValue | undefined): Price => present(parsePrice(text), `price ${String(text)}`);
const qtyOf = (text: SqlValue | undefined): Qty => present(parseQty(text), `quantity ${String(text)}`);
