import {
  inserted,
  LEDGER_WRITES,
  ORDER_COLUMNS,
  type RowWrite,
  removal,
  type SqlValue,
  upserted,
  type WriteOp,
} from '#storage/shared';
import { toStored } from './postgres-connection.ts';
import { POSTGRES_SCHEMA } from './postgres-schema.ts';

/** The end of a shard's journal: its last entry, and the number of its commits, of which some have no entry. */
export interface JournalEnd {
  readonly seq: number;
  readonly hash: string;
  readonly commits: number;
}

/** One commit: a prepared statement and its parameters after the fence's. A list has the values of one column. */
export interface CommitStatement {
  readonly name: string;
  readonly text: string;
  readonly params: readonly Param[];
}

type Param = number | readonly SqlValue[];

/** How rows of one table are written. */
interface TableWrite {
  readonly table: string;
  readonly columns: readonly string[]; // key columns first
  /** Of several rows with this key in one batch only the last is written. 0: every row is inserted. */
  readonly keyColumns: number;
  readonly onConflict: string;
}

function toTableWrite({ name: table, columns, keyColumns, updated }: RowWrite): TableWrite {
  if (updated === null) return { table, columns, keyColumns: 0, onConflict: '' };
  const key = columns.slice(0, keyColumns).join(', ');
  const changes = updated.map((column) => `${column} = excluded.${column}`).join(', ');
  return { table, columns, keyColumns, onConflict: `ON CONFLICT (${key}) DO UPDATE SET ${changes}` };
}

/** A second row would be ignored: the first value stays. */
const once = (table: string, columns: readonly string[]): TableWrite => ({
  table,
  columns,
  keyColumns: 0,
  onConflict: 'ON CONFLICT DO NOTHING',
});

/** Without an answer in the row, the stored one stays: an empty one becomes the state that it stood for. */
const ORDERS: TableWrite = {
  table: 'orders',
  columns: ORDER_COLUMNS,
  keyColumns: 1,
  onConflict: `ON CONFLICT (number) DO UPDATE SET
    instrument_id = excluded.instrument_id, status = excluded.status, state = excluded.state,
    answer = CASE WHEN excluded.answer IS NOT NULL THEN excluded.answer
                  WHEN orders.answer = '' THEN orders.state ELSE orders.answer END`,
};

/** Tables that only a journal of several nodes has. */
const SHARED_WRITES: readonly RowWrite[] = [
  upserted({ name: 'venue_assets', columns: ['key', 'asset'], keyColumns: 1 }),
  upserted({ name: 'shared_values', columns: ['name', 'value'], keyColumns: 1 }),
];

/** Writes by the names of the operations. */
const WRITES: Readonly<Record<string, TableWrite>> = {
  entry: toTableWrite(
    inserted({ name: 'entries', columns: ['seq', 'epoch', 'at', 'cause', 'actor', 'events', 'hash'] }),
  ),
  orders: ORDERS,
  ...Object.fromEntries(
    [...LEDGER_WRITES, ...SHARED_WRITES].map((write) => [write.name, toTableWrite(write)]),
  ),
  installation: once('installation', ['id']),
  profile: once('ledger_profile', ['profile']),
  instrument_ids: {
    ...once('instrument_ids', ['instrument_id', 'venue', 'venue_instrument_id']),
    keyColumns: 1,
  },
  shared_value_once: once('shared_values', ['name', 'value']),
};

/** The operations that write a row, by those that delete it. */
const REMOVED: ReadonlyMap<string, string> = new Map(
  [...LEDGER_WRITES.filter(({ isRemovable }) => isRemovable), { name: 'instrument_ids' }].map(({ name }) => [
    removal(name),
    name,
  ]),
);

type Values = readonly SqlValue[];

/**
 * The operations of one commit, one statement for all of them. A statement may touch a row once, so of several states of
 * a row only the last is kept.
 */
export class CommitBatch {
  readonly #inserts = new Map<string, Values[]>(); // by operation
  readonly #rows = new Map<string, Map<string, Values>>(); // by operation and key
  readonly #deleted = new Map<string, Map<string, Values>>();
  #expiredBefore: number | null = null;

  add(op: WriteOp): void {
    const [name, ...values] = op;
    const written = REMOVED.get(name);
    if (name === 'signatures_expired')
      this.#expiredBefore = Math.max(this.#expiredBefore ?? 0, Number(values[0]));
    else if (written !== undefined) this.#delete(written, values);
    else if (name.startsWith('orders')) this.#addOrder(name, values);
    else this.#write(name, values);
  }

