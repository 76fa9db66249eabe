import type { TimestampMs, VenueInstrument, VenueTerms } from '#contract';

/** The texts and dates of a contract at its venue: the only input of the comparison. */
export interface Listing {
  readonly venue: string;
  readonly ticker: string;
  readonly title: string; // includes the outcome when the event has several
  readonly rules: string | null;
  readonly category: string;
  readonly openTime: TimestampMs | null;
  readonly closeTime: TimestampMs | null;
  readonly event?: string | null; // the native id of an event of which at most one listing resolves Yes
  readonly terms?: VenueTerms; // structured fields as the venue publishes them
}

/**
 * When the outcome is expected, otherwise when the listing closes. Kalshi closes listings of games, elections and contests
 * days to years later than it expects them to end.
 */
export function getExpectedEnd({
  closeTime,
  terms,
}: Pick<Listing, 'closeTime' | 'terms'>): TimestampMs | null {
  const expected = Date.parse(terms?.['occurrence_datetime'] ?? '');
  return Number.isNaN(expected) || (closeTime !== null && expected > closeTime)
    ? closeTime
    : (expected as TimestampMs);
}

export const toListing = (instrument: VenueInstrument): Listing => ({
  venue: instrument.venue,
  ticker: instrument.ticker,
  title: instrument.title,
  rules: joinRules(instrument),
  category: instrument.category,
  openTime: instrument.openTime,
  closeTime: instrument.closeTime,
  event: toExclusiveEvent(instrument.event),
  terms: instrument.venueTerms,
});

const toExclusiveEvent = (event: VenueInstrument['event']): string | null =>
  event?.exclusive === 'AT_MOST_ONE' || event?.exclusive === 'EXACTLY_ONE' ? event.venueEventId : null;

/** The venue's secondary rules follow the primary ones, which state the condition. */
const joinRules = ({ description, rulesSecondary }: VenueInstrument): string | null =>
  rulesSecondary === null ? description : `${description ?? ''} ${rulesSecondary}`.trim();
