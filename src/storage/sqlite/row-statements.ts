import { type RowWrite, removal } from '#storage/shared';

type Target = Pick<RowWrite, 'name' | 'columns'>;

/** Inserts a row. */
export const insertSql = ({ name, columns }: Target, values = columns.map(() => '?')): string =>
  `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values.join(', ')})`;

/** Inserts a row, or updates the one with its key. */
export function writeSql(write: RowWrite): string {
  const { columns, keyColumns, updated } = write;
  if (updated === null) return insertSql(write);
  const key = columns.slice(0, keyColumns).join(', ');
  const changes = updated.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${insertSql(write)} ON CONFLICT (${key}) DO UPDATE SET ${changes}`;
}

/** Statements by the names of their operations. */
export function toStatements(writes: readonly RowWrite[]): Readonly<Record<string, string>> {
  const statements: Record<string, string> = {};
  for (const write of writes) {
    statements[write.name] = writeSql(write);
    if (write.isRemovable) statements[removal(write.name)] = deleteSql(write);
  }
  return statements;
}

const deleteSql = ({ name, columns, keyColumns }: RowWrite): string => {
  const key = columns.slice(0, keyColumns).map((column) => `${column} = ?`);
  return `DELETE FROM ${name} WHERE ${key.join(' AND ')}`;
};
