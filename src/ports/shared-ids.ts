import type { InstrumentId } from '#contract';
import type { InstrumentBinding } from './journal.ts';
import type { StoredAsset } from './market-store.ts';

/**
 * The ids of market data that all nodes of a journal show. Only the owner of the journal assigns them, and each write is
 * part of a fenced commit. docs/decisions/cluster-nodes.md
 */
export interface SharedIds {
  /** The highest instrument id; 0 when there is none. */
  highestId(): Promise<number>;
  /** Bindings with an instrument id above `afterId`, ascending, at most `limit`. */
  bindings(afterId: number, limit: number): Promise<readonly InstrumentBinding[]>;
  addBindings(bindings: readonly InstrumentBinding[]): Promise<void>;
  removeBindings(ids: readonly InstrumentId[]): Promise<void>;
  assets(): Promise<readonly StoredAsset[]>;
  saveAssets(assets: readonly StoredAsset[]): Promise<void>;
  /** The value stored under this name, or null. */
  value(name: string): Promise<string | null>;
  setValue(name: string, value: string): Promise<void>;
  /** Stores `value` under this name unless there is one; returns the stored value. */
  getOrSet(name: string, value: string): Promise<string>;
}
