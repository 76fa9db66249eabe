/** Sets of contracts that cost less than they pay. */
import type { Decimal, Instant, Outcome, VenueName } from './common.ts';

export type OpportunityKind = 'CROSS' | 'INTERNAL' | 'ALL_YES' | 'ALL_NO' | 'LADDER' | (string & {});

export interface OpportunityLeg {
  venue: VenueName;
  instrument_id: number;
  side: 'BUY';
  outcome: Outcome;
  avg_price: Decimal;
  worst_price: Decimal;
  fee: Decimal;
  qty: Decimal;
}

/** `worst_case_total` counts a leg that may be void as nothing; with HIGH or BLOCK all legs may lose. */
export interface OpportunitySettlement {
  risk: 'NONE' | 'LOW' | 'HIGH' | 'BLOCK' | (string & {});
  differences: { topic: string; a: string | null; b: string | null; text: string | null }[];
  worst_case_total: Decimal;
  reviewed_by: string | null;
  reviewed_at: Instant | null;
}

/** Purchases of `qty` each that together pay at least `capital` + `edge_total`. Fees are exact. */
export interface Opportunity {
  id: string;
  kind: OpportunityKind;
  generic_asset_id: number | null;
  event_id: string | null;
  legs: OpportunityLeg[];
  qty: Decimal;
  edge_per_set: Decimal;
  edge_total: Decimal;
  capital: Decimal;
  return: Decimal;
  annualised: Decimal | null;
  days: Decimal | null;
  settlement: OpportunitySettlement;
  oldest_book_ms: number;
  opened_at: Instant;
  lasted_ms: number;
  executable: boolean;
  blocked_by: string[];
}

export interface OpportunityEdge {
  at: Instant;
  edge_per_set: Decimal;
  edge_total: Decimal;
  qty: Decimal;
}

/** When an opportunity was open on the public books. `closed_at` is null while it is open. */
export interface OpportunityRecord {
  id: string;
  kind: OpportunityKind;
  generic_asset_id: number | null;
  event_id: string | null;
  legs: Pick<OpportunityLeg, 'venue' | 'instrument_id' | 'side' | 'outcome'>[];
  opened_at: Instant;
  closed_at: Instant | null;
  lasted_ms: number;
  /** When one set earned most. */
  best: OpportunityEdge;
  last: OpportunityEdge;
}

/** `points` are oldest first: at most one a second, at most 300 in all, and 60 of a closed one. */
export interface OpportunityCurve extends OpportunityRecord {
  points: { t: number; edge_per_set: Decimal }[];
}
