import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { requirePresent } from '../../../contract/model/assert.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../../contract/model/money.ts';
import { killSellAmounts, limitAmounts } from './order-builder.ts';

const price = (text: string): Price => requirePresent(parsePrice(text), 'a price');
const qty = (text: string): Qty => requirePresent(parseQty(text), 'a quantity');

test('amounts of resting orders are those of the official client', () => {
  const cases = [
    ['BUY', '0.52', '10', 5_200_000n, 10_000_000n],
    ['BUY', '0.07', '100.999', 7_069_300n, 100_990_000n],
    ['SELL', '0.567', '12.34', 12_340_000n, 6_996_780n],
    ['BUY', '0.3475', '17.37', 6_036_075n, 17_370_000n],
  ] as const;
  for (const [side, at, size, makerAmount, takerAmount] of cases) {
    assert.deepEqual(limitAmounts(side, price(at), qty(size)), { makerAmount, takerAmount });
  }
});

test('a SELL that must not rest has two decimals of shares and four of pUSD', () => {
  assert.deepEqual(killSellAmounts(price('0.48'), qty('19.23')), {
    makerAmount: 19_230_000n,
    takerAmount: 9_230_400n,
  });
  assert.deepEqual(killSellAmounts(price('0.567'), qty('12.34')), {
    makerAmount: 12_340_000n,
    takerAmount: 6_996_700n,
  });
});

const TICKS = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001'].map(price);
const onGrid = fc
  .record({ tick: fc.constantFrom(...TICKS), at: fc.nat(), lots: fc.integer({ min: 500, max: 10_000_000 }) })
  .map(({ tick, at, lots }) => {
    const steps = Number(100_000_000n / tick);
    return {
      tick,
      price: (tick * BigInt(1 + (at % (steps - 1)))) as Price,
      qty: (BigInt(lots) * 1_000_000n) as Qty,
    };
  });

test('on every tick size the amounts of a resting order give its exact price and size', () => {
  fc.assert(
    fc.property(onGrid, ({ price, qty }) => {
      const { makerAmount, takerAmount } = limitAmounts('BUY', price, qty);
      assert.equal(takerAmount * 100n, qty);
      assert.equal(makerAmount * 100_000_000n, price * takerAmount);
    }),
  );
});

test('the implied price of a SELL that must not rest is at most its limit, and less than a tick below', () => {
  fc.assert(
    fc.property(onGrid, ({ tick, price, qty }) => {
      const { makerAmount, takerAmount } = killSellAmounts(price, qty);
      const implied = takerAmount * 100_000_000n;
      assert.ok(implied <= price * makerAmount);
      assert.ok(implied > (price - tick) * makerAmount);
    }),
  );
});
