import type { VenueBookUpdate } from '../src/ports/venue.ts';

/** The frames of a venue: full books first, then their changes. */
export interface Frames {
  readonly snapshots: readonly string[];
  readonly changes: readonly string[];
}

/** Opens a connected feed that watches every book of the frames. Returns the function that receives a frame's text. */
export type OpenFeed = (publish: (update: VenueBookUpdate) => void) => (text: string) => void;
