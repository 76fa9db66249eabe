import type { Instrument } from '../../core/instruments/instrument.ts';
import type { AssetReview } from '../../core/instruments/review.ts';
import type { GenericAssetId } from '../../core/kernel/ids.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { Result } from '../../core/kernel/result.ts';
import type { Match } from '../../core/matching/score.ts';
import type { Proposal } from '../../ports/assetdesk.ts';
import type { Decision } from './decision.ts';


/** How members compare with the first of them, and what was decided of them before. */
export interface Comparison {
  readonly members: readonly Instrument[];
  readonly matches: readonly Match[]; // of members 2, 3, … with the first
  readonly reviews: readonly AssetReview[];
}

/** What people can see of matching, and say to it. */
export interface Reviewing {
  /** Pairs that nobody has decided on, the likeliest first. As they were found at most half a minute ago. */
  proposals(): Promise<readonly Proposal[]>;
  /** What holds now of every set that was decided on, oldest first. */
  reviews(): readonly AssetReview[];
  /** Every decision that was made of one asset, oldest first; empty when there is none of that id. */
  history(id: GenericAssetId): Promise<readonly AssetReview[]>;
  compare(names: readonly string[]): Promise<Result<Comparison, Refusal>>;
  approve(decision: Decision): Promise<Result<AssetReview, Refusal>>;
  /** Looks at a suspended asset again: its members as they are listed now are approved. */
  approveAgain(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Refusal>>;
  reject(decision: Decision): Promise<Result<AssetReview, Refusal>>;
  /** Takes an approved or suspended asset off for good. */
  withdraw(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Refusal>>;
}
