import type { CandleInterval } from '../../domain/market-data/candles.ts';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../../domain/model/ids.ts';
import type { Rejection, Result } from '../../domain/model/result.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { PnlPoint, PnlValue } from '../../domain/positions/pnl-curve.ts';

export type { PnlPoint, PnlValue } from '../../domain/positions/pnl-curve.ts';

/** Which of a subaccount's trading: all that are given must hold. */
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
  readonly limit: number; // of intervals, the newest
}

export const PNL_GROUPS = ['venue', 'category', 'instrument'] as const;
export type PnlGroup = (typeof PNL_GROUPS)[number];

/** What a venue, a category or an instrument has brought within a range. */
export interface PnlShare extends PnlValue {
  readonly group: string; // its name; of an instrument its id
}

/**
 * What trading has brought, over time and by what it was traded.
 *
 * Refuses  `catching_up`, with how far it is, when the fills of the store are not all in it soon enough.
 */
export interface Pnl {
  /** Ascending; intervals in which nothing changed are left out. The last, when it is now, is valued now. */
  curve(query: PnlCurveQuery): Promise<Result<readonly PnlPoint[], Rejection>>;
  /** By name of the group, those in which anything was ever traded. */
  shares(filter: PnlFilter & PnlRange, by: PnlGroup): Promise<Result<readonly PnlShare[], Rejection>>;
}
