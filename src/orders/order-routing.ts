import {
  type AssetMember,
  asNotStored,
  err,
  findAssetQtyIssues,
  findTermIssues,
  type Instrument,
  type InstrumentId,
  invalidField,
  invalidFields,
  type NewOrder,
  notFound,
  type OrderReason,
  type Outcome,
  ok,
  oppositeOutcome,
  QTY_ZERO,
  type Qty,
  type Rejection,
  type Result,
  rejection,
  type TimeInForce,
  type VenueName,
} from '#contract';
import {
  estimateDirect,
  type PlannedLeg,
  planOrder,
  type RouteCandidate,
  type RoutingDecision,
  type UnusableReason,
} from '#domain';
import type { MarketView } from '#ports';
import { findCloseQtyMin, type Holdings } from './token-legs.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface RoutingDeps {
  readonly market: MarketView;
  readonly venues: VenueRegistry;
  readonly venueNames: readonly VenueName[];
  /** True for a member whose cash cannot pay for the order. */
  readonly isUnpaid?: (instrument: Instrument) => boolean;
  readonly holdings?: Holdings; // of the caller's subaccount; absent: none
  /** What a reduce-only order could close at each member, in its lots; null or absent: as `holdings`. */
  readonly reducible?: ReadonlyMap<InstrumentId, Qty> | null;
}

/** The legs of an order. An order without legs closes at once with the reason in `unroutable`. */
export interface RoutedOrder {
  readonly legs: readonly PlannedLeg[];
  readonly decision: RoutingDecision | null; // null for DIRECT: there is nothing to decide
  readonly unroutable: Extract<
    OrderReason,
    'fok_unfilled' | 'no_liquidity' | 'ioc_remainder' | 'self_trade'
  > | null;
}

/**
 * Computes the legs of an order from the present books.
 *
 * Refuses `not_found`, `venue_not_tradable`, `venue_unavailable`, `market_not_open`, `validation` (price
 * or quantity off the instrument's grid) and `routing_unavailable` (no usable member).
 */
export function routeOrder(order: NewOrder, deps: RoutingDeps): Result<RoutedOrder, Rejection> {
  return order.instrumentId === null ? routeAsset(order, deps) : routeDirect(order, order.instrumentId, deps);
}

function routeDirect(order: NewOrder, id: InstrumentId, deps: RoutingDeps): Result<RoutedOrder, Rejection> {
  const instrument = deps.market.instrument(id);
  if (instrument === null) return err(notFound('instrument'));
  const refusal = checkTradable(instrument, deps) ?? checkMarketOpen(instrument);
  if (refusal !== null) return err(refusal);
  const { tif, tifSell = tif, postOnly = false } = deps.venues.get(instrument.venue).capabilities;
  const tifs = findAcceptedTifs(order, instrument, order.outcome, deps);
  if (!tifs.includes(order.tif)) {
    const issue = tifSell.includes(order.tif)
      ? `is only for sales of tokens that are held and free on this venue; use one of ${tif.join(', ')}`
      : `must be one of ${tif.join(', ')} on this venue`;
    return err(invalidField('tif', issue));
  }
  if (order.postOnly && !postOnly) return err(invalidField('post_only', 'is not supported by this venue'));
  const issues = findTermIssues(
    toTerms(order, instrument, countFree(order, instrument, order.outcome, deps), deps),
    order.outcome,
    order.price,
    order.qty,
  );
  if (issues.length > 0) return err(invalidFields(issues));
  const { instrumentId, venue, venueInstrumentId } = instrument;
  const { outcome, price, qty } = order;
  return ok({
    legs: [{ instrumentId, venue, venueInstrumentId, outcome, tokenSide: null, price, qty }],
    decision: null,
    unroutable: null,
  });
}

