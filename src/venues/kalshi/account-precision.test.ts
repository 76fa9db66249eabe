import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ONE, parseDecimal, parsePrice, parseQty } from '../../contract/model/money.ts';
import { findPrecision } from './account-precision.ts';

type Fills = Parameters<typeof findPrecision>[0];

/** `1 @ 0.52 fee 0.0175` */
const read = (...texts: readonly string[]): Fills =>
  texts.map((text) => {
    const [qty = '', , price = '', , fee = ''] = text.split(' ');
    return {
      yesPrice: parsePrice(price),
      qty: parseQty(qty),
      fee: (parseDecimal(fee) ?? 0n) * ONE,
    } as Fills[number];
  });

test('each recorded fill whose cash is not in whole cents proves a precision of 0.0001', () => {
  for (const fill of [
    '1 @ 0.52 fee 0.0175',
    '1 @ 0.99 fee 0.0007',
    '77 @ 0.52 fee 1.3454',
    '52 @ 0.74 fee 0.7004',
    '2.97 @ 0.87 fee 0',
    '1 @ 0.48 fee 0.0175', // NO at 0.52
  ])
    assert.equal(findPrecision(read(fill)), '0.0001', fill);
});

test('several different fills with fees in whole cents show a precision of 0.01, and a few show nothing', () => {
  const cents = [
    '1 @ 0.52 fee 0.02',
    '1 @ 0.99 fee 0.01',
    '77 @ 0.52 fee 1.35',
    '2.5 @ 0.37 fee 0.045', // the rounding of cash is in the fee
    '52 @ 0.74 fee 0.71',
  ];
  assert.equal(findPrecision(read(...cents)), '0.01');
  assert.equal(findPrecision(read(...cents.slice(1))), null);
  assert.equal(findPrecision(read(...Array.from({ length: 9 }, () => '100 @ 0.5 fee 1.75'))), null);
  assert.equal(findPrecision(read(...cents, '1 @ 0.52 fee 0.0175')), '0.0001');
  assert.equal(findPrecision([]), null);
});
