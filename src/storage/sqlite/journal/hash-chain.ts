import { hash } from 'node:crypto';
import type { SqlValue } from '../database.ts';
import type { SqlFunctions } from '../writer-thread.ts';

/** What the first entry stands on. */
export const GENESIS_HASH = '';

/** An entry as its row holds it, without the hash. */
export interface ChainedEntry {
  readonly seq: number;
  readonly epoch: number;
  readonly at: number;
  readonly cause: string;
  readonly actor: string;
  readonly events: string; // JSON, as stored
}

/**
 * Binds an entry to all before it: sha256, in hex, of the hash before it, a line with
 * `[seq,epoch,at,cause,actor]` as JSON, and a line with the events as stored. JSON has no bare line
 * breaks, so no two entries share a text.
 */
export function chainHash(before: string, entry: ChainedEntry): string {
  const { seq, epoch, at, cause, actor, events } = entry;
  return hash('sha256', `${before}\n${JSON.stringify([seq, epoch, at, cause, actor])}\n${events}`);
}

/** `chain_hash(before, seq, epoch, at, cause, actor, events)` for the writer's SQL. Refuses to follow on nothing. */
export const functions: SqlFunctions = {
  chain_hash: (before: SqlValue, seq, epoch, at, cause, actor, events): SqlValue => {
    if (before === null) {
      const entry = `entry ${String(seq)}`;
      throw new Error(`${entry} has no entry before it, or a newer writer has taken over`);
    }
    return chainHash(String(before), {
      seq: Number(seq),
      epoch: Number(epoch),
      at: Number(at),
      cause: String(cause),
      actor: String(actor),
      events: String(events),
    });
  },
};
