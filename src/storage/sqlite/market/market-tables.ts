import {
  type AssetMember,
  type GenericAssetId,
  type Instrument,
  type InstrumentId,
  type MarketStatus,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderDecimal,
  requirePresent,
  type Side,
  type TimestampMs,
  type VenueEvent,
  type VenueName,
  type VenueTerms,
} from '#contract';
import { type CandleRecord, fees, type LastTrade, parseJson, priceBands, toNameKey } from '#domain';
import type { StoredAsset, TradePrint } from '#ports';
import type { Row, SqlValue } from '#storage/shared';

/** Migrations of `market.db`, in order. Never edit one that was released: append another. */
export const MARKET_SCHEMA: readonly string[] = [
  `
  CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE instruments (
    instrument_id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    venue_instrument_id TEXT NOT NULL,
    ticker TEXT NOT NULL,
    slug TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    category TEXT NOT NULL,
    status TEXT NOT NULL,
    price_tick TEXT NOT NULL,
    price_min TEXT NOT NULL,
    price_max TEXT NOT NULL,
    qty_step TEXT NOT NULL,
    qty_min TEXT NOT NULL,
    open_time INTEGER,
    close_time INTEGER,
    result TEXT,
    updated_at INTEGER NOT NULL,
    generic_asset_id INTEGER,
    ticker_key TEXT NOT NULL, -- without case and spacing, for look-ups
    slug_key TEXT NOT NULL
  ) STRICT;
  CREATE INDEX instruments_by_ticker ON instruments (ticker_key);
  CREATE INDEX instruments_by_slug ON instruments (slug_key);

  -- The search index: for each term and each block of ids, which instruments have the term.
  CREATE TABLE postings (posting_id INTEGER PRIMARY KEY, ids BLOB NOT NULL) STRICT;

  CREATE TABLE assets (
    generic_asset_id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT,
    category TEXT NOT NULL,
    members TEXT NOT NULL -- JSON
  ) STRICT;

  CREATE TABLE prints (
    id INTEGER PRIMARY KEY,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    venue_trade_id TEXT NOT NULL,
    price TEXT NOT NULL,
    qty TEXT NOT NULL,
    side TEXT NOT NULL,
    timestamp INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX prints_once ON prints (instrument_id, venue_trade_id);
  CREATE INDEX prints_by_instrument ON prints (instrument_id, id);
  CREATE INDEX prints_by_time ON prints (instrument_id, timestamp, id);

  CREATE TABLE last_trades (
    instrument_id INTEGER PRIMARY KEY,
    price TEXT NOT NULL,
    at INTEGER NOT NULL,
    id INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE candles (
    instrument_id INTEGER NOT NULL,
    interval TEXT NOT NULL,
    t INTEGER NOT NULL,
    open TEXT NOT NULL,
    high TEXT NOT NULL,
    low TEXT NOT NULL,
    close TEXT NOT NULL,
    volume TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    opened_id INTEGER NOT NULL,
    closed_at INTEGER NOT NULL,
    closed_id INTEGER NOT NULL,
    PRIMARY KEY (instrument_id, interval, t)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE instruments ADD COLUMN price_bands TEXT; -- JSON; null: one tick everywhere
  ALTER TABLE instruments ADD COLUMN fees TEXT; -- JSON; null: not known
  `,
  `
  -- How the trading of one instrument stood at the end of a minute in which something of it changed.
  CREATE TABLE pnl (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    t INTEGER NOT NULL,
    venue TEXT NOT NULL,
    net TEXT NOT NULL,
    cost TEXT NOT NULL,
    realized_pnl TEXT NOT NULL,
    fees TEXT NOT NULL,
    filled_at INTEGER NOT NULL,
    mark TEXT,
    PRIMARY KEY (account_id, subaccount_id, instrument_id, t)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE instruments ADD COLUMN settlement_price TEXT; -- what one YES pays; null: no result, or VOID
  UPDATE instruments SET settlement_price = CASE result WHEN 'YES' THEN '1' WHEN 'NO' THEN '0' END;
  `,
  `
  -- The event of a market at its venue, filled when the venue next lists the market. Null: the venue names none.
  ALTER TABLE instruments ADD COLUMN venue_event_id TEXT;
  ALTER TABLE instruments ADD COLUMN event_title TEXT;
  ALTER TABLE instruments ADD COLUMN series TEXT;
  ALTER TABLE instruments ADD COLUMN event_exclusive TEXT;
  ALTER TABLE instruments ADD COLUMN outcome_name TEXT;
  `,
  `
  ALTER TABLE instruments ADD COLUMN rules_secondary TEXT;
  ALTER TABLE instruments ADD COLUMN venue_terms TEXT; -- JSON; null: none
  `,
  `
  -- More of what the venue states about an event. Null: not stated.
  ALTER TABLE instruments ADD COLUMN event_complete INTEGER;
  ALTER TABLE instruments ADD COLUMN event_augmented INTEGER;
  ALTER TABLE instruments ADD COLUMN event_netting TEXT;
  CREATE INDEX instruments_by_event ON instruments (venue, venue_event_id) WHERE venue_event_id IS NOT NULL;
  `,
  `
  CREATE TABLE opportunities (
    number INTEGER PRIMARY KEY, -- of the id; ascends with the time of opening
    kind TEXT NOT NULL,
    generic_asset_id INTEGER,
    event_id TEXT,
    legs TEXT NOT NULL, -- JSON
    opened_at INTEGER NOT NULL,
    closed_at INTEGER,
    lasted_ms INTEGER NOT NULL,
    best TEXT NOT NULL, -- JSON
    last TEXT NOT NULL, -- JSON
    points TEXT NOT NULL -- JSON
  ) STRICT;
  CREATE INDEX opportunities_by_asset ON opportunities (generic_asset_id, number);
  CREATE INDEX opportunities_by_kind ON opportunities (kind, number);
  CREATE INDEX opportunities_by_end ON opportunities (closed_at);
  `,
  `
  ALTER TABLE pnl ADD COLUMN fills_without_fee INTEGER NOT NULL DEFAULT 0; -- not counted before
  `,
  `
  -- A trade of Polymarket has a number among equal ones of its transaction in its id, where it had the second of the trade.
  UPDATE OR IGNORE prints SET venue_trade_id =
    substr(venue_trade_id, 1, instr(venue_trade_id, ':')) || '1' || substr(
      venue_trade_id,
      instr(venue_trade_id, ':') + instr(substr(venue_trade_id, instr(venue_trade_id, ':') + 1), ':')
    )
  WHERE venue = 'Polymarket' AND venue_trade_id GLOB '0x*:[0-9]*:Y:*';

  -- Trades from the start to the end of a gap may be missing among the prints and in the candles.
  CREATE TABLE trade_gaps (
    instrument_id INTEGER NOT NULL,
    start_at INTEGER NOT NULL,
    end_at INTEGER NOT NULL,
    PRIMARY KEY (instrument_id, start_at, end_at)
  ) STRICT, WITHOUT ROWID;
  `,
];

