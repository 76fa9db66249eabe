import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './manual-clock.ts';

test('advancing runs timers in the order in which they are due, each at its time', () => {
  const clock = new ManualClock(1_000);
  const seen: string[] = [];
  const note = (name: string) => () => seen.push(`${name}@${clock.now()}`);
  clock.after(30, note('late'));
  clock.after(10, note('early'));
  clock.every(20, note('tick'));
  clock.advance(40);
  assert.deepEqual(seen, ['early@1010', 'tick@1020', 'late@1030', 'tick@1040']);
  assert.equal(clock.monotonicMs(), 40);
});

test('a timer set by a timer runs within the same advance if it is due', () => {
  const clock = new ManualClock(0);
  const seen: number[] = [];
  clock.after(5, () => clock.after(5, () => seen.push(clock.monotonicMs())));
  clock.advance(10);
  assert.deepEqual(seen, [10]);
});

test('a cancelled timer never runs and is forgotten', () => {
  const clock = new ManualClock(0);
  const tick = clock.every(5, () => tick.cancel());
  clock.after(50, () => assert.fail('cancelled')).cancel();
  clock.advance(100);
  assert.equal(clock.timersWaiting, 0);
});

test('a wall clock jump changes timestamps but not durations and timers', () => {
  const clock = new ManualClock(1_000);
  clock.after(10, () => assert.fail('no time has passed'));
  clock.jumpWall(3_600_000);
  assert.equal(clock.now(), 3_601_000);
  assert.equal(clock.monotonicMs(), 0);
});
