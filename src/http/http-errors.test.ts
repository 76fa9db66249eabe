import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../contract/model/error-codes.ts';
import { notFound, REJECTION_CODES, type RejectionCode, rejection } from '../contract/model/result.ts';
import { toHttpError } from './http-errors.ts';

test('a rejection becomes its code, message, details and request id', () => {
  assert.deepEqual(toHttpError(notFound('order'), 'req_1'), {
    status: 404,
    headers: {},
    body: {
      error: 'not_found',
      message: 'order not found',
      details: { resource: 'order' },
      request_id: 'req_1',
    },
  });
});

test('every code has its status from the contract', () => {
  const byStatus = Map.groupBy(REJECTION_CODES, (code) => ERRORS[code].status);
  assert.deepEqual(Object.fromEntries(byStatus), {
    400: ['routing_unavailable'],
    401: ['unauthorized', 'signature', 'stale_timestamp', 'replay'],
    403: ['forbidden', 'kill_switch', 'guard_fired', 'mmp_frozen', 'agent_policy', 'approval_required'],
    404: ['not_found'],
    405: ['method_not_allowed'],
    409: ['approval_not_open', 'idempotency_conflict', 'order_not_open', 'stale_quote'],
    413: ['payload_too_large'],
    415: ['unsupported_media_type'],
    422: [
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
    ],
    429: ['rate_limited', 'too_many_in_flight', 'overloaded'],
    500: ['internal'],
    503: ['venue_unavailable', 'catching_up', 'journal_unavailable', 'not_owner', 'shutting_down'],
  });
});

test('every refusal with 429 or 5xx proves that nothing was stored, unless its cause decides that', () => {
  const decidedByCause = new Set<RejectionCode>([
    'venue_unavailable', // an amend may have reached another leg
    'catching_up', // only reads
    'journal_unavailable',
    'not_owner',
    'shutting_down',
    'internal',
  ]);
  const doubtful = REJECTION_CODES.filter((code) => [429, 500, 503].includes(ERRORS[code].status));
  const outcome = (code: RejectionCode) =>
    toHttpError(rejection(code, 'no', { max: 1 }), 'req_1').body.details;
  for (const code of doubtful) {
    const expected = decidedByCause.has(code) ? { max: 1 } : { max: 1, outcome: 'not_stored' };
    assert.deepEqual(outcome(code), expected, code);
  }
});

test('each refused signature names the signing scheme', () => {
  for (const code of ['unauthorized', 'signature', 'stale_timestamp', 'replay'] as const) {
    assert.deepEqual(toHttpError(rejection(code, 'no'), 'req_1').headers, {
      'www-authenticate': 'Signature',
    });
  }
});

test('a 503 has Retry-After if the time is known', () => {
  const headers = (details: { readonly retry_after_ms: number } | null) =>
    toHttpError(rejection('catching_up', 'not yet', details), 'req_1').headers;
  assert.deepEqual(headers({ retry_after_ms: 5_000 }), { 'retry-after': '5' });
  assert.deepEqual(headers(null), {});
});

test('a rate limit refusal has Retry-After in whole seconds, never zero', () => {
  const after = (ms: number) =>
    toHttpError(rejection('rate_limited', 'slow', { bucket: 'read', retry_after_ms: ms }), 'req_1').headers;
  assert.deepEqual(after(0), { 'retry-after': '1' });
  assert.deepEqual(after(140), { 'retry-after': '1' });
  assert.deepEqual(after(1001), { 'retry-after': '2' });
  assert.deepEqual(toHttpError(rejection('rate_limited', 'slow'), 'req_1').headers, { 'retry-after': '1' });
});

test('the answer to a wrong method lists the methods of the path', () => {
  const refused = rejection('method_not_allowed', 'no', { allow: ['GET', 'POST'] });
  assert.deepEqual(toHttpError(refused, 'req_1').headers, { allow: 'GET, POST' });
});
