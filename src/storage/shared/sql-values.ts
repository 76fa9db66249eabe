export type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

/** A problem of a ledger and its location: `entry 17`, `orders row 4`, `positions row acc_1 sa_1 1001`. */
export interface Problem {
  readonly where: string;
  readonly what: string;
}

export type SqlFunctions = Readonly<Record<string, (...args: SqlValue[]) => SqlValue>>;
