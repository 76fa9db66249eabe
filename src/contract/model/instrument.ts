import { assert } from './assert.ts';
import type { FeeSchedule } from './fee-schedule.ts';
import type { GenericAssetId, InstrumentId, VenueName } from './ids.ts';
import { PRICE_ONE, type Price, type Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

/** Valid prices from `from` to `to` inclusive are `from` plus multiples of `step`. Bands ascend without gaps. */
export interface PriceBand {
  readonly from: Price;
  readonly to: Price;
  readonly step: Price;
}

export const MARKET_STATUSES = ['UNOPENED', 'OPEN', 'PAUSED', 'CLOSED', 'SETTLED'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];
export const SETTLEMENT_RESULTS = ['YES', 'NO', 'VOID', 'FRACTION'] as const;
export type SettlementResult = (typeof SETTLEMENT_RESULTS)[number];

/**
 * The result of a resolved market. One YES contract pays `settlementPrice` and one NO contract its complement: 1 for
 * YES, 0 for NO, between 0 and 1 for FRACTION. VOID has no price: each position closes at its own average.
 */
export interface Resolution {
  readonly result: SettlementResult;
  readonly settlementPrice: Price | null;
}

export const UNRESOLVED = { result: null, settlementPrice: null } as const;
export const VOIDED: Resolution = { result: 'VOID', settlementPrice: null };

/** The resolution of a market whose YES contracts pay `price`, 0..1. */
export function resolveAt(price: Price): Resolution {
  assert(price >= 0n && price <= PRICE_ONE, 'a settlement price lies within 0..1');
  if (price === PRICE_ONE) return { result: 'YES', settlementPrice: price };
  return { result: price === 0n ? 'NO' : 'FRACTION', settlementPrice: price };
}

/** The settlement price that a result implies; null for none, VOID and FRACTION. For records that lack the price. */
export function impliedSettlementPrice(result: SettlementResult | null): Price | null {
  if (result === 'YES') return PRICE_ONE;
  return result === 'NO' ? (0n as Price) : null;
}

/** How many contracts of an event resolve YES, as far as its venue states it. */
export const EVENT_EXCLUSIVITIES = ['EXACTLY_ONE', 'AT_MOST_ONE', 'NONE', 'UNKNOWN'] as const;
export type EventExclusivity = (typeof EVENT_EXCLUSIVITIES)[number];

/** The event of a contract at its venue: the contracts of one event answer one question. */
export interface VenueEvent {
  readonly venueEventId: string; // the venue's native id
  readonly title: string | null;
  readonly series: string | null; // of recurring events
  readonly exclusive: EventExclusivity;
  /** True when the venue states that its listings are all outcomes there can be; null or absent: not stated. */
  readonly complete?: boolean | null;
  /** True when the venue may add outcomes later; null or absent: not stated. */
  readonly augmented?: boolean | null;
  /** The venue's name for how it nets positions within the event, such as `MECNET`; null or absent: not stated. */
  readonly netting?: string | null;
}

/** Terms that a venue publishes as fields, under its own names: `{ floor_strike: '53.5' }`. Empty when there are none. */
export type VenueTerms = Readonly<Record<string, string>>;

/** One contract as its venue lists it, before Crossbook assigns an id. */
export interface VenueInstrument {
  readonly venue: VenueName;
  readonly venueInstrumentId: string; // the venue's native id
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  readonly rulesSecondary: string | null; // rules that the venue publishes apart from the description
  readonly venueTerms: VenueTerms;
  readonly category: string;
  readonly event: VenueEvent | null; // null: the venue names none
  readonly outcomeName: string | null; // what YES is called within the event; null: unnamed
  readonly status: MarketStatus;
  readonly priceTick: Price; // the smallest step when bands differ
  readonly priceMin: Price;
  readonly priceMax: Price;
  readonly priceBands: readonly PriceBand[] | null; // null: priceTick applies to the whole range
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
  readonly fees: FeeSchedule | null; // null: unknown, so BEST_PRICE and SPLIT exclude the instrument
  readonly openTime: TimestampMs | null;
  readonly closeTime: TimestampMs | null;
  readonly result: SettlementResult | null;
  readonly settlementPrice: Price | null; // what one YES pays; null before the result, and for VOID
  readonly updatedAt: TimestampMs;
}

/** A venue's instrument with our stable id. All instruments are binary YES/NO contracts. */
export interface Instrument extends VenueInstrument {
  readonly instrumentId: InstrumentId;
  readonly genericAssetId: GenericAssetId | null;
}

/** One member of a generic asset. `inverted`: the asset's YES is this instrument's NO. */
export interface AssetMember {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly ticker: string;
  readonly inverted: boolean;
}

/** The same contract on several venues. Members are all simulated or all live, never mixed. */
export interface GenericAsset {
  readonly genericAssetId: GenericAssetId;
  readonly title: string;
  readonly description: string | null;
  readonly category: string;
  readonly members: readonly AssetMember[];
}
