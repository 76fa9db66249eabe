import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notional, price, qty } from '../../test/support/http/http-records.ts';
import { renderNotional } from '../contract/model/money.ts';
import type { Fill, Leg, LegArrival } from '../contract/model/order.ts';
import { sumSlippage } from './order-receipt.ts';

const ARRIVALS: readonly (LegArrival | null)[] = [
  { bid: price('0.4'), ask: price('0.5'), takes: qty('10'), takesNotional: notional('5') },
  { bid: null, ask: price('0.52'), takes: qty('4'), takesNotional: notional('2.08') },
  null,
];
const LEGS = ARRIVALS.map((arrival, at) => ({ leg: at + 1, arrival }) as Leg);

const fill = (id: string, leg: number, side: 'BUY' | 'SELL', at: string, change: object = {}) => ({
  event: {
    type: 'FillRecorded' as const,
    fill: {
      id,
      leg,
      side,
      price: price(at),
      qty: qty('10'),
      liquidity: 'TAKER',
      ...change,
    } as unknown as Fill,
  },
});
const show = (events: Parameters<typeof sumSlippage>[1]): readonly (string | number)[] => {
  const { mid, midFills, expected, expectedFills } = sumSlippage({ legs: LEGS }, events);
  return [renderNotional(mid), midFills, renderNotional(expected), expectedFills];
};

test('the slippage of an order compares each fill with the market that its leg met', () => {
  // The mid is 0.45 and the average on offer 0.5; leg 2 had no bid, and leg 3 no book.
  assert.deepEqual(show([fill('a', 1, 'BUY', '0.51')]), ['0.6', 1, '0.1', 1]);
  assert.deepEqual(show([fill('a', 1, 'SELL', '0.44')]), ['0.1', 1, '0.6', 1]);
  assert.deepEqual(show([fill('a', 1, 'BUY', '0.44', { liquidity: 'MAKER' })]), ['-0.1', 1, '0', 0]);
  const both = [fill('a', 1, 'BUY', '0.51'), fill('b', 2, 'BUY', '0.5'), fill('c', 3, 'BUY', '0.9')];
  assert.deepEqual(show(both), ['0.6', 1, '-0.1', 2]);
});

test('a fill that the venue reversed has no slippage, and other fills of the order keep theirs', () => {
  const recorded = [fill('a', 1, 'BUY', '0.51'), fill('b', 1, 'BUY', '0.49')];
  assert.deepEqual(show(recorded), ['1', 2, '0', 2]);
  const voided = {
    event: {
      type: 'FillVoided' as const,
      fill: { id: 'v', voids: 'a' } as unknown as Fill,
      position: {} as never,
    },
  };
  assert.deepEqual(show([...recorded, voided]), ['0.4', 1, '-0.1', 1]);
});
