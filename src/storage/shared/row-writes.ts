/** How rows of one table are written. Each database renders its own SQL from this. */
export interface RowWrite {
  readonly name: string; // of the table, and of the operation that writes a row
  readonly columns: readonly string[]; // key columns first
  readonly keyColumns: number;
  /** The columns that a stored row with the same key takes over; null: such a row is refused. */
  readonly updated: readonly string[] | null;
  /** True when `removal` names an operation that deletes the row with a key. */
  readonly isRemovable: boolean;
}

type Target = Pick<RowWrite, 'name' | 'columns'>;

/** The operation that deletes the row with a key. */
export const removal = (table: string): string => `-${table}`;

/** A row that is stored once: a second one with its key is refused. */
export const inserted = ({ name, columns }: Target): RowWrite => ({
  name,
  columns,
  keyColumns: 0,
  updated: null,
  isRemovable: false,
});

/**
 * A row that replaces the stored one with its key.
 *
 * @param updated  the columns that may change, if not all but the key
 */
export const upserted = (
  { name, columns, keyColumns }: Target & Pick<RowWrite, 'keyColumns'>,
  updated: readonly string[] = columns.slice(keyColumns),
): RowWrite => ({ name, columns, keyColumns, updated, isRemovable: false });

export const removable = (write: RowWrite): RowWrite => ({ ...write, isRemovable: true });
