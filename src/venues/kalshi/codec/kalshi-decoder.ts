import { type Notional, ONE, parseDecimal } from '../../../domain/model/money.ts';
import { parseTime, type TimestampMs } from '../../../domain/model/time.ts';

const UNREADABLE = Symbol('unreadable');
type Unreadable = typeof UNREADABLE;

/** Told of each thing in a message that we do not know: a `field` that is new, a `value` that we cannot read. */
export type NoteUnknown = (kind: 'field' | 'value', what: string) => void;
export type Decoder<Value> = (value: unknown, path: string, note: NoteUnknown) => Value | Unreadable;
export type ValueOf<Read> = Read extends Decoder<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Decoder<unknown>>>;
type Shaped<Of extends Fields> = { readonly [Key in keyof Of]: ValueOf<Of[Key]> };

/** The value as the shape says, or null when it cannot be that. What exactly was odd has been noted. */
export function decode<Value>(
  shape: Decoder<Value>,
  value: unknown,
  path: string,
  note: NoteUnknown,
): Value | null {
  const found = shape(value, path, note);
  return found === UNREADABLE ? null : found;
}

/**
 * An object with these fields. A field that is neither here nor among the `ignored` is noted and left out,
 * so that a venue's addition is seen without breaking anything.
 */
export function object<Of extends Fields>(fields: Of, ignored: readonly string[] = []): Decoder<Shaped<Of>> {
  const entries = Object.entries(fields);
  const known = new Set([...Object.keys(fields), ...ignored]);
  return (value, path, note) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return odd(value, path, note);
    const raw = value as Readonly<Record<string, unknown>>;
    for (const key in raw) if (!known.has(key)) note('field', `${path}.${key}`);
    const shaped: Record<string, unknown> = {};
    for (const [key, reader] of entries) {
      const found = reader(raw[key], `${path}.${key}`, note);
      if (found === UNREADABLE) return UNREADABLE;
      shaped[key] = found;
    }
    return shaped as Shaped<Of>;
  };
}

/** Every item, or nothing: a list with an item that we cannot read is not the whole list. */
export function listOf<Value>(item: Decoder<Value>): Decoder<readonly Value[]> {
  return (value, path, note) => {
    if (!Array.isArray(value)) return odd(value, path, note);
    const items: Value[] = [];
    for (const raw of value) {
      const found = item(raw, path, note);
      if (found === UNREADABLE) return UNREADABLE;
      items.push(found);
    }
    return items;
  };
}

/** A list of exactly two. */
export function pair<First, Second>(
  first: Decoder<First>,
  second: Decoder<Second>,
): Decoder<readonly [First, Second]> {
  return (value, path, note) => {
    if (!Array.isArray(value) || value.length !== 2) return odd(value, path, note);
    const one = first(value[0], path, note);
    const two = second(value[1], path, note);
    return one === UNREADABLE || two === UNREADABLE ? UNREADABLE : [one, two];
  };
}

/**
 * One page of the list under `key`. An absent cursor means the last page, as an empty one does. An item that
 * cannot be read is counted, not hidden: whether the rest is of use is for the caller to say.
 */
export function page<Item>(
  key: string,
  item: Decoder<Item>,
  ignored: readonly string[] = [],
): Decoder<Page<Item>> {
  const known = new Set([key, 'cursor', ...ignored]);
  return (value, path, note) => {
    if (typeof value !== 'object' || value === null) return odd(value, path, note);
    const raw = value as Readonly<Record<string, unknown>>;
    for (const name in raw) if (!known.has(name)) note('field', `${path}.${name}`);
    const { [key]: list, cursor } = raw;
    if (!Array.isArray(list)) return odd(list, `${path}.${key}`, note);
    const items = list.map((each) => decode(item, each, key, note)).filter((each) => each !== null);
    return { items, unread: list.length - items.length, cursor: typeof cursor === 'string' ? cursor : '' };
  };
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly unread: number;
  readonly cursor: string; // empty on the last page
}

