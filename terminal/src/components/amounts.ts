import { type Notional, parseDecimal, renderNotional } from '../../../src/contract/model/money.ts';

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;
/** Decimals of fees in a column of single fills and legs, which may be below a cent. */
export const FEE_PLACES = 4;

const PLACES = 16; // decimals of a notional, the most precise figure of the API

/** A canonical decimal with its whole part in groups: `1520.5` as `1,520.5`. */
export function showAmount(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(GROUPS, ',').replace('-', '−');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Money rounded half up (away from zero) to `places`, two if not given: `-3.155` as `−$3.16`. For display only. */
export function showMoney(text: string, places = 2): string {
  const [units, step] = [toNotional(text), toStep(places)];
  const steps = ((units < 0n ? -units : units) + step / 2n) / step;
  return renderMoney(units < 0n ? -steps * step : steps * step, places);
}

/** A fee rounded up, so that it is never shown lower than it is: `0.63588` as `$0.64`. For display only. */
export const showFee = (text: string, places = 2): string => showMoney(roundUp(text, places), places);

/** An amount rounded up to `places`; a rebate (negative) becomes smaller. */
export function roundUp(text: string, places = 2): string {
  const [units, step] = [toNotional(text), toStep(places)];
  const steps = units / step + (units % step > 0n ? 1n : 0n);
  return renderNotional((steps * step) as Notional);
}

/** A gain or loss to the cent, with its sign: `3.1` as `+$3.10`. */
export const showGain = (text: string): string =>
  `${compareAmounts(text, '0') > 0 ? '+' : ''}${showMoney(text)}`;

/** price × qty, exact; null if either is not a decimal. */
export function computeCost(price: string, qty: string): string | null {
  const [each, count] = [parseDecimal(price), parseDecimal(qty)];
  return each === null || count === null ? null : renderNotional((each * count) as Notional);
}

/** The sum of canonical decimals, negative ones too; exact. */
export const sumAmounts = (texts: readonly string[]): string =>
  renderNotional(texts.reduce((sum, text) => sum + toNotional(text), 0n) as Notional);

export const subtractAmounts = (text: string, less: string): string => sumAmounts([text, negated(less)]);

export const negated = (text: string): string =>
  text.startsWith('-') ? text.slice(1) : text === '0' ? '0' : `-${text}`;

/** Negative, zero or positive if the first is less than, equal to or greater than the second. */
export function compareAmounts(text: string, other: string): number {
  const [units, others] = [toNotional(text), toNotional(other)];
  return units === others ? 0 : units > others ? 1 : -1;
}

/** The part divided by the whole, 0 to 1. A float, only for the length of a bar. */
export function computeShare(part: string, whole: string): number {
  const total = Number(whole);
  return total <= 0 ? 0 : Math.max(0, Math.min(1, Number(part) / total));
}

const toStep = (places: number): bigint => 10n ** BigInt(PLACES - places);

function renderMoney(units: bigint, places: number): string {
  const [whole = '0', fraction = ''] = renderNotional(units as Notional)
    .replace('-', '')
    .split('.');
  return `${units < 0n ? '−' : ''}$${whole.replace(GROUPS, ',')}.${fraction.padEnd(places, '0')}`;
}

/** Units of 1e-16 of a canonical decimal, negative ones too. */
export function toNotional(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
  return text.startsWith('-') ? -units : units;
}
