import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComplexOrder } from '../../../../sdk/src/index.ts';
import { findRange, fitInterval } from './chart-range.ts';
import { toTriggers } from './chart-triggers.ts';

const bars = [0, 1_800, 3_599, 3_600, 7_200].map((time) => ({
  time,
  open: 0.4,
  high: 0.4,
  low: 0.4,
  close: 0.4,
  volume: 1,
}));

test('a range ends with the last candle, however old it is', () => {
  assert.deepEqual(findRange(bars, '1H'), { from: 7_200, to: 7_200 });
  assert.deepEqual(findRange(bars, '6H'), { from: 0, to: 7_200 });
  assert.equal(findRange(bars, 'All'), null);
  assert.equal(findRange([], '1D'), null);
});

test('the whole range has the finest interval that reaches back to the opening', () => {
  const opened = (hours: number) => fitInterval('2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1, hours));
  assert.deepEqual([1, 9, 125, 500, 501, 2_500].map(opened), ['1m', '5m', '15m', '1h', '4h', '1d']);
  assert.equal(fitInterval(null, 0), '1d');
});

const stop = (change: object): ComplexOrder =>
  ({
    id: 'cpx_1',
    type: 'STOP',
    status: 'WAITING',
    instrument_id: 11,
    side: 'SELL',
    outcome: 'YES',
    qty: '20',
    filled_qty: '5',
    params: { trigger_price: '0.4' },
    state: { trigger_price: '0.4' },
    ...change,
  }) as unknown as ComplexOrder;

test('a trigger is a line in terms of the shown outcome, and only its own trigger price can be moved', () => {
  const line = {
    id: 'cpx_1',
    side: 'SELL',
    price: '0.4',
    isFlipped: false,
    canMove: true,
    title: 'stop sell 15',
  };
  assert.deepEqual(toTriggers([stop({})], 11, 'YES'), [line]);
  assert.deepEqual(toTriggers([stop({})], 11, 'NO'), [
    { ...line, side: 'BUY', price: '0.6', isFlipped: true, title: 'stop buy 15' },
  ]);
  const trailing = toTriggers([stop({ type: 'TRAILING_STOP', params: { trail: '0.05' } })], 11, 'YES');
  assert.deepEqual(trailing, [{ ...line, canMove: false, title: 'trailing stop sell 15' }]);
});

test('an order of another market, one that has ended, and one without a trigger have no line', () => {
  const orders = [
    stop({ status: 'FILLED' }),
    stop({ instrument_id: 12 }),
    stop({ state: { trigger_price: null } }),
  ];
  assert.deepEqual(toTriggers(orders, 11, 'YES'), []);
});
