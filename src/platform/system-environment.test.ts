import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { systemClock } from './system-environment.ts';

/** The longest delay of a timer of the runtime: about 25 days. */
const STRETCH_MS = 2_147_483_647;

test('a timer of months fires at its time and not at once', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const run = mock.fn();
  systemClock.after(2 * STRETCH_MS + 10, run);
  t.mock.timers.tick(STRETCH_MS);
  t.mock.timers.tick(STRETCH_MS);
  t.mock.timers.tick(9);
  assert.equal(run.mock.callCount(), 0);
  t.mock.timers.tick(1);
  assert.equal(run.mock.callCount(), 1);
});

test('a cancelled timer never fires, also when it is cancelled in a later part', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const run = mock.fn();
  const timer = systemClock.after(2 * STRETCH_MS, run);
  t.mock.timers.tick(STRETCH_MS);
  timer.cancel();
  t.mock.timers.tick(STRETCH_MS);
  t.mock.timers.tick(STRETCH_MS);
  assert.equal(run.mock.callCount(), 0);
});

test('a repeating timer fires until it is cancelled', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const run = mock.fn();
  const timer = systemClock.every(10, run);
  t.mock.timers.tick(35);
  timer.cancel();
  t.mock.timers.tick(100);
  assert.equal(run.mock.callCount(), 3);
});

test('durations are measured on a clock that does not run backwards', () => {
  const before = systemClock.monotonicMs();
  assert.ok(systemClock.monotonicMs() >= before);
});
