import type { TimestampMs } from '../model/time.ts';

/**
 * The strings that a signature covers. Text here is a "byte string": each character is one byte of the
 * request line (0..255), as the HTTP parser returns it. So a path or query is signed exactly as it was
 * sent, in any encoding.
 */

/** One decoded query parameter; both parts are byte strings. */
export interface QueryPair {
  readonly key: string;
  readonly value: string;
}

/**
 * The string to sign for a request.
 *
 * @param method       upper case
 * @param path         as sent, without query
 * @param sortedQuery  result of `renderSortedQuery` or `toFormEncoding`
 * @param timestamp    the digits exactly as sent
 * @param bodyHash     lower-case hex SHA-256 of the body's bytes
 * Source: contract, Signature; docs/decisions/signatures.md.
 */
export const stringToSign = (
  method: string,
  path: string,
  sortedQuery: string,
  timestamp: string,
  bodyHash: string,
): string => `${method}\n${path}\n${sortedQuery}\n${timestamp}\n${bodyHash}`;

/** The string to sign for a WebSocket handshake; `sortedQuery` excludes the three signing parameters. */
export const handshakeToSign = (path: string, sortedQuery: string, timestamp: string): string =>
  `WS\n${path}\n${sortedQuery}\n${timestamp}`;

/**
 * Parses a raw query into pairs, in the order sent. `+` is a space; an invalid percent escape is kept
 * literally; a name without `=` has an empty value; empty parts between `&` are ignored.
 */
export function parseQuery(query: string): QueryPair[] {
  if (query === '') return [];
  return query.split('&').filter(Boolean).map(parsePair);
}

/** Renders pairs sorted by key bytes, then value bytes, percent-encoded: `k=v&k=v`; '' for no pairs. */
export function renderSortedQuery(pairs: readonly QueryPair[]): string {
  if (pairs.length === 0) return '';
  return pairs.toSorted(byBytes).map(renderPair).join('&');
}

/** Converts a sorted query to form encoding: a space is `+` instead of `%20`. */
export const toFormEncoding = (sorted: string): string => sorted.replaceAll('%20', '+');

function parsePair(piece: string): QueryPair {
  const equals = piece.indexOf('=');
  if (equals === -1) return { key: decode(piece), value: '' };
  return { key: decode(piece.slice(0, equals)), value: decode(piece.slice(equals + 1)) };
}

/** Decodes bytes, not characters: `%FF` is one byte even when it is not valid UTF-8. */
function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  return text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Byte strings compare by their bytes, because each character is one. */
function byBytes(a: QueryPair, b: QueryPair): number {
  return compare(a.key, b.key) || compare(a.value, b.value);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const renderPair = ({ key, value }: QueryPair): string => `${encode(key)}=${encode(value)}`;

const encode = (bytes: string): string => bytes.replaceAll(/[^A-Za-z0-9\-._~]/g, encodeByte);

const encodeByte = (byte: string): string =>
  `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

const SECONDS_BELOW = 1_000_000_000_000;
const DIGITS_MAX = 16; // so that every accepted value is an exact integer

/**
 * Parses a signing timestamp: digits only, Unix milliseconds; below 10^12 they are seconds. Null for any
 * other input. The caller checks the distance to the current time.
 */
export function parseSigningTimestamp(digits: string): TimestampMs | null {
  if (digits.length === 0 || digits.length > DIGITS_MAX) return null;
  let value = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return (value < SECONDS_BELOW ? value * 1000 : value) as TimestampMs;
}
