import type { RejectionCode } from './result.ts';

/** The exception names of the client libraries; `ApiError` is their common parent. */
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
  readonly meaning: string; // the cause, and the action for the caller
  /** Present where each refusal with this code proves that the request had no effect; it is then in the details. */
  readonly outcome?: 'not_stored';
}

const EXCEPTIONS: ReadonlyMap<number, ExceptionName> = new Map([
  [401, 'UnauthorizedError'],
  [403, 'ForbiddenError'],
  [404, 'NotFoundError'],
  [405, 'NotFoundError'],
  [409, 'ConflictError'],
  [422, 'ValidationError'],
  [429, 'RateLimitedError'],
]);

/** All codes of the field `error`. `docs/errors.md` and the API reference are generated from this table. */
export const ERRORS = {
  unauthorized: entry(
    401,
    'A signature header is missing or malformed, or the key is unknown, revoked or expired.',
  ),
  signature: entry(
    401,
    'The signature does not match this request. Compare your string to sign with `details.string_to_sign`, which the sandbox returns.',
  ),
  stale_timestamp: entry(
    401,
    'The timestamp is outside the accepted window. Set your clock by `details.server_time` and sign again.',
  ),
  replay: entry(
    401,
    'This signature was already used for a state-changing request. Sign each request again.',
  ),
  forbidden: entry(
    403,
    'The key lacks the permission in `details.permission`, or has no access to the subaccount.',
  ),
  kill_switch: entry(403, 'The kill switch is on: new orders are rejected. Cancels and reads still work.'),
  agent_policy: entry(403, 'The policy of an agent key does not allow this call: `details.rule`.'),
  approval_required: entry(
    403,
    'A person must approve this order of an agent key (`GET /v1/approvals`): nothing is placed before. Repeat the request with the same `client_order_id` to learn the decision.',
  ),
  approval_not_open: entry(409, 'The approval was decided otherwise, or has expired.'),
  guard_fired: entry(
    403,
    'A guard has fired: new orders are rejected until `PUT /v1/risk/guard` arms or disarms it.',
  ),
  mmp_frozen: entry(
    403,
    'Market maker protection has withdrawn the quotes: no new quotes until `details.frozen_until`, or `POST /v1/risk/mmp/reset`.',
  ),
  validation: entry(422, 'A field of the request is missing, malformed or not allowed: `details.fields`.'),
  invalid_cursor: entry(
    422,
    'The cursor is invalid or belongs to a list with other parameters. Begin without a cursor.',
  ),
  market_not_open: entry(422, 'Only markets with status `OPEN` accept orders and amends.'),
  venue_not_tradable: entry(
    422,
    'The venue of this instrument is not enabled in this service, or its trading is switched off.',
  ),
  expired_request: entry(422, 'The order was decided later than its `valid_until`. Nothing was stored.'),
  nothing_to_reduce: entry(
    422,
    'The order is reduce_only, and nothing of the position is left to reduce: `details.position` less the live reduce-only orders.',
  ),
  operation_unsupported: entry(
    422,
    'The venue, or its account here, has no such operation; the message says why.',
  ),
  nothing_to_convert: entry(422, 'Nothing can be merged or redeemed in this market now.'),
  self_trade: entry(
    422,
    'With `self_trade`, the order would trade with `details.order_id` of the same account. Nothing was stored or amended.',
  ),
  no_book: entry(
    422,
    'A MARKET order needs the order book of its market, and no usable book arrived in time. Nothing was stored: send it again, or a LIMIT order.',
  ),
  notional_below_min: entry(
    422,
    'The order would trade at once, and its value is below the minimum of the venue for that.',
  ),
  insufficient_balance: entry(
    422,
    'The account at the venue has too little cash or too few contracts for this order.',
  ),
  allowance_missing: entry(
    422,
    'The wallet has not approved the contract in `details.spender` to move the funds of this order.',
  ),
  qty_increase_unsupported: entry(
    422,
    'The venue cannot increase the quantity of a resting order. Place another one.',
  ),
  risk_limit: entry(
    422,
    'The order would exceed a risk limit: `details` has `limit`, `scope`, `max`, `value`, and for one by time `used`, `requested` and `resets_at`.',
  ),
  batch_too_large: entry(422, 'The batch has more than `details.max` orders.'),
  lookup_too_large: entry(422, 'The lookup has more than `details.max` instruments.'),
  not_found: entry(404, '`details.resource` does not exist, or the key has no access to it.'),
  method_not_allowed: entry(405, 'The path has no such method: see the header `Allow`.'),
  idempotency_conflict: entry(409, 'The `client_order_id` was already used for another order.'),
  trigger_already_met: entry(
    422,
    'The trigger of the STOP is met now. Change it, or set `params.fire_if_met` to fire at once.',
  ),
  legs_can_overfill: entry(
    422,
    'Both legs of the OCO would rest and could both fill. Make one a STOP, or set `params.allow_overfill`.',
  ),
  not_a_hedge: entry(
    422,
    'No approved asset or event says that one of the two legs pays, or their rules contradict each other.',
  ),
  too_many_parents: entry(
    422,
    'The subaccount has `details.max` complex orders that are not over. Cancel some first.',
  ),
  stale_quote: entry(
    409,
    'The `quote_seq` is not larger than the latest, which is in the details, or all quotes were withdrawn while the call waited. Nothing was changed.',
  ),
  order_not_open: entry(409, 'The order cannot be amended or cancelled in `details.status`.'),
  rate_limited: refusedEntry(
    429,
    'Too many requests for the bucket in `details.bucket`. Retry after `Retry-After` seconds.',
  ),
  too_many_in_flight: refusedEntry(
    429,
    'The connection has `details.max` requests without a result. Nothing was executed: send it again after a result.',
  ),
  overloaded: refusedEntry(
    429,
    'The journal is behind, so only cancels are accepted now. Nothing was stored: retry after `details.retry_after_ms`.',
  ),
  routing_unavailable: entry(
    400,
    'No venue of this asset can take the order now: no venue is healthy and has trading enabled.',
  ),
  payload_too_large: entry(413, 'The body is larger than the service accepts.'),
  unsupported_media_type: entry(
    415,
    'The body must be uncompressed JSON with `Content-Type: application/json`.',
  ),
  venue_unavailable: entry(
    503,
    'The venue is not available now. For a write, `details.outcome` `not_stored` proves that nothing was stored or changed.',
  ),
  catching_up: entry(
    503,
    'The requested data is still being computed from the ledger. Retry after `Retry-After` seconds.',
  ),
  journal_unavailable: entry(
    503,
    'The journal cannot be written or read now. `details.outcome` is `not_stored`, or `unknown` for a request that may still be stored. Retry after `Retry-After` seconds, an order with the same `client_order_id`.',
  ),
  not_owner: entry(
    503,
    'This node does not own the journal, or cannot reach the owner. Send the request to the owner, which `details.owner` names if it is known, or again after `Retry-After` seconds. `details.outcome` is as for `journal_unavailable`.',
  ),
  shutting_down: entry(
    503,
    'The service is stopping. Reconnect after a short delay. `details.outcome` is as for `journal_unavailable`.',
  ),
  internal: entry(500, 'Internal error of the service. Quote `request_id` when you report it.'),
} satisfies Record<RejectionCode, ErrorEntry>;

function entry(status: number, meaning: string): ErrorEntry {
  return { status, exception: EXCEPTIONS.get(status) ?? 'ApiError', meaning };
}

function refusedEntry(status: number, meaning: string): ErrorEntry {
  return { ...entry(status, meaning), outcome: 'not_stored' };
}
