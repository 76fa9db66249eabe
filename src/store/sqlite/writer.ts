import type { SqlValue } from './database.ts';

/** What a writer needs to know of its file. It crosses to another thread, so it is plain data. */
export interface WriterSpec {
  readonly file: string;
  /** Migrations in order, one SQL script each. Never edit one that was released: append another. */
  readonly schema: readonly string[];
  readonly statements: Readonly<Record<string, string>>; // by the name that a WriteOp uses
  /** URL of a module whose export `functions` (SqlFunctions) the statements may call. */
  readonly functions?: string;
  /** Of the files that one thread writes, one of a lower rank is durable before one of a higher. */
  readonly rank?: number; // 0 when left out
}

export type SqlFunctions = Readonly<Record<string, (...args: SqlValue[]) => SqlValue>>;

/** One statement of the spec and its parameters in order. */
export type WriteOp = readonly [statement: string, ...params: SqlValue[]];

/**
 * Ops one after the other in one flat list: the statement, how many parameters, the parameters. A list of
 * lists takes twice as long to cross to another thread.
 */
export type PackedOps = SqlValue[];

/** Appends the ops to what is packed already. */
export function pack(into: PackedOps, ops: readonly WriteOp[]): void {
  for (const op of ops) {
    into.push(op[0], op.length - 1);
    for (let at = 1; at < op.length; at += 1) into.push(op[at] ?? null);
  }
}

export interface CommitStats {
  readonly ops: number;
  readonly ms: number; // from the transaction's begin until its sync returned
}

export interface SqliteWriter {
  /** Commits the ops in one transaction, in the order of the calls, together with what else waits. Resolves once synced. */
  write(ops: readonly WriteOp[]): Promise<void>;
  /** Commits what waits, then closes the file. Writes after it are refused. */
  close(): Promise<void>;
  /** Why every write is refused; null while all is well. */
  readonly failed: Error | null;
  onCommit: ((stats: CommitStats) => void) | null;
  /** Asked as writes are sent to the thread: what to add to them. */
  beforeCommit: (() => readonly WriteOp[]) | null;
}
