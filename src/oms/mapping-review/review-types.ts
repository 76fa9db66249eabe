import type { AssetReview } from '../../domain/instruments/asset-review.ts';
import type { ListingComparison } from '../../domain/mapping/compare-listings.ts';
import type { GenericAssetId } from '../../domain/model/ids.ts';
import type { Instrument } from '../../domain/model/instrument.ts';
import type { Rejection, Result } from '../../domain/model/result.ts';
import type { Proposal } from '../../ports/mapping-source.ts';

/** How members compare with the first of them, and what was decided of them before. */
export interface Comparison {
  readonly members: readonly Instrument[];
  readonly matches: readonly ListingComparison[]; // of members 2, 3, … with the first
  readonly reviews: readonly AssetReview[];
}

/** What people can see of matching, and say to it. */
export interface MappingReviewService {
  /** Pairs that nobody has decided on, the likeliest first. As they were found at most half a minute ago. */
  proposals(): Promise<readonly Proposal[]>;
  /** What holds now of every set that was decided on, oldest first. */
  reviews(): readonly AssetReview[];
  /** Every decision that was made of one asset, oldest first; empty when there is none of that id. */
  history(id: GenericAssetId): Promise<readonly AssetReview[]>;
  compare(names: readonly string[]): Promise<Result<Comparison, Rejection>>;
  approve(decision: Decision): Promise<Result<AssetReview, Rejection>>;
  /** Looks at a suspended asset again: its members as they are listed now are approved. */
  approveAgain(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Rejection>>;
  reject(decision: Decision): Promise<Result<AssetReview, Rejection>>;
  /** Takes an approved or suspended asset off for good. */
  withdraw(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Rejection>>;
}

/** An instrument as a person names it: `1042`, or `Kalshi:KXBTC-27` by native id, ticker or slug. */
export interface NamedMember {
  readonly name: string;
  readonly inverted: boolean | null; // null: as matching reads it
  readonly fingerprint: string | null; // of the text that was looked at elsewhere; null: of what is listed now
}

export interface Decision {
  readonly members: readonly NamedMember[];
  readonly title: string | null; // of the asset; the first member's when null
  readonly by: string;
  readonly why: string;
  /** A person who has read both says so against what matching says. */
  readonly despite: boolean;
}
