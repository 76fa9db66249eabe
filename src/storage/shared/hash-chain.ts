import { hash } from 'node:crypto';
import type { SqlFunctions, SqlValue } from './sql-values.ts';

/** The previous hash of the first entry. */
export const GENESIS_HASH = '';

/** An entry's row without the hash. */
export interface ChainedEntry {
  readonly seq: number;
  readonly epoch: number;
  readonly at: number;
  readonly cause: string;
  readonly actor: string;
  readonly events: string; // JSON, as stored
}

/**
 * The hash that binds an entry to all entries before it: sha256, in hex, of the previous hash, a line with
 * `[seq,epoch,at,cause,actor]` as JSON, and a line with the stored events. JSON contains no raw line breaks, so
 * two different entries never have the same input.
 */
export function chainHash(before: string, entry: ChainedEntry): string {
  const { seq, epoch, at, cause, actor, events } = entry;
  return hash('sha256', `${before}\n${JSON.stringify([seq, epoch, at, cause, actor])}\n${events}`);
}

/** Reads the values of an entry, in the order of its fields. */
export const toChainedEntry = ([seq, epoch, at, cause, actor, events]: readonly (
  | SqlValue
  | undefined
)[]): ChainedEntry => ({
  seq: Number(seq),
  epoch: Number(epoch),
  at: Number(at),
  cause: String(cause),
  actor: String(actor),
  events: String(events),
});

/** `chain_hash(before, seq, epoch, at, cause, actor, events)` for the writer's SQL. Throws without a previous hash. */
export const functions: SqlFunctions = {
  chain_hash: (before: SqlValue, seq, epoch, at, cause, actor, events): SqlValue => {
    if (before === null) {
      const entry = `entry ${String(seq)}`;
      throw new Error(`${entry} has no previous entry, or a newer writer has taken over`);
    }
    return chainHash(String(before), toChainedEntry([seq, epoch, at, cause, actor, events]));
  },
};
