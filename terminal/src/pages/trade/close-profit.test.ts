import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, Position } from '../../../../sdk/src/index.ts';
import { parseDecimal } from '../../../../src/contract/model/money.ts';
import { profitAt, sumHeld } from './close-profit.ts';
import type { BookPlace } from './open-orders.ts';

const position = (instrumentId: number, side: 'BUY' | 'SELL', qty: string, average: string) =>
  ({ instrument_id: instrumentId, side, qty, avg_price: average }) as Position;
const members = [
  { venue: 'Demo', instrument_id: 11, ticker: 'A', inverted: false },
  { venue: 'Kalshi', instrument_id: 21, ticker: 'B', inverted: true },
];
const own = (instrumentId: number): BookPlace => ({
  subject: `instrument/${instrumentId}`,
  instrumentId,
  members,
});
const all = (instrumentId: number): BookPlace => ({ subject: 'asset/5', instrumentId, members });

function closing(
  positions: readonly Position[],
  place: BookPlace,
  outcome: Outcome,
  price: string,
): string | null {
  const held = sumHeld(positions, place, outcome);
  return held === null ? null : profitAt(held, parseDecimal(price) ?? 0n);
}

test('a long position wins above its average, a short one below it', () => {
  assert.equal(closing([position(11, 'BUY', '20', '0.4')], own(11), 'YES', '0.55'), '3');
  assert.equal(closing([position(11, 'BUY', '20', '0.4')], own(11), 'YES', '0.3'), '-2');
  assert.equal(closing([position(11, 'SELL', '20', '0.4')], own(11), 'YES', '0.3'), '2');
});

test('closing at a price of NO is the same as closing at the complement of YES', () => {
  assert.equal(closing([position(11, 'BUY', '20', '0.4')], own(11), 'NO', '0.45'), '3');
  assert.equal(closing([position(21, 'SELL', '31', '0.54')], own(21), 'NO', '0.43'), '-0.93');
});

test('the combined book sums its members, of which an inverted one has the other outcome', () => {
  const positions = [
    position(11, 'BUY', '20', '0.4'),
    position(21, 'SELL', '10', '0.54'),
    position(7, 'BUY', '9', '0.1'),
  ];
  // The short YES of the inverted member is 10 of the asset's YES bought at 0.46.
  assert.equal(closing(positions, all(11), 'YES', '0.5'), '2.4');
  assert.equal(closing(positions, all(21), 'NO', '0.5'), '2.4');
  assert.equal(closing(positions, own(11), 'YES', '0.5'), '2');
  assert.equal(closing(positions, own(12), 'YES', '0.5'), null);
});
