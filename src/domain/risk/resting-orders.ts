import {
  type AccountId,
  getIdNumber,
  type InstrumentId,
  isLive,
  isYesBuy,
  type Level,
  type Order,
  type OrderId,
  type Price,
  remainingQty,
} from '#contract';
import { findEasiestPrice, isCrossed, type Taker, toYesPrice } from './self-trade.ts';

/** Live orders with a leg at one price of one side. */
type PriceLevel = Map<OrderId, Order>;

/** The levels of one side of an instrument by price in YES terms; null is the price of MARKET. */
type Levels = Map<Price | null, PriceLevel>;

/** One side of an instrument: its id for the buys, the negative id for the sells. */
type SideKey = number;

/** Where one leg of an order is found. */
interface Place {
  readonly side: SideKey;
  readonly price: Price | null;
}

/**
 * The live orders by instrument, side and price, so that the orders that a taker crosses are found without reading
 * the others. Derived from the orders, never stored.
 *
 * docs/decisions/processor-time.md
 */
export class RestingOrderIndex {
  readonly #sides = new Map<SideKey, Levels>();
  readonly #places = new Map<OrderId, readonly Place[]>();

  /** Indexes the present version of an order; one that has closed is no longer found. */
  put(order: Order): void {
    const places = isLive(order.status) ? findPlaces(order) : NO_PLACES;
    const before = this.#places.get(order.id) ?? NO_PLACES;
    if (!isSame(before, places)) {
      for (const place of before) this.#remove(place, order.id);
      if (places.length === 0) this.#places.delete(order.id);
      else this.#places.set(order.id, places);
    }
    for (const place of places) this.#add(place, order);
  }

  delete(order: Order): void {
    for (const place of this.#places.get(order.id) ?? []) this.#remove(place, order.id);
    this.#places.delete(order.id);
  }

  /** The live orders of any account that have a leg which the taker's limit crosses, oldest first. */
  findCrossed(taker: Pick<Taker, 'instrumentId' | 'side' | 'outcome' | 'price'>): readonly Order[] {
    const isBuy = isYesBuy(taker.side, taker.outcome);
    const levels = this.#sides.get(toSideKey(taker.instrumentId, !isBuy));
    if (levels === undefined) return NONE;
    const limit = toYesPrice(taker.outcome, taker.price);
    const found = new Map<OrderId, Order>();
    for (const [price, orders] of levels)
      if (isCrossed(price, limit, isBuy)) for (const [id, order] of orders) found.set(id, order);
    return found.size === 0
      ? NONE
      : [...found.values()].sort((a, b) => getIdNumber(a.id) - getIdNumber(b.id));
  }

  /**
   * The best price of these levels, in YES terms, at which others than this account rest. An order that is being amended
   * counts at both prices. Null when there is none.
   */
  findOthersBest(
    levels: readonly Level[],
    { instrumentId, isBuy, accountId }: { instrumentId: InstrumentId; isBuy: boolean; accountId: AccountId },
  ): Price | null {
    const own = new Map<Price | null, bigint>();
    for (const orders of this.#sides.get(toSideKey(instrumentId, isBuy))?.values() ?? [])
      for (const order of orders.values()) {
        if (order.accountId !== accountId) continue;
        for (const leg of order.legs) {
          if (leg.instrumentId !== instrumentId || !isLive(leg.status)) continue;
          const prices = [isBuy, !isBuy].map((side) => findEasiestPrice(order, leg, side));
          for (const price of new Set(prices)) own.set(price, (own.get(price) ?? 0n) + remainingQty(leg));
        }
      }
    return levels.find(({ price, qty }) => qty > (own.get(price) ?? 0n))?.price ?? null;
  }

  /** The open quantity of an account that may have traded at prices from `lowest` to `highest`, in YES terms. */
  sumReached({
    instrumentId,
    accountId,
    lowest,
    highest,
  }: {
    readonly instrumentId: InstrumentId;
    readonly accountId: AccountId;
    readonly lowest: Price;
    readonly highest: Price;
  }): bigint {
    let open = 0n;
    for (const isBuy of [true, false])
      for (const [price, orders] of this.#sides.get(toSideKey(instrumentId, isBuy)) ?? []) {
        const isReached = price === null || (isBuy ? price >= lowest : price <= highest);
        if (!isReached) continue;
        for (const order of orders.values())
          if (order.accountId === accountId)
            for (const leg of order.legs)
              if (leg.instrumentId === instrumentId && isLive(leg.status)) open += remainingQty(leg);
      }
    return open;
  }

  #add({ side, price }: Place, order: Order): void {
    let levels = this.#sides.get(side);
    if (levels === undefined) this.#sides.set(side, (levels = new Map()));
    const level = levels.get(price);
    if (level === undefined) levels.set(price, new Map([[order.id, order]]));
    else level.set(order.id, order);
  }

  #remove({ side, price }: Place, id: OrderId): void {
    const levels = this.#sides.get(side);
    const level = levels?.get(price);
    level?.delete(id);
    if (level?.size === 0) levels?.delete(price);
    if (levels?.size === 0) this.#sides.delete(side);
  }
}

const NONE: readonly Order[] = [];
const NO_PLACES: readonly Place[] = [];

const toSideKey = (instrumentId: InstrumentId, isBuy: boolean): SideKey =>
  isBuy ? instrumentId : -1 * instrumentId;

/** One place for each live leg, at the price that a taker reaches first. */
function findPlaces(order: Order): readonly Place[] {
  const places: Place[] = [];
  for (const leg of order.legs) {
    if (!isLive(leg.status)) continue;
    const isBuy = isYesBuy(order.side, leg.outcome);
    const price = findEasiestPrice(order, leg, !isBuy);
    places.push({ side: toSideKey(leg.instrumentId, isBuy), price });
  }
  return places;
}

const isSame = (before: readonly Place[], after: readonly Place[]): boolean =>
  before.length === after.length &&
  before.every(({ side, price }, index) => side === after[index]?.side && price === after[index].price);
