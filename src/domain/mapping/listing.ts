import type { VenueInstrument } from '../model/instrument.ts';
import type { TimestampMs } from '../model/time.ts';

/** The texts and dates of a contract at its venue: the only input of the comparison. */
export interface Listing {
  readonly venue: string;
  readonly ticker: string;
  readonly title: string; // includes the outcome when the event has several
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
