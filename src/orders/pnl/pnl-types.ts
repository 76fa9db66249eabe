import type {
  AccountId,
  InstrumentId,
  Notional,
  Rejection,
  Result,
  SubaccountId,
  TimestampMs,
  VenueName,
} from '#contract';
import type { CandleInterval, PnlPoint, PnlValue } from '#domain';

export type { PnlPoint, PnlValue } from '#domain';

/** Selects trades of a subaccount. Every given criterion must match. */
export interface PnlFilter {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly venue: VenueName | null;
  readonly category: string | null;
  readonly instrumentId: InstrumentId | null;
}

export interface PnlRange {
  readonly start: TimestampMs | null;
  readonly end: TimestampMs | null; // exclusive
}

export interface PnlCurveQuery extends PnlFilter, PnlRange {
  readonly interval: CandleInterval;
  readonly limit: number; // number of intervals, the newest
}

export const PNL_GROUPS = ['venue', 'category', 'instrument'] as const;
export type PnlGroup = (typeof PNL_GROUPS)[number];

/** The PnL of a venue, a category or an instrument within a range. */
export interface PnlShare extends PnlValue {
  readonly group: string; // name of the venue or category, or id of the instrument
  readonly unrealizedAtFair?: Notional; // as in PnlPoint
}

/**
 * PnL over time and per group.
 *
 * Refuses  `catching_up`, with the progress, if the projection does not include all fills soon enough.
 */
export interface Pnl {
  /** Ascending; intervals without a change are omitted. An interval that is still open is valued at present marks. */
  curve(query: PnlCurveQuery): Promise<Result<readonly PnlPoint[], Rejection>>;
  /** Sorted by group; only groups with at least one trade. */
  shares(filter: PnlFilter & PnlRange, by: PnlGroup): Promise<Result<readonly PnlShare[], Rejection>>;
}
