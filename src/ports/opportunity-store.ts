import type { TimestampMs } from '#contract';
import type { OpportunityRecord, OpportunityRecordQuery } from '#relations';

/** Closed opportunities on disk. They may be lost: nothing that trades depends on them. */
export interface OpportunityStore {
  /** A record that is already stored is replaced. Beyond `recordsMax` the oldest are deleted. */
  append(records: readonly OpportunityRecord[], recordsMax: number): Promise<void>;
  /** Newest first, without their points. */
  list(query: OpportunityRecordQuery): Promise<readonly OpportunityRecord[]>;
  get(number: number): Promise<OpportunityRecord | null>;
  /** Deletes those that closed earlier. */
  prune(before: TimestampMs): Promise<void>;
}
