import type { FieldReader } from '../../model/body-fields.ts';
import {
  type GenericAssetId,
  type InstrumentId,
  parseGenericAssetId,
  type VenueName,
} from '../../model/ids.ts';
import type { GenericAsset } from '../../model/instrument.ts';
import type { Routing } from '../../model/order.ts';
import { NO_PROGRESS, type SmartRouteParams } from '../../model/parent.ts';
import type { TimestampMs } from '../../model/time.ts';
import { type ParseOrderRules, readRouting } from '../../order-state/parse-order.ts';
import { optionalPrice, readOutageMs } from '../param-readers.ts';
import { findReplaceDelayMs, OUTAGE_MS_DEFAULT, type ParentRules, PLAIN_RULES } from '../parent-rules.ts';
import { readMaxMoves, readStayMs } from '../peg/peg-rules.ts';
import { findLots, isRaised } from '../stop/stop-rules.ts';

/**
 * SMART_ROUTE: one order on a generic asset, at the member where it costs least, fees included. It is routed as a
 * BEST_PRICE order. When another member becomes cheaper, it is cancelled, and routed again once its end is proven.
 */
export const SMART_ROUTE_RULES: ParentRules<SmartRouteParams> = {
  ...PLAIN_RULES,
  names: {
    min_improvement: false,
    min_stay_ms: false,
    peg_min_stay_time_s: false,
    max_moves: false,
    max_outage_ms: false,
  },
  price: 'required',
  readParams: (reader) => ({
    type: 'SMART_ROUTE',
    minImprovement: optionalPrice(reader, 'min_improvement'),
    minStayMs: readStayMs(reader),
    maxMoves: readMaxMoves(reader),
    venues: null, // in `routing`, see readRoutedVenues
    maxOutageMs: readOutageMs(reader) ?? OUTAGE_MS_DEFAULT,
  }),
  amendParams: (_, before) => before,
  start: () => NO_PROGRESS,
  sampleChild: (_, { qty, price }) => ({ qty, price }),
  countChildren: ({ maxMoves }) => maxMoves + 1,
  /** Another member is cheaper by at least the improvement, for each contract that it offers at once. */
  isOutgrown: (parent, params, { isDue, gain, grid }) => {
    if (!isDue) return false;
    if (isRaised(parent, grid)) return true;
    if (gain === null || parent.moves >= params.maxMoves) return false;
    return gain.saved > 0n && gain.saved >= (params.minImprovement ?? grid.priceTick) * gain.qty;
  },
  isCapped: ({ moves }, { maxMoves }) => moves >= maxMoves,
  findTerms(parent, _, { grid }) {
    const { price, tif } = parent;
    const qty = findLots(parent, grid);
    if (qty < grid.qtyMin) return 'below_minimum';
    return price === null ? null : { qty, price, tif };
  },
  afterPlacing: (_, { minStayMs }, { now }) => ({ nextAt: (now + minStayMs) as TimestampMs }),
  delayMs: (_, child) => findReplaceDelayMs(child),
};

/** The asset of a request, and the member that stands for it where one instrument is needed. */
export interface AssetTarget {
  readonly genericAssetId: GenericAssetId;
  readonly instrumentId: InstrumentId;
}

/** Refuses an instrument: only an asset has several places. The member is at one of the venues. */
export function readAsset(
  reader: FieldReader,
  known: GenericAsset | null,
  venues: Routing['venues'],
): AssetTarget | null {
  if (reader.value('instrument_id') !== undefined)
    reader.addIssue('instrument_id', 'is not allowed for SMART_ROUTE: use generic_asset_id');
  const id = reader.required('generic_asset_id', parseGenericAssetId, 'must be a positive integer');
  if (id === null) return null;
  const members = known?.genericAssetId === id ? known.members.filter(({ inverted }) => !inverted) : [];
  if (members.length === 0) {
    reader.addIssue('generic_asset_id', 'is not a known asset with a member of the same outcome');
    return null;
  }
  const member = members.find(({ venue }) => isRoutedTo(venues, venue));
  if (member !== undefined) return { genericAssetId: id, instrumentId: member.instrumentId };
  reader.addIssue('routing.venues', 'must include a venue with a member of the same outcome');
  return null;
}

/** `routing` of a request on an asset: `venues` restricts its members, in the order of the configuration. */
export function readRoutedVenues(reader: FieldReader, rules: ParseOrderRules): Routing['venues'] {
  const { mode, venues } = readRouting(reader, 'BEST_PRICE', rules);
  if (mode !== 'BEST_PRICE') reader.addIssue('routing.mode', 'must be BEST_PRICE for SMART_ROUTE');
  return venues;
}

export const isRoutedTo = (venues: Routing['venues'], venue: VenueName): boolean =>
  venues === null || venues.includes(venue);
