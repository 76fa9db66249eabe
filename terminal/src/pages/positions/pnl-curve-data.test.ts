import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PnlPoint } from '../../../../sdk/src/index.ts';
import { computeCurve } from './pnl-curve-data.ts';

const point = (t: number, equity: string, realised: string, fees = '0'): PnlPoint => ({
  t,
  equity,
  realized_pnl: realised,
  unrealized_pnl: '0',
  fees,
  fills_without_fee: 0,
});

test('each value holds from its time until the next point', () => {
  const { all, certain, zero } = computeCurve(
    [point(0, '0', '0'), point(75, '10', '5', '5'), point(100, '-10', '0')],
    100,
    108,
  );
  assert.equal(all, 'M0 54.0H75.0V4.0H100.0V104.0H100');
  assert.equal(certain, 'M0 54.0H75.0V54.0H100.0V54.0H100');
  assert.equal(zero, 54);
});

test('one point is a horizontal line, and zero is always inside the chart', () => {
  const { all, zero } = computeCurve([point(7, '10', '10')], 100, 108);
  assert.equal(all, 'M0 4.0H100');
  assert.equal(zero, 104);
});
