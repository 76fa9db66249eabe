import {
  assert,
  decoder,
  isJsonObject,
  type Notional,
  renderDecimal,
  renderNotional,
  snakeCase,
} from '#contract';

/** A stored record is damaged or has an unknown format, for example of a newer version. */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
}

/** JSON format of one type: a canonical encoder and a decoder. */
export interface Format<Value> extends decoder.Decoder<Value> {
  readonly write: (value: Value) => string;
  /** Value of a field that is absent from the JSON; a field with this value is not written. */
  readonly absent?: Value;
}

/** Decodes a stored value. Throws UnreadableRecordError, naming the field, for any problem (P-09). */
export function readStored<Value>(format: decoder.Decoder<Value>, stored: unknown): Value {
  const found = format.read(stored, '', rejectRecord);
  assert(found !== decoder.INVALID, 'a refused value is reported');
  return found;
}

const rejectRecord: decoder.OnIssue = ({ path, reason }) => {
  throw new UnreadableRecordError([...path.split('.').slice(1), reason].join(' '));
};

/** The formats of all fields of a record. A new field compiles only when it has a format. */
export type Fields<Shape> = { readonly [Name in keyof Shape]-?: Format<Shape[Name]> };

/**
 * Format of a record as a JSON object with snake_case names, in the given order of fields. Decoding rejects
 * missing and unknown fields, except missing fields with a default (see `defaultWhenAbsent`).
 *
 * @param keptBefore  a field: the text of those before it is kept, and used again for a next value that has the same ones
 */
export function record<Shape extends object>(
  fields: Fields<Shape>,
  head = '',
  keptBefore?: keyof Shape & string,
): Format<Shape> {
  const columns = toColumns(fields, head);
  const keptCount = Object.keys(fields).indexOf(keptBefore ?? '');
  const [keptColumns, others] =
    keptCount > 0 ? [columns.slice(0, keptCount), columns.slice(keptCount)] : [[], columns];
  let kept: { readonly value: Shape; readonly text: string } | null = null;
  return {
    write: (value) => {
      if (keptColumns.length > 0 && (kept === null || !hasSame(keptColumns, kept.value, value)))
        kept = { value, text: flatten(writeColumns('{', keptColumns, value)) };
      return `${writeColumns(kept?.text ?? '{', others, value)}}`;
    },
    ...decoder.object<Readonly<Record<string, decoder.Decoder<unknown>>>>(
      fields,
      head === '' ? [] : ['type'],
      snakeCase,
    ),
  } as Format<Shape>;
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
    expects: 'an object',
    read: (json, path, onIssue) => {
      if (!isJsonObject(json)) return decoder.refuse(json, path, onIssue, 'is not an object');
      const { type } = json;
      const format = typeof type === 'string' ? formats.get(type) : undefined;
      if (format === undefined)
        return decoder.refuse(json, path, onIssue, `unknown type ${JSON.stringify(type)}`);
      const found = format.read(json, path, onIssue);
      return found === decoder.INVALID ? found : ({ type, ...found } as Shape);
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
    ...decoder.listOf(item),
  };
}

export const nullable = <Value>(format: Format<Value>): Format<Value | null> => ({
  write: (value) => (value === null ? 'null' : format.write(value)),
  ...decoder.nullable(format),
});

/**
 * Format of a field that older records do not have. The default value is not written, so that old and new
 * texts of the same record are equal. It must not be the first field of a record.
 */
export const defaultWhenAbsent = <Value>(absent: Value, format: Format<Value>): Format<Value> => ({
  ...format,
  read: (json, path, onIssue) => (json === undefined ? absent : format.read(json, path, onIssue)),
  absent,
});

export const text = <Text extends string>(): Format<Text> => ({
  write: (value) => JSON.stringify(value),
  ...(decoder.text as decoder.Decoder<Text>),
});

export const integer = <Integer extends number>(): Format<Integer> => ({
  write: (value) => {
    assert(Number.isSafeInteger(value), 'a stored integer is exact');
    return String(value);
  },
  ...(decoder.integer as decoder.Decoder<Integer>),
});

export const boolean: Format<boolean> = { write: String, ...decoder.boolean };

/** Format of a union of string literals. In a record, a missing literal does not compile. */
export const oneOf = <const Name extends string>(names: readonly Name[]): Format<Name> => ({
  write: (value) => `"${value}"`,
  ...decoder.oneOf(...names),
});

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.([0-9]*[1-9]))?$/;

/** Reads the output of `renderDecimal` (8 digits) or `renderNotional` (16), of any size and sign. */
const units = (digits: number): decoder.Decoder<bigint> =>
  decoder.parsed(
    'a decimal',
    (json) => {
      const match = typeof json === 'string' ? DECIMAL.exec(json) : null;
      const fraction = match?.[1] ?? '';
      if (match === null || fraction.length > digits || match[0] === '-0') return null;
      const whole = fraction === '' ? match[0] : match[0].slice(0, -fraction.length - 1);
      return BigInt(whole + fraction.padEnd(digits, '0'));
    },
    (json) => `is not a decimal: ${JSON.stringify(json)}`,
  );

/** Of a value whose type is not known where its format is chosen by a table. */
export const untyped = <Value>(format: Format<Value>): Format<unknown> => format as Format<unknown>;

/** Units of 1e-8 as decimal text. */
export const decimal = <Units extends bigint>(): Format<Units> => ({
  write: (value) => `"${renderDecimal(value)}"`,
  ...(units(8) as decoder.Decoder<Units>),
});

/** Units of 1e-16 as decimal text. */
export const notional: Format<Notional> = {
  write: (value) => `"${renderNotional(value)}"`,
  ...(units(16) as decoder.Decoder<Notional>),
};

/** Parses JSON text. Throws UnreadableRecordError for invalid JSON and for JSON of another format. */
export function parseJson<Value>(format: Format<Value>, json: string): Value {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new UnreadableRecordError('is not JSON');
  }
  return readStored(format, parsed);
}

/**
 * Flattens a concatenated string. V8 keeps the concatenated parts until a character is read; reading one
 * here frees the parts at once instead of at the next commit.
 */
export function flatten(text: string): string {
  text.charCodeAt(0);
  return text;
}

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

function writeColumns<Shape>(start: string, columns: readonly Column<Shape>[], value: Shape): string {
  let text = start;
  for (const { name, prefix, format, isOptional } of columns) {
    if (isOptional && value[name] === format.absent) continue;
    text += prefix + format.write(value[name]);
  }
  return text;
}

const hasSame = <Shape>(columns: readonly Column<Shape>[], one: Shape, other: Shape): boolean =>
  columns.every(({ name }) => one[name] === other[name]);
