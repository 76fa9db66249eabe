import type { FeeSchedule } from './fee-schedule.ts';
import type { GenericAssetId, InstrumentId, VenueName } from './ids.ts';
import type { Price, Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

/** Prices from `from` to `to` inclusive are `from` plus whole steps. Bands ascend and touch. */
export interface PriceBand {
  readonly from: Price;
  readonly to: Price;
  readonly step: Price;
}

export const MARKET_STATUSES = ['UNOPENED', 'OPEN', 'PAUSED', 'CLOSED', 'SETTLED'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];
export type SettlementResult = 'YES' | 'NO' | 'VOID';

/** One contract listed on one venue, as the venue tells of it (no ids of ours yet). */
export interface VenueInstrument {
  readonly venue: VenueName;
  readonly venueInstrumentId: string; // the venue's native id
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  readonly category: string;
  readonly status: MarketStatus;
  readonly priceTick: Price; // the finest step where they differ
  readonly priceMin: Price;
  readonly priceMax: Price;
  readonly priceBands: readonly PriceBand[] | null; // null: one step everywhere
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
  readonly fees: FeeSchedule | null; // null: not known, so nothing is routed there by cost
  readonly openTime: TimestampMs | null;
  readonly closeTime: TimestampMs | null;
  readonly result: SettlementResult | null;
  readonly updatedAt: TimestampMs;
}

/** The catalogue's record: a venue's instrument under our stable id. All instruments are binary YES/NO. */
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

/** The same contract across venues. Members are all simulated or all live, never mixed. */
export interface GenericAsset {
  readonly genericAssetId: GenericAssetId;
  readonly title: string;
  readonly description: string | null;
  readonly category: string;
  readonly members: readonly AssetMember[];
}
