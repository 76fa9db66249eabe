import { parseBoundedJson, type VenueAnswer } from '#contract';
import type { VenueOutcome } from '#ports';

/** An answer other than 2xx, in any of Kalshi's four error shapes. */
export interface Failure {
  readonly status: number;
  readonly code: string; // lower case; empty where the body names none
  readonly message: string; // the venue's text, without a repetition of the code
  readonly isReadable: boolean; // false for an empty body or HTML, which a gateway sent
}

const MESSAGE_MAX = 300;

/** Parses an error body. Never fails: an unreadable body becomes the message. */
export function parseFailure(status: number, body: string): Failure {
  const parsed = parseObject(body);
  if (parsed === null) return { status, code: '', message: body.slice(0, MESSAGE_MAX), isReadable: false };
  const inner = typeof parsed['error'] === 'object' && parsed['error'] !== null ? parsed['error'] : parsed;
  const { code, message, details, msg, error } = inner as Readonly<Record<string, unknown>>;
  const ownCode = typeof code === 'string' ? code.toLowerCase() : '';
  const texts = [message, details, msg, error].filter(
    (word) => typeof word === 'string' && word.toLowerCase() !== ownCode && word !== '',
  );
  return {
    status,
    code: ownCode,
    message: [...new Set(texts)].join(': ').slice(0, MESSAGE_MAX),
    isReadable: true,
  };
}

/** Our codes by prefix of the venue's, because some of its codes end with an id. The first match wins. */
const CODES_BY_PREFIX: readonly (readonly [prefix: string, ours: string])[] = [
  ['order_already_exists', 'duplicate_client_id'],
  ['insufficient_balance', 'insufficient_balance'],
  ['insufficient_shard_balance', 'insufficient_balance'],
  ['user_not_found', 'insufficient_balance'], // no money was ever moved to that market's shard
  ['market_not_active', 'market_not_open'],
  ['market_inactive', 'market_paused'],
  ['market_closed', 'market_not_open'],
  ['trading_is_paused', 'market_paused'],
  ['exchange_is_paused', 'market_paused'],
  ['market_not_found', 'unknown_instrument'],
  ['invalid_price', 'invalid_price'],
  ['header_timestamp_expired', 'clock_skew'],
  ['deprecated_v1_order_endpoint', 'endpoint_retired'],
];

const POST_ONLY_CROSS = /post.only cross/i;

export const isFokKill = ({ status, code }: Failure): boolean =>
  status === 409 && code.startsWith('fill_or_kill_insufficient_resting_volume');

export const isClockSkew = ({ status, code }: Failure): boolean =>
  status === 401 && code.startsWith('header_timestamp_expired');

/** The key is rejected: wrong signature, unknown or revoked key. A skewed clock does not count. */
export const isCredentialFailure = (failure: Failure): boolean =>
  failure.status === 401 && failure.isReadable && !isClockSkew(failure);

/** What the venue said, for an outcome that its answer does not prove. */
export const toVenueAnswer = ({ status, code, message }: Failure): Partial<VenueAnswer> => ({
  venueCode: code === '' ? null : code,
  venueMessage: message === '' ? `HTTP ${status}` : message,
});

/**
 * The outcome of an order request that an answer other than 2xx proves. `refused` is definitive; an answer
 * that does not prove it is `unknown`: a 5xx, an unknown code of an ambiguous status, a body that Kalshi did
 * not write.
 */
export function toOutcome(failure: Failure): Exclude<VenueOutcome, { kind: 'report' }> {
  const { status, code, message, isReadable } = failure;
  const why = `HTTP ${status} ${code} ${message}`.trim();
  if (status === 429) return { kind: 'refused', code: 'rate_limited', message: message || why };
  const unknown = { kind: 'unknown', why, venueAnswer: toVenueAnswer(failure) } as const;
  if (status < 400 || status >= 500 || status === 408 || !isReadable) return unknown;
  if (code === 'invalid_order' && POST_ONLY_CROSS.test(message))
    return { kind: 'refused', code: 'would_cross', message, venueCode: code };
  const known = CODES_BY_PREFIX.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (known !== undefined) return { kind: 'refused', code: known, message: message || code, venueCode: code };
  if (status === 409 || status === 425) return unknown;
  const fallback = status === 401 ? 'credentials' : status === 403 ? 'forbidden' : 'invalid_order';
  return { kind: 'refused', code: code === '' || status === 401 ? fallback : code, message: message || why };
}

function parseObject(body: string): Readonly<Record<string, unknown>> | null {
  const value = parseBoundedJson(body);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
