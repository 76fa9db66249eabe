import { hash } from 'node:crypto';
import type { EventId, VenueInstrument, VenueName } from '#contract';

const HEX_DIGITS = 13; // 52 bits, so that the number is exact in JSON

/**
 * The id of an event: a number computed from the venue and its native id, so that no table of ids can be lost.
 *
 * Source  docs/decisions/listings.md
 */
export function computeEventId(venue: VenueName, venueEventId: string): EventId {
  const digest = hash('sha256', JSON.stringify([venue, venueEventId]), 'hex');
  return `evt_${Number.parseInt(digest.slice(0, HEX_DIGITS), 16) + 1}` as EventId;
}

/** Null for an instrument without an event. */
export const findEventId = ({ venue, event }: Pick<VenueInstrument, 'venue' | 'event'>): EventId | null =>
  event === null ? null : computeEventId(venue, event.venueEventId);
