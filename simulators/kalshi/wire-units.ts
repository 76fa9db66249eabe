import { type Notional, ONE, type Price, type Qty } from '#contract';

/** 0.01 contracts, the smallest count step; 1e-8 units. */
export const COUNT_STEP = 1_000_000n as Qty;
const PER_TEN_THOUSANDTH = 1_000_000_000_000n; // 1e-16 units in $0.0001
const PER_MILLIONTH = 10_000_000_000n; // 1e-16 units in $0.000001
const PER_CENT = 100_000_000_000_000n; // 1e-16 units in $0.01

/** Formats a price: `0.4700`. */
export const price4 = (price: bigint): string => fixed(price / 10_000n, 4);
/** Formats a count: `10.00`. */
export const count2 = (qty: bigint): string => fixed(qty / COUNT_STEP, 2);
/** Formats dollars with four decimals, rounded down. */
export const money4 = (money: Notional): string => fixed(floorDivide(money, PER_TEN_THOUSANDTH), 4);
/** Formats dollars with six decimals; exact for all amounts of the exchange. */
export const money6 = (money: Notional): string => fixed(floorDivide(money, PER_MILLIONTH), 6);
/** Whole cents, rounded down. */
export const cents = (money: Notional): number => Number(floorDivide(money, PER_CENT));

/** Formats a time as `2026-11-20T15:36:40.866000Z`: millisecond clock, microsecond digits. */
export const rfc3339 = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');

/** Parses a count: a string above zero with at most two decimals. */
export function parseCount(input: unknown): Qty | null {
  const units = parseFixed(input, 2);
  return units === null || units === 0n ? null : ((units * COUNT_STEP) as Qty);
}

/** Parses a price: a string with at most four decimals. Does not check the price grid. */
export function parsePrice4(input: unknown): Price | null {
  const units = parseFixed(input, 4);
  return units === null ? null : ((units * 10_000n) as Price);
}

/** Parses dollars with at most four decimals. */
export function parseMoney(input: unknown): Notional | null {
  const units = parseFixed(input, 4);
  return units === null ? null : ((units * PER_TEN_THOUSANDTH) as Notional);
}

/** Converts a JSON number of a listing (`0.5`) to 1e-8 units. */
export const toScaled = (value: number): bigint => BigInt(Math.round(value * Number(ONE)));

export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

function parseFixed(input: unknown, digits: number): bigint | null {
  if (typeof input !== 'string') return null;
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(input);
  if (match === null) return null;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return null;
  return BigInt(match[1] + fraction.padEnd(digits, '0'));
}

function fixed(units: bigint, digits: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${units < 0n ? '-' : ''}${text.slice(0, point)}.${text.slice(point)}`;
}
