import { complement, ONE, parsePrice, renderDecimal } from '../../../src/contract/model/money.ts';

/** How a price is shown: in cents of a contract, in percent, or as decimal odds. */
export const PRICE_FORMATS = ['cents', 'percent', 'odds'] as const;
export type PriceFormat = (typeof PRICE_FORMATS)[number];

/** `0.475` as `47.5¢`, `47.5%` or `2.11`. Exact but for odds, which have two places. */
export function showPrice(text: string, format: PriceFormat): string {
  const price = parsePrice(text);
  if (price === null) return text;
  if (format === 'odds') return toOdds(price);
  return `${renderDecimal(price * 100n)}${format === 'cents' ? '¢' : '%'}`;
}

/** Prices of one column, padded to the same number of decimals so that their points align. */
export function showPrices(texts: readonly string[], format: PriceFormat): readonly string[] {
  const shown = texts.map((text) => showPrice(text, format));
  const places = Math.max(0, ...shown.map(countDecimals));
  return shown.map((text) => withPlaces(text, places));
}

const countDecimals = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

function withPlaces(text: string, places: number): string {
  const missing = places - countDecimals(text);
  if (missing === 0) return text;
  const point = countDecimals(text) === 0 ? '.' : '';
  return text.replace(/[\d.]+/, (figure) => `${figure}${point}${'0'.repeat(missing)}`);
}

/** Decimal odds: the payout per unit staked, stake included, rounded to two places. */
function toOdds(price: bigint): string {
  if (price === 0n) return '–';
  const hundredths = String((ONE * 100n + price / 2n) / price).padStart(3, '0');
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
}

const AVERAGE_STEP = 10_000n; // a hundredth of a cent

/** An average, rounded half up to a hundredth of a cent: `0.53281056` as `53.28¢`. */
export function showAverage(text: string, format: PriceFormat): string {
  const price = parsePrice(text);
  if (price === null) return text;
  const rounded = ((price + AVERAGE_STEP / 2n) / AVERAGE_STEP) * AVERAGE_STEP;
  return showPrice(renderDecimal(rounded), format);
}

/** The price of the other outcome: 1 − price. */
export function flipPrice(text: string): string {
  const price = parsePrice(text);
  return price === null ? text : renderDecimal(complement(price));
}

/** Ask minus bid as a decimal; negative when the book is crossed. */
export function computeSpread(bid: string, ask: string): string {
  const [low, high] = [parsePrice(bid), parsePrice(ask)];
  return low === null || high === null ? '' : renderDecimal(high - low);
}
