import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextUsageLevel, type UsageLevel } from './usage-level.ts';

const levels = (...percents: readonly number[]): readonly UsageLevel[] => {
  let level: UsageLevel = 0;
  return percents.map((percent) => {
    level = nextUsageLevel(level, percent);
    return level;
  });
};

test('a level is reached at 80 and at 100 percent', () => {
  assert.deepEqual(levels(79, 80, 99, 100, 150), [0, 80, 80, 100, 100]);
  assert.deepEqual(levels(120), [100]);
});

test('a usage around a level is one crossing; five points below it the level falls', () => {
  assert.deepEqual(levels(80, 79, 75, 80, 74, 80), [80, 80, 80, 80, 0, 80]);
  assert.deepEqual(levels(100, 99, 95, 100, 94, 100), [100, 100, 100, 100, 80, 100]);
  assert.deepEqual(levels(100, 74, 80), [100, 0, 80]);
});
