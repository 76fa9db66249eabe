import {
  type AccountId,
  type Book,
  complement,
  type InstrumentId,
  isLive,
  isYesBuy,
  type Leg,
  type Level,
  type Order,
  type OrderId,
  type Outcome,
  type Price,
  type Qty,
  remainingQty,
  type Side,
} from '#contract';

/** A leg that may trade at once. Price and outcome are the instrument's own. */
export interface Taker {
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly price: Price | null; // null for MARKET
  readonly qty: Qty;
}

/** A live leg on the other side of a taker, at a price that the taker accepts. */
export interface CrossedLeg {
  readonly order: Order;
  readonly yesPrice: Price | null; // null for MARKET: it may rest at any price until it is closed
  readonly qty: Qty;
}

/**
 * The live legs of these orders that the taker's limit crosses, the taker's best price first. A leg that is being
 * amended counts at the price that is easier to reach, and one that is not acknowledged counts too: it may rest.
 *
 * @param orders  live orders of any account, at least those that `RestingOrderIndex.findCrossed` returns
 */
export function findCrossedLegs(orders: readonly Order[], taker: Taker): readonly CrossedLeg[] {
  const isBuy = isYesBuy(taker.side, taker.outcome);
  const limit = toYesPrice(taker.outcome, taker.price);
  return orders
    .flatMap((order) =>
      order.legs
        .filter((leg) => isOpposite(order, leg, taker.instrumentId, isBuy))
        .map((leg) => ({ order, yesPrice: findEasiestPrice(order, leg, isBuy), qty: remainingQty(leg) })),
    )
    .filter(({ yesPrice }) => isCrossed(yesPrice, limit, isBuy))
    .sort((a, b) => compare(a.yesPrice, b.yesPrice, isBuy));
}

/**
 * The crossed legs that the taker reaches when it fills its quantity from the book. Quantity of others at a better
 * price is taken first. At the same price the own order may be first, so it counts as reached. Without a book every
 * crossed leg does.
 *
 * @param own  of the taker's account, as `findCrossedLegs` returns them
 */
export function findReachedLegs(
  own: readonly CrossedLeg[],
  taker: Taker,
  book: Book | null,
): readonly CrossedLeg[] {
  return own.filter(({ yesPrice }) => countAhead(own, taker, book, yesPrice) < taker.qty);
}

/** The quantity of others that the taker fills before it reaches this price. Zero without a book. */
export function countAhead(
  own: readonly CrossedLeg[],
  { side, outcome }: Taker,
  book: Book | null,
  yesPrice: Price | null,
): bigint {
  if (book === null || yesPrice === null) return 0n;
  const isBuy = isYesBuy(side, outcome);
  const better = (isBuy ? book.asks : book.bids).filter(({ price }) => isWorse(yesPrice, price, isBuy));
  return better.reduce((sum, level) => sum + countOthers(level, own), 0n);
}

function countOthers({ price, qty }: Level, own: readonly CrossedLeg[]): bigint {
  const ours = own.reduce((sum, leg) => sum + (leg.yesPrice === price ? leg.qty : 0n), 0n);
  return qty > ours ? qty - ours : 0n;
}

function isOpposite(order: Order, leg: Leg, instrumentId: InstrumentId, isBuy: boolean): boolean {
  if (leg.instrumentId !== instrumentId || !isLive(leg.status)) return false;
  return isYesBuy(order.side, leg.outcome) !== isBuy;
}

/** The leg's price, or the price of its pending amend if a taker of that side reaches it sooner. */
export function findEasiestPrice({ pendingAmend }: Order, leg: Leg, isBuy: boolean): Price | null {
  const present = toYesPrice(leg.outcome, leg.price);
  const target = pendingAmend?.legs.find((each) => each.leg === leg.leg)?.price ?? null;
  if (present === null || target === null) return present;
  const amended = toYesPrice(leg.outcome, target) ?? present;
  return isWorse(present, amended, isBuy) ? amended : present;
}

/** True if a taker of that side with this limit accepts the price. A limit or a price of null is that of MARKET. */
export const isCrossed = (yesPrice: Price | null, limit: Price | null, isBuy: boolean): boolean =>
  limit === null || yesPrice === null || !isWorse(yesPrice, limit, isBuy);

/** True if a taker prefers `other`: a buyer the lower price, a seller the higher one. */
const isWorse = (price: Price, other: Price, isBuy: boolean): boolean =>
  isBuy ? price > other : price < other;

function compare(a: Price | null, b: Price | null, isBuy: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return isWorse(a, b, isBuy) ? 1 : -1;
}

export const toYesPrice = (outcome: Outcome, price: Price | null): Price | null =>
  price === null || outcome === 'YES' ? price : complement(price);

/** The orders of one account. */
export const ofAccount = (
  orders: readonly Order[],
  accountId: AccountId,
  except: OrderId | null,
): readonly Order[] => orders.filter((order) => order.accountId === accountId && order.id !== except);
