/** Which listings of different venues are one contract, and what people decided of it. */
import type { Instant, MarketStatus, VenueName } from './common.ts';

/** A listing as it is read side by side with another. */
export interface MatchListing {
  instrument_id: number;
  venue: VenueName;
  ticker: string;
  title: string;
  rules: string | null;
  open_time: Instant | null;
  close_time: Instant | null;
  status: MarketStatus;
}

/** Whether two listings are one contract, how sure that is, and every reason for and against. */
export interface MatchJudgement {
  verdict: 'same' | 'same-inverted' | 'unsure' | 'different';
  /** 0 to 1. */
  score: number;
  /** Read as one contract, the other's NO is the first's YES. */
  inverted: boolean;
  reasons: { name: string; kind: 'veto' | 'gap' | 'agrees' | 'note'; weight: number; words: string }[];
}

/** Two listings that have not been reviewed. */
export interface MatchProposal extends MatchJudgement {
  first: MatchListing;
  other: MatchListing;
}

/** One field of two listings; what is in `both` and `first` is the one text, in `both` and `other` the other. */
export interface MatchDifference {
  field: 'title' | 'rules' | 'open_time' | 'close_time';
  same: boolean;
  segments: { in: 'both' | 'first' | 'other'; text: string }[];
}

export interface MatchComparison {
  members: MatchListing[];
  /** Each of the others with the first member; `other` is its `instrument_id`. */
  comparisons: (MatchJudgement & { other: number; differences: MatchDifference[] })[];
  reviews: MatchReview[];
}

/** What was decided, by whom and why. Only APPROVED is listed and routed. */
export interface MatchReview {
  generic_asset_id: number;
  status: 'APPROVED' | 'SUSPENDED' | 'REJECTED';
  simulated: boolean;
  title: string;
  members: { instrument_id: number; venue: VenueName; ticker: string; inverted: boolean }[];
  by: string;
  why: string;
  at: Instant;
}

/** The decision that holds, and every one there was, oldest first. */
export interface MatchReviewHistory extends MatchReview {
  history: MatchReview[];
}
