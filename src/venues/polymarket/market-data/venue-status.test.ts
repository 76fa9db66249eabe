import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { VenueStatus } from './venue-status.ts';

function openMode(): { readonly mode: VenueStatus; readonly clock: ManualClock } {
  const clock = new ManualClock();
  return { mode: new VenueStatus(clock), clock };
}

const refused = (code: string) => ({ kind: 'refused', code, message: code }) as const;

/** For how many whole seconds orders are blocked from now on. */
function closedSeconds({ mode, clock }: ReturnType<typeof openMode>): number {
  let seconds = 0;
  for (; mode.blockedReason() !== null; seconds += 1) clock.advance(1_000);
  return seconds;
}

for (const [code, seconds] of [
  ['venue_restarting', 1],
  ['post_only', 30],
  ['cancel_only', 5],
  ['trading_disabled', 5],
  ['closed_only', 60],
  ['banned', 60],
  ['unauthorized', 60],
  ['wrong_account', 60],
  ['invalid_signature', 10],
  ['insufficient_balance', 0],
] as const) {
  test(`after ${code} orders are blocked for ${seconds} s`, () => {
    const harness = openMode();
    harness.mode.onVerdict(refused(code), null);
    assert.equal(closedSeconds(harness), seconds);
  });
}

test("the venue's retry time takes precedence over ours", () => {
  const harness = openMode();
  harness.mode.onVerdict(refused('post_only'), 7_000);
  assert.equal(closedSeconds(harness), 7);
});

test('during a long restart the block doubles each time, up to 30 s, until an order is accepted', () => {
  const harness = openMode();
  const waits = Array.from({ length: 7 }, () => {
    harness.mode.onVerdict(refused('venue_restarting'), null);
    return closedSeconds(harness);
  });
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 30, 30]);
  harness.mode.onVerdict(refused('venue_restarting'), null);
  harness.mode.onOrderAccepted();
  assert.equal(harness.mode.blockedReason(), null, 'an order was taken: it is over');
  harness.mode.onVerdict(refused('venue_restarting'), null);
  assert.equal(closedSeconds(harness), 1);
});

for (const [code, isPaused] of [
  ['venue_restarting', true],
  ['post_only', true],
  ['cancel_only', true],
  ['trading_disabled', true],
  ['closed_only', false],
  ['banned', false],
  ['unauthorized', false],
  ['wrong_account', false],
  ['invalid_signature', false],
] as const)
  test(`an order that ${code} blocks is unsent${isPaused ? ' because the venue is paused' : ''}`, () => {
    const { mode } = openMode();
    assert.equal(mode.blockedOutcome(false), null);
    mode.onVerdict(refused(code), null);
    const why = mode.blockedReason();
    assert.notEqual(why, null);
    const unsent = isPaused ? { kind: 'unsent', reason: 'venue_paused', why } : { kind: 'unsent', why };
    assert.deepEqual(mode.blockedOutcome(false), unsent);
    assert.deepEqual(mode.blockedOutcome(true), code === 'post_only' ? null : unsent, 'post-only');
    for (let failure = 1; failure <= 5; failure += 1) mode.onFailure();
    const unanswered = { kind: 'unsent', why: 'the venue does not answer' };
    assert.deepEqual([mode.blockedOutcome(false), mode.blockedOutcome(true)], [unanswered, unanswered]);
  });

test('no refusal blocks orders for longer than a minute, whatever the venue asks for', () => {
  for (const code of ['venue_restarting', 'post_only', 'banned']) {
    const harness = openMode();
    harness.mode.onVerdict(refused(code), 86_400_000);
    assert.equal(closedSeconds(harness), 60, code);
  }
  const harness = openMode();
  harness.mode.block('no credentials', 3_600_000);
  assert.equal(harness.mode.blockedReason(), 'no credentials');
  assert.deepEqual(harness.mode.blockedOutcome(true), { kind: 'unsent', why: 'no credentials' });
  assert.equal(closedSeconds(harness), 60);
});

test('five consecutive unanswered requests block orders; one answer unblocks them', () => {
  const { mode } = openMode();
  for (let failure = 1; failure <= 4; failure += 1) mode.onFailure();
  assert.equal(mode.blockedReason(), null);
  mode.onFailure();
  assert.equal(mode.blockedReason(), 'the venue does not answer');
  mode.onAnswer();
  assert.equal(mode.blockedReason(), null);
});

test('a verdict that is not a refusal blocks nothing', () => {
  const { mode } = openMode();
  mode.onVerdict({ kind: 'unknown', why: 'HTTP 500' }, 5_000);
  mode.onVerdict({ kind: 'killed', reason: 'no_liquidity' }, null);
  assert.equal(mode.blockedReason(), null);
});