  #write(name: string, values: Values): void {
    const { keyColumns } = writeOf(name);
    if (keyColumns === 0) return void groupOf(this.#inserts, name, () => []).push(values);
    const key = keyOf(values, keyColumns);
    this.#deleted.get(name)?.delete(key);
    groupOf(this.#rows, name, newRows).set(key, values);
  }

  #delete(name: string, values: Values): void {
    const key = keyOf(values, writeOf(name).keyColumns);
    this.#rows.get(name)?.delete(key);
    groupOf(this.#deleted, name, newRows).set(key, values);
  }

  /** The answer of a row: null keeps the stored one, '' is the state itself. */
  #addOrder(name: string, values: Values): void {
    const earlier = this.#rows.get('orders')?.get(keyOf(values, 1));
    const kept = (): SqlValue => {
      const [state = null, answer = null] = earlier?.slice(-2) ?? [];
      return answer === '' ? state : answer;
    };
    const row = values.slice(0, ORDER_COLUMNS.length - 1);
    if (name === 'orders') row.push(kept());
    else row.push(name === 'orders_just_answered' ? '' : (values.at(-1) ?? null));
    this.#write('orders', row);
  }

  /** The statement; `$1` to `$7` are those of the fence. */
  toStatement(): CommitStatement {
    const parts: string[] = [];
    const sql: (() => string)[] = [];
    const params: Param[] = [];
    const addPart = (name: string, values: readonly Param[], render: (first: number) => string): void => {
      const first = FENCE_PARAMS + params.length + 1;
      const number = parts.push(name);
      sql.push(() => `c${number} AS (${render(first)})`);
      params.push(...values);
    };
    for (const name of Object.keys(WRITES)) {
      const write = writeOf(name);
      const rows = this.#inserts.get(name) ?? [...(this.#rows.get(name)?.values() ?? [])];
      if (rows.length > 0) addPart(name, toLists(write.columns, rows), (first) => insertSql(write, first));
      const keys = [...(this.#deleted.get(name)?.values() ?? [])];
      if (keys.length > 0)
        addPart(`-${name}`, toLists(keyOfTable(write), keys), (first) => deleteSql(write, first));
    }
    if (this.#expiredBefore !== null)
      addPart(
        'expired',
        [this.#expiredBefore],
        (first) => `DELETE FROM signatures USING fence WHERE expires_at < $${first}`,
      );
    const shape = parts.join(' ');
    let known = statements.get(shape);
    if (known === undefined) {
      const text = `WITH ${[FENCE, ...sql.map((render) => render())].join(', ')} SELECT count(*) FROM fence`;
      known = { name: `commit_${statements.size}`, text };
      statements.set(shape, known);
    }
    return { ...known, params };
  }
}

/** The columns of integers. A name has one type in all tables; every other column is text. */
const INTEGERS: ReadonlySet<string> = new Set(
  Array.from(
    POSTGRES_SCHEMA.join('\n').matchAll(/\b(\w+) (?:bigint|smallint|integer)\b/g),
    ([, name = '']) => name,
  ),
);

/** Statements by the parts they have, so that each shape is prepared once a connection. */
const statements = new Map<string, Omit<CommitStatement, 'params'>>();

const FENCE_PARAMS = 7;

/**
 * Only the owner of the shard in its epoch finds this row, and only with the end of the journal that it knows. So an
 * outdated owner, a gap and a second writer are all refused, with every row of the commit. It locks the row until it is
 * durable, so a renewal waits for it; the commit itself counts as one.
 */
const FENCE = `fence AS (UPDATE shards SET last_seq = $4, last_hash = $6, commits = commits + 1, renewals = renewals + 1
  WHERE shard = $1 AND epoch = $2 AND last_seq = $3 AND last_hash = $5 AND commits = $7 RETURNING shard)`;

const insertSql = ({ table, columns, onConflict }: TableWrite, first: number): string =>
  `INSERT INTO ${table} (${columns.join(', ')})
   SELECT ${columns.map((column) => `r.${column}`).join(', ')} FROM fence, ${rowsSql(columns, first)} ${onConflict}`;

const deleteSql = (write: TableWrite, first: number): string => {
  const key = keyOfTable(write);
  return `DELETE FROM ${write.table} AS t USING fence, ${rowsSql(key, first)}
    WHERE ${key.map((column) => `t.${column} = r.${column}`).join(' AND ')}`;
};

/** The rows of a part, from one list for each column: a commit of lists takes the server a sixth less time than one of JSON. */
const rowsSql = (columns: readonly string[], first: number): string => {
  const lists = columns.map((column, at) => `$${first + at}::${INTEGERS.has(column) ? 'bigint' : 'text'}[]`);
  return `unnest(${lists.join(', ')}) AS r(${columns.join(', ')})`;
};

const toLists = (columns: readonly string[], rows: readonly Values[]): readonly SqlValue[][] =>
  columns.map((_, at) => rows.map((values) => toStored(values[at] ?? null)));

const keyOfTable = ({ columns, keyColumns }: TableWrite): readonly string[] => columns.slice(0, keyColumns);

function writeOf(name: string): TableWrite {
  const write = WRITES[name];
  if (write === undefined) throw new Error(`no table for the operation ${name}`);
  return write;
}

const keyOf = (values: Values, keyColumns: number): string => JSON.stringify(values.slice(0, keyColumns));

const newRows = (): Map<string, Values> => new Map();

function groupOf<Group>(groups: Map<string, Group>, name: string, create: () => Group): Group {
  const found = groups.get(name) ?? create();
  groups.set(name, found);
  return found;
}
