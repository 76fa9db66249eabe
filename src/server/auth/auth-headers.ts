import type { IncomingHttpHeaders } from 'node:http';
import type { QueryPair } from '../../domain/access/request-signing.ts';

/** What a request says of itself, not yet believed. */
export interface Credentials {
  readonly keyId: string;
  readonly timestamp: string; // the digits as sent
  readonly signature: string; // base64 as sent
}

export type AuthHeaderReader = (headers: IncomingHttpHeaders) => Credentials | 'none' | 'broken';

/**
 * Reads the three signing headers under the first accepted prefix that the request uses.
 *
 * @param prefixes  of `Key-Id`, `Timestamp` and `Signature`, in any case: `X-`
 * @returns         `none` when no signing header is there, `broken` when one is missing, empty or doubled
 */
export function readAuthHeaders(prefixes: readonly string[]): AuthHeaderReader {
  const names = prefixes.map(namesUnder);
  return (headers) => {
    for (const name of names) {
      const keyId = headers[name.keyId];
      const timestamp = headers[name.timestamp];
      const signature = headers[name.signature];
      if (keyId !== undefined || timestamp !== undefined || signature !== undefined) {
        return claimOf(keyId, timestamp, signature);
      }
    }
    return 'none';
  };
}

export interface QueryCredentials {
  readonly claim: Credentials | 'none' | 'broken';
  readonly signedPairs: readonly QueryPair[]; // the query without the three signing parameters
}

/** Reads `key_id`, `ts` and `sig` from a handshake's query, for clients that cannot set headers. */
export function readAuthQuery(pairs: readonly QueryPair[]): QueryCredentials {
  const signing = pairs.filter(({ key }) => SIGNING_PARAMETERS.has(key));
  const signedPairs = pairs.filter(({ key }) => !SIGNING_PARAMETERS.has(key));
  if (signing.length === 0) return { claim: 'none', signedPairs };
  if (signing.length !== SIGNING_PARAMETERS.size) return { claim: 'broken', signedPairs };
  const value = (key: string) => signing.find((pair) => pair.key === key)?.value;
  // A base64 '+' that was not escaped has arrived as a space; no base64 holds one, so it is put back.
  const claim = claimOf(value('key_id'), value('ts'), value('sig')?.replaceAll(' ', '+'));
  return { claim, signedPairs };
}

const SIGNING_PARAMETERS: ReadonlySet<string> = new Set(['key_id', 'ts', 'sig']);

function namesUnder(prefix: string): Record<'keyId' | 'timestamp' | 'signature', string> {
  const under = (name: string) => `${prefix}${name}`.toLowerCase();
  return { keyId: under('Key-Id'), timestamp: under('Timestamp'), signature: under('Signature') };
}

type HeaderValue = string | string[] | undefined;

function claimOf(keyId: HeaderValue, timestamp: HeaderValue, signature: HeaderValue): Credentials | 'broken' {
  if (!isSingle(keyId) || !isSingle(timestamp) || !isSingle(signature)) return 'broken';
  return { keyId, timestamp, signature };
}

/** Node joins a header that was sent twice with a comma, which none of the three can hold by itself. */
const isSingle = (value: HeaderValue): value is string =>
  typeof value === 'string' && value !== '' && !value.includes(',');
