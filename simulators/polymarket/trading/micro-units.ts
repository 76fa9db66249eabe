import { type Brand, ONE, type Price, parseDecimal, type Qty } from '#contract';

/** Money and shares in on-chain units of 1e-6. */
export type Micro = Brand<bigint, 'Micro'>;

/** Units of the domain model (1e-8) per micro unit. */
const PER_MICRO = 100n;
export const MICRO_ONE = 1_000_000n as Micro;

export const toMicro = (units: bigint): Micro => (units / PER_MICRO) as Micro;
export const toQty = (micro: Micro): Qty => (micro * PER_MICRO) as Qty;

/** Parses a decimal text; null when it is invalid or has more than six decimals. */
export function parseMicro(text: string): Micro | null {
  const units = parseDecimal(text);
  return units === null || units % PER_MICRO !== 0n ? null : toMicro(units);
}

/** Shares × price, rounded down to a micro unit. */
export const costDown = (shares: bigint, price: Price): Micro => ((shares * price) / ONE) as Micro;

/** Shares × price, rounded up to a micro unit. */
export const costUp = (shares: bigint, price: Price): Micro => ((shares * price + ONE - 1n) / ONE) as Micro;

/** Formats micro units without trailing zeros. */
export function renderMicro(micro: bigint): string {
  const text = micro.toString().padStart(7, '0');
  const fraction = text.slice(-6).replace(/0+$/, '');
  return fraction === '' ? text.slice(0, -6) : `${text.slice(0, -6)}.${fraction}`;
}

/** Formats a price with the decimals of its tick, as in the venue's books: 0.50. */
export function renderPrice(price: Price, tick: Price): string {
  const decimals = priceDecimals(tick);
  return `0.${price.toString().padStart(8, '0').slice(0, decimals)}`;
}

/** The number of decimals of a tick. */
export function priceDecimals(tick: Price): number {
  return tick.toString().padStart(8, '0').replace(/0+$/, '').length;
}
