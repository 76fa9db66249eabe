import { decodeEvents } from '../../../domain/events/event-codec.ts';
import { messageOf, openForReading, type Row, StoreOpenError } from '../database.ts';
import { LEDGER_SCHEMA } from '../projections/ledger-schema.ts';
import type { SqliteReader } from '../reader-thread.ts';
import { type ChainedEntry, chainHash, GENESIS_HASH } from './hash-chain.ts';

/** Names an entry and, through its hash, all before it: what to write down elsewhere. */
interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

interface AuditReport {
  readonly entries: number; // read
  readonly head: ChainHead | null; // null: there is no entry
  readonly problem: string | null; // the first thing that is wrong
}

/** The fields of a line, in the order in which they are written. */
const FIELDS = ['seq', 'epoch', 'at', 'cause', 'actor', 'events', 'hash'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'epoch', 'at']);

/**
 * The journal of a ledger file, oldest first: each entry one line of JSON, as docs/audit.md describes it.
 * May run beside a service. Refuses (StoreOpenError) what is no ledger.
 */
export function* auditLines(file: string): Generator<string> {
  for (const entry of readEntries(file)) yield JSON.stringify(entry, [...FIELDS]);
}

/**
 * Checks the chain of a ledger file: numbers without a gap and every hash, but not the tables.
 *
 * @param known  an entry whose hash was written down elsewhere; null: none. Without one, a journal that
 *               was cut short or written anew as a whole still agrees with itself
 */
export const auditFile = (file: string, known: ChainHead | null): AuditReport =>
  audit(readEntries(file), known);

/** The same of exported lines, which need no ledger. */
export function auditExport(lines: Iterable<string>, known: ChainHead | null): AuditReport {
  return audit(parseLines(lines), known);
}

function audit(entries: Iterable<StoredEntry>, known: ChainHead | null): AuditReport {
  let before: StoredEntry | undefined;
  let seen = known === null;
  const report = (problem: string | null): AuditReport => ({
    entries: before?.seq ?? 0,
    head: before === undefined ? null : { seq: before.seq, hash: before.hash },
    problem,
  });
  try {
    for (const entry of entries) {
      const wrong = findChainProblem(before, entry);
      if (wrong !== null) return report(`entry ${entry.seq} ${wrong}`);
      if (entry.seq === known?.seq) {
        if (entry.hash !== known.hash)
          return report(
            `entry ${entry.seq} has the hash ${entry.hash}, and not the one that was written down`,
          );
        seen = true;
      }
      before = entry;
    }
  } catch (error) {
    if (!(error instanceof BadLineError)) throw error;
    return report(error.message);
  }
  return report(seen ? null : `ends before entry ${known?.seq}, whose hash was written down`);
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

/** Strict to the byte, so that a changed file is never read as if it were not. */
function parseLine(line: string, number: number): Row {
  const row = parseJsonObject(line);
  if (
    row === null ||
    JSON.stringify(row, [...FIELDS]) !== line ||
    !FIELDS.every((name) => isField(row, name))
  )
    throw new BadLineError(`line ${number} is not an entry as it was exported`);
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
 * Checks the newest entries: whole, readable by this version, and chained to each other. Damage there
 * means that the last words of the ledger cannot be trusted; `crossbook verify` checks all of it.
 *
 * Refuses  (StoreOpenError) naming the file and the first entry that is wrong.
 */
export async function checkTail(file: string, reader: SqliteReader): Promise<void> {
  const rows = await reader.all('SELECT * FROM entries ORDER BY seq DESC LIMIT ?', [TAIL_ENTRIES + 1]);
  const entries = rows.map(toStoredEntry).reverse();
  let before = entries.length > TAIL_ENTRIES ? entries.shift() : undefined;
  for (const entry of entries) {
    const wrong = findChainProblem(before, entry) ?? findDecodeProblem(entry);
    if (wrong !== null) throw new StoreOpenError(`${file} is damaged: entry ${entry.seq} ${wrong}`);
    before = entry;
  }
}

function findDecodeProblem(entry: StoredEntry): string | null {
  try {
    decodeEvents(entry.events);
    return null;
  } catch (error) {
    return `cannot be read by this version: ${messageOf(error)}`;
  }
}

/** What is wrong with an entry that follows `before` (undefined: it is the first), or null. */
export function findChainProblem(before: StoredEntry | undefined, entry: StoredEntry): string | null {
  const expected = (before?.seq ?? 0) + 1;
  if (entry.seq !== expected) return `stands where entry ${expected} should be`;
  if (entry.epoch < (before?.epoch ?? 1))
    return `was written by epoch ${entry.epoch}, before the one it follows`;
  if (entry.hash !== chainHash(before?.hash ?? GENESIS_HASH, entry)) return 'does not match its hash';
  return null;
}
