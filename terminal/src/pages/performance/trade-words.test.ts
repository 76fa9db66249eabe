import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Performance, TradeFigures } from '../../../../sdk/src/index.ts';
import { describeCoverage, showWinRate, tradesCsv } from './trade-words.ts';

const FIGURES: TradeFigures = {
  fills: 3,
  traded: '3.76',
  fees: '0.1',
  fills_without_fee: 0,
  net_pnl: '-0.24',
  unvalued_fills: 0,
  settled_markets: 4,
  won_markets: 3,
  mid_slippage: '0.02',
  mid_fills: 3,
  expected_slippage: '0',
  expected_fills: 1,
};
const performance = (change: Partial<TradeFigures>): Performance => {
  const total = { ...FIGURES, ...change };
  return { groups: [{ group: 'maker-1', ...total }], total, truncated: false };
};

test('the win rate is of settled markets, and there is none without one', () => {
  assert.equal(showWinRate(FIGURES), '3 of 4, 75 %');
  assert.equal(showWinRate({ ...FIGURES, settled_markets: 0, won_markets: 0 }), '–');
});

test('the words say what was not stored, not valued and not read', () => {
  assert.equal(describeCoverage(performance({})).length, 2);
  const all = describeCoverage({
    ...performance({ mid_fills: 1, unvalued_fills: 2, fills_without_fee: 1 }),
    truncated: true,
  });
  assert.deepEqual(all.slice(2), [
    '2 of 3 fills have no stored mid: their orders are older, or there was no live book.',
    '2 fills are of markets without a price and count only by their fees.',
    'The fee of 1 fills is not known: fees and net PnL are without it.',
    'Only the latest fills of the month are included.',
  ]);
});

test('the table has exact figures, and no slippage where none was stored', () => {
  const [, row] = tradesCsv('tag', performance({})).split('\r\n');
  assert.equal(row, 'maker-1,-0.24,0.1,0,3.76,3,0,4,3,0.02,3,0,1');
  const [head, bare] = tradesCsv('day', performance({ mid_fills: 0, expected_fills: 0 })).split('\r\n');
  assert.equal(head?.split(',')[0], 'day_utc');
  assert.equal(bare, 'maker-1,-0.24,0.1,0,3.76,3,0,4,3,,0,,0');
});
