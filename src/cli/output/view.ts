/** One record as it travels: names of fields and their values. */
export type Row = Readonly<Record<string, unknown>>;

/** What a command found, before it is known how it will be printed. */
export interface View {
  /** What `-o json` prints: the API's own record or list. */
  readonly value: unknown;
  /** The same as lines: what ndjson, csv and a table print. */
  readonly rows: readonly Row[];
  /** The fields that a person wants to see; the other formats have all of them. */
  readonly columns: readonly string[];
  /** One record, which a table shows downwards. */
  readonly isOne: boolean;
  /** Lines that take the place of a table, where a table would not do. */
  readonly drawn?: readonly string[];
  /** Told beside a table. */
  readonly note?: string;
}

export const listView = (list: readonly object[], columns: readonly string[], note?: string): View => ({
  value: list,
  rows: list as readonly Row[],
  columns,
  isOne: false,
  ...(note === undefined ? {} : { note }),
});

/** @param columns  in a table; all fields when left out */
export const recordView = (record: object, columns: readonly string[] = Object.keys(record)): View => ({
  value: record,
  rows: [record as Row],
  columns,
  isOne: true,
});

/**
 * The view of some fields only, in the order asked for. A dot reaches inside: `legs.0.venue`.
 *
 * @returns the name that no row has, when there is one
 */
export function pickFields(view: View, names: readonly string[]): View | { readonly unknown: string } {
  const unknown = names.find((name) => !view.rows.some((row) => fieldOf(row, name) !== undefined));
  if (unknown !== undefined && view.rows.length > 0) return { unknown };
  const rows = view.rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, fieldOf(row, name) ?? null])),
  );
  return { value: view.isOne ? rows[0] : rows, rows, columns: names, isOne: view.isOne };
}

/** Undefined when there is none. */
export function fieldOf(row: Row, name: string): unknown {
  if (name in row) return row[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
      row,
    );
}

/** Every field that some row has, in the order they first appear. */
export const fieldsOf = (rows: readonly Row[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
];
