import assert from 'node:assert/strict';

/** Exact decimals implemented for the tests, independent of the service's arithmetic. */
export const PLACES = 8;
export const ONE = 10n ** BigInt(PLACES);

/** `"-0.25"` → -25000000n: units of 1e-8, or of another power. Throws for text that is no decimal. */
export function parseUnits(text: string, places = PLACES): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[3] ?? '';
  if (match === null || fraction.length > places) throw new Error(`no decimal of ${places} places: ${text}`);
  const value = BigInt(`${match[2]}${fraction.padEnd(places, '0')}`);
  return match[1] === '-' ? -value : value;
}

/** The canonical text: no trailing zeros, no bare point, zero without a sign. */
export function renderUnits(value: bigint, places = PLACES): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = digits.slice(0, -places);
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The quotient rounded to the nearest integer, ties to even. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  if (divisor < 0n) return divideHalfEven(-dividend, -divisor);
  const quotient = dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);
  const twice = 2n * (dividend - quotient * divisor);
  if (twice === divisor) return quotient % 2n === 0n ? quotient : quotient + 1n;
  return twice > divisor ? quotient + 1n : quotient;
}

export const sumDecimals = (values: readonly string[]): bigint =>
  values.reduce((sum, value) => sum + parseUnits(value), 0n);

/** A fee or a mark, which is null where it is not known. */
export const known = (value: string | null): string => value ?? assert.fail('the value is known');
