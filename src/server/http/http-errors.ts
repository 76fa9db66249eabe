import type { Json, Rejection, RejectionCode } from '../../domain/model/result.ts';

/** The names a client library gives its exceptions; `ApiError` is the common parent of them all. */
export type ExceptionName =
  | 'UnauthorizedError'
  | 'ForbiddenError'
  | 'ValidationError'
  | 'NotFoundError'
  | 'ConflictError'
  | 'RateLimitedError'
  | 'ApiError';

export interface ErrorEntry {
  readonly status: number;
  readonly exception: ExceptionName;
  readonly meaning: string; // what happened, and what the caller can do
}

export interface ErrorBody {
  readonly error: RejectionCode;
  readonly message: string;
  readonly details: { readonly [key: string]: Json } | null;
  readonly request_id: string;
}

export interface HttpError {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: ErrorBody;
}

/**
 * An expected no as it leaves by HTTP: its status, the headers that belong to it, and the body.
 *
 * 401 names the scheme; 429, and a 503 that knows it, say when to come back (whole seconds, at least 1, from
 * `details.retry_after_ms`); 405 lists the methods the path has (from `details.allow`).
 *
 * Source: contract, Errors and Limits; docs/decisions/0004-errors.md.
 */
export function toHttpError(refusal: Rejection, requestId: string): HttpError {
  const { status } = ERRORS[refusal.code];
  const { code: error, message, details } = refusal;
  return {
    status,
    headers: headersOf(status, details),
    body: { error, message, details, request_id: requestId },
  };
}

/** Every code that can stand in the field `error`. `docs/errors.md` and the API reference are printed from it. */
export const ERRORS = {
  unauthorized: entry(
    401,
    'UnauthorizedError',
    'A signature header is missing or malformed, or the key is unknown, revoked or expired. Check the three headers and the key.',
  ),
  signature: entry(
    401,
    'UnauthorizedError',
    'The signature does not belong to this request. Compare your string to sign with the one the server builds; the sandbox shows it in `details.string_to_sign`.',
  ),
  stale_timestamp: entry(
    401,
    'UnauthorizedError',
    'The timestamp is outside the accepted window. Set your clock by `details.server_time` and sign again.',
  ),
  replay: entry(
    401,
    'UnauthorizedError',
    'This signature was already used for a state-changing request. Sign each request afresh.',
  ),
  forbidden: entry(
    403,
    'ForbiddenError',
    'The key lacks the permission in `details.permission`, or the subaccount is not granted to it.',
  ),
  kill_switch: entry(
    403,
    'ForbiddenError',
    'The kill switch is on: no new order is accepted. Cancels and reads work; switch it off to trade again.',
  ),
  validation: entry(
    422,
    'ValidationError',
    'Something in the request is missing, malformed or not allowed. `details.fields` names each field and its issue.',
  ),
  invalid_cursor: entry(
    422,
    'ValidationError',
    'The cursor was not given out by this service, or for other parameters. Start again without one.',
  ),
  market_not_open: entry(
    422,
    'ValidationError',
    'The market takes no orders or amends now; only `OPEN` ones do.',
  ),
  venue_not_tradable: entry(
    422,
    'ValidationError',
    'The venue of this instrument is not released here, or its trading is switched off.',
  ),
  qty_increase_unsupported: entry(
    422,
    'ValidationError',
    'The venue cannot raise the quantity of a resting order. Send a further order instead.',
  ),
  risk_limit: entry(
    422,
    'ValidationError',
    'The order would break a risk limit; `details` holds `limit`, `scope`, `max` and `value`.',
  ),
  batch_too_large: entry(
    422,
    'ValidationError',
    'The batch holds more orders than allowed; `details.max` says how many are.',
  ),
  lookup_too_large: entry(
    422,
    'ValidationError',
    'The lookup names more instruments than allowed; `details.max` says how many are.',
  ),
  not_found: entry(
    404,
    'NotFoundError',
    'There is no such thing, or not for this key; `details.resource` says what was looked for.',
  ),
  method_not_allowed: entry(
    405,
    'NotFoundError',
    'The path exists and does not have this method; the header `Allow` lists those it has.',
  ),
  idempotency_conflict: entry(
    409,
    'ConflictError',
    'The `client_order_id` belongs to an earlier order with another body. Use a new one.',
  ),
  order_not_open: entry(
    409,
    'ConflictError',
    'The order is in a state (`details.status`) that cannot be amended or cancelled.',
  ),
  rate_limited: entry(
    429,
    'RateLimitedError',
    'Too many requests for the bucket in `details.bucket`. Come back after `Retry-After` seconds.',
  ),
  routing_unavailable: entry(
    400,
    'ApiError',
    'No venue of this asset can take the order now: none is healthy with trading enabled.',
  ),
  payload_too_large: entry(413, 'ApiError', 'The body is larger than the service accepts.'),
  unsupported_media_type: entry(
    415,
    'ApiError',
    'Bodies are plain, uncompressed JSON: `Content-Type: application/json`.',
  ),
  venue_unavailable: entry(
    503,
    'ApiError',
    'The data of an external venue cannot be had now. Try again later.',
  ),
  catching_up: entry(
    503,
    'ApiError',
    'What is asked for is still being made from the ledger; `details.fills_taken` of `details.fills` are in it. Come back after `Retry-After` seconds.',
  ),
  shutting_down: entry(
    503,
    'ApiError',
    'The service is stopping and takes no new work. Connect again in a moment.',
  ),
  internal: entry(
    500,
    'ApiError',
    'A fault of ours. Nothing internal is shown; quote `request_id` when you report it.',
  ),
} satisfies Record<RejectionCode, ErrorEntry>;

function entry(status: number, exception: ExceptionName, meaning: string): ErrorEntry {
  return { status, exception, meaning };
}

function headersOf(status: number, details: Rejection['details']): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Signature' };
  const retryAfterMs = details?.['retry_after_ms'];
  if (status === 429 || retryAfterMs !== undefined)
    return { 'retry-after': String(retryAfterSeconds(retryAfterMs)) };
  if (status === 405) return { allow: listed(details?.['allow']) };
  return {};
}

function retryAfterSeconds(ms: Json | undefined): number {
  return typeof ms === 'number' ? Math.max(1, Math.ceil(ms / 1000)) : 1;
}

function listed(methods: Json | undefined): string {
  return Array.isArray(methods) ? methods.filter((method) => typeof method === 'string').join(', ') : '';
}
