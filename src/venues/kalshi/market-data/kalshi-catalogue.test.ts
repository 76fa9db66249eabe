import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimestampMs } from '../../../domain/model/time.ts';
import { DueQueue } from './kalshi-catalogue.ts';

const START = Date.UTC(2026, 10, 22, 11, 59, 50);
const at = (ms: number): TimestampMs => (START + ms) as TimestampMs;

test('names are due from the second that follows their time, once, and across the hour', () => {
  const agenda = new DueQueue();
  agenda.add('A', at(500));
  agenda.add('B', at(1_000));
  agenda.add('C', at(10_000)); // noon
  agenda.add('D', at(3_700_000));
  assert.deepEqual(agenda.takeDue(at(999)), []);
  assert.deepEqual(agenda.takeDue(at(1_000)), ['A', 'B']);
  assert.deepEqual(agenda.takeDue(at(9_999)), []);
  assert.deepEqual(agenda.takeDue(at(10_000)), ['C']);
  assert.deepEqual(agenda.takeDue(at(4_000_000)), ['D']);
  assert.deepEqual(agenda.takeDue(at(9_000_000)), []);
});

test('a time that has passed is due at the next look, and a name may be expected twice', () => {
  const agenda = new DueQueue();
  agenda.add('A', at(-7_200_000));
  agenda.add('A', at(2_000));
  assert.deepEqual(agenda.takeDue(at(0)), ['A']);
  assert.deepEqual(agenda.takeDue(at(2_000)), ['A']);
});
