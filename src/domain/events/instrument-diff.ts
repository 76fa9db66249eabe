import type { GenericAsset, Instrument, MarketStatus, VenueEvent, VenueInstrument } from '#contract';
import { haveSameTerms } from '../instruments/venue-terms.ts';
import { fees, priceBands } from './event-formats.ts';

const TERMS = [
  'status',
  'result',
  'settlementPrice',
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
  'outcomeName',
  'rulesSecondary',
] as const satisfies readonly (keyof VenueInstrument)[];

/** True when status, result or trading terms differ, which matters to orders and positions. */
export const termsDiffer = (before: Instrument, after: Instrument): boolean =>
  before.genericAssetId !== after.genericAssetId || venueTermsDiffer(before, after);

/** True when anything but the update time differs. */
export const instrumentsDiffer = (before: Instrument, after: Instrument): boolean =>
  before.genericAssetId !== after.genericAssetId || publishedFieldsDiffer(before, after);

/** True when any field that the venue publishes, except the update time, differs. */
export const publishedFieldsDiffer = (before: VenueInstrument, after: VenueInstrument): boolean =>
  venueTermsDiffer(before, after) ||
  TEXTS.some((field) => before[field] !== after[field]) ||
  eventsDiffer(before.event, after.event) ||
  !haveSameTerms(before.venueTerms, after.venueTerms);

const eventsDiffer = (before: VenueEvent | null, after: VenueEvent | null): boolean =>
  before?.venueEventId !== after?.venueEventId ||
  before?.title !== after?.title ||
  before?.series !== after?.series ||
  before?.exclusive !== after?.exclusive ||
  (before?.complete ?? null) !== (after?.complete ?? null) ||
  (before?.augmented ?? null) !== (after?.augmented ?? null) ||
  (before?.netting ?? null) !== (after?.netting ?? null);

function venueTermsDiffer(before: VenueInstrument, after: VenueInstrument): boolean {
  return (
    TERMS.some((field) => before[field] !== after[field]) ||
    priceBands.write(before.priceBands) !== priceBands.write(after.priceBands) ||
    fees.write(before.fees) !== fees.write(after.fees)
  );
}

// The asset has the first of these statuses that one of its members has.
const STATUS_PRECEDENCE: readonly MarketStatus[] = ['OPEN', 'PAUSED', 'UNOPENED', 'CLOSED', 'SETTLED'];

/** Status of a generic asset from those of its members: OPEN while any member is open; CLOSED without members. */
export const computeAssetStatus = (statuses: readonly MarketStatus[]): MarketStatus =>
  STATUS_PRECEDENCE.find((status) => statuses.includes(status)) ?? 'CLOSED';

/** True when the published asset differs. */
export const assetsDiffer = (before: GenericAsset, after: GenericAsset): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);
