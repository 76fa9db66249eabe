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
  /** True for a changed row that the table does not keep. */
  readonly isGone?: (row: Shape) => boolean;
  /** The keys of rows that an entry removes. */
  readonly removed?: (rows: LedgerRows) => readonly string[];
  /** A second row with the same key is refused. */
  readonly isPermanent?: true;
}

const stateTable = <Shape>(one: StateTable<Shape>): StateTable<Shape> => one;

type RowOf<Name extends keyof LedgerRows> = LedgerRows[Name][number];
/** Records under one name in an entry's rows and in the state. */
type SharedName = {
  readonly [Name in keyof LedgerRows & keyof LedgerState]: LedgerState[Name] extends Records<RowOf<Name>>
    ? Name
    : never;
}[keyof LedgerRows & keyof LedgerState];
interface Records<Shape> {
  values(): Iterable<Shape>;
}

/** A table whose rows have one name in an entry and in the state. */
const named = <Name extends SharedName>(
  name: Name,
  table: Table<RowOf<Name>>,
  rest: Pick<StateTable<RowOf<Name>>, 'isGone' | 'removed'> = {},
): StateTable<RowOf<Name>> => ({
  table,
  changed: (rows) => rows[name],
  all: (state) => (state[name] as Records<RowOf<Name>>).values(),
  ...rest,
});

const toAccount = (accountId: AccountId): { readonly accountId: AccountId } => ({ accountId });

/**
 * Every table of the state, by the name of its rows in a snapshot. What an entry writes, what a start reads, what
 * `verify` compares and the statements of both databases follow from this list.
 */
const STATE = {
  accounts: stateTable({
    table: ACCOUNTS,
    changed: ({ accounts }) => accounts.map(toAccount),
    all: ({ accounts }) => Array.from(accounts, toAccount),
    isPermanent: true,
  }),
  subaccounts: named('subaccounts', SUBACCOUNTS),
  keys: named('keys', KEYS),
  limits: named('limits', LIMITS),
  killSwitches: named('killSwitches', KILL_SWITCHES),
  guards: named('guards', GUARDS),
  protections: named('protections', PROTECTIONS),
  sessions: named('sessions', SESSIONS, { removed: ({ endedSessions }) => endedSessions }),
  approvals: named('approvals', APPROVALS, { removed: ({ forgottenApprovals }) => forgottenApprovals }),
  operations: named('operations', OPERATIONS, { removed: ({ forgottenOperations }) => forgottenOperations }),
  claims: named('claims', TOKEN_CLAIMS, { isGone: ({ payout }) => payout === 0n }),
  // The contract of an id never changes.
  bindings: stateTable({
    table: BINDINGS,
    changed: (rows) => rows.bindings,
    all: ({ bindings }) => Array.from(bindings, ([instrumentId, binding]) => ({ instrumentId, ...binding })),
    isPermanent: true,
  }),
  assetReviews: named('assetReviews', ASSET_REVIEWS),
  venueMarks: stateTable({
    table: VENUE_MARKS,
    changed: (rows) => rows.venueMarks,
    all: ({ venueMarks }) => Array.from(venueMarks, ([venue, mark]) => ({ venue, mark })),
  }),
  positions: named('positions', POSITIONS, { isGone: ({ net }) => net === 0n }),
  tokenPairs: named('tokenPairs', TOKEN_PAIRS, { isGone: ({ pairs }) => pairs === 0n }),
};

type Field = keyof typeof STATE;
type ShapeOf<Entry> = Entry extends StateTable<infer Shape> ? Shape : never;
type StateRows = { readonly [Name in Field]: readonly ShapeOf<(typeof STATE)[Name]>[] };

const ENTRIES = Object.entries(STATE) as [Field, StateTable<unknown>][];

/** The tables of the state. */
export const STATE_TABLES: readonly Table<unknown>[] = ENTRIES.map(([, { table }]) => table);

export const STATE_WRITES: readonly RowWrite[] = ENTRIES.map(
  ([, { table, isPermanent, isGone, removed }]) => {
    if (isPermanent === true) return inserted(table);
    return isGone === undefined && removed === undefined ? upserted(table) : removable(upserted(table));
  },
);

/** What an entry writes to the tables of the state. */
export function stateOps(rows: LedgerRows): WriteOp[] {
  const ops: WriteOp[] = [];
  for (const [, { table, changed, isGone, removed }] of ENTRIES) {
    for (const row of changed(rows)) {
      const values = table.toParams(row);
      if (isGone?.(row) === true) ops.push([removal(table.name), ...values.slice(0, table.keyColumns)]);
      else ops.push([table.name, ...values]);
    }
    for (const key of removed?.(rows) ?? []) ops.push([removal(table.name), key]);
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
