/** Books, trades, candles and statistics. */
import type { Decimal, Side, VenueName } from './common.ts';

export interface BookLevel {
  price: Decimal;
  qty: Decimal;
}

/** The book of one instrument in YES terms, best level first on both sides. */
export interface OrderBook {
  instrument_id: number;
  bids: BookLevel[];
  asks: BookLevel[];
  timestamp: number;
  sequence: number;
}

/** A level across venues; the quantities of its `breakdown` add up to `qty`. */
export interface AggregatedLevel extends BookLevel {
  breakdown: { venue: VenueName; instrument_id: number; qty: Decimal }[];
}

/** A member of an aggregated book. Only `live` ones have levels in it and are routed to. */
export interface BookMember {
  venue: VenueName;
  instrument_id: number;
  status: 'live' | 'stale' | 'gapped' | 'crossed' | 'closed' | 'none' | (string & {});
  age_ms: number | null;
  inverted: boolean;
}

export interface AggregatedBook {
  generic_asset_id: number;
  bids: AggregatedLevel[];
  asks: AggregatedLevel[];
  members: BookMember[];
  timestamp: number;
  sequence: number;
}

/** A trade of one instrument as its venue confirmed it: taker side, YES terms. */
export interface Trade {
  id: number;
  instrument_id: number;
  venue: VenueName;
  price: Decimal;
  qty: Decimal;
  side: Side;
  timestamp: number;
}

/** A trade of the global feed; `id` increases strictly across all instruments. */
export type TradePrint = Trade;

/** Published by the venue, or from the trades that Crossbook received. */
export type RecordSource = 'VENUE' | 'TRADES';

/** An unknown figure is left out, never null or 0. */
export interface MarketStats {
  instrument_id: number;
  volume_24h?: Decimal;
  last_price?: Decimal;
  open_interest?: Decimal;
  as_of: number;
  source: RecordSource;
}

/** `t` is the start of the bucket; `v` is in contracts, and left out where the venue publishes prices only. */
export interface Candle {
  t: number;
  o: Decimal;
  h: Decimal;
  l: Decimal;
  c: Decimal;
  v?: Decimal;
  source: RecordSource;
}

export interface PricePoint {
  timestamp: number;
  price: Decimal;
  source: RecordSource;
}
