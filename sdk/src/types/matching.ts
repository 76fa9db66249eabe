/** Mapping review: which listings of different venues are the same contract, and the decisions about them. */
import type { Instant, MarketStatus, VenueName } from './common.ts';
import type { MatchSafety } from './instrument.ts';

/** A listing as shown in a comparison with another. */
export interface MatchListing {
  instrument_id: number;
  venue: VenueName;
  ticker: string;
  title: string;
  rules: string | null;
  /** Rules that the venue publishes in addition to `rules`. */
  rules_secondary: string | null;
  /** Terms that the venue publishes as fields, under the venue's names. */
  venue_terms: Record<string, string>;
  event_id: string | null;
  event_title: string | null;
  event_exclusive: 'EXACTLY_ONE' | 'AT_MOST_ONE' | 'NONE' | 'UNKNOWN' | null;
  outcome_name: string | null;
  open_time: Instant | null;
  close_time: Instant | null;
  status: MarketStatus;
}

/** `subset`: the first pays only if the other pays. `disjoint`: never both. `unsure`: no relation is proven. */
export type MatchRelation =
  | 'identity'
  | 'inverted'
  | 'subset'
  | 'superset'
  | 'overlap'
  | 'disjoint'
  | 'unsure';

/** Whether two listings are the same contract, with a score and every reason for and against. */
export interface MatchJudgement {
  verdict: 'same' | 'same-inverted' | 'unsure' | 'different';
  /** 0 to 1. */
  score: number;
  /**
   * How the outcomes that pay YES relate, from the first listing to the other one. Only `identity` and `inverted` can be
   * approved; `unsure` means that no relation is proven.
   */
  relation: MatchRelation;
  /** True if the other's NO is the first's YES. */
  inverted: boolean;
  safety: MatchSafety;
  reasons: { name: string; kind: 'veto' | 'gap' | 'agrees' | 'note'; weight: number; words: string }[];
}

/** Two listings that have not been reviewed. */
export interface MatchProposal extends MatchJudgement {
  first: MatchListing;
  other: MatchListing;
}

/**
 * The difference between one field of two listings: `both` and `first` make up the one text, `both` and
 * `other` the other.
 */
export interface MatchDifference {
  field: 'title' | 'rules' | 'rules_secondary' | 'open_time' | 'close_time';
  same: boolean;
  segments: { in: 'both' | 'first' | 'other'; text: string }[];
}

export interface MatchComparison {
  members: MatchListing[];
  /** Each of the others with the first member; `other` is its `instrument_id`. */
  comparisons: (MatchJudgement & { other: number; differences: MatchDifference[] })[];
  reviews: MatchReview[];
}

/** A decision, with its author and reason. Only APPROVED is listed and routed. */
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

/** The decision in force and its whole history, oldest first. */
export interface MatchReviewHistory extends MatchReview {
  history: MatchReview[];
}
