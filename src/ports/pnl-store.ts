import type { AccountId, InstrumentId, SubaccountId, TimestampMs } from '#contract';
import type { CandleInterval, PnlKey, PnlPoint, PnlRow } from '#domain';

/**
 * One change of the stored rows. `minute`: the row is the state at the end of its minute, and no later row
 * exists. `from`: all rows from this minute on get this state but keep their marks; a missing row is created.
 */
export interface PnlChange {
  readonly kind: 'minute' | 'from';
  readonly row: PnlRow;
}

export interface PnlScope {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentIds: readonly InstrumentId[] | null; // null: all
}

export interface PnlQuery extends PnlScope {
  readonly interval: CandleInterval;
  readonly from: TimestampMs; // start of a bucket
  readonly end: TimestampMs | null; // exclusive; null: no end
}

/**
 * The PnL of each subaccount, minute by minute. It is derived from the journal's fills and from the mark
 * prices of each minute. After a loss the fills rebuild everything but those marks.
 */
export interface PnlStore {
  /** Number of the newest fill included in the rows; 0 at first. */
  lastFillNumber(): Promise<number>;
  /** The newest row of each open position. */
  openRows(): Promise<readonly PnlRow[]>;
  /** The newest row of this key; null when there is none. */
  newest(key: PnlKey): Promise<PnlRow | null>;
  /** Deletes all rows, so that they are rebuilt from the fills. */
  clear(): Promise<void>;
  /** Atomic. */
  save(changes: readonly PnlChange[], through: number): Promise<void>;
  /** The newest row before `end` of each instrument in scope, sorted by instrument. */
  rows(scope: PnlScope, end: TimestampMs | null): Promise<readonly PnlRow[]>;
  /** The combined curve of all instruments in scope, ascending. */
  curve(query: PnlQuery): Promise<readonly PnlPoint[]>;
  /** Keeps one row per hour before `minutesBefore`, and one row per day before `hoursBefore`. */
  downsample(minutesBefore: TimestampMs, hoursBefore: TimestampMs): Promise<void>;
}
