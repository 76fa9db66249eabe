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
