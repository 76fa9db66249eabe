/** Instruments and generic assets. */
import type { Decimal, Instant, MarketStatus, Outcome, VenueName } from './common.ts';

/** Prices from `from` to `to` are `from` plus whole steps. */
export interface PriceBand {
  from: Decimal;
  to: Decimal;
  step: Decimal;
}

/** A fill costs rate · qty · (price · (1 − price))^exponent in whole `fill_step`; an order's cash moves in `cash_step`. */
export interface FeeSchedule {
  taker_rate: Decimal;
  maker_rate: Decimal;
  exponent: number;
  fill_step: Decimal;
  fill_rounding: 'up' | 'half_up' | 'down' | (string & {});
  cash_step: Decimal | null;
}

/** One contract listed on one venue. Prices are between 0 and 1, multiples of `price_tick`. */
export interface Instrument {
  instrument_id: number;
  venue: VenueName;
  venue_instrument_id: string;
  ticker: string;
  slug: string;
  title: string;
  description: string | null;
  category: string;
  /** The event at the venue and its fields; null without one. */
  event_id: string | null;
  venue_event_id: string | null;
  event_title: string | null;
  series: string | null;
  /** How many instruments of the event resolve YES, as far as the venue states it. `NONE`: any number. */
  event_exclusive: 'EXACTLY_ONE' | 'AT_MOST_ONE' | 'NONE' | 'UNKNOWN' | null;
  /** What YES is called within the event. */
  outcome_name: string | null;
  status: MarketStatus;
  market_type: 'binary' | (string & {});
  outcomes: Outcome[];
  generic_asset_id: number | null;
  price_tick: Decimal;
  min_price: Decimal;
  max_price: Decimal;
  /** Where the price step differs by price, in YES terms; null: `price_tick` everywhere. */
  price_bands: PriceBand[] | null;
  qty_step: Decimal;
  min_qty: Decimal;
  /** The fee schedule; null if it is unknown, and then orders are planned with the dearest known one. */
  fees: FeeSchedule | null;
  open_time: Instant | null;
  close_time: Instant | null;
  /** `FRACTION`: YES pays `settlement_price` and NO one minus it. `VOID`: nothing is won or lost. */
  result: Outcome | 'VOID' | 'FRACTION' | null;
  /** The amount one YES contract pays: 1 for YES, 0 for NO; null before the result, and for VOID. */
  settlement_price: Decimal | null;
  updated_at: Instant;
}

/** One instrument has fields that lists leave out. */
export interface InstrumentDetail extends Instrument {
  /** Rules that the venue publishes in addition to the description. */
  rules_secondary: string | null;
  /** Terms that the venue publishes as fields, under the venue's names. */
  venue_terms: Record<string, string>;
}

/** One page of a search; `next_cursor` is null on the last one. */
export interface SearchPage {
  items: Instrument[];
  next_cursor: string | null;
  /** With `spelling: 'near'` only. True: nothing matches exactly; the words of these instruments differ by one edit. */
  near?: boolean;
}

/** One instrument of an event, with the best prices of a live book. */
export interface EventMember {
  instrument_id: number;
  outcome_name: string | null;
  status: MarketStatus;
  yes_bid: Decimal | null;
  yes_ask: Decimal | null;
  /** Its share in the sum of mids; absent while a book of the event is not live. */
  implied?: Decimal;
}

/** Sums over the instruments that are not settled, before fees; null unless each has a live book with that price. */
export interface EventSums {
  yes_bid: Decimal | null;
  yes_ask: Decimal | null;
  mid: Decimal | null;
  qty_at_ask: Decimal | null;
  age_ms: number | null;
  /** Instruments without a live book. */
  missing: number[];
}

/** The instruments of one venue that answer one question. `complete`, `augmented` and `netting` are null where not stated. */
export interface MarketEvent {
  event_id: string;
  venue: VenueName;
  venue_event_id: string;
  series: string | null;
  title: string | null;
  status: MarketStatus;
  exclusive: 'EXACTLY_ONE' | 'AT_MOST_ONE' | 'NONE' | 'UNKNOWN';
  complete: boolean | null;
  augmented: boolean | null;
  netting: string | null;
  instrument_ids: number[];
  members: EventMember[];
  sums: EventSums;
  close_time: Instant | null;
}

/** Events of several venues that share approved assets; no person approved the group itself. */
export interface GenericEvent {
  generic_event_id: string;
  title: string;
  approval: 'DERIVED' | (string & {});
  generic_asset_ids: number[];
  events: {
    event_id: string;
    venue: VenueName;
    title: string | null;
    exclusive: MarketEvent['exclusive'];
    instrument_ids: number[];
  }[];
}

/** The same contract across venues. `inverted`: the asset's YES is this member's NO. */
export interface GenericAsset {
  generic_asset_id: number;
  title: string;
  description: string | null;
  category: string;
  status: MarketStatus;
  venues: VenueName[];
  members: { venue: VenueName; instrument_id: number; ticker: string; inverted: boolean }[];
  /** The worst of its members; null for an asset that its venue declares. */
  safety: MatchSafety | null;
}

/**
 * `SAFE`: one contract, and no rule is known to differ. `CAUTION`: YES and NO agree, and each of `clauses` names a rule that
 * differs. `BLOCK`: the outcomes may differ.
 */
export interface MatchSafety {
  level: 'SAFE' | 'CAUTION' | 'BLOCK';
  clauses: { name: string; words: string }[];
}

/** A fee schedule and the number of open instruments of the venue that have it. */
export interface VenueFees {
  venue: VenueName;
  fees: FeeSchedule | null;
  instruments: number;
}

/** `taker_fee` and `maker_fee` are null without `price` and `qty`, and where the schedule is unknown. */
export interface FeeLookup {
  instrument_id: number;
  venue: VenueName;
  fees: FeeSchedule | null;
  taker_fee: Decimal | null;
  maker_fee: Decimal | null;
}
