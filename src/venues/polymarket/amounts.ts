import type { Price, Qty } from '../../core/kernel/decimal.ts';
import type { Side } from '../../core/orders/order.ts';

/** What an order gives and wants, in units of 1e-6 of pUSD or of a share. */
export interface Amounts {
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
}

const QTY_PER_UNIT = 100n; // 1e-8 to 1e-6
const NOTIONAL_PER_UNIT = 10_000_000_000n; // 1e-16 to 1e-6
const TWO_DECIMALS = 10_000n; // in units of 1e-6
const FOUR_DECIMALS = 100n;

/**
 * Amounts of an order that may rest (GTC, GTD). Sizes have two decimals, so size × price is exact on
 * every tick of the venue and nothing is rounded away.
 *
 * @param qty  1e-8 shares; what is beyond two decimals is left out
 */
export function limitAmounts(side: Side, price: Price, qty: Qty): Amounts {
  const shares = floorTo(qty / QTY_PER_UNIT, TWO_DECIMALS);
  const usd = usdOf(price, shares);
  return side === 'BUY'
    ? { makerAmount: usd, takerAmount: shares }
    : { makerAmount: shares, takerAmount: usd };
}

/**
 * Amounts of a SELL that fills at once or not at all (FAK, FOK): two decimals of shares, four of pUSD.
 * The pUSD are rounded down: that lowers the implied price by less than a tick, so nothing worse can
 * match, while rounding up would lift it above the bid it is meant for.
 */
export function killSellAmounts(price: Price, qty: Qty): Amounts {
  const makerAmount = floorTo(qty / QTY_PER_UNIT, TWO_DECIMALS);
  return { makerAmount, takerAmount: floorTo(usdOf(price, makerAmount), FOUR_DECIMALS) };
}

const usdOf = (price: Price, shares: bigint): bigint => (price * shares * QTY_PER_UNIT) / NOTIONAL_PER_UNIT;
const floorTo = (units: bigint, step: bigint): bigint => units - (units % step);
