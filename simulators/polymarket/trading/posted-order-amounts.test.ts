import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Price, parsePrice, renderDecimal } from '../../../src/contract/model/money.ts';
import { type Micro, renderMicro } from './micro-units.ts';
import { type OrderType, readAmounts } from './posted-order.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const terms = (side: 'BUY' | 'SELL', type: OrderType, maker: bigint, taker: bigint, tick: string): string => {
  const found = readAmounts(side, type, maker as Micro, taker as Micro, price(tick));
  if (!found.ok) return found.error.text;
  return `${renderMicro(found.value.shares)} @ ${renderDecimal(found.value.price)}`;
};

test('limit amounts imply the price and size that they were made from', () => {
  assert.equal(terms('BUY', 'GTC', 5_200_000n, 10_000_000n, '0.01'), '10 @ 0.52');
  assert.equal(terms('BUY', 'GTC', 7_069_300n, 100_990_000n, '0.01'), '100.99 @ 0.07');
  assert.equal(terms('SELL', 'GTC', 12_340_000n, 6_996_780n, '0.001'), '12.34 @ 0.567');
  assert.equal(terms('BUY', 'GTD', 6_036_075n, 17_370_000n, '0.0025'), '17.37 @ 0.3475');
});

test('market amounts imply the nearest grid price that is not worse', () => {
  assert.equal(terms('BUY', 'FAK', 10_000_000n, 19_230_700n, '0.01'), '19.2307 @ 0.52');
  assert.equal(terms('SELL', 'FAK', 19_230_000n, 9_230_400n, '0.01'), '19.23 @ 0.48');
  // With amounts rounded up, the implied price of a buy falls below its tick, so it never matches.
  assert.equal(terms('BUY', 'FAK', 10_000_000n, 19_230_800n, '0.01'), '19.2308 @ 0.51');
  assert.equal(terms('SELL', 'FOK', 12_340_000n, 6_996_700n, '0.001'), '12.34 @ 0.567');
});

test('a price off the tick is rejected with the implied price', () => {
  const breaks = (text: string, tick: string): string =>
    `Price (${text}) breaks minimum tick size rule: ${tick}`;
  assert.equal(terms('BUY', 'GTC', 1_230_000n, 10_000_000n, '0.01'), breaks('0.123', '0.01'));
  assert.equal(terms('BUY', 'GTC', 10_000_000n, 10_000_000n, '0.01'), breaks('1', '0.01'));
  assert.equal(terms('SELL', 'FAK', 100_000_000n, 100_000n, '0.01'), '100 @ 0.01');
  assert.equal(terms('BUY', 'FAK', 1_000_000n, 200_000_000n, '0.01'), breaks('0.005', '0.01'));
});

test("too many decimals are rejected with the venue's text", () => {
  assert.equal(
    terms('BUY', 'FAK', 10_001_000n, 19_230_700n, '0.01'),
    'invalid amounts, the market buy orders maker amount supports a max accuracy of 2 decimals, ' +
      'taker amount a max of 4 decimals',
  );
  assert.equal(
    terms('BUY', 'GTC', 5_200_010n, 10_000_000n, '0.01'),
    'invalid amounts, the buy orders maker amount supports a max accuracy of 4 decimals, ' +
      'taker amount a max of 2 decimals',
  );
});

test('a wrongly rounded amount is rejected with the correct amount', () => {
  assert.equal(
    terms('SELL', 'GTC', 19_690_000n, 4_330_000n, '0.01'),
    "invalid amounts, the taker amount for a $0.22 order of size 19.69 should be '4.3318' " +
      "but the value submited is '4.33'",
  );
});

test('zero amounts are rejected', () => {
  assert.equal(terms('BUY', 'GTC', 0n, 10_000_000n, '0.01'), 'invalid amounts');
});
