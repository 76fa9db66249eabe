import type {
  EventId,
  GenericAssetId,
  InstrumentId,
  Notional,
  OpportunityKind,
  Outcome,
  Qty,
  TimestampMs,
  VenueName,
} from '#contract';
import type { Proposal } from '#ports';
import type {
  EdgeFigures,
  LegFill,
  OpportunityRecord,
  OpportunityRecordQuery,
  OwnQty,
  Settlement,
} from '#relations';
import type { AssetApproval } from '../generic-assets.ts';

export interface OpportunityLeg extends LegFill {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly outcome: Outcome;
}

/** Why an opportunity cannot be executed as it is. */
export type OpportunityBlock =
  | 'not_reviewed' // no person approved that the instruments are one contract
  | 'settlement_risk' // HIGH: the caller must accept it
  | 'settlement_conflict' // BLOCK: never executable
  | 'book_crossed' // no order is routed on a crossed book
  | 'venue_unhealthy';

/** A set that costs less than it pays, as one account sees it: its own resting orders are not part of the books. */
export interface Opportunity {
  readonly id: string;
  readonly kind: OpportunityKind;
  readonly genericAssetId: GenericAssetId | null;
  readonly eventId: EventId | null;
  readonly legs: readonly OpportunityLeg[];
  readonly qty: Qty;
  readonly edgeTotal: Notional;
  readonly capital: Notional;
  readonly figures: EdgeFigures;
  readonly settlement: Settlement & { readonly worstCase: Notional; readonly approval: AssetApproval | null };
  readonly oldestBookMs: number;
  readonly openedAt: TimestampMs;
  readonly lastedMs: number;
  readonly blockedBy: readonly OpportunityBlock[];
}

/** What an account may have in the book of an instrument. */
export type FindOwnQtys = (id: InstrumentId) => readonly OwnQty[];

export type OpportunityChange =
  | { readonly type: 'opened' | 'changed'; readonly id: string }
  | { readonly type: 'closed'; readonly id: string; readonly lastedMs: number };

export interface Opportunities {
  /** Keeps the books of all assets subscribed for a while, as far as the limits of the venues allow. */
  demand(): void;
  /** Largest edge first, in pages: each page is a separate step of the event loop. */
  list(own: FindOwnQtys): AsyncIterable<readonly Opportunity[]>;
  /** Those of proposed pairs, which no person has approved. */
  listUnreviewed(proposals: readonly Proposal[], own: FindOwnQtys): AsyncIterable<readonly Opportunity[]>;
  /** Null when it is closed, or has no edge without the account's own orders. */
  get(id: string, own: FindOwnQtys): Opportunity | null;
  /** Called when an opportunity opens or closes, and at most five times a second when it changes. */
  onChanged(listener: (change: OpportunityChange) => void): () => void;
  /** Open and closed ones on the public books, newest first, without their points. */
  records(query: OpportunityRecordQuery): Promise<readonly OpportunityRecord[]>;
  /** Null when it is not known, or no longer. */
  record(id: string): Promise<OpportunityRecord | null>;
}
