import type { AccountId } from '#contract';
import type { LedgerRows, LedgerState } from '#domain';
import type { LedgerSnapshot } from '#ports';
import { inserted, type RowWrite, removable, removal, upserted } from './row-writes.ts';
import type { SqlReader, WriteOp } from './sql-connections.ts';
import {
  ACCOUNTS,
  APPROVALS,
  ASSET_REVIEWS,
  BINDINGS,
  GUARDS,
  KEYS,
  KILL_SWITCHES,
  LIMITS,
  OPERATIONS,
  POSITIONS,
  PROTECTIONS,
  SESSIONS,
  SUBACCOUNTS,
  type Table,
  TOKEN_CLAIMS,
  TOKEN_PAIRS,
  VENUE_MARKS,
} from './table-mapping.ts';

/** A table of the ledger's state: replaying the journal yields its rows, and it does not grow with history. */
interface StateTable<Shape> {
  readonly table: Table<Shape>;
  /** The rows that an entry changes, as they are after it. */
  readonly changed: (rows: LedgerRows) => readonly Shape[];
  /** All rows that a replayed state has. */
  readonly all: (state: LedgerState) => Iterable<Shape>;
  readonly leaves: Leaves<Shape>;
}

/** How rows leave a table. Without either they stay. */
interface Leaves<Shape> {
  /** True for a changed row that the table does not keep. */
  readonly isGone?: (row: Shape) => boolean;
  /** The keys of rows that an entry removes. */
  readonly removed?: (rows: LedgerRows) => readonly string[];
  /** A second row with a key is refused. */
  readonly never?: true;
}

const state = <Shape>(
  table: Table<Shape>,
  changed: (rows: LedgerRows) => readonly Shape[],
  all: (state: LedgerState) => Iterable<Shape>,
  leaves: Leaves<Shape> = {},
): StateTable<Shape> => ({ table, changed, all, leaves });

const toAccount = (accountId: AccountId): { readonly accountId: AccountId } => ({ accountId });

/**
 * Every table of the state, by the name of its rows in a snapshot. What an entry writes, what a start reads, what
 * `verify` compares and the statements of both databases follow from this list.
 */
const STATE = {
  accounts: state(
    ACCOUNTS,
    ({ accounts }) => accounts.map(toAccount),
    ({ accounts }) => Array.from(accounts, toAccount),
    { never: true },
  ),
  subaccounts: state(
    SUBACCOUNTS,
    (rows) => rows.subaccounts,
    ({ subaccounts }) => subaccounts.values(),
  ),
  keys: state(
    KEYS,
    (rows) => rows.keys,
    ({ keys }) => keys.values(),
  ),
  limits: state(
    LIMITS,
    (rows) => rows.limits,
    ({ limits }) => limits.values(),
  ),
  killSwitches: state(
    KILL_SWITCHES,
    (rows) => rows.killSwitches,
    ({ killSwitches }) => killSwitches.values(),
  ),
  guards: state(
    GUARDS,
    (rows) => rows.guards,
    ({ guards }) => guards.values(),
  ),
  protections: state(
    PROTECTIONS,
    (rows) => rows.protections,
    ({ protections }) => protections.values(),
  ),
  sessions: state(
    SESSIONS,
    (rows) => rows.sessions,
    ({ sessions }) => sessions.values(),
    { removed: ({ endedSessions }) => endedSessions },
  ),
  approvals: state(
    APPROVALS,
    (rows) => rows.approvals,
    ({ approvals }) => approvals.values(),
    { removed: ({ forgottenApprovals }) => forgottenApprovals },
  ),
  operations: state(
    OPERATIONS,
    (rows) => rows.operations,
    ({ operations }) => operations.values(),
    { removed: ({ forgottenOperations }) => forgottenOperations },
  ),
  claims: state(
    TOKEN_CLAIMS,
    (rows) => rows.claims,
    ({ claims }) => claims.values(),
    { isGone: ({ payout }) => payout === 0n },
  ),
  // The contract of an id never changes.
  bindings: state(
    BINDINGS,
    (rows) => rows.bindings,
    ({ bindings }) => Array.from(bindings, ([instrumentId, binding]) => ({ instrumentId, ...binding })),
    { never: true },
  ),
  assetReviews: state(
    ASSET_REVIEWS,
    (rows) => rows.assetReviews,
    ({ assetReviews }) => assetReviews.values(),
  ),
  venueMarks: state(
    VENUE_MARKS,
    (rows) => rows.venueMarks,
    ({ venueMarks }) => Array.from(venueMarks, ([venue, mark]) => ({ venue, mark })),
  ),
  positions: state(
    POSITIONS,
    (rows) => rows.positions,
    ({ positions }) => positions.values(),
    { isGone: ({ net }) => net === 0n },
  ),
  tokenPairs: state(
    TOKEN_PAIRS,
    (rows) => rows.tokenPairs,
    ({ tokenPairs }) => tokenPairs.values(),
    { isGone: ({ pairs }) => pairs === 0n },
  ),
};

type Field = keyof typeof STATE;
type ShapeOf<Entry> = Entry extends StateTable<infer Shape> ? Shape : never;
type StateRows = { readonly [Name in Field]: readonly ShapeOf<(typeof STATE)[Name]>[] };

const ENTRIES = Object.entries(STATE) as [Field, StateTable<unknown>][];

/** The tables of the state. */
export const STATE_TABLES: readonly Table<unknown>[] = ENTRIES.map(([, { table }]) => table);

export const STATE_WRITES: readonly RowWrite[] = ENTRIES.map(([, { table, leaves }]) => {
  if (leaves.never === true) return inserted(table);
  return leaves.isGone === undefined && leaves.removed === undefined
    ? upserted(table)
    : removable(upserted(table));
});

/** What an entry writes to the tables of the state. */
export function stateOps(rows: LedgerRows): WriteOp[] {
  const ops: WriteOp[] = [];
  for (const [, { table, changed, leaves }] of ENTRIES) {
    for (const row of changed(rows)) {
      const values = table.toParams(row);
      if (leaves.isGone?.(row) === true)
        ops.push([removal(table.name), ...values.slice(0, table.keyColumns)]);
      else ops.push([table.name, ...values]);
    }
    for (const key of leaves.removed?.(rows) ?? []) ops.push([removal(table.name), key]);
  }
  return ops;
}

/** The stored rows of every table of the state, in the order of their keys. */
export async function readState(reader: SqlReader): Promise<Pick<LedgerSnapshot, Field>> {
  const found: Partial<Record<Field, readonly unknown[]>> = {};
  for (const [field, { table }] of ENTRIES) {
    const key = table.columns.slice(0, table.keyColumns).join(', ');
    const rows = await reader.all(`SELECT * FROM ${table.name} ORDER BY ${key}`, []);
    found[field] = rows.map(table.toRecord);
  }
  const { accounts, ...others } = found as StateRows;
  return { ...others, accounts: accounts.map(({ accountId }) => accountId) };
}

/** Each table of the state with the rows that a replayed state has. */
export function* rowsOfState(state: LedgerState): Generator<readonly [Table<unknown>, Iterable<unknown>]> {
  for (const [, { table, all }] of ENTRIES) yield [table, all(state)];
}