/** Null where the field is absent or null; present, it must be readable. */
export const nullable =
  <Value>(reader: Decoder<Value>): Decoder<Value | null> =>
  (value, path, note) =>
    value === undefined || value === null ? null : reader(value, path, note);

/** One of the words that we know the meaning of. */
export const oneOf =
  <const Word extends string>(...words: readonly Word[]): Decoder<Word> =>
  (value, path, note) => {
    const word = words.find((known) => known === value);
    return word ?? odd(value, path, note);
  };

export const text: Decoder<string> = (value, path, note) =>
  typeof value === 'string' ? value : odd(value, path, note);

/** A name of something. Half a character cannot stand in the path of a request, so no name has one. */
export const identifier: Decoder<string> = (value, path, note) =>
  typeof value === 'string' && value !== '' && value.isWellFormed() ? value : odd(value, path, note);

export const boolean: Decoder<boolean> = (value, path, note) =>
  typeof value === 'boolean' ? value : odd(value, path, note);

export const integer: Decoder<number> = (value, path, note) =>
  Number.isSafeInteger(value) ? (value as number) : odd(value, path, note);

/** A JSON number that may have a fraction, such as a fee multiplier; never money. */
export const number: Decoder<number> = (value, path, note) =>
  typeof value === 'number' && Number.isFinite(value) ? value : odd(value, path, note);

/** A decimal string without sign, in 1e-8. */
export const decimal: Decoder<bigint> = (value, path, note) => parseDecimal(value) ?? odd(value, path, note);

/** A decimal string that may be negative, in 1e-8. */
export const signedDecimal: Decoder<bigint> = (value, path, note) =>
  (typeof value === 'string' ? parseSignedDecimal(value) : null) ?? odd(value, path, note);

/** Units of 1e-8; null for text that is no decimal. */
export function parseSignedDecimal(text: string): bigint | null {
  if (!text.startsWith('-')) return parseDecimal(text);
  const magnitude = parseDecimal(text.slice(1));
  return magnitude === null ? null : -magnitude;
}

/** Dollars as an amount of money, 1e-16. */
export const dollars: Decoder<Notional> = (value, path, note) => {
  const units = decimal(value, path, note);
  return units === UNREADABLE ? UNREADABLE : ((units * ONE) as Notional);
};

/** RFC 3339. */
export const time: Decoder<TimestampMs> = (value, path, note) =>
  (typeof value === 'string' ? parseTime(value) : null) ?? odd(value, path, note);

/** Unix milliseconds. */
export const milliseconds: Decoder<TimestampMs> = (value, path, note) =>
  integer(value, path, note) as TimestampMs | Unreadable;

/** Unix seconds. */
export const seconds: Decoder<TimestampMs> = (value, path, note) => {
  const found = integer(value, path, note);
  return found === UNREADABLE ? UNREADABLE : ((found * 1000) as TimestampMs);
};

function odd(value: unknown, path: string, note: NoteUnknown): Unreadable {
  const shown = value === undefined ? 'absent' : JSON.stringify(value).slice(0, 80);
  note('value', `${path}: ${shown}`);
  return UNREADABLE;
}

const KEPT_MAX = 500;

/**
 * What the venue sent and we do not know. New fields are counted and otherwise ignored; a value that cannot
 * be read is told once each, because something could not be acted upon.
 */
export class UnknownFields {
  readonly #counts = new Map<string, number>();
  readonly #onValue: (what: string) => void;

  constructor(onValue: (what: string) => void) {
    this.#onValue = onValue;
  }

  readonly note: NoteUnknown = (kind, what) => {
    const key = `${kind === 'field' ? 'unknown field' : 'unreadable'} ${what}`;
    const count = this.#counts.get(key) ?? 0;
    if (count === 0 && this.#counts.size >= KEPT_MAX) return;
    this.#counts.set(key, count + 1);
    if (count === 0 && kind === 'value') this.#onValue(what);
  };

  /** Each with how often it was seen, in the order of first sight. */
  get seen(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${what} (${count})`);
  }
}
