import type { IncomingHttpHeaders } from 'node:http';
import type { QueryPair } from '../../domain/access/request-signing.ts';

/** The signing fields of a request as sent, not yet verified. */
export interface Credentials {
  readonly keyId: string;
  readonly timestamp: string; // the digits as sent
  readonly signature: string; // base64 as sent
}

export type AuthHeaderReader = (headers: IncomingHttpHeaders) => Credentials | 'none' | 'broken';

/**
 * Reads the three signing headers under the first accepted prefix that the request uses.
 *
 * @param prefixes  accepted before `Key-Id`, `Timestamp` and `Signature`, case-insensitive: `X-`
 * @returns         `none` without any signing header, `broken` when one is missing, empty or repeated
 */
export function readAuthHeaders(prefixes: readonly string[]): AuthHeaderReader {
  const names = prefixes.map(namesUnder);
  return (headers) => {
    for (const name of names) {
      const keyId = headers[name.keyId];
      const timestamp = headers[name.timestamp];
      const signature = headers[name.signature];
      if (keyId !== undefined || timestamp !== undefined || signature !== undefined) {
        return toCredentials(keyId, timestamp, signature);
      }
    }
    return 'none';
  };
}

export interface QueryCredentials {
  readonly credentials: Credentials | 'none' | 'broken';
  readonly signedPairs: readonly QueryPair[]; // the query without the three signing parameters
}

/** Reads `key_id`, `ts` and `sig` from a handshake's query, for clients that cannot set headers. */
export function readAuthQuery(pairs: readonly QueryPair[]): QueryCredentials {
  const signing = pairs.filter(({ key }) => SIGNING_PARAMETERS.has(key));
  const signedPairs = pairs.filter(({ key }) => !SIGNING_PARAMETERS.has(key));
  if (signing.length === 0) return { credentials: 'none', signedPairs };
  if (signing.length !== SIGNING_PARAMETERS.size) return { credentials: 'broken', signedPairs };
  const value = (key: string) => signing.find((pair) => pair.key === key)?.value;
  // An unescaped '+' is decoded as a space. Base64 has no spaces, so each one is turned back into '+'.
  const credentials = toCredentials(value('key_id'), value('ts'), value('sig')?.replaceAll(' ', '+'));
  return { credentials, signedPairs };
}

const SIGNING_PARAMETERS: ReadonlySet<string> = new Set(['key_id', 'ts', 'sig']);

function namesUnder(prefix: string): Record<'keyId' | 'timestamp' | 'signature', string> {
  const under = (name: string) => `${prefix}${name}`.toLowerCase();
  return { keyId: under('Key-Id'), timestamp: under('Timestamp'), signature: under('Signature') };
}

type HeaderValue = string | string[] | undefined;

function toCredentials(
  keyId: HeaderValue,
  timestamp: HeaderValue,
  signature: HeaderValue,
): Credentials | 'broken' {
  if (!isSingle(keyId) || !isSingle(timestamp) || !isSingle(signature)) return 'broken';
  return { keyId, timestamp, signature };
}

/** Node joins repeated headers with a comma, and none of the three values can contain one. */
const isSingle = (value: HeaderValue): value is string =>
  typeof value === 'string' && value !== '' && !value.includes(',');
