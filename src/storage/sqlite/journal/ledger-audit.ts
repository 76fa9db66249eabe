import { decodeEvents } from '../../../domain/events/event-codec.ts';
import { errorMessage } from '../../../domain/model/result.ts';
import { openForReading, type Row, StoreOpenError } from '../database.ts';
import { LEDGER_SCHEMA } from '../projections/ledger-schema.ts';
import type { SqliteReader } from '../reader-thread.ts';
import { type ChainedEntry, chainHash, GENESIS_HASH } from './hash-chain.ts';
import type { ChainHead } from './signed-heads.ts';

interface AuditReport {
  readonly entries: number; // read
  readonly head: ChainHead | null; // null: there is no entry
  readonly problem: string | null; // the first problem found
}

/** The fields of an exported line, in output order. */
const FIELDS = ['seq', 'epoch', 'at', 'cause', 'actor', 'events', 'hash'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'epoch', 'at']);

/**
 * Exports the journal of a ledger file, oldest first, one JSON line per entry; docs/audit.md describes the format.
 * May run while a service uses the file. Refuses (StoreOpenError) a file that is not a ledger.
 */
export function* auditLines(file: string): Generator<string> {
  for (const entry of readEntries(file)) yield JSON.stringify(entry, [...FIELDS]);
}

/**
 * Checks the hash chain of a ledger file: sequence numbers and every hash, but not the tables.
 *
 * @param known  entries whose hash was stored elsewhere. Without one, a truncated or completely rewritten journal
 *               is not detected
 */
export const auditFile = (file: string, known: readonly ChainHead[]): AuditReport =>
  audit(readEntries(file), known);

/** Like `auditFile`, on exported lines instead of a ledger file. */
export function auditExport(lines: Iterable<string>, known: readonly ChainHead[]): AuditReport {
  return audit(parseLines(lines), known);
}

function audit(entries: Iterable<StoredEntry>, known: readonly ChainHead[]): AuditReport {
  let before: StoredEntry | undefined;
  const unseen = Map.groupBy(known, ({ seq }) => seq);
  const report = (problem: string | null): AuditReport => ({
    entries: before?.seq ?? 0,
    head: before === undefined ? null : { seq: before.seq, hash: before.hash },
    problem,
  });
  try {
    for (const entry of entries) {
      const problem = findChainProblem(before, entry);
      if (problem !== null) return report(`entry ${entry.seq} ${problem}`);
      if (unseen.get(entry.seq)?.some(({ hash }) => hash !== entry.hash))
        return report(`entry ${entry.seq} has the hash ${entry.hash}, which differs from the known hash`);
      unseen.delete(entry.seq);
      before = entry;
    }
  } catch (error) {
    if (!(error instanceof BadLineError)) throw error;
    return report(error.message);
  }
  const [missing] = unseen.keys();
  return report(missing === undefined ? null : `ends before entry ${missing}, whose hash is known`);
}

function* readEntries(file: string): Generator<StoredEntry> {
  const database = openForReading(file, LEDGER_SCHEMA);
  try {
    for (const row of database.prepare('SELECT * FROM entries ORDER BY seq').iterate())
      yield toStoredEntry(row);
  } finally {
    database.close();
  }
}

class BadLineError extends Error {}

function* parseLines(lines: Iterable<string>): Generator<StoredEntry> {
  let number = 0;
  for (const line of lines) {
    number += 1;
    yield toStoredEntry(parseLine(line, number));
  }
}

/** Requires the exact exported bytes, so that a changed line is never accepted. */
function parseLine(line: string, number: number): Row {
  const row = parseJsonObject(line);
  if (
    row === null ||
    JSON.stringify(row, [...FIELDS]) !== line ||
    !FIELDS.every((name) => isField(row, name))
  )
    throw new BadLineError(`line ${number} is not an exported entry`);
  return row;
}

const isField = (row: Row, name: string): boolean =>
  typeof row[name] === (NUMBERS.has(name) ? 'number' : 'string');

function parseJsonObject(line: string): Row | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;
  } catch {
    return null;
  }
}

const TAIL_ENTRIES = 1_000;

export interface StoredEntry extends ChainedEntry {
  readonly hash: string;
}

export const toStoredEntry = (row: Row): StoredEntry => ({
  seq: Number(row['seq']),
  epoch: Number(row['epoch']),
  at: Number(row['at']),
  cause: String(row['cause']),
  actor: String(row['actor']),
  events: String(row['events']),
  hash: String(row['hash']),
});

/**
 * Checks that the newest entries are complete, readable by this version and chained. Damage there means that
 * the end of the journal is unreliable; `crossbook verify` checks the whole ledger.
 *
 * Refuses  (StoreOpenError) naming the file and the first invalid entry.
 */
export async function checkTail(file: string, reader: SqliteReader): Promise<void> {
  const rows = await reader.all('SELECT * FROM entries ORDER BY seq DESC LIMIT ?', [TAIL_ENTRIES + 1]);
  const entries = rows.map(toStoredEntry).reverse();
  let before = entries.length > TAIL_ENTRIES ? entries.shift() : undefined;
  for (const entry of entries) {
    const problem = findChainProblem(before, entry) ?? findDecodeProblem(entry);
    if (problem !== null) throw new StoreOpenError(`${file} is damaged: entry ${entry.seq} ${problem}`);
    before = entry;
  }
}

function findDecodeProblem(entry: StoredEntry): string | null {
  try {
    decodeEvents(entry.events);
    return null;
  } catch (error) {
    return `cannot be read by this version: ${errorMessage(error)}`;
  }
}

/** The chain problem of an entry that follows `before` (undefined: it is the first), or null. */
export function findChainProblem(before: StoredEntry | undefined, entry: StoredEntry): string | null {
  const expected = (before?.seq ?? 0) + 1;
  if (entry.seq !== expected) return `is in the place of entry ${expected}`;
  if (entry.epoch < (before?.epoch ?? 1))
    return `was written by epoch ${entry.epoch}, older than the epoch of the previous entry`;
  if (entry.hash !== chainHash(before?.hash ?? GENESIS_HASH, entry)) return 'does not match its hash';
  return null;
}
