import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSteps } from './receipt-steps.ts';

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
