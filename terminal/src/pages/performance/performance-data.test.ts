import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fill, PnlPoint } from '../../../../sdk/src/index.ts';
import {
  daysCsv,
  isSettlement,
  monthRange,
  shiftMonth,
  summarise,
  summariseFills,
  toDays,
  toWeeks,
} from './performance-data.ts';

const point = (day: string, equity: string, fees: string, unpriced: number): PnlPoint =>
  ({ t: Date.parse(`${day}T00:00:00Z`), equity, fees, fills_without_fee: unpriced }) as PnlPoint;
const DAYS = toDays([
  point('2026-06-30', '5', '1', 1),
  point('2026-07-02', '3.5', '1.2', 3),
  point('2026-07-04', '9', '1.2', 3),
]);

test('the PnL of a day is the change since the day before it that has a point', () => {
  assert.deepEqual(DAYS, [
    { day: '2026-06-30', pnl: '5', fees: '1', fillsWithoutFee: 1 },
    { day: '2026-07-02', pnl: '-1.5', fees: '0.2', fillsWithoutFee: 2 },
    { day: '2026-07-04', pnl: '5.5', fees: '0', fillsWithoutFee: 0 },
  ]);
  assert.equal(daysCsv(DAYS.slice(1, 2)), 'day_utc,pnl_after_fees,fees\r\n2026-07-02,-1.5,0.2\r\n');
});

test('a month is summed up, and one without days is zero', () => {
  const { pnl, fees, fillsWithoutFee, best, worst, gains, losses } = summarise(DAYS);
  assert.deepEqual([pnl, fees, best?.pnl, worst?.pnl, gains, losses], ['9', '1.2', '5.5', '-1.5', 2, 1]);
  assert.equal(fillsWithoutFee, 3);
  assert.deepEqual(summarise([]), {
    pnl: '0',
    fees: '0',
    fillsWithoutFee: 0,
    best: null,
    worst: null,
    gains: 0,
    losses: 0,
  });
});

test('weeks start on Monday and have only days of the month', () => {
  const weeks = toWeeks('2026-07');
  assert.deepEqual(weeks[0], [
    null,
    null,
    '2026-07-01',
    '2026-07-02',
    '2026-07-03',
    '2026-07-04',
    '2026-07-05',
  ]);
  assert.deepEqual(weeks.at(-1)?.slice(3), ['2026-07-30', '2026-07-31', null, null]);
  assert.equal(toWeeks('2027-02').flat().length, 28, 'a month of four whole weeks');
  assert.deepEqual([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)], ['2027-01', '2025-12']);
  assert.equal(monthRange('2026-12').end, Date.UTC(2027, 0, 1));
});

test('volume counts trades that stand, by money', () => {
  const fill = (change: object): Fill =>
    ({ price: '0.5', qty: '10', liquidity: 'TAKER', settlement: 'FINAL', ...change }) as Fill;
  const fills = [
    fill({}),
    fill({ liquidity: 'MAKER', qty: '30' }),
    fill({ liquidity: 'SETTLEMENT' }),
    fill({ liquidity: 'ADOPTED' }),
    fill({ settlement: 'VOID' }),
  ];
  assert.deepEqual(summariseFills(fills), { count: 2, volume: '20', makerShare: 0.75 });
  assert.deepEqual(summariseFills([]), { count: 0, volume: '0', makerShare: null });
  assert.deepEqual(fills.map(isSettlement), [false, false, true, false, false]);
});
