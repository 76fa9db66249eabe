import { type Notional, ONE, parseDecimal } from '../../../domain/model/money.ts';
import { parseTime, type TimestampMs } from '../../../domain/model/time.ts';

const UNREADABLE = Symbol('unreadable');
type Unreadable = typeof UNREADABLE;

/** Called for each unknown `field` of a message and each `value` that cannot be decoded. */
export type NoteUnknown = (kind: 'field' | 'value', what: string) => void;
export type Decoder<Value> = (value: unknown, path: string, note: NoteUnknown) => Value | Unreadable;
export type ValueOf<Read> = Read extends Decoder<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Decoder<unknown>>>;
type Shaped<Of extends Fields> = { readonly [Key in keyof Of]: ValueOf<Of[Key]> };

/** Decodes a value; null when it does not have the shape, after `note` was called with the cause. */
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
 * An object with these fields. Any other field that is not `ignored` is noted and dropped, so that a venue's
 * new field is noticed and breaks nothing.
 */
export function object<Of extends Fields>(fields: Of, ignored: readonly string[] = []): Decoder<Shaped<Of>> {
  const entries = Object.entries(fields);
  const known = new Set([...Object.keys(fields), ...ignored]);
  return (value, path, note) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return unreadable(value, path, note);
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

/** Every item, or nothing: a list with an unreadable item is incomplete. */
export function listOf<Value>(item: Decoder<Value>): Decoder<readonly Value[]> {
  return (value, path, note) => {
    if (!Array.isArray(value)) return unreadable(value, path, note);
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
    if (!Array.isArray(value) || value.length !== 2) return unreadable(value, path, note);
    const one = first(value[0], path, note);
    const two = second(value[1], path, note);
    return one === UNREADABLE || two === UNREADABLE ? UNREADABLE : [one, two];
  };
}

/**
 * One page of the list under `key`. An absent or empty cursor means the last page. Unreadable items are counted
 * in `unread`; the caller decides whether the rest is usable.
 */
export function page<Item>(
  key: string,
  item: Decoder<Item>,
  ignored: readonly string[] = [],
): Decoder<Page<Item>> {
  const known = new Set([key, 'cursor', ...ignored]);
  return (value, path, note) => {
    if (typeof value !== 'object' || value === null) return unreadable(value, path, note);
    const raw = value as Readonly<Record<string, unknown>>;
    for (const name in raw) if (!known.has(name)) note('field', `${path}.${name}`);
    const { [key]: list, cursor } = raw;
    if (!Array.isArray(list)) return unreadable(list, `${path}.${key}`, note);
    const items = list.map((each) => decode(item, each, key, note)).filter((each) => each !== null);
    return { items, unread: list.length - items.length, cursor: typeof cursor === 'string' ? cursor : '' };
  };
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly unread: number;
  readonly cursor: string; // empty on the last page
}

/** Null for an absent or null field; any other value must be readable. */
export const nullable =
  <Value>(reader: Decoder<Value>): Decoder<Value | null> =>
  (value, path, note) =>
    value === undefined || value === null ? null : reader(value, path, note);

/** One of these texts. */
export const oneOf =
  <const Choice extends string>(...choices: readonly Choice[]): Decoder<Choice> =>
  (value, path, note) => {
    const choice = choices.find((known) => known === value);
    return choice ?? unreadable(value, path, note);
  };

export const text: Decoder<string> = (value, path, note) =>
  typeof value === 'string' ? value : unreadable(value, path, note);

/** A non-empty name. It has no lone surrogate, because that cannot be encoded in a request path. */
export const identifier: Decoder<string> = (value, path, note) =>
  typeof value === 'string' && value !== '' && value.isWellFormed() ? value : unreadable(value, path, note);

export const boolean: Decoder<boolean> = (value, path, note) =>
  typeof value === 'boolean' ? value : unreadable(value, path, note);

export const integer: Decoder<number> = (value, path, note) =>
  Number.isSafeInteger(value) ? (value as number) : unreadable(value, path, note);

/** A JSON number that may have a fraction, such as a fee multiplier; never money. */
export const number: Decoder<number> = (value, path, note) =>
  typeof value === 'number' && Number.isFinite(value) ? value : unreadable(value, path, note);

/** A decimal string without sign, in 1e-8. */
export const decimal: Decoder<bigint> = (value, path, note) =>
  parseDecimal(value) ?? unreadable(value, path, note);

/** A decimal string that may be negative, in 1e-8. */
export const signedDecimal: Decoder<bigint> = (value, path, note) =>
  (typeof value === 'string' ? parseSignedDecimal(value) : null) ?? unreadable(value, path, note);

/** @returns units of 1e-8; null for text that is not a decimal */
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
  (typeof value === 'string' ? parseTime(value) : null) ?? unreadable(value, path, note);

/** Unix milliseconds. */
export const milliseconds: Decoder<TimestampMs> = (value, path, note) =>
  integer(value, path, note) as TimestampMs | Unreadable;

/** Unix seconds. */
export const seconds: Decoder<TimestampMs> = (value, path, note) => {
  const found = integer(value, path, note);
  return found === UNREADABLE ? UNREADABLE : ((found * 1000) as TimestampMs);
};

function unreadable(value: unknown, path: string, note: NoteUnknown): Unreadable {
  const shown = value === undefined ? 'absent' : JSON.stringify(value).slice(0, 80);
  note('value', `${path}: ${shown}`);
  return UNREADABLE;
}

const COUNTED_MAX = 500;

/**
 * Counts what the venue sent and we do not know. New fields are only counted; each unreadable value is reported
 * once, because its message was not processed.
 */
export class UnknownFields {
  readonly #counts = new Map<string, number>();
  readonly #onUnreadable: (what: string) => void;

  constructor(onUnreadable: (what: string) => void) {
    this.#onUnreadable = onUnreadable;
  }

  readonly note: NoteUnknown = (kind, what) => {
    const key = `${kind === 'field' ? 'unknown field' : 'unreadable'} ${what}`;
    const count = this.#counts.get(key) ?? 0;
    if (count === 0 && this.#counts.size >= COUNTED_MAX) return;
    this.#counts.set(key, count + 1);
    if (count === 0 && kind === 'value') this.#onUnreadable(what);
  };

  /** Each entry with its count, in the order of first occurrence. */
  get seen(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${what} (${count})`);
  }
}
