import { errorMessage } from '#contract';
import { decodeEvents } from '#domain';
import { StoreOpenError } from '#ports';
import { type ChainedEntry, chainHash, GENESIS_HASH } from './hash-chain.ts';
import type { ChainHead } from './signed-heads.ts';
import type { SqlReader } from './sql-connections.ts';
import type { Row } from './sql-values.ts';

export interface AuditReport {
  readonly entries: number; // read
  readonly head: ChainHead | null; // null: there is no entry
  readonly problem: string | null; // the first problem found
}

/** The fields of an exported line, in output order. */
const FIELDS = ['seq', 'epoch', 'at', 'cause', 'actor', 'events', 'hash'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'epoch', 'at']);

/** Like `auditFile`, on exported lines instead of a ledger file. */
export function auditExport(lines: Iterable<string>, known: readonly ChainHead[]): AuditReport {
  return audit(parseLines(lines), known);
}

/** The report on entries in their order. */
export function audit(entries: Iterable<StoredEntry>, known: readonly ChainHead[]): AuditReport {
  const checked = new ChainAudit(known);
  try {
    for (const entry of entries) if (!checked.add(entry)) break;
  } catch (error) {
    if (!(error instanceof BadLineError)) throw error;
    return checked.report(error.message);
  }
  return checked.report();
}

/** Checks a hash chain entry by entry. */
export class ChainAudit {
  readonly #unseen: Map<number, ChainHead[]>;
  #before: StoredEntry | undefined;
  #problem: string | null = null;

  constructor(known: readonly ChainHead[]) {
    this.#unseen = Map.groupBy(known, ({ seq }) => seq);
  }

  /** False once there is a problem; then no further entry is needed. */
  add(entry: StoredEntry): boolean {
    const problem = findChainProblem(this.#before, entry);
    if (problem !== null) this.#problem = `entry ${entry.seq} ${problem}`;
    else if (this.#unseen.get(entry.seq)?.some(({ hash }) => hash !== entry.hash))
      this.#problem = `entry ${entry.seq} has the hash ${entry.hash}, which differs from the known hash`;
    if (this.#problem !== null) return false;
    this.#unseen.delete(entry.seq);
    this.#before = entry;
    return true;
  }

  /** @param problem  one that is not about an entry */
  report(problem = this.#problem ?? this.#missing()): AuditReport {
    const before = this.#before;
    const head = before === undefined ? null : { seq: before.seq, hash: before.hash };
    return { entries: before?.seq ?? 0, head, problem };
  }

  #missing(): string | null {
    const [missing] = this.#unseen.keys();
    return missing === undefined ? null : `ends before entry ${missing}, whose hash is known`;
  }
}

/** An entry as a line of the export. */
export const renderLine = (entry: StoredEntry): string => JSON.stringify(entry, [...FIELDS]);

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
export async function checkTail(file: string, reader: SqlReader): Promise<void> {
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
