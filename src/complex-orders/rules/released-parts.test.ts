import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ParamsOf } from '../../contract/model/complex-order-types.ts';
import type { Side } from '../../contract/model/order.ts';
import type { Parent, ParentChild } from '../../contract/model/parent.ts';
import { price, qty } from '../../domain/order-state/order.fixture.ts';
import { ICEBERG_RULES } from '../types/iceberg/iceberg-rules.ts';
import { POV_RULES } from '../types/pov/pov-rules.ts';
import { TWAP_RULES } from '../types/twap/twap-rules.ts';
import { at, EXPIRY, endedChild, GRID, newInput, newParent } from './parent-rules.fixture.ts';
import { getRules } from './rules-of-types.ts';

const TWAP: ParamsOf<'TWAP'> = {
  type: 'TWAP',
  durationMs: 10_000,
  slices: 3,
  style: 'PASSIVE',
  catchUp: 'SKIP',
  finish: 'CROSS',
  maxOutageMs: null,
};

/** The parent after the part that is due at this time; unchanged when none is due. */
function release(parent: Parent, params: ParamsOf<'TWAP'>, now: number): Parent {
  const found = TWAP_RULES.findProgress(parent, params, newInput({ now: at(now) }));
  assert.ok(typeof found !== 'string', 'it does not end');
  return found === null ? parent : { ...parent, ...found.change };
}

/** The sizes of the parts when each is filled at once. */
function listParts(params: ParamsOf<'TWAP'>, whole: string): readonly bigint[] {
  let parent = newParent(params, { qty: qty(whole) });
  const sizes: bigint[] = [];
  for (let part = 0; part < params.slices; part += 1) {
    parent = release(parent, params, 1 + Math.ceil((part * params.durationMs) / params.slices));
    const terms = TWAP_RULES.findTerms(parent, params, newInput(), {
      bid: price('0.47'),
      ask: price('0.49'),
    });
    assert.ok(terms !== null && typeof terms !== 'string', `part ${part + 1} is placed`);
    sizes.push(terms.qty);
    parent = { ...parent, filledQty: qty(String((parent.filledQty + terms.qty) / qty('1'))) };
  }
  assert.equal(parent.filledQty, qty(whole), 'the parts are the whole quantity');
  return sizes;
}

describe('the parts of a TWAP', () => {
  for (const [style, finish, count] of [
    ['PASSIVE', 'CROSS', 4],
    ['PASSIVE', 'CANCEL', 3],
    ['AGGRESSIVE', 'CROSS', null],
    ['AGGRESSIVE', 'CANCEL', null],
  ] as const)
    test(`of style ${style} that finishes with ${finish} are ${count ?? 'not known before'} orders at most`, () => {
      const params: ParamsOf<'TWAP'> = { ...TWAP, style, finish };
      assert.equal(TWAP_RULES.plan(params, newParent(params), GRID).childrenMax, count);
    });

  for (const [whole, slices, parts] of [
    ['10', 3, ['3', '3', '4']],
    ['11', 3, ['3', '4', '4']],
    ['7', 4, ['1', '2', '2', '2']],
    ['9', 3, ['3', '3', '3']],
  ] as const)
    test(`of ${whole} contracts in ${slices} are ${parts.join(', ')}`, () => {
      assert.deepEqual(listParts({ ...TWAP, slices }, whole), parts.map(qty));
    });

  for (const [whole, slices, parts] of [
    ['10', 3, ['3', '3', '4']],
    ['11', 4, ['2', '3', '3', '3']],
  ] as const)
    test(`of ${whole} contracts in ${slices} with SPREAD are ${parts.join(', ')}`, () => {
      assert.deepEqual(listParts({ ...TWAP, slices, catchUp: 'SPREAD' }, whole), parts.map(qty));
    });

  test('release no more than is open', () => {
    const parent = newParent(TWAP, { filledQty: qty('9') });
    assert.equal(release(parent, TWAP, 1).progress.releasedQty, qty('10'));
  });

  test('are not released while the order is PAUSED', () => {
    const paused = newParent(TWAP, { status: 'PAUSED', pausedBy: 'market_paused' });
    assert.equal(release(paused, TWAP, 5_000), paused);
  });

  test('begin at the millisecond for which the order wakes, and no earlier', () => {
    let parent = release(newParent(TWAP), TWAP, 1);
    for (const slice of [2, 3, 4]) {
      const due = TWAP_RULES.watch(TWAP, parent).dueAt;
      assert.ok(due !== null);
      assert.equal(release(parent, TWAP, due - 1), parent);
      parent = release(parent, TWAP, due);
      assert.equal(parent.progress.slice, slice);
    }
    assert.equal(TWAP_RULES.watch(TWAP, parent).dueAt, null);
  });

  for (const [side, bound, expected] of [
    ['BUY', '0.48', '0.47'],
    ['BUY', '0.46', '0.46'],
    ['SELL', '0.48', '0.49'],
    ['SELL', '0.5', '0.5'],
  ] as const)
    test(`rest at the best price of their side, no worse than the price: ${side} at ${bound}`, () => {
      const parent = release(newParent(TWAP, { side, price: price(bound) }), TWAP, 1);
      const touch = { bid: price('0.47'), ask: price('0.49') };
      const terms = TWAP_RULES.findTerms(parent, TWAP, newInput(), touch);
      assert.ok(terms !== null && typeof terms !== 'string');
      assert.equal(terms.price, price(expected));
    });

  for (const [side, bound, isTaken] of [
    ['BUY', '0.49', true],
    ['BUY', '0.48', false],
    ['SELL', '0.47', true],
    ['SELL', '0.48', false],
  ] as const)
    test(`with AGGRESSIVE a ${side} at ${bound} ${isTaken ? 'takes' : 'waits'}`, () => {
      const params: ParamsOf<'TWAP'> = { ...TWAP, style: 'AGGRESSIVE' };
      const parent = release(newParent(params, { side, price: price(bound) }), params, 1);
      const touch = { bid: price('0.47'), ask: price('0.49') };
      assert.equal(TWAP_RULES.findTerms(parent, params, newInput(), touch) !== null, isTaken);
    });
});

