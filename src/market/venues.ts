import type { VenueName } from '../core/kernel/ids.ts';
import type { Venue, VenueCapabilities } from '../ports/venue.ts';

/** A venue as the market knows it. */
export interface MarketVenue {
  readonly name: VenueName;
  readonly capabilities: VenueCapabilities;
  readonly venue: Venue | null; // null: released but switched off here
  /**
   * A book whose last word is older is not trusted. Null where silence means that nothing changed, as
   * with Demo, which tells every change within our own process.
   */
  readonly bookAgeMsMax: number | null;
  readonly watchedMax: number; // instruments told at a time, where the venue tells only those it is asked for
  /** What its health has to tell beyond its own word; null or left out: nothing. */
  readonly concern?: () => string | null;
}
