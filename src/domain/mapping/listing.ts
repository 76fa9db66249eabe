import type { VenueInstrument } from '../model/instrument.ts';
import type { TimestampMs } from '../model/time.ts';

/** What a venue says of a contract in words: all that matching reads. */
export interface Listing {
  readonly venue: string;
  readonly ticker: string;
  readonly title: string; // where an event has several outcomes, the outcome is part of it
  readonly rules: string | null;
  readonly category: string;
  readonly openTime: TimestampMs | null;
  readonly closeTime: TimestampMs | null;
}

export const toListing = (instrument: VenueInstrument): Listing => ({
  venue: instrument.venue,
  ticker: instrument.ticker,
  title: instrument.title,
  rules: instrument.description,
  category: instrument.category,
  openTime: instrument.openTime,
  closeTime: instrument.closeTime,
});