describe('the rest that CROSS takes at the end', () => {
  for (const [status, expected] of [
    ['CANCELLED', 'duration_over'],
    ['REJECTED', qty('10')],
  ] as const)
    test(`is ${status === 'REJECTED' ? 'sent again after' : 'over with'} a child that is ${status}`, () => {
      const ended = { ...newParent(TWAP).progress, slice: 4, staleUpTo: 3, releasedQty: qty('10') };
      const parent = newParent(TWAP, { progress: ended, childCount: 4 });
      const children = [endedChild(parent, { number: 4, status })];
      const touch = { bid: price('0.47'), ask: price('0.49') };
      const terms = TWAP_RULES.findTerms({ ...parent, children }, TWAP, newInput(), touch);
      assert.equal(typeof terms === 'string' ? terms : terms?.qty, expected);
    });
});

const POV: ParamsOf<'POV'> = {
  type: 'POV',
  participation: qty('0.5'),
  windowMs: 1_000,
  finish: 'CANCEL',
  maxOutageMs: null,
};

describe('the share of a POV', () => {
  const share = (parent: Parent, now: number, volume: string) =>
    POV_RULES.findProgress(
      parent,
      POV,
      newInput({ now: at(now), volume: qty(volume), watched: price('0.47') }),
    );
  const after = (parent: Parent, now: number, volume: string): Parent => {
    const found = share(parent, now, volume);
    assert.ok(found !== null && typeof found !== 'string');
    return { ...parent, ...found.change };
  };

  test('follows the volume up, within the quantity', () => {
    const first = after(newParent(POV), 1, '8');
    assert.equal(first.progress.releasedQty, qty('4'));
    assert.equal(after(first, 1_001, '80').progress.releasedQty, qty('10'));
  });

  test('does not fall with a volume that is counted again after a restart', () => {
    const first = after(newParent(POV), 1, '8');
    const live = endedChild(first, { status: 'OPEN', liveQty: qty('4'), price: price('0.46') });
    const { progress } = after({ ...first, children: [live], liveQty: qty('4') }, 1_001, '2');
    assert.deepEqual([progress.releasedQty, progress.volume], [qty('4'), qty('8')]);
  });

  test('is the whole quantity from the last window on, once, if its finish is CROSS', () => {
    const finish = (finishBy: ParamsOf<'POV'>['finish'], now: number, change: Partial<Parent> = {}) => {
      const params = { ...POV, finish: finishBy };
      const found = POV_RULES.findProgress(newParent(params, change), params, newInput({ now: at(now) }));
      return found === null || typeof found === 'string' ? found : found.change.progress;
    };
    const last = EXPIRY - POV.windowMs;
    assert.equal(finish('CROSS', last - 1), null);
    const progress = finish('CROSS', last, { childCount: 3 });
    assert.ok(progress !== null && typeof progress === 'object');
    const { releasedQty, isReleaseFinal, staleUpTo } = progress;
    assert.deepEqual([releasedQty, isReleaseFinal, staleUpTo], [qty('10'), true, 3]);
    assert.equal(finish('CROSS', last, { progress }), null);
    assert.equal(finish('CANCEL', last), null);
  });

  test('does not change while the order is PAUSED, nor twice in a window', () => {
    assert.equal(share(newParent(POV, { status: 'PAUSED', pausedBy: 'market_paused' }), 1, '8'), null);
    const first = after(newParent(POV), 1, '8');
    assert.equal(share(first, 1_000, '16'), null);
    assert.notEqual(share(first, 1_001, '16'), null);
  });
});

const ICEBERG: ParamsOf<'ICEBERG'> = {
  type: 'ICEBERG',
  displayQty: qty('3'),
  reloadDelayMs: 7_000,
  displayJitter: 0n,
  maxOutageMs: null,
};

