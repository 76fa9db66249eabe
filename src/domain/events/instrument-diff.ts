import type { GenericAsset, Instrument, MarketStatus, VenueInstrument } from '../model/instrument.ts';
import { fees, priceBands } from './event-formats.ts';

const TERMS = [
  'status',
  'result',
  'priceTick',
  'priceMin',
  'priceMax',
  'qtyStep',
  'qtyMin',
  'openTime',
  'closeTime',
] as const satisfies readonly (keyof VenueInstrument)[];

const TEXTS = [
  'venue',
  'venueInstrumentId',
  'ticker',
  'slug',
  'title',
  'description',
  'category',
] as const satisfies readonly (keyof VenueInstrument)[];

/** True when an order or a position must look again: status, result, or the terms of trading differ. */
export const termsDiffer = (before: Instrument, after: Instrument): boolean =>
  before.genericAssetId !== after.genericAssetId || venueTermsDiffer(before, after);

/** True when anything but the time of the venue's last word differs. */
export const instrumentsDiffer = (before: Instrument, after: Instrument): boolean =>
  before.genericAssetId !== after.genericAssetId || publishedFieldsDiffer(before, after);

/** True when the venue tells anything but the time of its word otherwise than before. */
export const publishedFieldsDiffer = (before: VenueInstrument, after: VenueInstrument): boolean =>
  venueTermsDiffer(before, after) || TEXTS.some((field) => before[field] !== after[field]);

function venueTermsDiffer(before: VenueInstrument, after: VenueInstrument): boolean {
  return (
    TERMS.some((field) => before[field] !== after[field]) ||
    priceBands.write(before.priceBands) !== priceBands.write(after.priceBands) ||
    fees.write(before.fees) !== fees.write(after.fees)
  );
}

// The most alive member speaks for the asset.
const LIVELINESS: readonly MarketStatus[] = ['OPEN', 'PAUSED', 'UNOPENED', 'CLOSED', 'SETTLED'];

/** OPEN while any member is; without members there is nothing to trade. */
export const computeAssetStatus = (statuses: readonly MarketStatus[]): MarketStatus =>
  LIVELINESS.find((status) => statuses.includes(status)) ?? 'CLOSED';

/** True when a caller would read the asset differently. */
export const assetsDiffer = (before: GenericAsset, after: GenericAsset): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);
