import type { Book, Level } from '../../contract/model/book.ts';
import { NO_FEES } from '../../contract/model/fee-schedule.ts';
import type { InstrumentId, VenueName } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../../contract/model/money.ts';
import type { Rejection, Result } from '../../contract/model/result.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { Plan, RouteCandidate, RouteRequest } from './route-types.ts';

export const price = (text: string): Price => parsePrice(text) as Price;
export const qty = (text: string): Qty => parseQty(text) as Qty;

/** `levels('40 @ 0.61, 100 @ 0.63')`, best first. */
export const levels = (text: string): readonly Level[] =>
  text === ''
    ? []
    : text.split(', ').map((level) => {
        const [amount = '', at = ''] = level.split(' @ ');
        return { price: price(at), qty: qty(amount) };
      });

let sequence = 0;

/** A member with a YES book: `member('Demo', { asks: '40 @ 0.61' })`. Ticks of 0.01, lots of 1. */
export function member(
  venue: string,
  { asks = '', bids = '', ...terms }: Partial<RouteCandidate> & { asks?: string; bids?: string } = {},
): RouteCandidate {
  sequence += 1;
  const instrumentId = sequence as InstrumentId;
  return {
    venue: venue as VenueName,
    instrumentId,
    venueInstrumentId: `${venue}-${sequence}`,
    inverted: false,
    book: createBook(instrumentId, levels(bids), levels(asks)),
    bookAgeMs: 12,
    unusable: null,
    held: qty('0'),
    priceTick: price('0.01'),
    priceMin: price('0.01'),
    priceMax: price('0.99'),
    priceBands: null,
    qtyStep: qty('1'),
    qtyMin: qty('1'),
    closeQtyMin: terms.qtyMin ?? qty('1'),
    buyNotionalMin: null,
    holdsTokens: false,
    fees: NO_FEES,
    tifs: ['GTC', 'IOC', 'FOK', 'GTD'],
    ...terms,
  };
}

export const createBook = (
  instrumentId: InstrumentId,
  bids: readonly Level[],
  asks: readonly Level[],
): Book => ({
  instrumentId,
  bids,
  asks,
  timestamp: 1_782_907_200_000 as TimestampMs,
  sequence: 88_121,
});

/** `request('SPLIT BUY YES 50 @ 0.63')`, or `50 @ market`, with `FOK` or another tif at the end. */
export function request(text: string): RouteRequest {
  const [mode, side, outcome, amount = '', , at = '', tif] = text.split(' ');
  const type = at === 'market' ? 'MARKET' : 'LIMIT';
  return {
    mode: mode as RouteRequest['mode'],
    side: side as RouteRequest['side'],
    outcome: outcome as RouteRequest['outcome'],
    type,
    tif: (tif ?? (type === 'MARKET' ? 'IOC' : 'GTC')) as RouteRequest['tif'],
    price: type === 'MARKET' ? null : price(at),
    qty: qty(amount),
  };
}

/** A plan as text: `['Kalshi NO 25 @ 0.6', 'short 5 no_liquidity']`. */
export function planned(plan: Result<Plan, Rejection>): readonly string[] {
  if (!plan.ok) return [`${plan.error.code}: ${plan.error.message}`];
  const legs = plan.value.legs.map(
    (leg) =>
      `${leg.venue} ${leg.outcome} ${renderDecimal(leg.qty)} @ ${leg.price === null ? 'market' : renderDecimal(leg.price)}`,
  );
  const { shortfall } = plan.value;
  return shortfall === null ? legs : [...legs, `short ${renderDecimal(shortfall.qty)} ${shortfall.reason}`];
}
