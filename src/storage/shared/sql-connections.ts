import type { Row, SqlValue } from './sql-values.ts';

/** One statement by its name and its parameters in order. */
export type WriteOp = readonly [statement: string, ...params: SqlValue[]];

export interface CommitStats {
  readonly ops: number;
  readonly ms: number; // from the begin of the transaction to the end of its sync
}

export interface SqlWriter {
  /** Commits the operations in call order, in one transaction with other waiting writes. Resolves once synced. */
  write(ops: readonly WriteOp[]): Promise<void>;
  /** Commits waiting writes, then closes the file. Later writes are refused. */
  close(): Promise<void>;
  /** The error with which every write is refused; null while the writer works. */
  readonly failed: Error | null;
  onCommit: ((stats: CommitStats) => void) | null;
  /** Calls `add` before each batch is sent; the batch gets the operations that it returns. */
  beforeCommit(add: () => readonly WriteOp[]): void;
}

/** What differs between the SQL of the databases. Parameters are `?` in both. */
export interface SqlDialect {
  /** The file or database, for messages. */
  readonly place: string;
  /** A table in FROM, with the index that a query needs; a database with statistics chooses by itself. */
  readonly from: (table: string, index: string) => string;
  /** Orders by number. Parameter: a JSON array of numbers. */
  readonly ordersByNumber: string;
  /** The entries with reviews of an asset, oldest first. Parameters: the asset and a limit. */
  readonly entriesOfAsset: string;
  /** The fills of Demo orders in the order they happened. Parameters: the section and a JSON array of client ids. */
  readonly demoFillsOfOrders: string;
}

/** Look-ups on read-only connections. Each one sees everything committed before it. */
export interface SqlReader {
  /** The first row, or null: for look-ups by key. */
  get(sql: string, ...params: SqlValue[]): Promise<Row | null>;
  /** All rows: for scans; bound them with LIMIT. */
  all(sql: string, params: readonly SqlValue[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}
