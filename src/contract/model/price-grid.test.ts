import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { complement, type Price, parsePrice, renderDecimal } from './money.ts';
import { ceilToGrid, floorToGrid, isOnGrid, type PriceGrid } from './price-grid.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const shown = (found: Price | null): string | null => (found === null ? null : renderDecimal(found));

const cents: PriceGrid = {
  priceTick: price('0.01'),
  priceMin: price('0.01'),
  priceMax: price('0.99'),
  priceBands: null,
};

/** Steps of a tenth of a cent at both ends, and of a cent between. */
const tapered: PriceGrid = {
  priceTick: price('0.001'),
  priceMin: price('0.001'),
  priceMax: price('0.999'),
  priceBands: [
    { from: price('0'), to: price('0.1'), step: price('0.001') },
    { from: price('0.1'), to: price('0.9'), step: price('0.01') },
    { from: price('0.9'), to: price('1'), step: price('0.001') },
  ],
};

test('a single step: neighbours of a price, and null beyond the range', () => {
  assert.equal(shown(floorToGrid(cents, 'YES', price('0.489'))), '0.48');
  assert.equal(shown(ceilToGrid(cents, 'YES', price('0.481'))), '0.49');
  assert.equal(shown(floorToGrid(cents, 'YES', price('1'))), '0.99');
  assert.equal(shown(floorToGrid(cents, 'YES', price('0.005'))), null);
  assert.equal(shown(ceilToGrid(cents, 'YES', price('0.005'))), '0.01');
  assert.equal(shown(ceilToGrid(cents, 'YES', price('0.995'))), null);
});

test('bands: each part of the range has its own step', () => {
  assert.ok(isOnGrid(tapered, 'YES', price('0.099')));
  assert.ok(isOnGrid(tapered, 'YES', price('0.1')));
  assert.ok(!isOnGrid(tapered, 'YES', price('0.101')));
  assert.ok(isOnGrid(tapered, 'YES', price('0.901')));
  assert.equal(shown(floorToGrid(tapered, 'YES', price('0.105'))), '0.1');
  assert.equal(shown(ceilToGrid(tapered, 'YES', price('0.105'))), '0.11');
  assert.equal(shown(ceilToGrid(tapered, 'YES', price('0.895'))), '0.9');
  assert.equal(shown(floorToGrid(tapered, 'YES', price('0.9005'))), '0.9');
  assert.equal(shown(ceilToGrid(tapered, 'YES', price('0.9995'))), null);
});

test('NO uses the mirrored grid', () => {
  const edged: PriceGrid = {
    ...tapered,
    priceBands: [
      { from: price('0'), to: price('0.1'), step: price('0.001') },
      { from: price('0.1'), to: price('1'), step: price('0.01') },
    ],
    priceMax: price('0.99'),
  };
  assert.ok(isOnGrid(edged, 'NO', price('0.955')));
  assert.ok(!isOnGrid(edged, 'YES', price('0.955')));
  assert.equal(shown(floorToGrid(edged, 'NO', price('0.055'))), '0.05');
  assert.equal(shown(ceilToGrid(edged, 'NO', price('0.055'))), '0.06');
  assert.equal(shown(floorToGrid(edged, 'NO', price('1'))), '0.999');
});

test('when the step does not divide a band, the next band has the next price', () => {
  const odd: PriceGrid = {
    ...cents,
    priceBands: [
      { from: price('0.01'), to: price('0.05'), step: price('0.03') },
      { from: price('0.05'), to: price('0.99'), step: price('0.02') },
    ],
  };
  assert.equal(shown(ceilToGrid(odd, 'YES', price('0.041'))), '0.05');
  assert.equal(shown(floorToGrid(odd, 'YES', price('0.049'))), '0.04');
});

test('rounding down and up gives the nearest valid prices', () => {
  const all = Array.from({ length: 1_001 }, (_, mills) => (BigInt(mills) * 100_000n) as Price);
  for (const grid of [cents, tapered]) {
    for (const outcome of ['YES', 'NO'] as const) {
      const valid = all.filter((at) => isOnGrid(grid, outcome, at));
      assert.deepEqual(
        valid.map((at) => isOnGrid(grid, outcome === 'YES' ? 'NO' : 'YES', complement(at))),
        valid.map(() => true),
      );
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: 100_000_000n }), (at) => {
          assert.equal(floorToGrid(grid, outcome, at as Price), valid.findLast((one) => one <= at) ?? null);
          assert.equal(ceilToGrid(grid, outcome, at as Price), valid.find((one) => one >= at) ?? null);
        }),
      );
    }
  }
});
