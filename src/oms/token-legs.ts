import type { Caller } from '../domain/access/access.ts';
import { type InstrumentId, positionKey, type SubaccountId } from '../domain/model/ids.ts';
import { QTY_ZERO, type Qty } from '../domain/model/money.ts';
import type { NewOrder, Outcome, Side } from '../domain/model/order.ts';
import type { LedgerState } from '../domain/projections/ledger-state.ts';
import { divideByHolding } from '../domain/risk/divide-by-holding.ts';
import { getReducedOutcome, type TokenHolding, toFreeQty } from '../domain/risk/token-holdings.ts';
import type { PlannedLeg } from '../domain/routing/route-types.ts';
import { crossesBook } from '../domain/routing/venue-eligibility.ts';
import type { MarketView } from '../ports/market-view.ts';
import { findBestPrice } from './balances/balance-feed.ts';
import type { StateStore } from './state-store.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface TokenLegsDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly venues: VenueRegistry;
}

type Owner = Pick<Caller, 'accountId'> & { readonly subaccountId: SubaccountId };

/** The tokens of one outcome that a subaccount holds. */
export function findTokens(
  { positions, tokenPairs, exposure }: LedgerState,
  { accountId, subaccountId }: Owner,
  instrumentId: InstrumentId,
  outcome: Outcome,
): TokenHolding {
  const key = positionKey(accountId, subaccountId, instrumentId);
  const net = positions.get(key)?.net ?? 0n;
  return exposure.tokens.get(key, net, tokenPairs.get(key)?.pairs ?? 0n, outcome);
}

/**
 * The tokens that an order of this side and outcome would sell, free of other sales. Zero at a venue that nets both outcomes.
 *
 * @param outcome  the instrument's
 */
export type FreeTokens = (instrumentId: InstrumentId, side: Side, outcome: Outcome) => Qty;

export const createFreeTokens =
  (owner: Owner, { store, market, venues }: TokenLegsDeps): FreeTokens =>
  (instrumentId, side, outcome) => {
    const venue = market.instrument(instrumentId)?.venue ?? null;
    if (venue === null || !holdsTokens(venues, venue)) return QTY_ZERO;
    return toFreeQty(findTokens(store.state, owner, instrumentId, getReducedOutcome(side, outcome)));
  };

export const holdsTokens = (venues: VenueRegistry, venue: PlannedLeg['venue']): boolean =>
  venues.has(venue) && venues.get(venue).capabilities.holdsTokens === true;

/**
 * Decides for each leg at a venue that holds tokens what is sold and what is bought; a leg may become two.
 *
 * Source  docs/decisions/0196-holdings.md
 */
export function planTokenLegs(
  order: NewOrder,
  legs: readonly PlannedLeg[],
  free: FreeTokens,
  deps: TokenLegsDeps,
): readonly PlannedLeg[] {
  if (!legs.some(({ venue }) => holdsTokens(deps.venues, venue))) return legs;
  return legs.flatMap((leg) =>
    holdsTokens(deps.venues, leg.venue) ? divideLeg(order, leg, free, deps) : [leg],
  );
}

function divideLeg(
  order: NewOrder,
  leg: PlannedLeg,
  free: FreeTokens,
  { market, venues }: TokenLegsDeps,
): readonly PlannedLeg[] {
  const { side } = order;
  const { instrumentId, outcome, price, venue } = leg;
  const instrument = market.instrument(instrumentId);
  if (instrument === null) return [{ ...leg, tokenSide: side }];
  const { buyNotionalMin = null } = venues.get(venue).capabilities;
  const book = market.book(instrumentId)?.book;
  const mayTake = !order.postOnly && (book === undefined || crossesBook(book, side, outcome, price));
  const parts = divideByHolding(leg.qty, free(instrumentId, side, outcome), {
    side,
    qtyStep: instrument.qtyStep,
    qtyMin: instrument.qtyMin,
    price: price ?? findBestPrice(market, instrumentId, side, outcome),
    buyNotionalMin: mayTake ? buyNotionalMin : null,
    isWhole: order.tif === 'FOK',
  });
  return parts.map((part) => ({ ...leg, ...part }));
}
