import { complement, ONE, parsePrice, renderDecimal } from '../../../src/domain/model/money.ts';

/** How a probability is written: in cents of a contract, in percent, or as decimal odds. */
export const PRICE_FORMATS = ['cents', 'percent', 'odds'] as const;
export type PriceFormat = (typeof PRICE_FORMATS)[number];

/** `0.475` as `47.5¢`, `47.5%` or `2.11`. Exact but for odds, which have two places. */
export function showPrice(text: string, format: PriceFormat): string {
  const price = parsePrice(text);
  if (price === null) return text;
  if (format === 'odds') return oddsOf(price);
  return `${renderDecimal(price * 100n)}${format === 'cents' ? '¢' : '%'}`;
}

/** Prices of one column, with as many places each as the longest needs, so that their points stand in line. */
export function showPrices(texts: readonly string[], format: PriceFormat): readonly string[] {
  const shown = texts.map((text) => showPrice(text, format));
  const places = Math.max(0, ...shown.map(placesOf));
  return shown.map((text) => withPlaces(text, places));
}

const placesOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

function withPlaces(text: string, places: number): string {
  const missing = places - placesOf(text);
  if (missing === 0) return text;
  const point = placesOf(text) === 0 ? '.' : '';
  return text.replace(/[\d.]+/, (figure) => `${figure}${point}${'0'.repeat(missing)}`);
}

/** What one pays back, stake included, rounded to two places. */
function oddsOf(price: bigint): string {
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

/** The same price seen from the other outcome. */
export function flipPrice(text: string): string {
  const price = parsePrice(text);
  return price === null ? text : renderDecimal(complement(price));
}

/** What one price stands above another, as a price; `-` in front when it is below. */
export function spreadOf(bid: string, ask: string): string {
  const [low, high] = [parsePrice(bid), parsePrice(ask)];
  return low === null || high === null ? '' : renderDecimal(high - low);
}
