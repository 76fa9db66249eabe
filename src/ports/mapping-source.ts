import type { GenericAssetId, Instrument, InstrumentId, VenueName } from '#contract';
import type { AssetReview } from '#domain';
import type { ListingComparison } from '#relations';

/** Two listings on different venues that may be the same contract, with all reasons. */
export interface Proposal {
  readonly a: Instrument;
  readonly b: Instrument;
  readonly match: ListingComparison;
}

/** Market data that the review of asset mappings needs. */
export interface MappingSource {
  instrument(id: InstrumentId): Promise<Instrument | null>;
  /**
   * Finds a listing by native id, ticker or slug. `*` matches any text; then exactly one market that
   * still trades must match.
   */
  findByName(venue: VenueName, name: string): Promise<Instrument | null>;
  /** Null for a venue that is not configured. */
  isSimulated(venue: VenueName): boolean | null;
  /** The generic asset of the instrument, approved here or declared by its venue. */
  getAssetId(id: InstrumentId): GenericAssetId | null;
  /** Pairs of listings that still trade, across venues, best score first. Takes seconds for large catalogues. */
  findProposals(): Promise<readonly Proposal[]>;
  /** Lists an approved asset; delists a suspended or rejected one. */
  applyReview(review: AssetReview): void;
  /** Called for each instrument update from a venue. */
  onListingUpdate(listener: (instrument: Instrument) => void): void;
}
