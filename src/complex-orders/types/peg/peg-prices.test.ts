import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ParamsOf } from '../../../contract/model/complex-order-types.ts';
import { price } from '../../../domain/order-state/order.fixture.ts';
import { newInput, newParent } from '../../rules/parent-rules.fixture.ts';
import { findPegPrice, findPegReference } from './peg-rules.ts';

const PEG: ParamsOf<'PEG'> = {
  type: 'PEG',
  reference: 'NEAR',
  offset: price('0'),
  minStayMs: 1_000,
  maxMoves: 5,
  maxOutageMs: null,
};
const touch = { bid: price('0.47'), ask: price('0.49') };

/** The price of a PEG whose bound is far away. */
function findPrice(
  side: 'BUY' | 'SELL',
  outcome: 'YES' | 'NO',
  offset: string,
  change: Partial<ParamsOf<'PEG'>> = {},
) {
  const distance: bigint = price(offset.replace('-', ''));
  const terms = { ...PEG, ...change, offset: offset.startsWith('-') ? -distance : distance };
  const parent = newParent(PEG, { side, outcome, price: price(side === 'BUY' ? '0.99' : '0.01') });
  const watched = findPegReference(terms.reference, side, touch);
  return findPegPrice(parent, terms, newInput({ watched }), touch);
}

describe('the price of a PEG', () => {
  for (const outcome of ['YES', 'NO'] as const)
    for (const [side, offset, expected] of [
      ['BUY', '0', '0.47'],
      ['BUY', '0.03', '0.44'],
      ['BUY', '-0.01', '0.48'],
      ['BUY', '-0.02', '0.48'],
      ['BUY', '-0.3', '0.48'],
      ['SELL', '0', '0.49'],
      ['SELL', '0.03', '0.52'],
      ['SELL', '-0.01', '0.48'],
      ['SELL', '-0.02', '0.48'],
      ['SELL', '-0.3', '0.48'],
    ] as const)
      test(`NEAR ${side} ${outcome} with offset ${offset} is ${expected}: it never takes`, () => {
        assert.equal(findPrice(side, outcome, offset), price(expected));
      });

  for (const [side, expected] of [
    ['BUY', '0.49'],
    ['SELL', '0.47'],
  ] as const)
    test(`FAR ${side} is ${expected}: it takes`, () => {
      assert.equal(findPrice(side, 'YES', '0', { reference: 'FAR' }), price(expected));
    });
});
