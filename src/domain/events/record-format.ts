import { assert } from '../model/assert.ts';
import { type Notional, renderDecimal, renderNotional } from '../model/money.ts';

/** A stored record is damaged or has an unknown format, for example of a newer version. */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
}

/** JSON format of one type: a canonical encoder and a strict decoder. */
export interface Format<Value> {
  readonly write: (value: Value) => string;
  readonly read: (json: unknown) => Value;
  /** Value of a field that is absent from the JSON; a field with this value is not written. */
  readonly absent?: Value;
}

/** The formats of all fields of a record. A new field compiles only when it has a format. */
export type Fields<Shape> = { readonly [Name in keyof Shape]-?: Format<Shape[Name]> };

/**
 * Format of a record as a JSON object with snake_case names, in the given order of fields. Decoding rejects
 * missing and unknown fields, except missing fields with a default (see `defaultWhenAbsent`).
 */
export function record<Shape extends object>(fields: Fields<Shape>, head = ''): Format<Shape> {
  const columns = toColumns(fields, head);
  return {
    write: (value) => {
      let text = '{';
      for (const { name, prefix, format, isOptional } of columns) {
        if (isOptional && value[name] === format.absent) continue;
        text += prefix + format.write(value[name]);
      }
      return `${text}}`;
    },
    read: (json) => {
      const object = readObject(json);
      const value: Partial<Shape> = {};
      let known = head === '' ? 0 : 1;
      for (const { name, key, format, isOptional } of columns) {
        const isAbsent = isOptional && !Object.hasOwn(object, key);
        if (!isAbsent) known += 1;
        value[name] = isAbsent ? format.absent : readField(key, format, object[key]);
      }
      if (Object.keys(object).length !== known) throw new UnreadableRecordError('holds an unknown field');
      return value as Shape;
    },
  };
}

/** Format of a union of records, discriminated by `type`. */
export function variants<Shape extends { readonly type: string }>(
  shapes: {
    readonly [Type in Shape['type']]: Fields<Omit<Extract<Shape, { readonly type: Type }>, 'type'>>;
  },
): Format<Shape> {
  const formats = new Map<string, Format<object>>();
  for (const [type, fields] of Object.entries<Fields<object>>(shapes)) {
    formats.set(type, record(fields, `"type":${JSON.stringify(type)}`));
  }
  return {
    write: (value) => {
      const format = formats.get(value.type);
      assert(format !== undefined, `${value.type} has a format`);
      return format.write(value);
    },
    read: (json) => {
      const { type } = readObject(json);
      const format = typeof type === 'string' ? formats.get(type) : undefined;
      if (format === undefined) throw new UnreadableRecordError(`unknown type ${JSON.stringify(type)}`);
      return { type, ...format.read(json) } as Shape;
    },
  };
}

export function listOf<Value>(item: Format<Value>): Format<readonly Value[]> {
  return {
    write: (values) => {
      let text = '';
      for (const value of values) text += text === '' ? item.write(value) : `,${item.write(value)}`;
      return `[${text}]`;
    },
    read: (json) => {
      if (!Array.isArray(json)) throw new UnreadableRecordError('is not a list');
      return json.map((value: unknown) => item.read(value));
    },
  };
}

export const nullable = <Value>(format: Format<Value>): Format<Value | null> => ({
  write: (value) => (value === null ? 'null' : format.write(value)),
  read: (json) => (json === null ? null : format.read(json)),
});

/**
 * Format of a field that older records do not have. The default value is not written, so that old and new
 * texts of the same record are equal. It must not be the first field of a record.
 */
export const defaultWhenAbsent = <Value>(absent: Value, format: Format<Value>): Format<Value> => ({
  ...format,
  absent,
});

export const text = <Text extends string>(): Format<Text> => ({
  write: (value) => JSON.stringify(value),
  read: (json) => {
    if (typeof json !== 'string') throw new UnreadableRecordError('is not a text');
    return json as Text;
  },
});

export const integer = <Integer extends number>(): Format<Integer> => ({
  write: (value) => {
    assert(Number.isSafeInteger(value), 'a stored integer is exact');
    return String(value);
  },
  read: (json) => {
    if (!Number.isSafeInteger(json)) throw new UnreadableRecordError('is not an integer');
    return json as Integer;
  },
});

export const boolean: Format<boolean> = {
  write: String,
  read: (json) => {
    if (typeof json !== 'boolean') throw new UnreadableRecordError('is not true or false');
    return json;
  },
};

/** Format of a union of string literals. They are the keys, so a missing literal does not compile. */
export function oneOf<Name extends string>(names: Readonly<Record<Name, true>>): Format<Name> {
  const known = new Set(Object.keys(names));
  return {
    write: (value) => `"${value}"`,
    read: (json) => {
      if (typeof json === 'string' && known.has(json)) return json as Name;
      throw new UnreadableRecordError(`is none of ${[...known].join(', ')}`);
    },
  };
}

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.([0-9]*[1-9]))?$/;

/** Parses the output of `renderDecimal` (8 digits) or `renderNotional` (16), of any size and sign. */
export function parseUnits(json: unknown, digits: number): bigint {
  const match = typeof json === 'string' ? DECIMAL.exec(json) : null;
  const fraction = match?.[1] ?? '';
  if (match === null || fraction.length > digits || match[0] === '-0') {
    throw new UnreadableRecordError(`is not a decimal: ${JSON.stringify(json)}`);
  }
  const whole = fraction === '' ? match[0] : match[0].slice(0, -fraction.length - 1);
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** Units of 1e-8 as decimal text. */
export const decimal = <Units extends bigint>(): Format<Units> => ({
  write: (value) => `"${renderDecimal(value)}"`,
  read: (json) => parseUnits(json, 8) as Units,
});

/** Units of 1e-16 as decimal text. */
export const notional: Format<Notional> = {
  write: (value) => `"${renderNotional(value)}"`,
  read: (json) => parseUnits(json, 16) as Notional,
};

/** Parses JSON text. Throws UnreadableRecordError for invalid JSON and for JSON of another format. */
export function parseJson<Value>(format: Format<Value>, json: string): Value {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new UnreadableRecordError('is not JSON');
  }
  return format.read(parsed);
}

/** `subaccountId` is stored as `subaccount_id`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface Column<Shape> {
  readonly name: keyof Shape;
  readonly key: string;
  readonly prefix: string;
  readonly format: Format<Shape[keyof Shape]>;
  readonly isOptional: boolean;
}

function toColumns<Shape extends object>(fields: Fields<Shape>, head: string): readonly Column<Shape>[] {
  const names = Object.keys(fields) as (keyof Shape & string)[];
  return names.map((name, index) => {
    const key = snakeCase(name);
    const lead = index === 0 ? head : '';
    const comma = index === 0 && head === '' ? '' : ',';
    return {
      name,
      key,
      prefix: `${lead}${comma}"${key}":`,
      format: fields[name] as Format<Shape[keyof Shape]>,
      isOptional: 'absent' in fields[name],
    };
  });
}

function readObject(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new UnreadableRecordError('is not an object');
  }
  return json as Readonly<Record<string, unknown>>;
}

function readField<Value>(key: string, format: Format<Value>, json: unknown): Value {
  try {
    return format.read(json);
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    throw new UnreadableRecordError(`${key} ${error.message}`);
  }
}
