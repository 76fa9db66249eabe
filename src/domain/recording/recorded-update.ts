import {
  type Instrument,
  type InstrumentId,
  type Level,
  type Price,
  type Qty,
  renderDecimal,
  type Side,
  type TimestampMs,
  type VenueName,
} from '#contract';
import { fees, priceBands } from '../events/event-formats.ts';

/** The change of one book. SNAPSHOT replaces the book, DELTA sets levels (qty 0 removes one), CLEAR empties the book. */
export interface RecordedBook {
  readonly table: 'book';
  readonly venue: VenueName;
  readonly venueMs: TimestampMs; // time of the change at the venue
  readonly instrumentId: InstrumentId;
  readonly sequence: number; // of the book, as in the API
  readonly kind: 'SNAPSHOT' | 'DELTA' | 'CLEAR';
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export interface RecordedPrint {
  readonly table: 'print';
  readonly venue: VenueName;
  readonly venueMs: TimestampMs;
  readonly id: number;
  readonly instrumentId: InstrumentId;
  readonly price: Price;
  readonly qty: Qty;
  readonly side: Side;
}

export type RecordedStatusKind =
  | 'UNOPENED'
  | 'OPEN'
  | 'PAUSED'
  | 'CLOSED'
  | 'SETTLED'
  | 'GAP'
  | 'STALE'
  | 'DISCONNECT'
  | 'HEALTHY';

/** The state of a market, of its recorded book, or of the whole venue (`instrumentId` null). */
export interface RecordedStatus {
  readonly table: 'status';
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId | null;
  readonly kind: RecordedStatusKind;
  readonly value: string | null; // the reason, or the settlement price of SETTLED
}

export interface RecordedInstrument {
  readonly table: 'instrument';
  readonly venue: VenueName;
  readonly instrument: Instrument;
}

export type RecordedUpdate = RecordedBook | RecordedPrint | RecordedStatus | RecordedInstrument;

/** One line of the spool as JSON. Decimals stay text, which is exact. */
export type SpoolLine = { readonly recv_us: number; readonly venue: string } & (
  | {
      readonly table: 'book';
      readonly venue_ms: number;
      readonly instrument_id: number;
      readonly sequence: number;
      readonly kind: RecordedBook['kind'];
      readonly bids: readonly (readonly [price: string, qty: string])[];
      readonly asks: readonly (readonly [price: string, qty: string])[];
    }
  | { readonly table: 'print' | 'status' | 'instrument'; readonly row: Readonly<Record<string, Cell>> }
);

/** A value of a column. */
export type Cell = string | number | null;

/**
 * The update as one line of the spool, with its line end.
 *
 * @param recvUs  time of receipt in microseconds; unique, and increasing from update to update
 */
export const encodeUpdate = (update: RecordedUpdate, recvUs: number): string =>
  `${JSON.stringify(toSpoolLine(update, recvUs))}\n`;

function toSpoolLine(update: RecordedUpdate, recvUs: number): SpoolLine {
  const { table, venue } = update;
  if (table !== 'book') return { recv_us: recvUs, venue, table, row: toRow(update) };
  const { venueMs, instrumentId, sequence, kind, bids, asks } = update;
  return {
    recv_us: recvUs,
    venue,
    table,
    venue_ms: venueMs,
    instrument_id: instrumentId,
    sequence,
    kind,
    bids: bids.map(toPair),
    asks: asks.map(toPair),
  };
}

const toPair = ({ price, qty }: Level) => [renderDecimal(price), renderDecimal(qty)] as const;

function toRow(update: Exclude<RecordedUpdate, RecordedBook>): Readonly<Record<string, Cell>> {
  if (update.table === 'print') {
    const { venueMs, id, instrumentId, price, qty, side } = update;
    const amounts = { price: renderDecimal(price), qty: renderDecimal(qty) };
    return { venue_ms: venueMs, id, instrument_id: instrumentId, ...amounts, side };
  }
  if (update.table === 'status') {
    const { instrumentId, kind, value } = update;
    return { instrument_id: instrumentId, kind, value };
  }
  return toInstrumentRow(update.instrument);
}

function toInstrumentRow(instrument: Instrument): Readonly<Record<string, Cell>> {
  const { slug, description, rulesSecondary, venueTerms, event, outcomeName, updatedAt } = instrument;
  const { settlementPrice } = instrument;
  return {
    instrument_id: instrument.instrumentId,
    venue_instrument_id: instrument.venueInstrumentId,
    ticker: instrument.ticker,
    title: instrument.title,
    category: instrument.category,
    status: instrument.status,
    price_tick: renderDecimal(instrument.priceTick),
    price_min: renderDecimal(instrument.priceMin),
    price_max: renderDecimal(instrument.priceMax),
    price_bands: instrument.priceBands === null ? null : priceBands.write(instrument.priceBands),
    qty_step: renderDecimal(instrument.qtyStep),
    qty_min: renderDecimal(instrument.qtyMin),
    fees: instrument.fees === null ? null : fees.write(instrument.fees),
    open_ms: instrument.openTime,
    close_ms: instrument.closeTime,
    result: instrument.result,
    settlement_price: settlementPrice === null ? null : renderDecimal(settlementPrice),
    generic_asset_id: instrument.genericAssetId,
    other: JSON.stringify({ slug, description, rulesSecondary, venueTerms, event, outcomeName, updatedAt }),
  };
}