describe('the parts of an ICEBERG', () => {
  const shown = (params: ParamsOf<'ICEBERG'>, random: number, qtyMin = '1', change: Partial<Parent> = {}) => {
    const input = newInput({ random, grid: { ...GRID, qtyMin: qty(qtyMin) } });
    const terms = ICEBERG_RULES.findTerms(newParent(params, change), params, input, {
      bid: null,
      ask: null,
    });
    return typeof terms === 'string' ? terms : terms?.qty;
  };

  test('are never below the minimum of the market, whatever the jitter', () => {
    const params = { ...ICEBERG, displayQty: qty('6'), displayJitter: qty('0.5') };
    assert.equal(shown(params, 0.999, '5'), qty('5'));
    assert.equal(shown(params, 0, '5'), qty('6'));
  });

  test('may be exactly the minimum of the market, and not less', () => {
    const rest = (open: string) => ({ filledQty: qty(open) });
    assert.equal(shown(ICEBERG, 0, '2', rest('8')), qty('2'));
    assert.equal(shown(ICEBERG, 0, '2', rest('9')), 'below_minimum');
  });

  for (const [whole, display, count] of [
    ['10', '3', 4],
    ['9', '3', 3],
    ['2', '3', 1],
  ] as const)
    test(`of ${whole} contracts by ${display} are ${count}`, () => {
      const params = { ...ICEBERG, displayQty: qty(display) };
      const parent = newParent(params, { qty: qty(whole) });
      assert.equal(ICEBERG_RULES.plan(params, parent, GRID).childrenMax, count);
    });

  for (const [whole, least, isWarned] of [
    ['10', '1', false],
    ['10', '2', true],
    ['11', '2', false],
    ['12', '2', false],
  ] as const)
    test(`of ${whole} contracts by 3, of which ${least} may be traded, ${isWarned ? 'leave' : 'do not leave'} a last one that is too small`, () => {
      const terms = newParent(ICEBERG, { qty: qty(whole) });
      const { warnings } = ICEBERG_RULES.plan(ICEBERG, terms, { ...GRID, qtyMin: qty(least) });
      assert.equal(warnings.length, isWarned ? 1 : 0);
    });

  test('follow a filled one after the reload delay, and an unfilled one after a second', () => {
    const ends = (['FILLED', 'CANCELLED', 'EXPIRED'] as const).map((status) =>
      ICEBERG_RULES.delayMs(ICEBERG, endedChild(newParent(ICEBERG), { status })),
    );
    assert.deepEqual(ends, [7_000, 1_000, 1_000]);
  });
});

const sides: readonly Side[] = ['BUY', 'SELL'];

describe('a child that is worse than an amended price is too old', () => {
  for (const side of sides)
    for (const params of [TWAP, POV])
      test(`${params.type} ${side}`, () => {
        const parent = newParent(params, { side, price: price('0.5') });
        const isOld = (text: string) =>
          getRules(params).reviewChild(
            parent,
            endedChild(parent, { price: price(text) }),
            params,
            newInput(),
          ) === 'OLD';
        assert.deepEqual(
          [isOld('0.49'), isOld('0.5'), isOld('0.51')],
          [side === 'SELL', false, side === 'BUY'],
        );
      });
});

describe('the stop of a TP_SL goes without the end of the take-profit', () => {
  const PARAMS: ParamsOf<'TP_SL'> = {
    type: 'TP_SL',
    attachTo: null,
    takeProfit: price('0.6'),
    stopLoss: { triggerPrice: price('0.4'), price: null, maxSlippage: price('0.05') },
    overlapAfterMs: 1_000,
    maxOutageMs: null,
  };
  const live = (number: number, cancelReason: ParentChild['cancelReason']) => ({
    ...endedChild(newParent(PARAMS), { number, cancelReason }),
    liveQty: qty('5'),
  });
  const over = (number: number) => endedChild(newParent(PARAMS), { number });
  const DUE = 1_001;

  for (const [children, isOverlapped] of [
    [[live(1, 'complex_order')], true],
    [[live(1, null)], false],
    [[live(1, 'complex_order'), live(2, null)], false],
    [[live(1, null), live(2, 'complex_order')], false],
    [[live(1, 'complex_order'), live(2, 'complex_order')], true],
    [[over(1), live(2, 'complex_order')], true],
    [[live(1, 'complex_order'), live(3, null)], true],
    [[live(3, 'complex_order')], false],
    [[over(1), over(2)], false],
    [[], false],
  ] as const)
    for (const now of [DUE - 1, DUE])
      test(`with ${children.map(({ number, liveQty, cancelReason }) => `${number}: ${liveQty === 0n ? 'over' : (cancelReason ?? 'not cancelled')}`).join(', ') || 'no child'} at ${now} ms: ${isOverlapped && now === DUE}`, () => {
        const parent = newParent(PARAMS, { status: 'WORKING', triggeredAt: at(1), children });
        const progress = { ...parent.progress, staleUpTo: 2 };
        const found = getRules(PARAMS).findProgress(
          { ...parent, progress },
          PARAMS,
          newInput({ now: at(now) }),
        );
        const expected = { decision: 'overlapped', change: { progress: { ...progress, overlappedUpTo: 2 } } };
        assert.deepEqual(found, isOverlapped && now === DUE ? expected : null);
      });
});
