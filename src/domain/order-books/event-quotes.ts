import {
  type Book,
  divideHalfEven,
  type InstrumentId,
  type Level,
  type MarketStatus,
  PRICE_ONE,
  type Price,
  type Qty,
} from '#contract';
import { computeMid } from './live-order-book.ts';

/** One instrument of an event with its book; null when there is none. `isLive`: orders may be routed on it. */
export interface EventQuote {
  readonly instrumentId: InstrumentId;
  readonly status: MarketStatus;
  readonly book: Pick<Book, 'bids' | 'asks'> | null;
  readonly isLive: boolean;
  readonly ageMs: number | null;
}

/**
 * Prices of all instruments of an event that are not settled, in YES terms. A sum is null unless each of them has
 * a live book with that price.
 */
export interface EventSums {
  readonly yesBid: bigint | null; // 1e-8
  readonly yesAsk: bigint | null; // 1e-8
  readonly mid: bigint | null; // 1e-8
  readonly qtyAtAsk: Qty | null; // sets that can be bought at the best asks
  readonly ageMs: number | null; // of the oldest book
  readonly missing: readonly InstrumentId[]; // without a live book
}

export function computeEventSums(quotes: readonly EventQuote[]): EventSums {
  const open = quotes.filter(({ status }) => status !== 'SETTLED');
  const missing = open.filter(({ isLive }) => !isLive).map(({ instrumentId }) => instrumentId);
  const ages = open.flatMap(({ ageMs }) => ageMs ?? []);
  const asks = open.map((quote) => getBest(quote, 'asks'));
  const qtys = asks.flatMap((level) => level?.qty ?? []);
  return {
    yesBid: sumPrices(open.map((quote) => getBest(quote, 'bids')?.price ?? null)),
    yesAsk: sumPrices(asks.map((level) => level?.price ?? null)),
    mid: sumPrices(open.map(getMid)),
    qtyAtAsk: qtys.length < asks.length ? null : qtys.reduce<Qty | null>(toSmaller, null),
    ageMs: ages.length === 0 ? null : Math.round(Math.max(...ages)),
    missing,
  };
}

/** The share of an instrument's mid in the sum of mids; null when the sum is unknown. Rounded half to even to 8 places. */
export function computeImplied(quote: EventQuote, { mid: sum }: EventSums): Price | null {
  const mid = quote.status === 'SETTLED' ? null : getMid(quote);
  return mid === null || sum === null || sum === 0n ? null : (divideHalfEven(mid * PRICE_ONE, sum) as Price);
}

const getBest = ({ book, isLive }: EventQuote, side: 'bids' | 'asks'): Level | null =>
  isLive ? (book?.[side][0] ?? null) : null;

const getMid = ({ book, isLive }: EventQuote): Price | null =>
  isLive && book !== null ? computeMid(book) : null;

/** Null for an empty list, or when one price is unknown. */
function sumPrices(prices: readonly (Price | null)[]): bigint | null {
  if (prices.length === 0) return null;
  return prices.reduce<bigint | null>(
    (sum, price) => (sum === null || price === null ? null : sum + price),
    0n,
  );
}

const toSmaller = (least: Qty | null, qty: Qty): Qty => (least === null || qty < least ? qty : least);
