import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnsent, missingPhase, toSteps } from './receipt-steps.ts';

test('phases follow one another on the scale of venue response times', () => {
  const steps = toSteps({ sent: 5, acknowledged: 10, first_fill: 10, done: 10 });
  assert.deepEqual(
    steps.map(({ left, width }) => [left, width]),
    [
      [0, 0.5],
      [0.5, 0.5],
      [1, 0],
      [1, 0],
    ],
  );
});

test('an order that rested for days still shows how quickly it was acknowledged', () => {
  const [sent, taken, filled] = toSteps({
    sent: 4,
    acknowledged: 8,
    first_fill: 90_000_000,
    done: 90_000_000,
  });
  assert.deepEqual([sent?.width, taken?.width], [0.5, 0.5]);
  assert.deepEqual([filled?.left, filled?.until], [1, 90_000_000]);
});

test('an unknown phase has no length', () => {
  const steps = toSteps({ sent: null, acknowledged: null, first_fill: null, done: null });
  assert.ok(steps.every(({ width, until }) => width === 0 && until === null));
});

test('an order is not sent when each of its legs was closed before sending', () => {
  const closed = (leg: number, cause: string) => ({
    seq: 2,
    at: '',
    cause,
    type: 'LegClosed',
    leg,
    detail: {},
  });
  const orderOf = (...legs: readonly number[]) =>
    ({ legs: legs.map((leg) => ({ leg })) }) as unknown as Parameters<typeof isUnsent>[0]['order'];
  assert.equal(isUnsent({ order: orderOf(1), events: [closed(1, 'not_sent')] }), true);
  assert.equal(isUnsent({ order: orderOf(1), events: [closed(1, 'venue_reply')] }), false);
  assert.equal(isUnsent({ order: orderOf(1, 2), events: [closed(1, 'gate')] }), false);
  assert.equal(isUnsent({ order: orderOf(1, 2), events: [closed(1, 'gate'), closed(2, 'not_sent')] }), true);
});

const PHASES = ['sent', 'acknowledged', 'first_fill', 'done'] as const;

for (const [status, filled, words] of [
  ['PENDING_SUBMISSION', '0', ['unknown', 'not yet', 'not yet', 'not yet']],
  ['OPEN', '0', ['unknown', 'unknown', 'not yet', 'not yet']],
  ['PARTIAL', '3', ['unknown', 'unknown', 'unknown', 'not yet']],
  ['FILLED', '5', ['unknown', 'unknown', 'unknown', 'unknown']],
  ['CANCELLED', '0', ['unknown', 'unknown', 'none', 'unknown']],
] as const)
  test(`what has not happened to an order that is ${status} is not called unknown`, () => {
    const order = { status, filled_qty: filled, legs: [{ leg: 1 }] };
    const receipt = { order, events: [] } as unknown as Parameters<typeof missingPhase>[1];
    assert.deepEqual(
      PHASES.map((phase) => missingPhase(phase, receipt)),
      words,
    );
  });
