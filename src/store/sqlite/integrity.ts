import { decodeEvents } from '../../core/ledger/codec.ts';
import { type ChainedEntry, chainHash, GENESIS_HASH } from './chain.ts';
import { messageOf, type Row, StoreOpenError } from './database.ts';
import type { SqliteReader } from './reader.ts';

const TAIL_ENTRIES = 1_000;

export interface StoredEntry extends ChainedEntry {
  readonly hash: string;
}

export const entryOf = (row: Row): StoredEntry => ({
  seq: Number(row['seq']),
  epoch: Number(row['epoch']),
  at: Number(row['at']),
  cause: String(row['cause']),
  actor: String(row['actor']),
  events: String(row['events']),
  hash: String(row['hash']),
});

/**
 * Checks the newest entries: whole, readable by this version, and chained to each other. Damage there
 * means that the last words of the ledger cannot be trusted; `crossbook verify` checks all of it.
 *
 * Refuses  (StoreOpenError) naming the file and the first entry that is wrong.
 */
export async function checkTail(file: string, reader: SqliteReader): Promise<void> {
  const rows = await reader.all('SELECT * FROM entries ORDER BY seq DESC LIMIT ?', [TAIL_ENTRIES + 1]);
  const entries = rows.map(entryOf).reverse();
  let before = entries.length > TAIL_ENTRIES ? entries.shift() : undefined;
  for (const entry of entries) {
    const wrong = whatIsWrong(before, entry) ?? whatIsUnreadable(entry);
    if (wrong !== null) throw new StoreOpenError(`${file} is damaged: entry ${entry.seq} ${wrong}`);
    before = entry;
  }
}

function whatIsUnreadable(entry: StoredEntry): string | null {
  try {
    decodeEvents(entry.events);
    return null;
  } catch (error) {
    return `cannot be read by this version: ${messageOf(error)}`;
  }
}

/** What is wrong with an entry that follows `before` (undefined: it is the first), or null. */
export function whatIsWrong(before: StoredEntry | undefined, entry: StoredEntry): string | null {
  const expected = (before?.seq ?? 0) + 1;
  if (entry.seq !== expected) return `stands where entry ${expected} should be`;
  if (entry.epoch < (before?.epoch ?? 1))
    return `was written by epoch ${entry.epoch}, before the one it follows`;
  if (entry.hash !== chainHash(before?.hash ?? GENESIS_HASH, entry)) return 'does not match its hash';
  return null;
}
