import type { Book, Level } from '../../../core/books/book.ts';
import { renderDecimal } from '../../../core/kernel/decimal.ts';
import type { AggregatedBook, AggregatedLevel } from '../../../market/marketdata.ts';

/** The book record with the best `depth` levels of each side. Source: contract, Order book. */
export const renderBook = (book: Book, depth = Number.POSITIVE_INFINITY) => ({
  instrument_id: book.instrumentId,
  bids: book.bids.slice(0, depth).map(renderLevel),
  asks: book.asks.slice(0, depth).map(renderLevel),
  timestamp: book.timestamp,
  sequence: book.sequence,
});

export const renderAggregatedBook = (book: AggregatedBook) => ({
  generic_asset_id: book.genericAssetId,
  bids: book.bids.map(renderAggregatedLevel),
  asks: book.asks.map(renderAggregatedLevel),
  members: book.members.map((member) => ({
    venue: member.venue,
    instrument_id: member.instrumentId,
    status: member.condition,
    age_ms: member.ageMs,
    inverted: member.inverted,
  })),
  timestamp: book.timestamp,
  sequence: book.sequence,
});

const renderLevel = ({ price, qty }: Level) => ({ price: renderDecimal(price), qty: renderDecimal(qty) });

const renderAggregatedLevel = ({ price, qty, breakdown }: AggregatedLevel) => ({
  price: renderDecimal(price),
  qty: renderDecimal(qty),
  breakdown: breakdown.map((part) => ({
    venue: part.venue,
    instrument_id: part.instrumentId,
    qty: renderDecimal(part.qty),
  })),
});
