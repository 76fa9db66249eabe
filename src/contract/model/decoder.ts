import { isJsonObject } from './body-fields.ts';
import { type Notional, ONE, parseDecimal, parsePrice, parseQty } from './money.ts';
import { parseTime, type TimestampMs } from './time.ts';

/** The result of a decoder for a value that it refuses. */
export const INVALID = Symbol('invalid');
type Invalid = typeof INVALID;

/** Why a value was refused, or which field of an object is unknown. */
export interface DecodeIssue {
  readonly kind: 'unknown_field' | 'invalid_value';
  readonly path: string; // `order.legs.price`; the items of a list have the path of the list
  readonly reason: string; // continues the path: `is not a decimal`
  readonly shown: string; // the unknown field, or the value as JSON, shortened; empty: the reason says it all
}
export type OnIssue = (issue: DecodeIssue) => void;

/**
 * Decodes a value from outside: from a venue, a file or storage ([decision
 * 0118](../../../docs/decisions/wire-format.md)). Money, times and ids get their types here.
 */
export interface Decoder<Value> {
  /** The accepted values, as in `expected a number from 0 to 1`. */
  readonly expects: string;
  /** Without `onIssue`, unknown fields are ignored and no reason is computed. */
  readonly read: (value: unknown, path: string, onIssue: OnIssue | null) => Value | Invalid;
}

export type ValueOf<Read> = Read extends Decoder<infer Value> ? Value : never;
type Fields = Readonly<Record<string, Decoder<unknown>>>;
type Shaped<Of extends Fields> = { readonly [Key in keyof Of]: ValueOf<Of[Key]> };

/** Decodes a value; null when it is refused, after `onIssue` was called with the reason. */
export function decode<Value>(
  decoder: Decoder<Value>,
  value: unknown,
  path = '',
  onIssue: OnIssue | null = null,
): Value | null {
  const found = decoder.read(value, path, onIssue);
  return found === INVALID ? null : found;
}

export const accepts = (decoder: Decoder<unknown>, value: unknown): boolean =>
  decoder.read(value, '', null) !== INVALID;

/** Reports a refused value. */
export function refuse(value: unknown, path: string, onIssue: OnIssue | null, reason: string): Invalid {
  if (onIssue !== null) {
    const shown = value === undefined ? 'absent' : JSON.stringify(value).slice(0, 80);
    onIssue({ kind: 'invalid_value', path, reason, shown });
  }
  return INVALID;
}

/** A value that `parse` accepts; `parse` returns null for any other. */
export function parsed<Value>(
  expects: string,
  parse: (value: unknown) => Value | null,
  describe = (_value: unknown): string => `is not ${expects}`,
): Decoder<Value> {
  return {
    expects,
    read: (value, path, onIssue) => parse(value) ?? refuse(value, path, onIssue, describe(value)),
  };
}

/**
 * An object with these fields. Any other field that is not `ignored` is an issue and is left out, so that a
 * venue's new field is noticed and breaks nothing.
 *
 * @param toKey  the key of a field in the object, if it is not the name of the field
 */
export function object<Of extends Fields>(
  fields: Of,
  ignored: readonly string[] = [],
  toKey = (name: string): string => name,
): Decoder<Shaped<Of>> {
  const entries = Object.entries(fields).map(([name, { read }]) => ({ name, key: toKey(name), read }));
  const known = new Set([...entries.map(({ key }) => key), ...ignored]);
  const expects = 'an object';
  return {
    expects,
    read: (value, path, onIssue) => {
      if (!isJsonObject(value)) return refuse(value, path, onIssue, `is not ${expects}`);
      if (onIssue !== null) reportUnknownFields(value, known, path, onIssue);
      const shaped: Record<string, unknown> = {};
      for (const { name, key, read } of entries) {
        const found = read(value[key], onIssue === null ? '' : `${path}.${key}`, onIssue);
        if (found === INVALID) return INVALID;
        shaped[name] = found;
      }
      return shaped as Shaped<Of>;
    },
  };
}

const REPORTED_MAX = 100; // of one object

export function reportUnknownFields(
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  path: string,
  onIssue: OnIssue,
): void {
  let reported = 0;
  for (const shown in value) {
    if (known.has(shown)) continue;
    onIssue({ kind: 'unknown_field', path, reason: 'holds an unknown field', shown });
    reported += 1;
    if (reported === REPORTED_MAX) return;
  }
}

/** Every item, or nothing: a list with a refused item is incomplete. */
export function listOf<Value>(
  item: Decoder<Value>,
  size?: { readonly min: number; readonly max: number },
): Decoder<readonly Value[]> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = size ?? {};
  const expects = size === undefined ? 'a list' : `a list of ${min} to ${max}, each ${item.expects}`;
  return {
    expects,
    read: (value, path, onIssue) => {
      if (!Array.isArray(value) || value.length < min || value.length > max)
        return refuse(value, path, onIssue, `is not ${expects}`);
      const items: Value[] = [];
      for (const raw of value as readonly unknown[]) {
        const found = item.read(raw, path, onIssue);
        if (found === INVALID) return INVALID;
        items.push(found);
      }
      return items;
    },
  };
}

