import {
  type Caller,
  type Instrument,
  type InstrumentId,
  minQty,
  type NewOrder,
  type Outcome,
  type ParentId,
  positionKey,
  QTY_ZERO,
  type Qty,
  type Side,
  type SubaccountId,
} from '#contract';
import {
  computeReducible,
  crossesBook,
  divideByHolding,
  getReducedOutcome,
  type LedgerState,
  type PlannedLeg,
  type TokenHolding,
  toFreeQty,
} from '#domain';
import type { MarketView } from '#ports';
import { findBestPrice } from './balances/reserved-cash.ts';
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

/** What orders of a side and outcome can close, of one subaccount. Outcomes are the instrument's. */
export interface Holdings {
  /** The tokens that the order would sell, free of other sales. Zero at a venue that nets both outcomes. */
  readonly freeTokens: (instrumentId: InstrumentId, side: Side, outcome: Outcome) => Qty;
  /** The quantity of the position that the order would close, less that of live reduce-only orders and of promised tokens. */
  readonly closable: (instrumentId: InstrumentId, side: Side, outcome: Outcome) => Qty;
}

/** @param parentId  the complex order whose child asks: it may replace its own child */
export function createHoldings(
  owner: Owner,
  { store, market, venues }: TokenLegsDeps,
  parentId: ParentId | null = null,
): Holdings {
  const { positions, exposure } = store.state;
  const isToken = (id: InstrumentId): boolean => {
    const venue = market.instrument(id)?.venue ?? null;
    return venue !== null && holdsTokens(venues, venue);
  };
  const countFree = (id: InstrumentId, side: Side, outcome: Outcome): Qty =>
    toFreeQty(findTokens(store.state, owner, id, getReducedOutcome(side, outcome)));
  return {
    freeTokens: (id, side, outcome) => (isToken(id) ? countFree(id, side, outcome) : QTY_ZERO),
    closable: (instrumentId, side, outcome) => {
      const net = positions.get(positionKey(owner.accountId, owner.subaccountId, instrumentId))?.net ?? 0n;
      const left = computeReducible(exposure.reduceOnly, net, {
        ...owner,
        instrumentId,
        side,
        outcome,
        parentId,
      });
      return isToken(instrumentId) ? minQty(left, countFree(instrumentId, side, outcome)) : left;
    },
  };
}

/** The least quantity of an order that only sells held tokens, or closes contracts. */
export function findCloseQtyMin(
  { tif }: Pick<NewOrder, 'tif'>,
  { venue, qtyStep, qtyMin }: Pick<Instrument, 'venue' | 'qtyStep' | 'qtyMin'>,
  venues: VenueRegistry,
): Qty {
  const { tifsBelowMin = [] } = venues.has(venue) ? venues.get(venue).capabilities : {};
  return tifsBelowMin.includes(tif) ? qtyStep : qtyMin;
}

export const holdsTokens = (venues: VenueRegistry, venue: PlannedLeg['venue']): boolean =>
  venues.has(venue) && venues.get(venue).capabilities.holdsTokens === true;

/**
 * Decides for each leg at a venue that holds tokens what is sold and what is bought; a leg may become two.
 *
 * Source  docs/decisions/token-holdings.md
 */
export function planTokenLegs(
  order: NewOrder,
  legs: readonly PlannedLeg[],
  { freeTokens }: Holdings,
  deps: TokenLegsDeps,
): readonly PlannedLeg[] {
  if (!legs.some(({ venue }) => holdsTokens(deps.venues, venue))) return legs;
  return legs.flatMap((leg) =>
    holdsTokens(deps.venues, leg.venue) ? divideLeg(order, leg, freeTokens, deps) : [leg],
  );
}

function divideLeg(
  order: NewOrder,
  leg: PlannedLeg,
  free: Holdings['freeTokens'],
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
    saleQtyMin: findCloseQtyMin(order, instrument, venues),
    price: price ?? findBestPrice(market, instrumentId, side, outcome),
    buyNotionalMin: mayTake ? buyNotionalMin : null,
    isWhole: order.tif === 'FOK',
  });
  return parts.map((part) => ({ ...leg, ...part }));
}
