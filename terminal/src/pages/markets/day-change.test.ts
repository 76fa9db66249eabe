import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candle } from '../../../../sdk/src/index.ts';
import { computeDayChange, showChange, takeDay } from './day-change.ts';

const HOUR_MS = 3_600_000;
const NOW = 100 * HOUR_MS + 1_000;

/** A candle that started this many hours before the present hour. */
const candle = (hoursAgo: number, close: string): Candle => ({
  t: (100 - hoursAgo) * HOUR_MS,
  o: '0.5',
  h: '0.99',
  l: '0.01',
  c: close,
  v: '1',
  source: 'TRADES',
});

test('the change is from the last hour that had ended 24 hours ago to the last trade', () => {
  // Hour 25 ended 24 hours and one second ago; hour 24 had begun a second before.
  const candles = [
    candle(30, '0.2'),
    candle(25, '0.3'),
    candle(24, '0.4'),
    candle(1, '0.45'),
    candle(0, '0.465'),
  ];
  assert.equal(computeDayChange(candles, NOW), '0.165');
  assert.equal(computeDayChange(candles.slice(0, 1).concat(candles.slice(2)), NOW), '0.265');
});

test('the curve of a day begins at the price from which the change is counted', () => {
  const candles = [candle(30, '0.2'), candle(25, '0.3'), candle(24, '0.4'), candle(0, '0.465')];
  assert.deepEqual(takeDay(candles, NOW), candles.slice(1));
  assert.deepEqual(takeDay(candles.slice(2), NOW), candles.slice(2));
  assert.deepEqual(takeDay([], NOW), []);
});

test('a market that has not traded for a day did not change, and one that is younger has no change', () => {
  assert.equal(computeDayChange([candle(40, '0.2'), candle(30, '0.3')], NOW), '0');
  assert.equal(computeDayChange([candle(24, '0.2'), candle(0, '0.3')], NOW), null);
  assert.equal(computeDayChange([], NOW), null);
});

test('a change is shown in cents with its sign', () => {
  assert.equal(showChange('0.1651'), '+16.51¢');
  assert.equal(showChange('-0.035'), '−3.5¢');
  assert.equal(showChange('0'), '+0¢');
});