/** A list of exactly two. */
export function pair<First, Second>(
  first: Decoder<First>,
  second: Decoder<Second>,
): Decoder<readonly [First, Second]> {
  const expects = 'a list of two';
  return {
    expects,
    read: (value, path, onIssue) => {
      if (!Array.isArray(value) || value.length !== 2)
        return refuse(value, path, onIssue, `is not ${expects}`);
      const one = first.read(value[0], path, onIssue);
      const two = second.read(value[1], path, onIssue);
      return one === INVALID || two === INVALID ? INVALID : [one, two];
    },
  };
}

/** Null stays null. */
export const nullable = <Value>(decoder: Decoder<Value>): Decoder<Value | null> => ({
  expects: decoder.expects,
  read: (value, path, onIssue) => (value === null ? null : decoder.read(value, path, onIssue)),
});

/** Null for a field that is absent or null. */
export const optional = <Value>(decoder: Decoder<Value>): Decoder<Value | null> => ({
  expects: decoder.expects,
  read: (value, path, onIssue) =>
    value === undefined || value === null ? null : decoder.read(value, path, onIssue),
});

/** Null in place of a refused value, which is not reported. */
export const tolerated = <Value>(decoder: Decoder<Value>): Decoder<Value | null> => ({
  expects: decoder.expects,
  read: (value) => decode(decoder, value),
});

/** Any JSON value as it is; null when absent. */
export const json: Decoder<unknown> = { expects: 'any value', read: (value) => value ?? null };

/** Converts what another decoder accepts. */
export const mapped = <From, To>(decoder: Decoder<From>, convert: (value: From) => To): Decoder<To> => ({
  expects: decoder.expects,
  read: (value, path, onIssue) => {
    const found = decoder.read(value, path, onIssue);
    return found === INVALID ? INVALID : convert(found);
  },
});

/** One of these texts. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Decoder<Choice> {
  const known: ReadonlySet<unknown> = new Set(choices);
  return parsed(
    choices.map((choice) => `"${choice}"`).join(' or '),
    (value) => (known.has(value) ? (value as Choice) : null),
    () => `is none of ${choices.join(', ')}`,
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

export const text = parsed('a text', (value) => (isText(value) ? value : null));

/** A text that matches a pattern. */
export const matching = (expects: string, pattern: RegExp): Decoder<string> =>
  parsed(expects, (value) => (isText(value) && pattern.test(value) ? value : null));

/** A non-empty name. It has no lone surrogate, because that cannot be encoded in a request path. */
export const identifier = id<string>();

/** An identifier of one kind. */
export function id<Id extends string>(): Decoder<Id> {
  return parsed('an identifier', (value) =>
    isText(value) && value !== '' && value.isWellFormed() ? (value as Id) : null,
  );
}

export const boolean = parsed('true or false', (value) => (typeof value === 'boolean' ? value : null));

export const integer = parsed('an integer', (value) =>
  Number.isSafeInteger(value) ? (value as number) : null,
);

export const integerFrom = (min: number, max: number): Decoder<number> =>
  parsed(`an integer from ${min} to ${max}`, (value) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max ? (value as number) : null,
  );

/** A JSON number that may have a fraction, such as a fee multiplier; never money. */
export const number = parsed('a number', (value) => (Number.isFinite(value) ? (value as number) : null));

export const numberFrom = (min: number, max: number): Decoder<number> =>
  parsed(`a number from ${min} to ${max}`, (value) =>
    typeof value === 'number' && value >= min && value <= max ? value : null,
  );

/** Decimal strings without sign, in 1e-8. */
export const price = parsed('a decimal', parsePrice);
export const qty = parsed('a decimal', parseQty);

/** A decimal string that may be negative, in 1e-8. */
export const signedDecimal = parsed('a decimal', (value) =>
  isText(value) ? parseSignedDecimal(value) : null,
);

/** @returns units of 1e-8; null for text that is not a decimal */
export function parseSignedDecimal(text: string): bigint | null {
  if (!text.startsWith('-')) return parseDecimal(text);
  const magnitude = parseDecimal(text.slice(1));
  return magnitude === null ? null : -magnitude;
}

/** A decimal string as an amount of money, in 1e-16. */
export const money = parsed('a decimal', (value) => {
  const units = parseDecimal(value);
  return units === null ? null : ((units * ONE) as Notional);
});

/** RFC 3339. */
export const time = parsed('a time', (value) => (isText(value) ? parseTime(value) : null));

/** Unix milliseconds. */
export const milliseconds = integer as Decoder<TimestampMs>;

/** Unix seconds. */
export const seconds = parsed('an integer', (value) =>
  Number.isSafeInteger(value) ? (((value as number) * 1000) as TimestampMs) : null,
);
