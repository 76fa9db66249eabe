import type { CandleInterval } from '../domain/market-data/candles.ts';
import type { AccountId, InstrumentId, SubaccountId } from '../domain/model/ids.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { PnlKey, PnlPoint, PnlRow } from '../domain/positions/pnl-curve.ts';

/**
 * One change, applied in turn. `minute`: this is how its minute ended, and nothing later is known. `from`:
 * from its minute on all rows have this state; their marks stay, and the row itself is made when missing.
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
  readonly end: TimestampMs | null; // exclusive; null: all there is
}

/**
 * How each subaccount's trading stood, minute by minute, for the PnL of the past. It follows from the
 * ledger's fills and from the marks of its time; if it is lost, the fills tell all but those marks again.
 */
export interface PnlStore {
  /** Number of the newest fill that the rows contain; 0 at first. */
  lastFillNumber(): Promise<number>;
  /** The newest row of every holding that is open. */
  openRows(): Promise<readonly PnlRow[]>;
  /** The newest row of one instrument's trading, null when there is none. */
  newest(key: PnlKey): Promise<PnlRow | null>;
  /** Forgets everything, so that it is made from the fills again. */
  clear(): Promise<void>;
  /** All of it or nothing. */
  save(changes: readonly PnlChange[], through: number): Promise<void>;
  /** The newest row before `end` of every instrument in scope, by instrument. */
  rows(scope: PnlScope, end: TimestampMs | null): Promise<readonly PnlRow[]>;
  /** The curve of all instruments in scope together, ascending. */
  curve(query: PnlQuery): Promise<readonly PnlPoint[]>;
  /** Keeps one row an hour of what is older than the first time, one a day of what is older than the second. */
  downsample(minutesBefore: TimestampMs, hoursBefore: TimestampMs): Promise<void>;
}
