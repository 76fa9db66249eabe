import type { InstrumentId, Price, Qty, Side, TimestampMs, VenueName } from '#contract';

/** One public trade at a venue, ours or others'. `id` increases across all instruments. */
export interface Print {
  readonly id: number;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly price: Price; // YES terms
  readonly qty: Qty;
  readonly side: Side; // taker, YES terms
  readonly timestamp: TimestampMs;
}

/** Sort key of a trade within its instrument: trade time, then order of arrival. */
export interface TradeMoment {
  readonly at: TimestampMs;
  readonly id: number;
}

export const isLaterTrade = (a: TradeMoment, b: TradeMoment): boolean =>
  a.at !== b.at ? a.at > b.at : a.id > b.id;

/** The last trade of an instrument, published as `last_price`. */
export interface LastTrade extends TradeMoment {
  readonly instrumentId: InstrumentId;
  readonly price: Price;
}

export const toLastTrade = (print: Print): LastTrade => ({
  instrumentId: print.instrumentId,
  price: print.price,
  at: print.timestamp,
  id: print.id,
});
