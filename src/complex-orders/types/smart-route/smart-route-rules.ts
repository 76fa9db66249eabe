import {
  type FieldReader,
  type GenericAsset,
  type GenericAssetId,
  type InstrumentId,
  type ParamsOf,
  type Parent,
  parseGenericAssetId,
  type Routing,
  type VenueName,
} from '#contract';
import { type ParseOrderRules, readRouting } from '#domain';
import { optionalPrice, readOutageMs } from '../../rules/param-readers.ts';
import {
  isCapped,
  OUTAGE_MS_DEFAULT,
  type ParentInput,
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  planWhole,
} from '../../rules/parent-rules.ts';
import { findNextAt, readMaxMoves, readStayMs } from '../peg/peg-rules.ts';
import { findLots, isRaised } from '../stop/stop-rules.ts';

/**
 * SMART_ROUTE: one order on a generic asset, at the member where it costs least, fees included. It is routed as a
 * BEST_PRICE order. When another member becomes cheaper, it is cancelled, and routed again once its end is proven.
 */
export const SMART_ROUTE_RULES: ParentRules<ParamsOf<'SMART_ROUTE'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read: (reader) => ({
      type: 'SMART_ROUTE',
      minImprovement: optionalPrice(reader, 'min_improvement'),
      minStayMs: readStayMs(reader),
      maxMoves: readMaxMoves(reader),
      venues: null, // in `routing`, see readRoutedVenues
      maxOutageMs: readOutageMs(reader) ?? OUTAGE_MS_DEFAULT,
    }),
  },
  plan: ({ maxMoves }, terms) => planWhole(terms, { childrenMax: maxMoves + 1 }),
  reviewChild: (parent, child, params, input) =>
    PLAIN_RULES.reviewChild(parent, child, params, input) ??
    (isOutgrown(parent, params, input) ? 'OUTGROWN' : null),
  findTerms(parent, params, input) {
    const { price, tif } = parent;
    const qty = findLots(parent, input.grid);
    if (qty < input.grid.qtyMin) return 'below_minimum';
    return price === null ? null : { qty, price, tif, change: { nextAt: findNextAt(params, input) } };
  },
};

/** Another member is cheaper by at least the improvement, for each contract that it offers at once. */
function isOutgrown(
  parent: Parent,
  { minImprovement }: ParamsOf<'SMART_ROUTE'>,
  { isDue, gain, grid }: ParentInput,
): boolean {
  if (!isDue) return false;
  if (isRaised(parent, grid)) return true;
  if (gain === null || isCapped(parent)) return false;
  return gain.saved > 0n && gain.saved >= (minImprovement ?? grid.priceTick) * gain.qty;
}

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
