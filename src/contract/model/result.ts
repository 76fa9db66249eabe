/** Success or expected failure. An expected failure is returned, never thrown. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

export const err = <Failure>(error: Failure): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error,
});

/** Converts the value of a successful result; a failure is returned unchanged. */
export const mapResult = <Value, Mapped, Failure>(
  result: Result<Value, Failure>,
  convert: (value: Value) => Mapped,
): Result<Mapped, Failure> => (result.ok ? ok(convert(result.value)) : result);

/** A JSON value in the `details` of an error. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** All error codes of the API. `http/` maps each to an HTTP status. */
export const REJECTION_CODES = [
  'unauthorized',
  'signature',
  'stale_timestamp',
  'replay',
  'forbidden',
  'kill_switch',
  'guard_fired',
  'mmp_frozen',
  'agent_policy',
  'approval_required',
  'approval_not_open',
  'validation',
  'invalid_cursor',
  'market_not_open',
  'venue_not_tradable',
  'expired_request',
  'nothing_to_reduce',
  'operation_unsupported',
  'nothing_to_convert',
  'trigger_already_met',
  'too_many_parents',
  'legs_can_overfill',
  'not_a_hedge',
  'self_trade',
  'no_book',
  'notional_below_min',
  'insufficient_balance',
  'allowance_missing',
  'qty_increase_unsupported',
  'risk_limit',
  'batch_too_large',
  'lookup_too_large',
  'not_found',
  'method_not_allowed',
  'idempotency_conflict',
  'order_not_open',
  'stale_quote',
  'rate_limited',
  'too_many_in_flight',
  'overloaded',
  'routing_unavailable',
  'payload_too_large',
  'unsupported_media_type',
  'venue_unavailable',
  'catching_up',
  'journal_unavailable',
  'not_owner',
  'shutting_down',
  'internal',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

/** An expected failure as the caller receives it: an error code, a message, and details. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  readonly details: { readonly [key: string]: Json } | null;
}

export interface FieldIssue {
  readonly field: string;
  readonly issue: string; // completes "<field> …": `required`, `must be BUY or SELL`
  readonly condition?: string; // when the issue applies: `for LIMIT`
}

export const rejection = (
  code: RejectionCode,
  message: string,
  details: { readonly [key: string]: Json } | null = null,
): Rejection => ({ code, message, details });

/** Adds the proof that the request had no effect, for a code whose status could leave a write in doubt. */
export const asNotStored = (refusal: Rejection): Rejection => ({
  ...refusal,
  details: { ...refusal.details, outcome: 'not_stored' },
});

const ISSUES_MAX = 20; // reported in one rejection
const FIELD_ECHO_MAX = 64; // characters of a field name

/**
 * Reports each invalid field with its reason; the message contains the first. The number of fields and the
 * length of their names are limited, since the caller chooses them.
 */
export function invalidFields(issues: readonly FieldIssue[]): Rejection {
  const reported = issues
    .slice(0, ISSUES_MAX)
    .map((each) => ({ ...each, field: each.field.slice(0, FIELD_ECHO_MAX) }));
  const message = reported[0] === undefined ? 'the request is not valid' : renderIssue(reported[0]);
  return rejection('validation', message, { fields: reported.map(({ field, issue }) => ({ field, issue })) });
}

/** The refusal of an object inside a request: its fields are named with their path, such as `params.entry.`. */
export function withinFields({ code, message, details }: Rejection, path: string): Rejection {
  const fields = details?.['fields'];
  if (code !== 'validation' || !Array.isArray(fields)) return { code, message, details };
  const named = fields.map((each: Json) =>
    isNamed(each) ? { ...each, field: `${path}${each.field}` } : each,
  );
  return { code, message: `${path}${message}`, details: { ...details, fields: named } };
}

const isNamed = (issue: Json): issue is { readonly field: string; readonly issue: Json } =>
  typeof issue === 'object' && issue !== null && 'field' in issue && typeof issue.field === 'string';

function renderIssue({ field, issue, condition }: FieldIssue): string {
  const verb = issue === 'required' ? `${field} is required` : `${field} ${issue}`;
  return condition === undefined ? verb : `${verb} ${condition}`;
}

export const invalidField = (field: string, issue: string): Rejection => invalidFields([{ field, issue }]);

type Resource =
  | 'session'
  | 'subscription'
  | 'subaccount'
  | 'instrument'
  | 'generic_asset'
  | 'event'
  | 'order'
  | 'complex_order'
  | 'webhook'
  | 'delivery'
  | 'approval'
  | 'operation'
  | 'alert'
  | 'opportunity'
  | 'venue'
  | 'replay'
  | 'path';

/** @param why  what explains it, such as a venue that does not answer; null: nothing does */
export const notFound = (resource: Resource, why: string | null = null): Rejection =>
  rejection('not_found', `${resource.replace('_', ' ')} not found${why === null ? '' : `; ${why}`}`, {
    resource,
  });

/** @param now  server time in Unix milliseconds, so that the caller can correct its clock */
export const staleTimestamp = (
  now: number,
  message = 'the timestamp is too far from server time',
): Rejection => rejection('stale_timestamp', message, { server_time: now });

/** The message of anything that was thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