function checkTradable(instrument: Instrument, { venues }: RoutingDeps): Rejection | null {
  const { venue } = instrument;
  if (!venues.has(venue) || !venues.get(venue).capabilities.trading) {
    return rejection('venue_not_tradable', `trading on ${venue} is not enabled here`, { venue });
  }
  const reason = venues.findClosedReason(venue);
  return reason === null
    ? null
    : asNotStored(rejection('venue_unavailable', `${venue} accepts no new orders: ${reason}`, { venue }));
}

export function checkMarketOpen(instrument: Instrument): Rejection | null {
  const { status, instrumentId } = instrument;
  if (status === 'OPEN') return null;
  return rejection('market_not_open', `the market is ${status}; only an OPEN market takes orders`, {
    status,
    instrument_id: instrumentId,
  });
}

function routeAsset(order: NewOrder, deps: RoutingDeps): Result<RoutedOrder, Rejection> {
  const asset = order.genericAssetId === null ? null : deps.market.asset(order.genericAssetId);
  if (asset === null) return err(notFound('generic_asset'));
  const members = asset.members
    .map((member) => ({ member, instrument: deps.market.instrument(member.instrumentId) }))
    .filter((pair): pair is { member: AssetMember; instrument: Instrument } => pair.instrument !== null);
  const free = members
    .map(({ member, instrument }) => countFree(order, instrument, toOutcome(order, member), deps))
    .reduce((sum, each) => (sum + each) as Qty, QTY_ZERO);
  const issues = findAssetQtyIssues(
    members.map(({ instrument }) => toTerms(order, instrument, free, deps)),
    order.qty,
  );
  if (issues.length > 0) return err(invalidFields(issues));
  const candidates = members.map(({ member, instrument }) => toCandidate(order, member, instrument, deps));
  const mode = order.routing.mode === 'SPLIT' ? 'SPLIT' : 'BEST_PRICE';
  const plan = planOrder({ ...order, mode }, sortByVenue(candidates, deps.venueNames));
  if (!plan.ok) return plan;
  const { legs, shortfall, decision } = plan.value;
  return ok({ legs, decision, unroutable: legs.length === 0 ? (shortfall?.reason ?? 'no_liquidity') : null });
}

/**
 * Loads the instruments that `routeOrder` reads synchronously.
 *
 * @returns the instruments whose books the decision reads: all members of an asset, or the one of an order that is MARKET or has `self_trade`
 */
export async function prefetchInstruments(
  market: MarketView,
  { instrumentId, genericAssetId, type, selfTrade }: NewOrder,
): Promise<readonly InstrumentId[]> {
  if (instrumentId !== null) {
    const instrument = market.instrument(instrumentId) ?? (await market.prefetchInstrument(instrumentId));
    const assetId = instrument?.genericAssetId ?? null;
    if (assetId !== null && market.asset(assetId) === null) await market.prefetchAsset(assetId);
    return type === 'MARKET' || selfTrade !== null ? [instrumentId] : [];
  }
  const asset = genericAssetId === null ? null : await market.prefetchAsset(genericAssetId);
  const ids = asset?.members.map((member) => member.instrumentId) ?? [];
  await Promise.all(ids.map((id) => market.prefetchInstrument(id)));
  return ids;
}

/** Returns the routing decision of an order. For DIRECT it holds the single book and the cost estimate of the leg. */
export function describeRouting(
  order: NewOrder,
  { decision, legs }: RoutedOrder,
  deps: RoutingDeps,
): Omit<RoutingDecision, 'mode'> {
  const instrument = legs[0] === undefined ? null : deps.market.instrument(legs[0].instrumentId);
  if (decision !== null || instrument === null)
    return decision ?? { candidates: [], legs: [], isLeast: null };
  const { seen, estimate } = estimateDirect(order, toCandidate(order, NOT_INVERTED, instrument, deps));
  return { candidates: [seen], legs: estimate === null ? null : [estimate], isLeast: null };
}

const NOT_INVERTED = { inverted: false };

