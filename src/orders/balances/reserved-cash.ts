import {
  type AccountId,
  computeNotional,
  type InstrumentId,
  isLive,
  isYesBuy,
  type Leg,
  type Notional,
  type Order,
  PRICE_ONE,
  type Price,
  positionKey,
  remainingQty,
  type SubaccountId,
  scopeKey,
  type TokenSide,
  type VenueName,
} from '#contract';
import {
  addBounds,
  type Bounds,
  boundReservedCash,
  type CashClaim,
  computeCashNeeded,
  computeClosableQty,
  EXACT,
  getBestTakerPrice,
  getTakeSide,
} from '#domain';
import { type Clock, type MarketView, wait } from '#ports';
import type { StateStore } from '../state-store.ts';
import type { CashByVenue } from './cash-holds.ts';

export interface ReservedCashDeps {
  readonly store: StateStore;
  readonly market: MarketView;
}

/** The unfilled part of a leg, as it is and as a pending amend would leave it. */
interface LegClaims {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly tokenSide: TokenSide;
  readonly claim: CashClaim;
  readonly pending: CashClaim; // equals `claim` without a pending amend
}

const SLICE_SIZE = 500; // orders summed before the event loop may run other work

/**
 * The cash that the live orders of a subaccount need at each venue. A position is counted as closed once only. Yields
 * after each slice of orders, so that a caller can let the event loop run other work.
 */
export function* sumReserved(
  accountId: AccountId,
  subaccountId: SubaccountId,
  deps: ReservedCashDeps,
): Generator<undefined, CashByVenue> {
  const { store, market } = deps;
  const sums = new Map<VenueName, Notional>();
  const closed = new Map<string, bigint>();
  const orders = store.state.exposure.bySubaccount.get(scopeKey(accountId, subaccountId));
  for (const [index, order] of orders.entries()) {
    if (index > 0 && index % SLICE_SIZE === 0) yield;
    for (const { venue, instrumentId, tokenSide, claim, pending } of listClaims(order, market)) {
      const key = positionKey(accountId, subaccountId, instrumentId);
      const net = store.state.positions.get(key)?.net ?? 0n;
      const used = `${key} ${claim.side} ${claim.outcome}`;
      const before = tokenSide === null ? (closed.get(used) ?? 0n) : 0n; // each token is sold by one leg
      closed.set(used, before + claim.qty);
      const fees = market.estimateFees(market.instrument(instrumentId));
      const [present, requested] = [claim, pending].map((terms) =>
        computeCashNeeded(terms, fees, computeClosableQty({ ...terms, tokenSide }, net) - before),
      ) as [Notional, Notional];
      const needed = requested > present ? requested : present;
      sums.set(venue, ((sums.get(venue) ?? 0n) + needed) as Notional);
    }
  }
  return sums;
}

/** Runs it to its end in one step. */
export function sumReservedAtOnce(...call: Parameters<typeof sumReserved>): CashByVenue {
  const sum = sumReserved(...call);
  for (let step = sum.next(); ; step = sum.next()) if (step.done === true) return step.value;
}

/** Sums it up slice by slice: entries may come between. */
export async function sumReservedInSlices(
  accountId: AccountId,
  subaccountId: SubaccountId,
  deps: ReservedCashDeps & { readonly clock: Clock },
): Promise<CashByVenue> {
  const sum = sumReserved(accountId, subaccountId, deps);
  let step = sum.next();
  for (; step.done !== true; step = sum.next()) await wait(deps.clock, 0);
  return step.value;
}

/** What a venue may block for all live orders of its account, and what orders in doubt may have done there already. */
export interface OrderBounds {
  readonly reserved: { readonly least: bigint; readonly most: bigint };
  readonly inDoubt: Bounds; // of the cash
}

export const NO_ORDERS: OrderBounds = { reserved: { least: 0n, most: 0n }, inDoubt: EXACT };

export function boundOrders(venue: VenueName, { store, market }: ReservedCashDeps): OrderBounds {
  const claims = new Map<InstrumentId, CashClaim[]>();
  let [least, most, inDoubt] = [0n, 0n, EXACT];
  for (const order of store.state.orders.values()) {
    for (const { venue: at, instrumentId, claim, pending, isInDoubt } of listClaims(order, market)) {
      if (at !== venue) continue;
      const terms = pending.qty * pending.price > claim.qty * claim.price ? pending : claim;
      const known = claims.get(instrumentId) ?? [];
      if (known.length === 0) claims.set(instrumentId, known);
      known.push(terms);
      const isSure = !isInDoubt && pending.price === claim.price && pending.qty === claim.qty;
      if (isSure) continue;
      const fees = market.estimateFees(market.instrument(instrumentId));
      const paid = computeCashNeeded(terms, fees, 0n);
      inDoubt = addBounds(inDoubt, { low: 0n - paid, high: paid + computeNotional(PRICE_ONE, terms.qty) });
    }
  }
  for (const [instrumentId, own] of claims) {
    const net = store.state.exposure.netQty(instrumentId); // the venue nets the positions of all subaccounts
    const fees = market.estimateFees(market.instrument(instrumentId));
    for (const isBuy of [true, false]) {
      const side = own.filter((claim) => isYesBuy(claim.side, claim.outcome) === isBuy);
      const range = boundReservedCash(side, fees, isBuy ? -net : net);
      least += range.least;
      most += range.most;
    }
  }
  return { reserved: { least, most }, inDoubt };
}

/** The unfilled parts of the live legs. A MARKET leg without a book has no price and is left out. */
function listClaims(
  order: Order,
  market: MarketView,
): readonly (LegClaims & { readonly isInDoubt: boolean })[] {
  return order.legs.flatMap((leg) => {
    const { venue, instrumentId, tokenSide, outcome, status } = leg;
    const price = isLive(status)
      ? (leg.price ?? findBestPrice(market, instrumentId, order.side, outcome))
      : null;
    if (price === null) return [];
    const claim = { side: order.side, outcome, price, qty: remainingQty(leg) };
    const pending = { ...claim, ...findPendingTerms(order, leg) };
    const isInDoubt = status === 'PENDING_SUBMISSION';
    return [{ venue, instrumentId, tokenSide, claim, pending, isInDoubt }];
  });
}

/** The price at which an order of this side and outcome would first trade; null for an empty side. */
export function findBestPrice(
  market: MarketView,
  instrumentId: InstrumentId,
  side: Order['side'],
  outcome: Leg['outcome'],
): Price | null {
  const book = market.book(instrumentId)?.book;
  return book === undefined ? null : getBestTakerPrice(getTakeSide(book, side, outcome));
}

function findPendingTerms({ pendingAmend }: Order, leg: Leg): Partial<Pick<CashClaim, 'price' | 'qty'>> {
  const target = pendingAmend?.legs.find((candidate) => candidate.leg === leg.leg);
  if (target === undefined) return {};
  const qty = remainingQty({ ...leg, qty: target.qty, atVenue: null });
  return target.price === null ? { qty } : { price: target.price, qty };
}
