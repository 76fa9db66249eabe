import { Type } from 'typebox';
import {
  ERRORS,
  type ErrorEntry,
  type Json,
  REJECTION_CODES,
  type Rejection,
  type RejectionCode,
} from '#contract';
import { Nullable } from './routes/common-schema.ts';

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
 * Converts a rejection to an HTTP response: status, headers and body.
 *
 * A refusal whose status could leave a write in doubt states `details.outcome`: `not_stored` proves that the request had no
 * effect. 401 names the scheme. 429, and 503 with a known delay, set `Retry-After` (whole seconds, at least 1, from
 * `details.retry_after_ms`). 405 lists the methods of the path (from `details.allow`).
 *
 * Source: contract, Errors and Limits; docs/decisions/wire-format.md.
 */
export function toHttpError(refusal: Rejection, requestId: string): HttpError {
  const { status, outcome }: ErrorEntry = ERRORS[refusal.code];
  const { code: error, message } = refusal;
  const details = outcome === undefined ? refusal.details : { ...refusal.details, outcome };
  return {
    status,
    headers: toHeaders(status, details),
    body: { error, message, details, request_id: requestId },
  };
}

function toHeaders(status: number, details: Rejection['details']): Record<string, string> {
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

export const ApiErrorSchema = Type.Object(
  {
    error: Type.Enum([...REJECTION_CODES]),
    message: Type.String(),
    details: Nullable(Type.Object({}, { additionalProperties: true })),
    request_id: Type.String(),
  },
  {
    description: 'Handle errors by `error`, then by HTTP status.',
    examples: [
      {
        error: 'validation',
        message: 'price is required for LIMIT',
        details: { fields: [{ field: 'price', issue: 'required' }] },
        request_id: 'req_7f3a',
      },
    ],
  },
);
