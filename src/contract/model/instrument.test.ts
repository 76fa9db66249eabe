import assert from 'node:assert/strict';
import { test } from 'node:test';
import { impliedSettlementPrice, resolveAt } from './instrument.ts';
import { type Price, parsePrice } from './money.ts';

const price = (text: string): Price => parsePrice(text) as Price;

test('a result implies the price that its contracts pay, except where only the venue knows it', () => {
  assert.deepEqual((['YES', 'NO', 'FRACTION', 'VOID', null] as const).map(impliedSettlementPrice), [
    price('1'),
    0n,
    null,
    null,
    null,
  ]);
});

test('a settlement price has its result: 1 is YES, 0 is NO, and anything between is a fraction', () => {
  const prices = ['1', '0.99999999', '0.5', '0.00000001', '0'].map(price);
  assert.deepEqual(
    prices.map((each) => resolveAt(each).result),
    ['YES', 'FRACTION', 'FRACTION', 'FRACTION', 'NO'],
  );
  for (const each of prices) assert.equal(resolveAt(each).settlementPrice, each);
  assert.throws(() => resolveAt(-1n as Price), /0\.\.1/);
  assert.throws(() => resolveAt((price('1') + 1n) as Price), /0\.\.1/);
});
