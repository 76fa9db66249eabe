import {
  type Decoder,
  isJsonObject,
  type JsonObject,
  type Price,
  parseBoundedJson,
  parsed,
  parseTime,
  type Qty,
  type Side,
} from '#contract';

export type Fields = JsonObject;

export const toFields = (value: unknown): Fields | null => (isJsonObject(value) ? value : null);

/** A text, or a number as text; null for any other value and for an empty text. */
export function parseText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

const DECIMAL = /^(\d{0,15})(?:\.(\d*))?$/;

/**
 * A decimal in this venue's formats: text or a JSON number, also `.48` and `10.`, in units of 1e-8. Decimals after
 * the eighth are floating-point noise of the sender and are rounded.
 */
export function parseWireDecimal(value: unknown): bigint | null {
  const text = parseText(value);
  const plain = text === null ? null : parsePlainDecimal(text);
  if (plain !== null) return plain;
  const match = text === null ? null : DECIMAL.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const units = BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'));
  return (fraction[8] ?? '0') >= '5' ? units + 1n : units;
}

const PLAIN_DIGITS_MAX = 15; // integers with this many digits are exact in a double
const ZERO_CODE = 48;
const POINT_CODE = 46;
const SCALES = Array.from({ length: 9 }, (_, digits) => 10n ** BigInt(8 - digits));

/** A fast path for nearly all sizes and prices; null for texts that need the full parser. */
function parsePlainDecimal(text: string): bigint | null {
  if (text.length > PLAIN_DIGITS_MAX) return null;
  let digits = 0;
  let point = -1;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO_CODE;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (digit === POINT_CODE - ZERO_CODE && point === -1 && at > 0) point = at;
    else return null;
  }
  const scale = SCALES[point === -1 ? 0 : text.length - point - 1];
  return scale === undefined || text === '' ? null : BigInt(digits) * scale;
}

/** Undefined for text that is not JSON, such as a gateway's error page or a bare `PONG`. */
export function parseWireJson(text: string): unknown {
  return parseBoundedJson(text);
}

/** Converts the venue's time, Unix seconds or milliseconds or RFC 3339, to milliseconds. */
export function parseWireTime(value: unknown): number | null {
  const number = Number(parseText(value) ?? Number.NaN);
  if (Number.isNaN(number)) return parseTime(value);
  if (!Number.isFinite(number) || number <= 0) return null;
  return Math.floor(number < 100_000_000_000 ? number * 1000 : number);
}

/** The texts of a list; a list that is JSON inside a text is parsed first. */
export function parseTexts(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? parseWireJson(value) : value;
  return Array.isArray(list) ? list.flatMap((item: unknown) => parseText(item) ?? []) : [];
}

export function parseSide(value: unknown): Side | null {
  if (value === 'BUY' || value === 'SELL') return value;
  const text = parseText(value)?.toUpperCase();
  return text === 'BUY' || text === 'SELL' ? text : null;
}

// The venue's formats as decoders, for objects. Order books are parsed with the functions above, which is faster.

export const text = parsed('a text', parseText);
export const price = parsed('a decimal', parseWireDecimal) as Decoder<Price>;
export const qty = parsed('a decimal', parseWireDecimal) as Decoder<Qty>;
export const side = parsed('a side', parseSide);
export const milliseconds = parsed('a time', parseWireTime);

/** `blank` for a field that is absent, null or an empty text. */
export const unlessBlank = <Value, Blank>(decoder: Decoder<Value>, blank: Blank): Decoder<Value | Blank> => ({
  expects: decoder.expects,
  read: (value, path, onIssue) => (isBlank(value) ? blank : decoder.read(value, path, onIssue)),
});

export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
