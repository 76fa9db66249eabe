import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError } from '../src/errors.ts';
import type { Exchange } from '../src/http.ts';
import {
  type CallKind,
  isNodeAway,
  leavesDoubt,
  mayRepeat,
  retryDelayMs,
  settlesDoubt,
  staleClockTime,
} from '../src/retry.ts';

const answer = (
  status: number,
  error?: string,
  details: unknown = null,
  retryAfter: string | null = null,
): Exchange => ({
  kind: 'answer',
  status,
  headers: { get: (name) => (name === 'Retry-After' ? retryAfter : null) },
  body: error === undefined ? 'a proxy speaks' : { error, message: '', details },
});
const fault = (isSent: boolean): Exchange => ({
  kind: 'fault',
  isSent,
  error: new ConnectionError({ error: 'connection', message: 'gone' }),
});
const aborted: Exchange = { kind: 'aborted', reason: new Error('enough'), isSent: true };

/** Each exchange: which kinds of call may be repeated after it, and which it leaves in doubt. */
const CASES: readonly [name: string, exchange: Exchange, repeat: string, doubt: string][] = [
  ['connection never made', fault(false), 'read preview order batch stop write', ''],
  ['no answer', fault(true), 'read preview order batch stop', 'order batch stop write'],
  ['aborted by the caller', aborted, '', 'order batch stop write'],
  ['429', answer(429, 'rate_limited'), 'read preview order batch stop write', ''],
  ['502 of a proxy', answer(502), 'read preview order batch stop', 'order batch stop write'],
  [
    '503 venue_unavailable',
    answer(503, 'venue_unavailable'),
    'read preview order batch stop',
    'order batch stop write',
  ],
  [
    '503 that nothing was stored',
    answer(503, 'not_owner', { outcome: 'not_stored' }),
    'read preview order batch stop write',
    '',
  ],
  [
    '503 venue_unavailable of an order that was not stored',
    answer(503, 'venue_unavailable', { outcome: 'not_stored' }),
    'read preview order batch stop write',
    '',
  ],
  [
    'any other status that proves the same',
    answer(500, 'internal', { outcome: 'not_stored' }),
    'read preview order batch stop write',
    '',
  ],
  [
    '503 with an unknown outcome',
    answer(503, 'journal_unavailable', { outcome: 'unknown' }),
    'read preview order batch stop',
    'order batch stop write',
  ],
  ['504 of a proxy', answer(504), 'read preview order batch stop', 'order batch stop write'],
  ['500 internal', answer(500, 'internal'), '', 'order batch stop write'],
  ['408 of a proxy', answer(408), '', 'order batch stop write'],
  ['401 replay', answer(401, 'replay'), 'preview order batch stop', 'order batch stop write'],
  ['401 signature', answer(401, 'signature'), '', ''],
  ['403 kill_switch', answer(403, 'kill_switch'), '', ''],
  ['404 not_found', answer(404, 'not_found'), '', ''],
  ['409 idempotency_conflict', answer(409, 'idempotency_conflict'), '', ''],
  ['422 validation', answer(422, 'validation'), '', ''],
  ['a redirect', answer(307), '', ''],
];
const KINDS: readonly CallKind[] = ['read', 'preview', 'order', 'batch', 'stop', 'write'];

for (const [name, exchange, repeat, doubt] of CASES) {
  test(`after ${name}, repeat: ${repeat || 'nothing'}; in doubt: ${doubt || 'nothing'}`, () => {
    assert.equal(KINDS.filter((kind) => mayRepeat(kind, exchange)).join(' '), repeat);
    assert.equal(KINDS.filter((kind) => leavesDoubt(kind, exchange)).join(' '), doubt);
  });
}

test('only a rejection after the check of the key proves the outcome of an order, or of its end', () => {
  const settled = [
    answer(403, 'kill_switch'),
    answer(422, 'risk_limit'),
    answer(404, 'not_found'),
    answer(409, 'order_not_open'),
  ];
  const open = [
    answer(401, 'signature'),
    answer(403, 'forbidden'),
    answer(429, 'rate_limited'),
    answer(404),
    fault(false),
  ];
  for (const kind of ['order', 'stop'] as const) {
    assert.deepEqual(
      settled.map((one) => settlesDoubt(kind, one)),
      settled.map(() => true),
    );
    assert.ok(!open.some((one) => settlesDoubt(kind, one)));
  }
  for (const kind of ['batch', 'write'] as const) assert.ok(!settled.some((one) => settlesDoubt(kind, one)));
});

test('the pause doubles up to five seconds, half of it random', () => {
  const pauses = (random: number) => [0, 1, 2, 9].map((retry) => retryDelayMs(retry, fault(true), random));
  assert.deepEqual(pauses(0), [50, 100, 200, 2500]);
  assert.deepEqual(pauses(1), [100, 200, 400, 5000]);
});

test('the client never waits less than the service states, and prefers milliseconds to seconds', () => {
  assert.equal(retryDelayMs(0, answer(429, 'rate_limited', { retry_after_ms: 140 }, '1'), 0), 140);
  assert.equal(retryDelayMs(0, answer(429, 'rate_limited', { retry_after_ms: 140 }, '1'), 1), 240);
  assert.equal(retryDelayMs(0, answer(503, 'shutting_down', null, '2'), 0), 2000);
  assert.equal(retryDelayMs(0, answer(429, 'rate_limited', null, 'Wed, 01 Jul 2026 12:00:00 GMT'), 0), 50);
});

test('a pause beyond thirty seconds is left to the caller', () => {
  assert.equal(retryDelayMs(0, answer(429, 'rate_limited', null, '30'), 0), 30_000);
  assert.equal(retryDelayMs(0, answer(429, 'rate_limited', null, '31'), 0), null);
});

test('the service’s time is read from a stale_timestamp only', () => {
  assert.equal(staleClockTime(answer(401, 'stale_timestamp', { server_time: 1782907200000 })), 1782907200000);
  assert.equal(staleClockTime(answer(401, 'stale_timestamp')), null);
  assert.equal(staleClockTime(answer(401, 'signature', { server_time: 1782907200000 })), null);
  assert.equal(staleClockTime(fault(true)), null);
});

test('another address is tried when the node does not serve, and not when it has answered for the service', () => {
  assert.deepEqual([fault(true), fault(false), aborted].map(isNodeAway), [true, true, false]);
  for (const status of [502, 503, 504]) {
    for (const code of [undefined, 'not_owner', 'journal_unavailable', 'shutting_down'])
      assert.equal(isNodeAway(answer(status, code)), true, `${status} ${code}`);
    for (const code of ['venue_unavailable', 'no_book', 'internal'])
      assert.equal(isNodeAway(answer(status, code)), false, `${status} ${code}`);
  }
  for (const status of [200, 400, 401, 429, 500])
    assert.equal(isNodeAway(answer(status, 'not_owner')), false, String(status));
});
