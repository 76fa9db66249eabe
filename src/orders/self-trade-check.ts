import {
  type AccountId,
  type Book,
  type Caller,
  ceilToGrid,
  complement,
  err,
  floorToGrid,
  type InstrumentId,
  type NewOrder,
  type Order,
  type OrderId,
  ok,
  oppositeOutcome,
  type Price,
  type Rejection,
  type Result,
  rejection,
  requirePresent,
  type VenueName,
} from '#contract';
import {
  type CrossedLeg,
  countAhead,
  findCrossedLegs,
  findReachedLegs,
  isResting,
  ofAccount,
  type PlannedLeg,
  type Taker,
} from '#domain';
import type { MarketView } from '#ports';
import type { StateStore } from './state-store.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface SelfTradeDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly venues: VenueRegistry;
}

/** The leg of an order that may trade, and whose it is. */
export interface OwnTaker extends Taker {
  readonly venue: VenueName;
  readonly accountId: AccountId;
  readonly orderId: OrderId | null; // null: not accepted yet
}

/** An order and its legs after the check: an IOC or FOK order may have lost legs, or have a tighter price. */
export interface CheckedLegs {
  readonly order: NewOrder;
  readonly legs: readonly PlannedLeg[];
  readonly isKilled: boolean; // true: the order closes at once with `self_trade`
}

/**
 * Applies `CANCEL_INCOMING` to a new order, over all subaccounts of its account. An order that may rest is refused. An
 * IOC or FOK order is cut at the level of the own order: by the venue where it can, else by a tighter price.
 *
 * Refuses `self_trade`.
 * Source  docs/decisions/order-flags.md
 */
export function cutIncoming(
  { accountId }: Caller,
  order: NewOrder,
  legs: readonly PlannedLeg[],
  deps: SelfTradeDeps,
): Result<CheckedLegs, Rejection> {
  if (order.selfTrade !== 'CANCEL_INCOMING') return ok({ order, legs, isKilled: false });
  const takers = legs.map((leg): OwnTaker => ({ ...leg, side: order.side, accountId, orderId: null }));
  const reached = takers.map((taker) => findOwnReached(taker, deps));
  const first = reached.flat()[0];
  if (first === undefined) return ok({ order, legs, isKilled: false });
  if (isResting(order)) return err(refuseSelfTrade(first.order.id));
  const flagged = { ...order, selfTradeCut: true };
  const isCutHere = (index: number): boolean =>
    (reached[index]?.length ?? 0) > 0 &&
    !isPreventedByVenue(requirePresent(takers[index], 'the taker'), deps);
  if (order.tif === 'FOK' && legs.some((_, index) => isCutHere(index)))
    return ok({ order: flagged, legs: [], isKilled: true });
  const kept = legs.flatMap((leg, index) => {
    if (!isCutHere(index)) return [leg];
    const price = findCutPrice(requirePresent(takers[index], 'the taker'), deps);
    return price === null ? [] : [{ ...leg, price }];
  });
  return ok({ order: flagged, legs: kept, isKilled: kept.length === 0 });
}

export const refuseSelfTrade = (orderId: OrderId): Rejection =>
  rejection('self_trade', 'the order would trade with an order of the same account', { order_id: orderId });

/** The live orders of the same account that the taker would reach by the present book. */
export function findOwnReached(taker: OwnTaker, deps: SelfTradeDeps): readonly CrossedLeg[] {
  return findReachedLegs(findOwnCrossed(taker, deps), taker, getBook(taker.instrumentId, deps));
}

/**
 * True if the venue itself keeps the taker from trading with its account. A venue knows only our account there, so
 * its prevention is used only while no other account of this service has an order in the taker's way.
 */
export function isPreventedByVenue(taker: OwnTaker, { venues, store }: SelfTradeDeps): boolean {
  if (venues.get(taker.venue).capabilities.selfTrade !== 'native') return false;
  const crossed = findCrossedLegs(findAnyCrossed(taker, store), taker);
  return crossed.every(({ order }) => order.accountId === taker.accountId);
}

/**
 * The live orders of the same account at other venues, in the same asset, that the order would trade with if they were
 * at its venue. That is no self-trade, but both sides are paid for.
 */
export function findCrossedElsewhere(
  { accountId }: Caller,
  order: NewOrder,
  legs: readonly PlannedLeg[],
  deps: SelfTradeDeps,
): readonly OrderId[] {
  const isOwn = (id: InstrumentId): boolean => legs.some(({ instrumentId }) => instrumentId === id);
  const found = legs.flatMap(({ instrumentId, outcome, price, qty }) => {
    const { market, store } = deps;
    const assetId = market.instrument(instrumentId)?.genericAssetId ?? null;
    const members = assetId === null ? [] : (market.asset(assetId)?.members ?? []);
    const isInverted = members.find((member) => member.instrumentId === instrumentId)?.inverted ?? false;
    return members
      .filter((member) => !isOwn(member.instrumentId))
      .flatMap((member) => {
        const there = member.inverted === isInverted ? outcome : oppositeOutcome(outcome);
        const taker = { instrumentId: member.instrumentId, side: order.side, outcome: there, price, qty };
        return findCrossedLegs(ofAccount(findAnyCrossed(taker, store), accountId, null), taker);
      });
  });
  return [...new Set(found.map((leg) => leg.order.id))];
}

function findOwnCrossed(taker: OwnTaker, { store }: SelfTradeDeps): readonly CrossedLeg[] {
  return findCrossedLegs(ofAccount(findAnyCrossed(taker, store), taker.accountId, taker.orderId), taker);
}

const findAnyCrossed = (taker: Taker, { state }: StateStore): readonly Order[] =>
  state.exposure.resting.findCrossed(taker);

/**
 * The worst price, in terms of the taker's outcome, at which the taker cannot reach an own order; null if others offer
 * nothing at a better price than that order.
 */
function findCutPrice(taker: OwnTaker, deps: SelfTradeDeps): Price | null {
  const own = findOwnCrossed(taker, deps);
  const yesPrice = own[0]?.yesPrice ?? null;
  const instrument = deps.market.instrument(taker.instrumentId);
  const ahead = countAhead(own, taker, getBook(taker.instrumentId, deps), yesPrice);
  if (yesPrice === null || instrument === null || ahead === 0n) return null;
  const price = taker.outcome === 'YES' ? yesPrice : complement(yesPrice);
  return taker.side === 'BUY'
    ? floorToGrid(instrument, taker.outcome, (price - 1n) as Price)
    : ceilToGrid(instrument, taker.outcome, (price + 1n) as Price);
}

function getBook(instrumentId: InstrumentId, { market }: SelfTradeDeps): Book | null {
  const quote = market.book(instrumentId);
  return quote?.usable === true ? quote.book : null;
}
