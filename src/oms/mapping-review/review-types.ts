import type { GenericAssetId, Instrument, Rejection, Result } from '#contract';
import type { AssetReview } from '#domain';
import type { Proposal } from '#ports';
import type { ListingComparison } from '#relations';

/** The comparison of the members with the first, and the earlier reviews of any of them. */
export interface Comparison {
  readonly members: readonly Instrument[];
  readonly matches: readonly ListingComparison[]; // of members 2, 3, … with the first
  readonly reviews: readonly AssetReview[];
}

/** The review of proposed and approved mappings. */
export interface MappingReviewService {
  /** Pairs without a decision, best score first. The result may be up to 30 seconds old. */
  proposals(): Promise<readonly Proposal[]>;
  /** The present review of every decided set, oldest first. */
  reviews(): readonly AssetReview[];
  /** Every decision on one asset, oldest first; empty for an unknown id. */
  history(id: GenericAssetId): Promise<readonly AssetReview[]>;
  compare(names: readonly string[]): Promise<Result<Comparison, Rejection>>;
  approve(decision: Decision): Promise<Result<AssetReview, Rejection>>;
  /** Approves a suspended asset again, with the present listings of its members. */
  approveAgain(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Rejection>>;
  reject(decision: Decision): Promise<Result<AssetReview, Rejection>>;
  /** Removes an approved or suspended asset permanently. */
  withdraw(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Rejection>>;
}

/** An instrument by its id `1042`, or as `Kalshi:KXBTC-27` by venue instrument id, ticker or slug. */
export interface NamedMember {
  readonly name: string;
  readonly inverted: boolean | null; // null: as the comparison finds
  readonly fingerprint: string | null; // of the text that the reviewer has read; null: of the present listing
}

export interface Decision {
  readonly members: readonly NamedMember[];
  readonly title: string | null; // of the asset; null: the title of the first member
  readonly by: string;
  readonly why: string;
  /** The reviewer has read both texts and overrides the comparison. */
  readonly despite: boolean;
}
