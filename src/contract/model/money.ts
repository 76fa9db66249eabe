import type { Brand } from './ids.ts';

export type Price = Brand<bigint, 'Price'>; // 1e-8 units: 62_000_000n is 0.62
export type Qty = Brand<bigint, 'Qty'>; // 1e-8 of one contract
export type Notional = Brand<bigint, 'Notional'>; // 1e-16, so price × qty needs no rounding; also PnL and fees

const DECIMAL = /^(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,8}))?$/;
const SCALE_DIGITS = 8;
const NOTIONAL_DIGITS = 16;

/** One whole contract, or a price of 1, in units of 1e-8. */
export const ONE = 100_000_000n;
export const PRICE_ONE = ONE as Price;
export const QTY_ZERO = 0n as Qty;
export const NOTIONAL_ZERO = 0n as Notional;

/**
 * Parses a decimal string: at most 15 digits before and 8 after the point, no sign, exponent, space or
 * leading zero. Returns null for any other input: a ninth decimal is rejected, never rounded.
 *
 * @returns units of 1e-8
 */
export function parseDecimal(text: unknown): bigint | null {
  if (typeof text !== 'string') return null;
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = (match[2] ?? '').padEnd(SCALE_DIGITS, '0');
  return BigInt(match[1] + fraction);
}

export const parsePrice = (text: unknown): Price | null => parseDecimal(text) as Price | null;
export const parseQty = (text: unknown): Qty | null => parseDecimal(text) as Qty | null;

/** Canonical text of units of 1e-8: no trailing zeros, no bare point, zero is "0". */
export const renderDecimal = (units: bigint): string => render(units, SCALE_DIGITS);

/** Canonical text of a notional, PnL or fee, exact to 16 decimals. */
export const renderNotional = (units: Notional): string => render(units, NOTIONAL_DIGITS);

function render(units: bigint, digits: number): string {
  if (units === 0n) return '0'; // shortcut: most amounts of a resting order are zero
  const negative = units < 0n;
  const text = (negative ? -units : units).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  let end = text.length;
  while (end > point && text.charCodeAt(end - 1) === 48) end -= 1;
  const sign = negative ? '-' : '';
  return end === point
    ? sign + text.slice(0, point)
    : `${sign}${text.slice(0, point)}.${text.slice(point, end)}`;
}

/** Cost of `qty` at `price`, exact. */
export const computeNotional = (price: Price, qty: Qty): Notional => (price * qty) as Notional;

/** Rounds down to a multiple of `lot`, so that a leg never exceeds its order. */
export const floorToLot = (qty: Qty, lot: Qty): Qty => (qty - (qty % lot)) as Qty;

export const floorToTick = (price: Price, tick: Price): Price => (price - (price % tick)) as Price;

export function ceilToTick(price: Price, tick: Price): Price {
  const over = price % tick;
  return (over === 0n ? price : price - over + tick) as Price;
}

/** The equivalent price of the opposite outcome: YES at 0.48 is NO at 0.52. */
export const complement = (price: Price): Price => (ONE - price) as Price;

/** Quotient rounded half to even; `divisor` > 0. All averages use this rounding. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n;
  const magnitude = negative ? -dividend : dividend;
  const quotient = magnitude / divisor;
  const twice = (magnitude % divisor) * 2n;
  const up = twice > divisor || (twice === divisor && (quotient & 1n) === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** Average price of `qty` for `notional`, rounded half to even to 8 places; null for a zero quantity. */
export const averagePrice = (notional: Notional, qty: Qty): Price | null =>
  qty === 0n ? null : (divideHalfEven(notional, qty) as Price);

export const minQty = (a: Qty, b: Qty): Qty => (a < b ? a : b);
export const absolute = (units: bigint): bigint => (units < 0n ? -units : units);
