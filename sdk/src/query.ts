/** Queries and paths, encoded once for both the signature and the request. */
import { utf8 } from './encoding.ts';

export type QueryValue = string | number | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

/**
 * The canonical query: pairs sorted by the bytes of key, then value; every byte percent-encoded except `A-Z
 * a-z 0-9 - . _ ~`; empty if there are no pairs. Undefined values are left out.
 *
 * Source: contract §2.1, SORTED_QUERY.
 */
export function canonicalQuery(query: Query): string {
  return Object.entries(query)
    .flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)] as const]))
    .sort(([keyA, valueA], [keyB, valueB]) => compareBytes(keyA, keyB) || compareBytes(valueA, valueB))
    .map(([key, value]) => `${percentEncode(key)}=${percentEncode(value)}`)
    .join('&');
}

/**
 * One encoded segment of a path. Throws RangeError for a segment that would change the path's meaning: an
 * empty id turns one order into all orders, and a URL parser would resolve `..` to the parent.
 */
export function pathSegment(id: string | number): string {
  const segment = String(id);
  if (segment === '' || segment === '.' || segment === '..') {
    throw new RangeError(`not an id: ${JSON.stringify(segment)}`);
  }
  return percentEncode(segment);
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, hexEscape);
}

function hexEscape(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

// JavaScript compares UTF-16 units, which sorts characters beyond the first plane differently from bytes.
function compareBytes(left: string, right: string): number {
  const a = utf8(left);
  const b = utf8(right);
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
