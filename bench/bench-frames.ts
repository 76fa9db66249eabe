import type { VenueBookUpdate } from '../src/ports/venue.ts';

/** What a venue sends: whole books first, then their changes. */
export interface Frames {
  readonly snapshots: readonly string[];
  readonly changes: readonly string[];
}

/** A feed that is connected and watches every book of the frames; returns what takes a frame's text. */
export type OpenFeed = (tell: (update: VenueBookUpdate) => void) => (text: string) => void;