function toCandidate(
  order: NewOrder,
  member: Pick<AssetMember, 'inverted'>,
  instrument: Instrument,
  deps: RoutingDeps,
): RouteCandidate {
  const quote = deps.market.book(instrument.instrumentId);
  const isTradable = deps.venues.findClosedReason(instrument.venue) === null;
  const capabilities = isTradable ? deps.venues.get(instrument.venue).capabilities : null;
  const outcome = toOutcome(order, member);
  return {
    ...instrument,
    fees: deps.market.estimateFees(instrument),
    inverted: member.inverted,
    held: findHeld(order, instrument, outcome, deps),
    book: quote?.book ?? null,
    bookAgeMs: quote === null ? null : Math.round(quote.ageMs),
    unusable: findUnusableReason(order, instrument, isTradable, quote?.usable ?? false, deps),
    closeQtyMin: findCloseQtyMin(order, instrument, deps.venues),
    buyNotionalMin: capabilities?.buyNotionalMin ?? null,
    holdsTokens: capabilities?.holdsTokens ?? false,
    tifs: isTradable ? findAcceptedTifs(order, instrument, outcome, deps) : [],
  };
}

const toOutcome = ({ outcome }: NewOrder, { inverted }: Pick<AssetMember, 'inverted'>): Outcome =>
  inverted ? oppositeOutcome(outcome) : outcome;

/** The tokens that the order would sell. */
const countFree = (
  { side }: NewOrder,
  { instrumentId }: Instrument,
  outcome: Outcome,
  { holdings }: RoutingDeps,
): Qty => holdings?.freeTokens(instrumentId, side, outcome) ?? QTY_ZERO;

/** The instrument with the minimum that binds the order: tokens that are held may be sold in smaller quantities. */
const toTerms = (order: NewOrder, instrument: Instrument, free: Qty, { venues }: RoutingDeps): Instrument =>
  free < order.qty ? instrument : { ...instrument, qtyMin: findCloseQtyMin(order, instrument, venues) };

/** What the order can close at a member; without holdings a reduce-only order is not limited here. */
function findHeld(
  { side, qty, reduceOnly }: NewOrder,
  { instrumentId }: Instrument,
  outcome: Outcome,
  { holdings, reducible = null }: RoutingDeps,
): Qty {
  if (reducible !== null) return reducible.get(instrumentId) ?? QTY_ZERO;
  return holdings?.closable(instrumentId, side, outcome) ?? (reduceOnly ? qty : QTY_ZERO);
}

function findUnusableReason(
  order: NewOrder,
  instrument: Instrument,
  isTradable: boolean,
  hasBook: boolean,
  { market, venues, isUnpaid }: RoutingDeps,
): UnusableReason | null {
  const { venue } = instrument;
  if (order.routing.venues !== null && !order.routing.venues.includes(venue)) return 'venue_not_requested';
  if (!isTradable) return 'venue_disabled';
  if (order.postOnly && venues.get(venue).capabilities.postOnly !== true) return 'post_only_unsupported';
  if (!market.isVenueHealthy(venue)) return 'venue_unhealthy';
  if (instrument.status !== 'OPEN') return 'market_not_open';
  if (isUnpaid?.(instrument) === true) return 'insufficient_balance';
  return hasBook ? null : 'book_unusable';
}

/**
 * The times in force that the venue accepts of this order. A venue that holds tokens accepts more of a sale of tokens.
 *
 * @param outcome  the instrument's
 */
function findAcceptedTifs(
  order: NewOrder,
  instrument: Instrument,
  outcome: Outcome,
  deps: RoutingDeps,
): readonly TimeInForce[] {
  const { tif, tifSell = tif } = deps.venues.get(instrument.venue).capabilities;
  return countFree(order, instrument, outcome, deps) >= order.qty ? tifSell : tif;
}

const sortByVenue = (candidates: readonly RouteCandidate[], names: readonly VenueName[]): RouteCandidate[] =>
  candidates.toSorted((a, b) => names.indexOf(a.venue) - names.indexOf(b.venue));
