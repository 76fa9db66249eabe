import { minQty, type Notional, notionalOf, PRICE_ONE, type Price, type Qty } from '../kernel/decimal.ts';
import type { Side } from '../orders/order.ts';
import { isWithinLimit, takePrice } from './executable.ts';
import { priceSpent, type Route } from './screen.ts';
import { asNumber, type Units } from './units.ts';

/**
 * What a member shows a taker within the limit, best level first, as plain numbers: reading a book is most of
 * what a plan does, and numbers are many times as quick as bigints.
 */
export interface Depth {
  readonly prices: readonly number[]; // own terms, in units
  readonly qtys: readonly number[]; // in units
  readonly held: number; // all of them together
  readonly isWhole: boolean; // false: the books hold more than numbers can count, and the rest is not seen
}

/** 45 million contracts. Twice as many 1e-8 of them are still a safe integer. */
export const SEEN_MAX = 4_500_000_000_000_000;
const SEEN = BigInt(SEEN_MAX); // bigints are compared the more quickly with their like

/**
 * The levels that hold `enough` together, or all within the limit. Null when one is no whole number of units.
 *
 * The quotient of safe integers is a whole number only where one divides the other: it cannot be as near to
 * one as a double's last place otherwise.
 */
export function readDepth({ from, limit }: Route, side: Side, enough: number, units: Units): Depth | null {
  const prices: number[] = [];
  const qtys: number[] = [];
  const one = Number(PRICE_ONE) / units.price;
  const worst = limit === null ? worstOf(side) : Number(limit) / units.price;
  let held = 0;
  for (const level of from.levels) {
    if (held >= enough) break;
    const quoted = asNumber(level.price) / units.price;
    const price = from.isMirrored ? one - quoted : quoted;
    if (side === 'BUY' ? price > worst : price < worst) break;
    const qty = (level.qty > SEEN ? SEEN_MAX : asNumber(level.qty)) / units.qty;
    if (price !== Math.floor(price) || qty !== Math.floor(qty)) return null;
    prices.push(price);
    qtys.push(qty);
    held += qty;
  }
  return { prices, qtys, held, isWhole: held * units.qty < SEEN_MAX };
}

const worstOf = (side: Side): number =>
  side === 'BUY' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;

/** All that is held within the limit, or `enough` of it. */
export function depthOf({ from, limit }: Route, side: Side, enough: Qty): Qty {
  let held = 0n as Qty;
  for (const level of from.levels) {
    if (held >= enough || !isWithinLimit(side, takePrice(from, level), limit)) break;
    held = (held + level.qty) as Qty;
  }
  return minQty(held, enough);
}

/** The smallest quantity that spends `least`; null when the depth, or `enough` of it, spends less. */
export function qtyWorth({ from, limit }: Route, side: Side, least: Notional, enough: Qty): Qty | null {
  let missing: bigint = least;
  let before = 0n;
  for (const level of from.levels) {
    const own = takePrice(from, level);
    if (before >= enough || !isWithinLimit(side, own, limit)) return null;
    const price: Price = priceSpent(side, own);
    const spent = notionalOf(price, level.qty);
    if (missing <= spent) return (before + (missing + price - 1n) / price) as Qty;
    missing -= spent;
    before += level.qty;
  }
  return null;
}