// Decimals are stored as text: exact, of any permitted size, and readable with any SQL tool.

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
  'settlement_price',
  'venue_event_id',
  'event_title',
  'series',
  'event_exclusive',
  'outcome_name',
  'rules_secondary',
  'venue_terms',
  'event_complete',
  'event_augmented',
  'event_netting',
] as const;

export function toInstrumentParams(instrument: Instrument): SqlValue[] {
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
    toNameKey(instrument.ticker),
    toNameKey(instrument.slug),
    instrument.priceBands === null ? null : priceBands.write(instrument.priceBands),
    instrument.fees === null ? null : fees.write(instrument.fees),
    instrument.settlementPrice === null ? null : renderDecimal(instrument.settlementPrice),
    instrument.event?.venueEventId ?? null,
    instrument.event?.title ?? null,
    instrument.event?.series ?? null,
    instrument.event?.exclusive ?? null,
    instrument.outcomeName,
    instrument.rulesSecondary,
    Object.keys(instrument.venueTerms).length === 0 ? null : JSON.stringify(instrument.venueTerms),
    toOptionalFlag(instrument.event?.complete),
    toOptionalFlag(instrument.event?.augmented),
    instrument.event?.netting ?? null,
  ];
}

const toOptionalFlag = (flag: boolean | null | undefined): SqlValue =>
  flag === null || flag === undefined ? null : Number(flag);

