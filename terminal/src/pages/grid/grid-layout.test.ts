import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedForward, readLayout, renderLayout, withMarket } from './grid-layout.ts';

test('a layout has each market once, at most twelve, and nothing else', () => {
  assert.deepEqual(readLayout('11,x,12,11,,-3,0,1e3,21'), [11, 12, 21]);
  assert.deepEqual(readLayout(''), []);
  assert.equal(readLayout(Array.from({ length: 20 }, (_, at) => at + 1).join(',')).length, 12);
  assert.equal(renderLayout([11, 12]), '11,12');
});

test('a market is added at the end, once, while there is room', () => {
  assert.deepEqual(withMarket([11], 12), [11, 12]);
  assert.deepEqual(withMarket([11, 12], 11), [11, 12]);
  const full = Array.from({ length: 12 }, (_, at) => at + 1);
  assert.equal(withMarket(full, 99), full);
});

test('a market moves to the front place by place', () => {
  assert.deepEqual(movedForward([11, 12, 21], 21), [11, 21, 12]);
  assert.deepEqual(movedForward([11, 12], 11), [11, 12]);
  assert.deepEqual(movedForward([11, 12], 99), [11, 12]);
});
