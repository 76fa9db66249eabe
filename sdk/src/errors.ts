/**
 * The errors of this client, as classes to catch.
 *
 * An `ApiError` is a refusal by the service; branch on its `error`, then on `status`. After a `TimeoutError`
 * or `ConnectionError` there was no usable response and nothing was changed. After an `OutcomeUnknownError` a
 * write may or may not have happened: query the service before you act on it.
 */

import { asObject } from './json.ts';
import type { ErrorCode as KnownErrorCode } from './records.ts';
import type { ErrorFrame } from './streams/frames.ts';
import type { Order } from './types.ts';

/** The error codes of contract version 1; more may be added. */
export type ErrorCode = KnownErrorCode | (string & {});

export interface ErrorFacts {
  readonly status?: number | null;
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: Record<string, unknown> | null;
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

/** The base class of all errors of this client, except a caller's own abort reason. */
export class CrossbookError extends Error {
  override readonly name: string = 'CrossbookError';
  /** HTTP status of the response; null if there was none. */
  readonly status: number | null;
  readonly error: ErrorCode;
  readonly details: Record<string, unknown> | null;
  /** The service's `X-Request-Id`, to quote in a question to its operator. */
  readonly requestId: string | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.status = facts.status ?? null;
    this.error = facts.error;
    this.details = facts.details ?? null;
    this.requestId = facts.requestId ?? null;
  }
}

/** A refusal by the service; the classes below are its common kinds. */
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

/** 422: a field, the market's state or a risk limit prevents it; `details` names it. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 429: the bucket in `details.bucket` is still empty after the allowed retries. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
}

/** No response in time. For a write it appears only as the cause of an OutcomeUnknownError. */
export class TimeoutError extends CrossbookError {
  override readonly name = 'TimeoutError';
}

/** The service was not reached, or its response could not be read. */
export class ConnectionError extends CrossbookError {
  override readonly name = 'ConnectionError';
}

/**
 * A write was sent and its outcome is unknown.
 *
 * For an order, send it again with the same `client_order_id` (the service returns the existing one), or call
 * `reconcile`. For any other write, read the state first, then decide. A cancel is safe to repeat. `cause` is the
 * observed failure.
 */
export class OutcomeUnknownError extends CrossbookError {
  override readonly name = 'OutcomeUnknownError';
  /**
   * The client_order_id of the order in doubt; null for a write without one, or for a batch of several
   * orders.
   */
  readonly clientOrderId: string | null;
  /** The client_order_ids of all orders in doubt, in the order in which they were sent. */
  readonly clientOrderIds: readonly string[];
  readonly #find: FindOrders | null;

  constructor(facts: UnknownOutcomeFacts) {
    super({ ...facts, error: 'outcome_unknown' });
    this.clientOrderIds = facts.clientOrderIds;
    this.clientOrderId = facts.clientOrderIds.length === 1 ? (facts.clientOrderIds[0] ?? null) : null;
    this.#find = facts.find ?? null;
  }

  /**
   * The order as the service has it, or null when it proves that none was and will be made.
   *
   * Looks the order up until it is found, or until the signature of the last attempt has expired, so that a request
   * that is still on its way is refused; that takes up to 31 seconds. Sends no order. For a cancel or an amend it reads
   * that order.
   *
   * Throws TypeError for a write that names no order, for a batch of several (see `reconcileAll`), and for a complex
   * order, which is sent again with the same key instead.
   */
  async reconcile(options?: ReconcileOptions): Promise<Order | null> {
    if (this.clientOrderIds.length > 1) throw new TypeError('a batch of several orders: use reconcileAll');
    const [order = null] = await this.reconcileAll(options);
    return order;
  }

  /** As `reconcile`, for each order of a batch, in the order in which they were sent. */
  async reconcileAll(options: ReconcileOptions = {}): Promise<readonly (Order | null)[]> {
    if (this.#find === null) throw new TypeError('no client knows of this error');
    return this.#find(this, options);
  }
}

export interface ReconcileOptions {
  /** After this time the error itself is thrown again; without it the look-up waits for the proof. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type FindOrders = (
  error: OutcomeUnknownError,
  options: ReconcileOptions,
) => Promise<readonly (Order | null)[]>;

interface UnknownOutcomeFacts extends Omit<ErrorFacts, 'error'> {
  readonly clientOrderIds: readonly string[];
  readonly find?: FindOrders;
}

/** A stream could not continue without loss: `resume_gap`, or `overflow` of the reader's buffer. */
export class StreamError extends CrossbookError {
  override readonly name = 'StreamError';
}

/** The statuses of the refusals of a subscription, which a frame reports without one. */
const STATUS_BY_CODE = new Map<string, number>([
  ['unauthorized', 401],
  ['forbidden', 403],
  ['not_found', 404],
  ['validation', 422],
  ['rate_limited', 429],
  ['internal', 500],
]);

/** Creates the error for the frame of a stream that refuses or ends a subscription. */
export function errorOfFrame(frame: Pick<ErrorFrame, 'error' | 'message' | 'details'>): ApiError {
  return errorOfAnswer(STATUS_BY_CODE.get(frame.error) ?? 500, frame, null);
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
 * Creates the error for an HTTP response.
 *
 * @param status     HTTP status, not 2xx
 * @param body       the parsed body, or any other value if a proxy responded instead of the service
 * @param requestId  the response's X-Request-Id, used if the body has none
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
