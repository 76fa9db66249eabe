import { ONE, parseDecimal, renderDecimal } from '../../../../src/contract/model/money.ts';
import type { PriceFormat } from '../../components/prices.ts';
import { showPrice } from '../../components/prices.ts';

/** A figure as it was typed: its canonical decimal, or the error. Both are null for an empty field. */
export interface TypedFigure {
  readonly value: string | null;
  readonly issue: string | null;
}

const EMPTY: TypedFigure = { value: null, issue: null };

/**
 * Reads a price: `46`, `46¢` and `46%` are 0.46, and so are `0.46`, `.46` and `0,46`. A figure below 1 without a unit is a
 * price from 0 to 1, and one from 1 is in cents; with prices shown as odds it is decimal odds, rounded down to the tick.
 */
export function readPrice(text: string, format: PriceFormat, tick: string): TypedFigure {
  const typed = text.trim().replace(/^\$/, '');
  if (typed === '') return EMPTY;
  const hasUnit = /[¢c%]$/i.test(typed);
  const figure = toUnits(hasUnit ? typed.slice(0, -1).trim() : typed);
  if (figure === null) return wrong(`Not a price. Enter one such as ${EXAMPLES[format]}.`);
  const price = toPrice(figure, hasUnit, format, parseDecimal(tick) ?? 1n);
  if (price === null) return wrong('A price has at most 6 decimals of a cent.');
  if (price <= 0n || price >= ONE) return wrong('A price is above 0¢ and below 100¢.');
  return { value: renderDecimal(price), issue: null };
}

const EXAMPLES: Readonly<Record<PriceFormat, string>> = {
  cents: '46 or 0.46',
  percent: '46% or 0.46',
  odds: '46¢, 0.46 or odds of 2.17',
};

/** Reads a quantity: `1,000`, `1 000` and `1000` are the same, and so are `2,5` and `2.5`. */
export function readQty(text: string): TypedFigure {
  if (text.trim() === '') return EMPTY;
  const units = toUnits(text.trim());
  if (units === null) return wrong('Not a number of contracts. Enter one such as 10 or 2.5.');
  return { value: renderDecimal(units), issue: null };
}

const SIZES_MAX = 6;

/** Reads sizes separated by commas or spaces, such as `10, 50, 250`. */
export function readSizes(text: string): {
  readonly sizes: readonly string[];
  readonly issue: string | null;
} {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const values = parts.map((part) => readQty(part).value);
  const sizes = [...new Set(values)].filter((value) => value !== null && value !== '0');
  if (sizes.length < parts.length) return { sizes: [], issue: 'Enter different sizes such as 10, 50, 250.' };
  if (sizes.length > SIZES_MAX)
    return { sizes: [], issue: `At most ${SIZES_MAX} sizes fit above the ladder.` };
  return { sizes: sizes as readonly string[], issue: null };
}

/** A price as it is typed into a field, with its unit: `0.46` as `46¢`. */
export const toTypedPrice = (price: string): string => showPrice(price, 'cents');

const wrong = (issue: string): TypedFigure => ({ value: null, issue });

/** Units of 1e-8; null if the figure needs more decimals. */
function toPrice(figure: bigint, hasUnit: boolean, format: PriceFormat, tick: bigint): bigint | null {
  if (!hasUnit && figure < ONE) return figure;
  if (!hasUnit && format === 'odds') {
    const exact = (ONE * ONE) / figure;
    return exact - (exact % tick);
  }
  return figure % 100n === 0n ? figure / 100n : null;
}

const GROUPED = /^[1-9]\d{0,2}(?:([ ,.'’_\u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

/** Parses a number with `.` or `,` as its decimal sign and optional groups of thousands; units of 1e-8. */
function toUnits(text: string): bigint | null {
  const [, separator] = GROUPED.exec(text) ?? [];
  const isGroup =
    separator !== undefined && (separator !== '.' || text.split('.').length > 2 || text.includes(','));
  const plain = (isGroup ? text.split(separator).join('') : text).replace(',', '.');
  const [, whole = '', fraction = ''] = /^(\d*)\.?(\d*)$/.exec(plain) ?? [];
  if (whole === '' && fraction === '') return null;
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const kept = fraction.replace(/0+$/, '');
  return parseDecimal(kept === '' ? digits : `${digits}.${kept}`);
}