export const toInstrument = (row: Row): Instrument => ({
  instrumentId: row['instrument_id'] as InstrumentId,
  venue: row['venue'] as VenueName,
  venueInstrumentId: row['venue_instrument_id'] as string,
  ticker: row['ticker'] as string,
  slug: row['slug'] as string,
  title: row['title'] as string,
  description: row['description'] as string | null,
  rulesSecondary: row['rules_secondary'] as string | null,
  venueTerms: JSON.parse((row['venue_terms'] as string | null) ?? '{}') as VenueTerms,
  category: row['category'] as string,
  event: toEvent(row),
  outcomeName: row['outcome_name'] as string | null,
  status: row['status'] as MarketStatus,
  priceTick: toPrice(row['price_tick']),
  priceMin: toPrice(row['price_min']),
  priceMax: toPrice(row['price_max']),
  priceBands: parseJson(priceBands, String(row['price_bands'])),
  qtyStep: toQty(row['qty_step']),
  qtyMin: toQty(row['qty_min']),
  fees: parseJson(fees, String(row['fees'])),
  openTime: row['open_time'] as TimestampMs | null,
  closeTime: row['close_time'] as TimestampMs | null,
  result: row['result'] as Instrument['result'],
  settlementPrice: row['settlement_price'] === null ? null : toPrice(row['settlement_price']),
  updatedAt: row['updated_at'] as TimestampMs,
  genericAssetId: row['generic_asset_id'] as GenericAssetId | null,
});

const toEvent = (row: Row): VenueEvent | null =>
  row['venue_event_id'] === null
    ? null
    : {
        venueEventId: row['venue_event_id'] as string,
        title: row['event_title'] as string | null,
        series: row['series'] as string | null,
        exclusive: row['event_exclusive'] as VenueEvent['exclusive'],
        ...toStatements(row),
      };

/** What the venue states in addition; a statement that it does not make is absent. */
function toStatements(row: Row): Pick<VenueEvent, 'complete' | 'augmented' | 'netting'> {
  const {
    event_complete: complete = null,
    event_augmented: augmented = null,
    event_netting: netting = null,
  } = row;
  return {
    ...(complete === null ? {} : { complete: complete === 1 }),
    ...(augmented === null ? {} : { augmented: augmented === 1 }),
    ...(netting === null ? {} : { netting: netting as string }),
  };
}

export const toAssetParams = ({ key, asset }: StoredAsset): SqlValue[] => [
  asset.genericAssetId,
  key,
  asset.title,
  asset.description,
  asset.category,
  JSON.stringify(asset.members),
];

export const toStoredAsset = (row: Row): StoredAsset => ({
  key: row['key'] as string,
  asset: {
    genericAssetId: row['generic_asset_id'] as GenericAssetId,
    title: row['title'] as string,
    description: row['description'] as string | null,
    category: row['category'] as string,
    members: JSON.parse(row['members'] as string) as readonly AssetMember[],
  },
});

export const toPrintParams = (print: TradePrint): SqlValue[] => [
  print.id,
  print.instrumentId,
  print.venue,
  print.venueTradeId,
  renderDecimal(print.price),
  renderDecimal(print.qty),
  print.side,
  print.timestamp,
];

export const toPrint = (row: Row): TradePrint => ({
  id: row['id'] as number,
  instrumentId: row['instrument_id'] as InstrumentId,
  venue: row['venue'] as VenueName,
  venueTradeId: row['venue_trade_id'] as string,
  price: toPrice(row['price']),
  qty: toQty(row['qty']),
  side: row['side'] as Side,
  timestamp: row['timestamp'] as TimestampMs,
});

export const toLastTradeParams = (trade: LastTrade): SqlValue[] => [
  trade.instrumentId,
  renderDecimal(trade.price),
  trade.at,
  trade.id,
];

export const parseLastTrade = (row: Row): LastTrade => ({
  instrumentId: row['instrument_id'] as InstrumentId,
  price: toPrice(row['price']),
  at: row['at'] as TimestampMs,
  id: row['id'] as number,
});

/** All columns except the key, in column order. */
export const toCandleParams = (candle: CandleRecord): SqlValue[] => [
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

export const toCandleRecord = (row: Row): CandleRecord => ({
  t: row['t'] as TimestampMs,
  open: toPrice(row['open']),
  high: toPrice(row['high']),
  low: toPrice(row['low']),
  close: toPrice(row['close']),
  volume: toQty(row['volume']),
  opened: { at: row['opened_at'] as TimestampMs, id: row['opened_id'] as number },
  closed: { at: row['closed_at'] as TimestampMs, id: row['closed_id'] as number },
});

const toPrice = (text: SqlValue | undefined): Price =>
  requirePresent(parsePrice(text), `price ${String(text)}`);
const toQty = (text: SqlValue | undefined): Qty => requirePresent(parseQty(text), `quantity ${String(text)}`);
