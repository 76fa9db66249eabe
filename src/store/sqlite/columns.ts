import { type Format, parseJson, snakeCase, UnreadableRecordError } from '../../core/ledger/json.ts';
import type { SqlValue } from './database.ts';

/** How one field of a record stands in one column. */
export interface Column<Value> {
  readonly write: (value: Value) => SqlValue;
  readonly read: (stored: SqlValue) => Value;
  readonly name?: string; // of the column, when it is not the field's own in snake_case
}

/** A table whose rows are records of one type, field by column. */
export interface Table<Shape> {
  readonly name: string;
  readonly columns: readonly string[]; // the key first
  readonly keyColumns: number;
  readonly paramsOf: (value: Shape) => SqlValue[];
  /** Throws UnreadableRecordError when a column holds what it was never written. */
  readonly recordOf: (row: Readonly<Record<string, SqlValue>>) => Shape;
}

/** @param keyColumns  how many of the first fields are the primary key */
export function table<Shape extends object>(
  name: string,
  keyColumns: number,
  fields: { readonly [Name in keyof Shape]-?: Column<Shape[Name]> },
): Table<Shape> {
  const names = Object.keys(fields) as (keyof Shape & string)[];
  const columns = names.map((field) => fields[field].name ?? snakeCase(field));
  return {
    name,
    columns,
    keyColumns,
    paramsOf: (value) => names.map((field) => fields[field].write(value[field])),
    recordOf: (row) => {
      const value: Partial<Shape> = {};
      for (const [index, field] of names.entries()) {
        const column = columns[index] ?? field;
        value[field] = readColumn(`${name}.${column}`, fields[field], row[column] ?? null);
      }
      return value as Shape;
    },
  };
}

/** Text as it is: ids, names, enumerations. The format only says what may come back. */
export const plain = <Text extends string>(format: Format<Text>): Column<Text> => ({
  write: (value) => value,
  read: (stored) => format.read(stored),
});

export const whole = <Integer extends number>(format: Format<Integer>): Column<Integer> => ({
  write: (value) => value,
  read: (stored) => format.read(stored),
});

/** A bigint as decimal text, by its renderer and the format that reads it back. */
export const units = <Units extends bigint>(
  render: (value: Units) => string,
  format: Format<Units>,
): Column<Units> => ({ write: render, read: (stored) => format.read(stored) });

/** A list or a choice, as JSON text. */
export const json = <Value>(format: Format<Value>): Column<Value> => ({
  write: format.write,
  read: (stored) => parseJson(format, String(stored)),
});

export const flag: Column<boolean> = {
  write: (value) => (value ? 1 : 0),
  read: (stored) => {
    if (stored !== 0 && stored !== 1) throw new UnreadableRecordError('is neither 0 nor 1');
    return stored === 1;
  },
};

export const optional = <Value>(column: Column<Value>): Column<Value | null> => ({
  ...column,
  write: (value) => (value === null ? null : column.write(value)),
  read: (stored) => (stored === null ? null : column.read(stored)),
});

function readColumn<Value>(name: string, column: Column<Value>, stored: SqlValue): Value {
  try {
    return column.read(stored);
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    throw new UnreadableRecordError(`${name} ${error.message}`);
  }
}
