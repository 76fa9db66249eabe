import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TimestampMs } from '../../contract/model/time.ts';
import { RecentTimes } from './recent-times.ts';

const KEPT_MS = 60_000;
const at = (ms: number) => ms as TimestampMs;

test('holds exactly the times of the window, whatever the clock does', () => {
  const steps = fc.array(fc.integer({ min: -90_000, max: 90_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (moves) => {
      const times = new RecentTimes();
      const all: number[] = [];
      let now = 1_000_000;
      for (const move of moves) {
        now += move;
        times.add(at(now), KEPT_MS);
        all.push(now);
        const latest = Math.max(...all);
        const wanted = all.filter((each) => each > latest - KEPT_MS);
        assert.deepEqual(times.after(at(latest - KEPT_MS)), wanted);
      }
    }),
  );
});

test('a time is in the window for less than its length: one at its edge is out', () => {
  const times = new RecentTimes();
  times.add(at(1_000), KEPT_MS);
  assert.deepEqual(times.after(at(999)), [1_000]);
  assert.deepEqual(times.after(at(1_000)), []);
});

test('an hour of many orders a second holds little more than its window', () => {
  const times = new RecentTimes();
  for (let ms = 0; ms < 3_600_000; ms += 5) times.add(at(ms), KEPT_MS);
  assert.equal(times.after(at(3_600_000 - KEPT_MS)).length, KEPT_MS / 5 - 1);
  assert.ok(times.held <= 2 * (KEPT_MS / 5) + 1_024, `${times.held} are held`);
});
