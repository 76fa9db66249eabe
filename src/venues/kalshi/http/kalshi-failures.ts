import type { VenueOutcome } from '../../../ports/venue.ts';

/** What an answer other than 2xx says, whichever of Kalshi's four shapes it has. */
export interface Failure {
  readonly status: number;
  readonly code: string; // lower case; empty where the body names none
  readonly message: string; // the venue's own words
  readonly isReadable: boolean; // false for an empty body or a page of HTML: some machine in between spoke
}

const MESSAGE_MAX = 300;

/** Reads an error body. Never fails: what it cannot read is told as it stands. */
export function parseFailure(status: number, body: string): Failure {
  const parsed = parseObject(body);
  if (parsed === null) return { status, code: '', message: body.slice(0, MESSAGE_MAX), isReadable: false };
  const inner = typeof parsed['error'] === 'object' && parsed['error'] !== null ? parsed['error'] : parsed;
  const { code, message, details, msg, error } = inner as Readonly<Record<string, unknown>>;
  const words = [message, details, msg, error].filter((word) => typeof word === 'string' && word !== '');
  return {
    status,
    code: typeof code === 'string' ? code.toLowerCase() : '',
    message: [...new Set(words)].join(': ').slice(0, MESSAGE_MAX),
    isReadable: true,
  };
}

/** Codes by their beginning, since some carry an id behind it. The first that fits decides. */
const MEANINGS: readonly (readonly [prefix: string, ours: string])[] = [
  ['order_already_exists', 'duplicate_client_id'],
  ['insufficient_balance', 'insufficient_balance'],
  ['insufficient_shard_balance', 'insufficient_balance'],
  ['user_not_found', 'insufficient_balance'], // no money was ever moved to that market's shard
  ['market_not_active', 'market_not_open'],
  ['market_inactive', 'market_not_open'],
  ['market_closed', 'market_not_open'],
  ['trading_is_paused', 'market_not_open'],
  ['exchange_is_paused', 'market_not_open'],
  ['market_not_found', 'unknown_instrument'],
  ['invalid_price', 'invalid_price'],
  ['header_timestamp_expired', 'clock_skew'],
  ['deprecated_v1_order_endpoint', 'endpoint_retired'],
];

export const isFokKill = ({ status, code }: Failure): boolean =>
  status === 409 && code.startsWith('fill_or_kill_insufficient_resting_volume');

export const isClockSkew = ({ status, code }: Failure): boolean =>
  status === 401 && code.startsWith('header_timestamp_expired');

/** The key is not taken: wrong signature, unknown or revoked key. Not a clock that is off. */
export const isCredentialFailure = (failure: Failure): boolean =>
  failure.status === 401 && failure.isReadable && !isClockSkew(failure);

/**
 * What an answer other than 2xx proves about an order request. A refusal is definitive; anything that does
 * not prove one is `unknown`: a 5xx, a code that we do not know of a status that may mean either, a body
 * that Kalshi did not write.
 */
export function toOutcome(failure: Failure): Exclude<VenueOutcome, { kind: 'report' }> {
  const { status, code, message, isReadable } = failure;
  const why = `HTTP ${status} ${code} ${message}`.trim();
  if (status === 429) return { kind: 'refused', code: 'rate_limited', message: message || why };
  if (status < 400 || status >= 500 || status === 408 || !isReadable) return { kind: 'unknown', why };
  const meaning = MEANINGS.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (meaning !== undefined) return { kind: 'refused', code: meaning, message: message || code };
  if (status === 409 || status === 425) return { kind: 'unknown', why };
  const plain = status === 401 ? 'credentials' : status === 403 ? 'forbidden' : 'invalid_order';
  return { kind: 'refused', code: code === '' || status === 401 ? plain : code, message: message || why };
}

function parseObject(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
