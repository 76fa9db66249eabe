import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeOfFill } from '../../core/fees/fee.ts';
import type { FeeSchedule } from '../../core/fees/schedule.ts';
import { type Notional, type Price, parsePrice, parseQty, type Qty } from '../../core/kernel/decimal.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { FillSettlement, VenueFill } from '../../ports/venue.ts';
import { type Listing, tradeOf } from './map.ts';
import { OrderRecord, settlementAfter } from './record.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
/** 0.00001 pUSD. */
const FEE_STEP = 100_000_000_000n as Notional;

test('a print of NO is one of YES from the other side, at one minus the price', () => {
  const listing = { yes: 'Y', no: 'N', instrument: { venueInstrumentId: '0xc' } } as Listing;
  const print = { price: price('0.48'), qty: qty('5'), atMs: 1_000, hash: null };
  const shown = (tokenId: string, side: 'BUY' | 'SELL') => {
    const trade = tradeOf(listing, { ...print, tokenId, side });
    return [trade.side, trade.price, trade.qty];
  };
  assert.deepEqual(shown('Y', 'BUY'), ['BUY', price('0.48'), qty('5')]);
  assert.deepEqual(shown('Y', 'SELL'), ['SELL', price('0.48'), qty('5')]);
  assert.deepEqual(shown('N', 'BUY'), ['SELL', price('0.52'), qty('5')]);
  assert.deepEqual(shown('N', 'SELL'), ['BUY', price('0.52'), qty('5')]);
});

test('a taker fee is rounded to five decimals, half of a step up', () => {
  const schedule = {
    takerRate: 6_250_000n,
    exponent: 1,
    fillStep: FEE_STEP,
    fillRounding: 'half_up',
  } as unknown as FeeSchedule;
  // 0.0625 · qty · 0.5 · 0.5 = 0.015625 · qty
  assert.equal(feeOfFill(schedule, price('0.5'), qty('1')), FEE_STEP * 1_563n, '1562.5 steps');
  assert.equal(feeOfFill(schedule, price('0.5'), qty('0.99')), FEE_STEP * 1_547n, '1546.875 steps');
  assert.equal(feeOfFill(schedule, price('0.5'), qty('1.02')), FEE_STEP * 1_594n, '1593.75 steps');
  assert.equal(feeOfFill(schedule, price('0.5'), qty('0.98')), FEE_STEP * 1_531n, '1531.25 steps');
});

test('a settlement only moves from PENDING, and what contradicts a final word is told as such', () => {
  const words: readonly FillSettlement[] = ['PENDING', 'FINAL', 'VOID'];
  const table = words.map((before) => words.map((told) => settlementAfter(before, told)));
  assert.deepEqual(table, [
    ['PENDING', 'FINAL', 'VOID'],
    ['FINAL', 'FINAL', 'reversed'],
    ['VOID', 'reversed', 'VOID'],
  ]);
});

test('a fill that was final stays so, whatever is told of it afterwards', () => {
  const record = new OrderRecord({ id: '0x1', qty: qty('10') } as OrderRecord['terms'], 0 as TimestampMs);
  const fill = { venueTradeId: 't1', qty: qty('4'), settlement: 'FINAL', at: 0 } as VenueFill;
  const take = record.fill.bind(record);
  const told = (settlement: FillSettlement) => take({ ...fill, settlement });
  assert.deepEqual(
    [told('PENDING'), told('FINAL'), told('VOID'), told('PENDING')],
    ['new', 'new', 'reversed', 'known'],
  );
  assert.equal(record.filledQty, qty('4'));
});
