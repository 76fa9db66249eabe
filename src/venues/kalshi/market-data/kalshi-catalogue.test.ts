import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { DueQueue } from './kalshi-catalogue.ts';

const START = Date.UTC(2026, 10, 22, 11, 59, 50);
const at = (ms: number): TimestampMs => (START + ms) as TimestampMs;

test('names are due once, from the second that follows their time, also across an hour', () => {
  const queue = new DueQueue();
  queue.add('A', at(500));
  queue.add('B', at(1_000));
  queue.add('C', at(10_000)); // noon
  queue.add('D', at(3_700_000));
  assert.deepEqual(queue.takeDue(at(999)), []);
  assert.deepEqual(queue.takeDue(at(1_000)), ['A', 'B']);
  assert.deepEqual(queue.takeDue(at(9_999)), []);
  assert.deepEqual(queue.takeDue(at(10_000)), ['C']);
  assert.deepEqual(queue.takeDue(at(4_000_000)), ['D']);
  assert.deepEqual(queue.takeDue(at(9_000_000)), []);
});

test('a time in the past is due at once, and a name may be added twice', () => {
  const queue = new DueQueue();
  queue.add('A', at(-7_200_000));
  queue.add('A', at(2_000));
  assert.deepEqual(queue.takeDue(at(0)), ['A']);
  assert.deepEqual(queue.takeDue(at(2_000)), ['A']);
});
