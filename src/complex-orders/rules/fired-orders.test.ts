import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ParamsOf } from '../../contract/model/complex-order-types.ts';
import type { Parent } from '../../contract/model/parent.ts';
import { price, qty } from '../../domain/order-state/order.fixture.ts';
import { findSlippedPrice, isRaised, STOP_RULES } from '../types/stop/stop-rules.ts';
import { findExtreme, TRAILING_STOP_RULES } from '../types/trailing-stop/trailing-stop-rules.ts';
import { at, endedChild, GRID, newInput, newParent, STOP } from './parent-rules.fixture.ts';

const ENDING: ParamsOf<'STOP'> = { ...STOP, afterPartial: 'END' };
const TRAILING: ParamsOf<'TRAILING_STOP'> = {
  ...ENDING,
  type: 'TRAILING_STOP',
  trail: price('0.1'),
  trailPercent: null,
  activationPrice: null,
};

describe('the limit of a fired order', () => {
  // Slipped prices between two ticks: the limit is never worse than the slippage allows.
  for (const [side, outcome, expected] of [
    ['BUY', 'YES', '0.52'],
    ['SELL', 'YES', '0.44'],
    ['BUY', 'NO', '0.52'],
    ['SELL', 'NO', '0.44'],
  ] as const)
    test(`of ${side} ${outcome} is within the slippage, on the grid`, () => {
      const touch = { bid: price('0.47'), ask: price('0.49') };
      assert.equal(findSlippedPrice({ side, outcome }, price('0.035'), touch, GRID), price(expected));
    });
});

const touch = { bid: price('0.47'), ask: price('0.51') };
const fired = (change: Partial<Parent>): Parent => newParent(ENDING, { triggeredAt: at(1), ...change });

describe('a fired STOP with after_partial END', () => {
  const findTerms = (parent: Parent, isMet: boolean) =>
    STOP_RULES.findTerms(parent, ENDING, newInput({ isMet }), touch);

  test('ends after a child that took a part or nothing', () => {
    for (const filledQty of ['0', '4']) {
      const parent = fired({ childCount: 1, filledQty: qty(filledQty) });
      const child = endedChild(parent, { filledQty: qty(filledQty) });
      assert.equal(findTerms({ ...parent, children: [child] }, true), 'ioc_remainder');
    }
  });

  test('retries a refused child, also after a resume request', () => {
    const parent = fired({ childCount: 6 });
    const children = [endedChild(parent, { number: 6, status: 'REJECTED' })];
    for (const refusals of [6, 0]) {
      const terms = findTerms({ ...parent, children, refusals }, true);
      assert.ok(terms !== null && typeof terms !== 'string');
      assert.equal(terms.qty, qty('10'));
    }
  });

  test('may place exactly the minimum of the market, and not less', () => {
    const grid = { ...GRID, qtyMin: qty('10') };
    const terms = (whole: string) =>
      STOP_RULES.findTerms(fired({ qty: qty(whole) }), ENDING, newInput({ isMet: true, grid }), touch);
    assert.equal(terms('9'), 'below_minimum');
    assert.notEqual(terms('10'), 'below_minimum');
  });
});

describe('the trigger of a TRAILING_STOP', () => {
  for (const [side, extreme, trail, expected] of [
    ['SELL', '0.6', '0.1', '0.5'],
    ['BUY', '0.6', '0.1', '0.7'],
    ['SELL', '0.05', '0.1', '0'],
    ['BUY', '0.95', '0.1', '1'],
  ] as const)
    test(`of ${side} at the best price ${extreme} is ${expected}`, () => {
      const parent = newParent(TRAILING, { side });
      const progress = { ...parent.progress, extreme: price(extreme) };
      const params = { ...TRAILING, trail: price(trail) };
      assert.equal(TRAILING_STOP_RULES.watch(params, { ...parent, progress }).trigger, price(expected));
    });

  for (const [side, watched, isActive] of [
    ['SELL', '0.59', false],
    ['SELL', '0.6', true],
    ['SELL', '0.61', true],
    ['BUY', '0.61', false],
    ['BUY', '0.6', true],
    ['BUY', '0.59', true],
  ] as const)
    test(`with an activation price of 0.6 a ${side} ${isActive ? 'follows' : 'ignores'} ${watched}`, () => {
      const found = findExtreme({ activationPrice: price('0.6') }, side, null, price(watched));
      assert.equal(found, isActive ? price(watched) : null);
    });
});

describe('a raised quantity', () => {
  test('replaces the live child, but not one that only reduces', () => {
    for (const [reduceOnly, expected] of [
      [false, true],
      [true, false],
    ] as const) {
      const parent = newParent(ENDING, { reduceOnly, liveQty: qty('4') });
      assert.equal(isRaised(parent, GRID), expected);
    }
  });
});
