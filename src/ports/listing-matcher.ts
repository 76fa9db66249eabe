import type { VenueName } from '#contract';
import type { CatalogueSlice, MatchChanges } from '#relations';

/**
 * A `CatalogueMatcher`, which may run in another thread. Calls are answered in order. After the first failure it is
 * lost with all it knows, and every call rejects.
 */
export interface ListingMatcher {
  /** Listings of one slice: bounds the time for which a call blocks the event loop. */
  readonly sliceMax: number;
  apply(slice: CatalogueSlice): Promise<void>;
  /** Compares some of the listings that were applied, or returns some of the results once all are compared. */
  takeChanges(pairsMax: number): Promise<MatchChanges>;
  /** Pending calls reject. Waits for nothing. */
  close(): void;
}

/** @param venueOrder  the configured venues; the first listing of a pair is of the earlier one */
export type OpenMatcher = (venueOrder: readonly VenueName[]) => ListingMatcher;
