/**
 * What can go wrong, as classes to catch.
 *
 * An `ApiError` is the service's own refusal; switch on its `error`, then on `status`. A `TimeoutError` or
 * `ConnectionError` is a call that reached no answer and changed nothing that matters. An
 * `OutcomeUnknownError` is a write that may or may not have happened: ask the service before acting on it.
 */

import { asObject } from './json.ts';

/** The codes of the contract's version 1; more may be added. */
export type ErrorCode =
  | 'unauthorized'
  | 'signature'
  | 'stale_timestamp'
  | 'replay'
  | 'forbidden'
  | 'kill_switch'
  | 'validation'
  | 'invalid_cursor'
  | 'market_not_open'
  | 'venue_not_tradable'
  | 'qty_increase_unsupported'
  | 'risk_limit'
  | 'batch_too_large'
  | 'lookup_too_large'
  | 'not_found'
  | 'method_not_allowed'
  | 'idempotency_conflict'
  | 'order_not_open'
  | 'rate_limited'
  | 'routing_unavailable'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'venue_unavailable'
  | 'catching_up'
  | 'shutting_down'
  | 'internal'
  | (string & {});

export interface ErrorFacts {
  readonly status?: number | null;
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: Record<string, unknown> | null;
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

/** The root of everything this client throws, except a caller's own abort reason. */
export class CrossbookError extends Error {
  override readonly name: string = 'CrossbookError';
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
  readonly error: ErrorCode;
  readonly details: Record<string, unknown> | null;
  /** The service's `X-Request-Id`, to quote when asking its operator. */
  readonly requestId: string | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.status = facts.status ?? null;
    this.error = facts.error;
    this.details = facts.details ?? null;
    this.requestId = facts.requestId ?? null;
  }
}

/** Any answer that is a refusal; the classes below are its usual kinds. */
export class ApiError extends CrossbookError {
  override readonly name: string = 'ApiError';
}

/** 401: the signature, its key or its timestamp was not accepted. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}

/** 403: the kill switch is on (`kill_switch`), or the key lacks a permission or subaccount (`forbidden`). */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** 404: no such path, or no such subaccount, instrument, asset or order for this key. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: another body under a known client_order_id, or an order no longer open. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 422: a field, a market's state or a risk limit; `details` names it. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 429: the bucket in `details.bucket` is empty, and stayed so through the allowed retries. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
}

/** No answer in time. On a write it appears only as the cause of an OutcomeUnknownError. */
export class TimeoutError extends CrossbookError {
  override readonly name = 'TimeoutError';
}

/** The service was not reached, or its answer could not be read. */
export class ConnectionError extends CrossbookError {
  override readonly name = 'ConnectionError';
}

/**
 * A write was sent and nothing proves what became of it.
 *
 * An order: send it again with the same `client_order_id` (the service returns the one it has), or look it
 * up with `orders.list({ subaccount_id, client_order_id })`. Anything else: read the state, then decide; a
 * cancel is safe to repeat. `cause` is the failure that was seen.
 */
export class OutcomeUnknownError extends CrossbookError {
  override readonly name = 'OutcomeUnknownError';
  /** The key of the order in doubt; null for a write that has none, or for a batch of several. */
  readonly clientOrderId: string | null;
  /** The keys of all orders in doubt, in the order they were sent. */
  readonly clientOrderIds: readonly string[];

  constructor(facts: Omit<ErrorFacts, 'error'> & { readonly clientOrderIds: readonly string[] }) {
    super({ ...facts, error: 'outcome_unknown' });
    this.clientOrderIds = facts.clientOrderIds;
    this.clientOrderId = facts.clientOrderIds.length === 1 ? (facts.clientOrderIds[0] ?? null) : null;
  }
}

/** A stream could not go on without loss: `resume_gap`, or `overflow` of the reader's buffer. */
export class StreamError extends CrossbookError {
  override readonly name = 'StreamError';
}

const CLASS_BY_STATUS = new Map<number, typeof ApiError>([
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, ValidationError],
  [429, RateLimitedError],
]);

/**
 * The error an HTTP answer stands for.
 *
 * @param status     HTTP status, not 2xx
 * @param body       the parsed body, or anything else when a proxy answered in the service's place
 * @param requestId  the answer's X-Request-Id, used when the body names none
 */
export function errorOfAnswer(status: number, body: unknown, requestId: string | null): ApiError {
  const wire = asObject(body) ?? {};
  const ErrorClass = CLASS_BY_STATUS.get(status) ?? ApiError;
  return new ErrorClass({
    status,
    error: typeof wire['error'] === 'string' ? wire['error'] : `http_${status}`,
    message: typeof wire['message'] === 'string' ? wire['message'] : `the service answered ${status}`,
    details: asObject(wire['details']),
    requestId: typeof wire['request_id'] === 'string' ? wire['request_id'] : requestId,
  });
}
