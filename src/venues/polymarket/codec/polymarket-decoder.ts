import { isJsonObject, type JsonObject } from '../../../domain/model/body-fields.ts';
import { parseBoundedJson } from '../../../domain/model/bounded-json.ts';
import { type Decoder, parsed } from '../../../domain/model/decoder.ts';
import type { Price, Qty } from '../../../domain/model/money.ts';
import type { Side } from '../../../domain/model/order.ts';

export type Fields = JsonObject;

export const fieldsOf = (value: unknown): Fields | null => (isJsonObject(value) ? value : null);

/** Text, or a number's own spelling; null when there is neither, an empty text included. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

const DECIMAL = /^(\d{0,15})(?:\.(\d*))?$/;

/**
 * A decimal as this venue spells it: text or a JSON number, `.48` and `10.` included, in units of 1e-8. What
 * follows the eighth decimal is floating-point noise of the sender and is rounded.
 */
export function decimalOf(value: unknown): bigint | null {
  const text = textOf(value);
  const plain = text === null ? null : plainDecimalOf(text);
  if (plain !== null) return plain;
  const match = text === null ? null : DECIMAL.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const units = BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'));
  return (fraction[8] ?? '0') >= '5' ? units + 1n : units;
}

const PLAIN_DIGITS_MAX = 15; // whole numbers of so many digits are exact
const ZERO_CODE = 48;
const POINT_CODE = 46;
const SCALES = Array.from({ length: 9 }, (_, digits) => 10n ** BigInt(8 - digits));

/** The short way for what nearly all sizes and prices are; null sends the rest the long way. */
function plainDecimalOf(text: string): bigint | null {
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

/** Undefined for what is no JSON: a gateway's page, a bare `PONG`. */
export function jsonOf(text: string, charsMax?: number): unknown {
  return parseBoundedJson(text, charsMax);
}

/** Unix time as the venue writes it, in seconds or milliseconds, as milliseconds. */
export function millisecondsOf(value: unknown): number | null {
  const number = Number(textOf(value) ?? Number.NaN);
  if (!Number.isFinite(number) || number <= 0) return null;
  return Math.floor(number < 100_000_000_000 ? number * 1000 : number);
}

/** The strings of a list; a list written as JSON inside a string is opened first. */
export function textsOf(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? jsonOf(value) : value;
  return Array.isArray(list) ? list.flatMap((item: unknown) => textOf(item) ?? []) : [];
}

export function parseSide(value: unknown): Side | null {
  if (value === 'BUY' || value === 'SELL') return value;
  const text = textOf(value)?.toUpperCase();
  return text === 'BUY' || text === 'SELL' ? text : null;
}

// The venue's spellings as decoders, for shapes. Order books are decoded with the functions above.

export const text = parsed('a text', textOf);
export const price = parsed('a decimal', decimalOf) as Decoder<Price>;
export const qty = parsed('a decimal', decimalOf) as Decoder<Qty>;
export const side = parsed('a side', parseSide);
export const milliseconds = parsed('a time', millisecondsOf);

/** `blank` for a field that is absent, null or an empty text. */
export const unlessBlank = <Value, Blank>(decoder: Decoder<Value>, blank: Blank): Decoder<Value | Blank> => ({
  expects: decoder.expects,
  read: (value, path, onIssue) => (isBlank(value) ? blank : decoder.read(value, path, onIssue)),
});

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
