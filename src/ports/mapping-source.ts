import type { AssetReview } from '../domain/instruments/asset-review.ts';
import type { ListingComparison } from '../domain/mapping/compare-listings.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { Instrument } from '../domain/model/instrument.ts';

/** Two listings of different venues that may be one contract, with every reason. */
export interface Proposal {
  readonly a: Instrument;
  readonly b: Instrument;
  readonly match: ListingComparison;
}

/** What the reviewing of assets needs of the market. */
export interface MappingSource {
  instrument(id: InstrumentId): Promise<Instrument | null>;
  /**
   * By native id, ticker or slug. A `*` in the name stands for anything, and then exactly one market that
   * still trades must fit.
   */
  findByName(venue: VenueName, name: string): Promise<Instrument | null>;
  /** Null for a venue that is not of this service. */
  isSimulated(venue: VenueName): boolean | null;
  /** The asset, approved or declared by its venue, that the instrument is listed under. */
  getAssetId(id: InstrumentId): GenericAssetId | null;
  /** Pairs across venues that still trade, the likeliest first. Takes seconds where catalogues are large. */
  findProposals(): Promise<readonly Proposal[]>;
  /** Lists an approved asset, and takes one off that is suspended or rejected. */
  applyReview(review: AssetReview): void;
  /** Whatever a venue says of an instrument. */
  onListingUpdate(listener: (instrument: Instrument) => void): void;
}
