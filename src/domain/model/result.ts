/** An expected yes or no. A refusal is a value, never an exception. */
export type Result<Value, Refused> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Refused };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

export const err = <Refused>(error: Refused): { readonly ok: false; readonly error: Refused } => ({
  ok: false,
  error,
});

/** The same answer with its value made into another; a refusal stays as it is. */
export const mapResult = <Value, Mapped, Refused>(
  result: Result<Value, Refused>,
  change: (value: Value) => Mapped,
): Result<Mapped, Refused> => (result.ok ? ok(change(result.value)) : result);

/** JSON as it stands in an error's `details`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Every code of the contract's error table. A status and a body exist for each in api/http/errors.ts. */
export const REJECTION_CODES = [
  'unauthorized',
  'signature',
  'stale_timestamp',
  'replay',
  'forbidden',
  'kill_switch',
  'validation',
  'invalid_cursor',
  'market_not_open',
  'venue_not_tradable',
  'qty_increase_unsupported',
  'risk_limit',
  'batch_too_large',
  'lookup_too_large',
  'not_found',
  'method_not_allowed',
  'idempotency_conflict',
  'order_not_open',
  'rate_limited',
  'routing_unavailable',
  'payload_too_large',
  'unsupported_media_type',
  'venue_unavailable',
  'catching_up',
  'shutting_down',
  'internal',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

/** An expected no, as the caller will read it: a code to switch on, a sentence, and the facts behind it. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  readonly details: { readonly [key: string]: Json } | null;
}

export interface FieldIssue {
  readonly field: string;
  readonly issue: string; // completes "<field> …": `required`, `must be BUY or SELL`
  readonly condition?: string; // when it holds: `for LIMIT`
}

export const rejection = (
  code: RejectionCode,
  message: string,
  details: { readonly [key: string]: Json } | null = null,
): Rejection => ({ code, message, details });

const ISSUES_MAX = 20; // told in one refusal
const FIELD_ECHO_MAX = 64; // characters of a name that the caller made up

/**
 * Names each bad field and its reason; the message tells the first. A caller who sends a thousand fields
 * that do not exist, or one with an endless name, does not get them all back.
 */
export function invalidFields(issues: readonly FieldIssue[]): Rejection {
  const told = issues
    .slice(0, ISSUES_MAX)
    .map((each) => ({ ...each, field: each.field.slice(0, FIELD_ECHO_MAX) }));
  const message = told[0] === undefined ? 'the request is not valid' : sentenceOf(told[0]);
  return rejection('validation', message, { fields: told.map(({ field, issue }) => ({ field, issue })) });
}

function sentenceOf({ field, issue, condition }: FieldIssue): string {
  const verb = issue === 'required' ? `${field} is required` : `${field} ${issue}`;
  return condition === undefined ? verb : `${verb} ${condition}`;
}

export const invalidField = (field: string, issue: string): Rejection => invalidFields([{ field, issue }]);

type Resource = 'subaccount' | 'instrument' | 'generic_asset' | 'order' | 'venue' | 'path';

export const notFound = (resource: Resource): Rejection =>
  rejection('not_found', `${resource.replace('_', ' ')} not found`, { resource });

/** @param now  Unix milliseconds, for a caller to set their clock by */
export const staleTimestamp = (now: number): Rejection =>
  rejection('stale_timestamp', 'the timestamp is too far from server time', { server_time: now });
