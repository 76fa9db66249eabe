import { parseDecimal, renderDecimal } from '../../../src/core/kernel/decimal.ts';

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

/** A canonical decimal with its whole part in groups: `1520.5` as `1,520.5`. */
export function showAmount(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(GROUPS, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Money with at least two places and what is beyond them cut off at four: `-3.1` as `−$3.10`. */
export function showMoney(text: string): string {
  const isNegative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const places = fraction.padEnd(2, '0').slice(0, 4);
  const kept = places.replace(/(\d{2})0+$/, '$1');
  return `${isNegative ? '−' : ''}$${whole.replace(GROUPS, ',')}.${kept}`;
}

/** price × qty, exact; null while either is not a decimal. */
export function costOf(price: string, qty: string): string | null {
  const [each, count] = [parseDecimal(price), parseDecimal(qty)];
  return each === null || count === null ? null : renderDecimal((each * count) / 100_000_000n);
}

export const isDecimal = (text: string): boolean => parseDecimal(text) !== null;

/** The sum of canonical decimals, negative ones too. */
export function sumOf(texts: readonly string[]): string {
  const units = texts.reduce((sum, text) => sum + signedUnits(text), 0n);
  return renderDecimal(units);
}

/** Figures beyond eight places, as fees have, count with their first eight. */
function signedUnits(text: string): bigint {
  const isNegative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = parseDecimal(fraction === '' ? whole : `${whole}.${fraction.slice(0, 8)}`) ?? 0n;
  return isNegative ? -units : units;
}
