import {
  type InstrumentId,
  type OrderId,
  parseGenericAssetId,
  parseInstrumentId,
  parseOrderId,
  parseSubaccountId,
  type SubaccountId,
  type VenueName,
} from '../../domain/model/ids.ts';
import type { GenericAsset, Instrument } from '../../domain/model/instrument.ts';
import { err, invalidField, notFound, ok, type Rejection, type Result } from '../../domain/model/result.ts';
import { parseTime, type TimestampMs } from '../../domain/model/time.ts';
import type { MarketData } from '../../market-data/market-data-types.ts';
import type { Call } from './route.ts';

/**
 * Finds the instrument that a path or query names, by instrument id or as `Venue:native-id`.
 *
 * Rejects with `not_found`, also for a malformed reference.
 */
export async function readInstrument(
  { deps }: Call,
  reference: string,
): Promise<Result<Instrument, Rejection>> {
  const instrument = await findInstrument(deps.marketData, reference);
  return instrument === null ? err(notFound('instrument')) : ok(instrument);
}

function findInstrument(marketData: MarketData, reference: string): Promise<Instrument | null> {
  const id = parseInstrumentId(reference);
  if (id !== null) return marketData.instrument(id);
  const colon = reference.indexOf(':');
  const venue = venueNamed(marketData, reference.slice(0, Math.max(0, colon)));
  const nativeId = reference.slice(colon + 1);
  return venue === null || nativeId === ''
    ? Promise.resolve(null)
    : marketData.instrumentByNativeId(venue, nativeId);
}

/** The id of the instrument in a filter; undefined without a filter. */
export async function readInstrumentFilter(
  call: Call,
  reference: string | undefined,
): Promise<Result<InstrumentId | undefined, Rejection>> {
  if (reference === undefined) return ok(undefined);
  const instrument = await readInstrument(call, reference);
  return instrument.ok ? ok(instrument.value.instrumentId) : instrument;
}

export async function readAsset({ deps, params }: Call): Promise<Result<GenericAsset, Rejection>> {
  const id = parseGenericAssetId(params['id']);
  const asset = id === null ? null : await deps.marketData.asset(id);
  return asset === null ? err(notFound('generic_asset')) : ok(asset);
}

export function readOrderId({ params }: Call): Result<OrderId, Rejection> {
  const id = parseOrderId(params['id']);
  return id === null ? err(notFound('order')) : ok(id);
}

/** The venue in a filter; null without one. Rejects an unknown venue with `validation`. */
export function readVenueFilter(
  { deps }: Call,
  name: string | undefined,
): Result<VenueName | null, Rejection> {
  if (name === undefined) return ok(null);
  const venue = venueNamed(deps.marketData, name);
  const names = deps.marketData.venues().map((each) => each.name);
  return venue === null ? err(invalidField('venue', `must be one of ${names.join(', ')}`)) : ok(venue);
}

const venueNamed = (marketData: MarketData, name: string): VenueName | null =>
  marketData.venues().find((venue) => venue.name === name)?.name ?? null;

export interface TimeRange {
  readonly start: TimestampMs | null;
  readonly end: TimestampMs | null;
}

/** Rejects with `validation` an invalid time, and a range that ends before it starts. */
export function readTimeRange(query: { start?: string; end?: string }): Result<TimeRange, Rejection> {
  const [start, end] = [timeOf(query.start), timeOf(query.end)];
  if (start === 'invalid') return err(invalidField('start', NO_TIME));
  if (end === 'invalid') return err(invalidField('end', NO_TIME));
  const isBackwards = start !== null && end !== null && start > end;
  return isBackwards ? err(invalidField('end', 'must not be before start')) : ok({ start, end });
}

const NO_TIME = 'must be an RFC 3339 time or Unix milliseconds';

const timeOf = (text: string | undefined): TimestampMs | null | 'invalid' =>
  text === undefined ? null : (parseTime(text) ?? 'invalid');

/** Parses a subaccount id that passed its schema. Whether the subaccount exists is checked later. */
export function readSubaccountId(text: string): Result<SubaccountId, Rejection> {
  const id = parseSubaccountId(text);
  return id === null ? err(notFound('subaccount')) : ok(id);
}
