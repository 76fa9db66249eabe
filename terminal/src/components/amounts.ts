import { type Notional, parseDecimal, renderNotional } from '../../../src/domain/model/money.ts';

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;
const PLACES = 16; // decimals of a notional, the most precise figure of the API
const CENT = 10n ** 14n; // in units of 1e-16

/** A canonical decimal with its whole part in groups: `1520.5` as `1,520.5`. */
export function showAmount(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(GROUPS, ',').replace('-', '−');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Money with at least two places and at most four; further digits are cut off: `-3.1` as `−$3.10`. */
export function showMoney(text: string): string {
  const isNegative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const places = fraction.padEnd(2, '0').slice(0, 4);
  const kept = places.replace(/^(\d{2}\d*?)0+$/, '$1');
  return `${isNegative ? '−' : ''}$${whole.replace(GROUPS, ',')}.${kept}`;
}

/** Money rounded to the cent, half away from zero; for display only. */
export function showCents(text: string): string {
  const units = toUnits(text);
  const cents = ((units < 0n ? -units : units) + CENT / 2n) / CENT;
  const shown = showMoney(renderNotional((cents * CENT) as Notional));
  return units < 0n && cents > 0n ? `−${shown}` : shown;
}

/** A gain or loss to the cent, with its sign: `3.1` as `+$3.10`. */
export const showGain = (text: string): string =>
  `${compareAmounts(text, '0') > 0 ? '+' : ''}${showCents(text)}`;

/** price × qty, exact; null if either is not a decimal. */
export function computeCost(price: string, qty: string): string | null {
  const [each, count] = [parseDecimal(price), parseDecimal(qty)];
  return each === null || count === null ? null : renderNotional((each * count) as Notional);
}

export const isDecimal = (text: string): boolean => parseDecimal(text) !== null;

/** The sum of canonical decimals, negative ones too; exact. */
export const sumAmounts = (texts: readonly string[]): string =>
  renderNotional(texts.reduce((sum, text) => sum + toUnits(text), 0n) as Notional);

export const subtractAmounts = (text: string, less: string): string => sumAmounts([text, negated(less)]);

export const negated = (text: string): string =>
  text.startsWith('-') ? text.slice(1) : text === '0' ? '0' : `-${text}`;

/** Negative, zero or positive if the first is less than, equal to or greater than the second. */
export function compareAmounts(text: string, other: string): number {
  const [units, others] = [toUnits(text), toUnits(other)];
  return units === others ? 0 : units > others ? 1 : -1;
}

/** The part divided by the whole, 0 to 1. A float, only for the length of a bar. */
export function computeShare(part: string, whole: string): number {
  const total = Number(whole);
  return total <= 0 ? 0 : Math.max(0, Math.min(1, Number(part) / total));
}

function toUnits(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
  return text.startsWith('-') ? -units : units;
}
