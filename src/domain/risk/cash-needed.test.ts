import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Price, parsePrice, parseQty, type Qty, renderNotional } from '../../contract/model/money.ts';
import type { Outcome, Side, TokenSide } from '../../contract/model/order.ts';
import { feeSchedule } from '../fees/fee-schedule.fixture.ts';
import { computeCashNeeded, computeClosableQty } from './cash-needed.ts';

const claim = (text: string) => {
  const [side, qty, outcome, , price] = text.split(' ');
  return {
    side: side as Side,
    outcome: outcome as Outcome,
    price: parsePrice(price) as Price,
    qty: parseQty(qty) as Qty,
  };
};
const qty = (text: string): bigint => parseQty(text) ?? 0n;
const needed = (text: string, closable = '0', rate = '0.07') =>
  renderNotional(computeCashNeeded(claim(text), feeSchedule(rate), qty(closable)));

describe('cash needed', () => {
  test('a purchase needs price times quantity and the taker fee', () => {
    assert.equal(needed('BUY 100 YES @ 0.5'), '51.75');
    assert.equal(needed('BUY 100 NO @ 0.5', '0', '0'), '50');
  });

  test('a sale that opens a short position needs one minus the price', () => {
    assert.equal(needed('SELL 10 YES @ 0.9', '0', '0'), '1');
    assert.equal(needed('SELL 10 YES @ 0.9'), '1.063');
  });

  test('the part that closes a position needs nothing', () => {
    assert.equal(needed('SELL 10 YES @ 0.9', '4', '0'), '0.6');
    assert.equal(needed('SELL 10 YES @ 0.9', '10'), '0');
    assert.equal(needed('SELL 10 YES @ 0.9', '11'), '0');
  });
});

describe('closable quantity', () => {
  const closable = (text: string, net: bigint, tokenSide: TokenSide = null) =>
    computeClosableQty({ ...claim(text), tokenSide }, net);

  test('a sale of YES and a purchase of NO close a long position, the others a short one', () => {
    assert.equal(closable('SELL 1 YES @ 0.5', 7n), 7n);
    assert.equal(closable('BUY 1 NO @ 0.5', 7n), 7n);
    assert.equal(closable('BUY 1 YES @ 0.5', -7n), 7n);
    assert.equal(closable('SELL 1 NO @ 0.5', -7n), 7n);
    assert.equal(closable('BUY 1 YES @ 0.5', 7n), 0n);
    assert.equal(closable('SELL 1 YES @ 0.5', -7n), 0n);
  });

  test('where YES and NO are separate holdings, a sale of tokens closes all of its quantity and a purchase nothing', () => {
    for (const text of ['BUY 1 YES @ 0.5', 'BUY 1 NO @ 0.5', 'SELL 1 YES @ 0.5', 'SELL 1 NO @ 0.5'])
      for (const net of [7n, -7n]) {
        assert.equal(closable(text, net, 'SELL'), claim(text).qty, text);
        assert.equal(closable(text, net, 'BUY'), 0n, text);
      }
  });
});
