import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FieldReader } from '../../contract/model/body-fields.ts';
import type { ParentType } from '../../contract/model/complex-order-types.ts';
import { price, qty } from '../../domain/order-state/order.fixture.ts';
import { SMART_ROUTE_RULES } from '../types/smart-route/smart-route-rules.ts';
import { GRID, newParent } from './parent-rules.fixture.ts';
import { amendParams, readParams } from './parse-params.ts';

const read = (type: ParentType, params: object) => {
  const reader = new FieldReader({ params });
  const found = readParams(reader, type, type !== 'TRAILING_STOP');
  return reader.issues.length > 0 ? null : found;
};

describe('the bounds of a parameter', () => {
  const trail = (trail_percent: string) => ({ trail_percent });
  const twap = (duration_ms: number, slices = 3) => ({ duration_ms, slices });
  const pov = (participation: string) => ({ participation });
  const jitter = (display_jitter: string) => ({ display_qty: '10', display_jitter });
  const peg = (change: object) => ({ reference: 'NEAR', ...change });
  for (const [type, accepted, refused] of [
    ['TWAP', [twap(3_000), twap(604_800_000)], [twap(2_999), twap(604_800_001)]],
    ['TWAP', [twap(1_000_000, 1_000)], [twap(1_001_000, 1_001), twap(1_000, 0)]],
    ['POV', [pov('0.01'), pov('0.5')], [pov('0.00999999'), pov('0.50000001')]],
    ['ICEBERG', [jitter('0'), jitter('0.5')], [jitter('0.50000001')]],
    ['TRAILING_STOP', [trail('0.00000001'), trail('99.99999999')], [trail('0'), trail('100')]],
    ['PEG', [peg({ offset: '-1' }), peg({ offset: '1' })], [peg({ offset: '1.1' }), peg({ offset: '-1.1' })]],
    ['PEG', [peg({ min_stay_ms: 100 })], [peg({ min_stay_ms: 99 })]],
    [
      'PEG',
      [peg({ max_moves: 1 }), peg({ max_moves: 10_000 })],
      [peg({ max_moves: 0 }), peg({ max_moves: 10_001 })],
    ],
  ] as const) {
    for (const params of accepted)
      test(`${type} accepts ${JSON.stringify(params)}`, () => assert.notEqual(read(type, params), null));
    for (const params of refused)
      test(`${type} refuses ${JSON.stringify(params)}`, () => assert.equal(read(type, params), null));
  }
});

describe('a parameter in seconds', () => {
  test('is the same as the one in milliseconds', () => {
    const size = { display_qty: '10' };
    assert.deepEqual(
      read('ICEBERG', { ...size, reload_delay_s: 3 }),
      read('ICEBERG', { ...size, reload_delay_ms: 3_000 }),
    );
    const near = { reference: 'NEAR' };
    assert.deepEqual(
      read('PEG', { ...near, peg_min_stay_time_s: 3 }),
      read('PEG', { ...near, min_stay_ms: 3_000 }),
    );
    assert.equal(read('ICEBERG', { ...size, reload_delay_s: 3, reload_delay_ms: 3_001 }), null);
    assert.equal(read('PEG', { ...near, peg_min_stay_time_s: 3, min_stay_ms: 3_001 }), null);
  });
});

describe('an amended trail', () => {
  const before = read('TRAILING_STOP', { trail: '0.05' });
  assert.ok(before?.type === 'TRAILING_STOP');

  test('of the other kind replaces the one before', () => {
    const byPercent = amendParams(new FieldReader({ params: { trail_percent: '5' } }), before);
    assert.deepEqual(byPercent, { ...before, trail: null, trailPercent: qty('5') });
    const byDistance = amendParams(new FieldReader({ params: { trail: '0.04' } }), byPercent);
    assert.deepEqual(byDistance, { ...before, trail: price('0.04'), trailPercent: null });
  });
});

describe('the children of a SMART_ROUTE', () => {
  test('are its first order and one for each move', () => {
    const params = read('SMART_ROUTE', { max_moves: 3 });
    assert.ok(params?.type === 'SMART_ROUTE');
    assert.equal(SMART_ROUTE_RULES.plan(params, newParent(params), GRID).childrenMax, 4);
  });
});
