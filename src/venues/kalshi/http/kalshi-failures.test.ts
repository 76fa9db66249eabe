import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isClockSkew, isCredentialFailure, isFokKill, parseFailure, toOutcome } from './kalshi-failures.ts';

const nested = (code: string, details?: string): string =>
  JSON.stringify({ error: { code, message: code.replaceAll('_', ' '), ...(details ? { details } : {}) } });
const readCode = (status: number, body: string): string => {
  const outcome = toOutcome(parseFailure(status, body));
  return outcome.kind === 'refused' ? outcome.code : outcome.kind;
};

test('each of the four error shapes is read', () => {
  assert.deepEqual(parseFailure(400, nested('invalid_order', 'post only cross')), {
    status: 400,
    code: 'invalid_order',
    message: 'invalid order: post only cross',
    isReadable: true,
  });
  const flat = '{"code":"bad_request","message":"bad request","details":"json: cannot unmarshal number"}';
  assert.equal(parseFailure(400, flat).message, 'bad request: json: cannot unmarshal number');
  assert.equal(
    parseFailure(400, '{"msg":"Parameter validation failed"}').message,
    'Parameter validation failed',
  );
  assert.equal(parseFailure(429, '{"error":"too many requests"}').message, 'too many requests');
});

const REFUSALS: readonly (readonly [status: number, body: string, code: string])[] = [
  [400, '{"code":"bad_request","message":"bad request"}', 'bad_request'],
  [400, nested('invalid_order', 'post only cross'), 'would_cross'],
  [400, nested('invalid_price'), 'invalid_price'],
  [400, nested('insufficient_balance'), 'insufficient_balance'],
  [404, nested('insufficient_shard_balance'), 'insufficient_balance'],
  [400, nested('user_not_found:_5b0c'), 'insufficient_balance'],
  [400, nested('MARKET_NOT_ACTIVE'), 'market_not_open'],
  [409, nested('market_inactive'), 'market_paused'],
  [409, nested('trading_is_paused'), 'market_paused'],
  [404, nested('market_not_found'), 'unknown_instrument'],
  [409, nested('order_already_exists'), 'duplicate_client_id'],
  [410, nested('deprecated_v1_order_endpoint'), 'endpoint_retired'],
  [401, nested('authentication_error', 'NOT_FOUND'), 'credentials'],
  [401, nested('header_timestamp_expired'), 'clock_skew'],
  [403, '{"message":"insufficient scope"}', 'forbidden'],
  [429, '{"error":"too many requests"}', 'rate_limited'],
];

for (const [status, body, code] of REFUSALS) {
  test(`${status} ${body.slice(0, 60)} is refused as ${code}`, () =>
    assert.equal(readCode(status, body), code));
}

test('an answer that does not prove a refusal is unknown', () => {
  for (const status of [408, 500, 502, 503, 504, 302]) assert.equal(readCode(status, nested('x')), 'unknown');
  assert.equal(readCode(409, nested('some_new_conflict')), 'unknown');
  for (const body of ['', '<html>502</html>', 'null', '[]']) assert.equal(readCode(400, body), 'unknown');
});

test('an answer that proves nothing is kept: its code and text, else its body, else its status', () => {
  const said = (status: number, body: string): unknown => {
    const outcome = toOutcome(parseFailure(status, body));
    return outcome.kind === 'unknown' && Object.values(outcome.venueAnswer ?? {});
  };
  assert.deepEqual(said(500, nested('internal_error')), ['internal_error', 'internal error']);
  assert.deepEqual(said(409, nested('some_new_conflict')), ['some_new_conflict', 'some new conflict']);
  assert.deepEqual(said(502, '<html>502</html>'), [null, '<html>502</html>']);
  assert.deepEqual(said(503, ''), [null, 'HTTP 503']);
});

test("the venue's message is kept", () => {
  const outcome = toOutcome(parseFailure(400, nested('insufficient_balance')));
  assert.deepEqual(outcome.kind === 'refused' && outcome.message, 'insufficient balance');
});

test('a message that only repeats the code is left out', () => {
  const error = { code: 'authentication_error', message: 'authentication_error', details: 'NOT_FOUND' };
  const failure = parseFailure(401, JSON.stringify({ error }));
  assert.deepEqual([failure.code, failure.message], ['authentication_error', 'NOT_FOUND']);
});

test('a killed FOK, a skewed clock and a rejected key are distinguished', () => {
  assert.ok(isFokKill(parseFailure(409, nested('fill_or_kill_insufficient_resting_volume'))));
  const skewed = parseFailure(401, nested('header_timestamp_expired'));
  const denied = parseFailure(401, nested('authentication_error', 'INCORRECT_API_KEY_SIGNATURE'));
  assert.deepEqual([isClockSkew(skewed), isCredentialFailure(skewed)], [true, false]);
  assert.deepEqual([isClockSkew(denied), isCredentialFailure(denied)], [false, true]);
});
