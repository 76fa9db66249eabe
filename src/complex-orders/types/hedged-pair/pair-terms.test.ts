import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ParamsOf } from '../../../contract/model/complex-order-types.ts';
import { NO_FEES } from '../../../contract/model/fee-schedule.ts';
import type { InstrumentId } from '../../../contract/model/ids.ts';
import { computeNotional, type Notional, ONE, type Price } from '../../../contract/model/money.ts';
import type { Side } from '../../../contract/model/order.ts';
import type { PairProgress } from '../../../contract/model/parent.ts';
import { NO_PAIR } from '../../../domain/complex-orders/pair-sums.ts';
import { price, qty } from '../../../domain/order-state/order.fixture.ts';
import { at, GRID, newInput, newParent } from '../../rules/parent-rules.fixture.ts';
import type { PairLegInput } from '../../rules/parent-rules.ts';
import { HEDGED_PAIR_RULES } from './hedged-pair-rules.ts';
import { findPairTerms, NO_PAIR_PROGRESS } from './pair-terms.ts';

// Both legs in terms of what a contract costs: a sale of YES at 0.55 holds NO for 0.45. So each case is the same for all sides.

const NOW = at(60_000);
const TERMS: Omit<ParamsOf<'HEDGED_PAIR'>, 'first' | 'second'> = {
  type: 'HEDGED_PAIR',
  minEdge: price('0.02'),
  mode: 'SEQUENTIAL',
  unhedgedQtyMax: qty('4'),
  unhedgedMsMax: 5_000,
  onLegRisk: 'HOLD',
  chasePrice: null,
  acceptSettlementRisk: false,
  maxOutageMs: null,
};
const SIDES: readonly Side[] = ['BUY', 'SELL'];
const OTHER = { BUY: 'SELL', SELL: 'BUY' } as const;
const toPrice = (side: Side, cost: string): Price =>
  (side === 'BUY' ? price(cost) : ONE - price(cost)) as Price;

interface Scene {
  readonly limit?: string; // of the lagging leg
  readonly ask: string; // cost of the lagging leg now
  readonly value?: string; // at which the leading leg can be sold back
  readonly lateMs?: number; // since its fill
  readonly params?: Partial<ParamsOf<'HEDGED_PAIR'>>;
  readonly progress?: Partial<PairProgress>;
  readonly notionalMin?: Notional;
}

/** What follows when one leg has filled 4 for 0.45 each, as `what qty @ cost`. */
function decide(sides: readonly [Side, Side], isSecondAhead: boolean, scene: Scene): string | null {
  const [ahead, lagging] = isSecondAhead ? [1, 0] : [0, 1];
  const leg = (index: 0 | 1) => ({
    instrumentId: (1001 + index) as InstrumentId,
    side: sides[index],
    outcome: 'YES' as const,
    price: toPrice(sides[index], index === lagging ? (scene.limit ?? '0.6') : '0.6'),
  });
  const params: ParamsOf<'HEDGED_PAIR'> = {
    ...TERMS,
    first: leg(0),
    second: leg(1),
    onLegRisk: 'CHASE',
    chasePrice: price('1.05'),
    ...scene.params,
  };
  const filled = { ...NO_PAIR.first, filledQty: qty('4'), cost: computeNotional(price('0.45'), qty('4')) };
  const sums = isSecondAhead
    ? { first: NO_PAIR.first, second: filled }
    : { first: filled, second: NO_PAIR.second };
  const market = (index: 0 | 1): PairLegInput => {
    const side = sides[index];
    const level = (cost: string) => [{ price: toPrice(side, cost), qty: qty('100') }];
    return {
      takes: level(index === ahead ? '0.45' : scene.ask),
      gives: level(index === ahead ? (scene.value ?? '0.1') : '0.1'),
      fees: NO_FEES,
      grid: GRID,
      notionalMin: scene.notionalMin ?? null,
      isUsable: true,
    };
  };
  const unhedgedAt = at(NOW - (scene.lateMs ?? 0));
  const parent = newParent(params, {
    ...params.first,
    price: null,
    childCount: 1,
    pair: { ...NO_PAIR, ...sums, openCost: computeNotional(price('0.45'), qty('4')) },
  });
  const progress = { ...parent.progress, pair: { ...NO_PAIR_PROGRESS, unhedgedAt, ...scene.progress } };
  const input = newInput({ now: NOW, legs: [market(0), market(1)] });
  const terms = findPairTerms({ ...parent, progress }, params, input);
  if (terms === null || typeof terms === 'string') return terms;
  const { target } = terms;
  assert.ok(target !== undefined && terms.tif === 'IOC');
  const index = target.instrumentId === params.second.instrumentId ? 1 : 0;
  const isHedge = index === lagging;
  assert.equal(target.side, isHedge ? sides[index] : OTHER[sides[index]]);
  const cost = sides[index] === 'BUY' ? terms.price : ONE - terms.price;
  return `${isHedge ? 'hedge' : 'sell back'} ${terms.qty / ONE} @ ${Number(cost) / Number(ONE)}`;
}

const LATE = 5_000;
const CASES: readonly (readonly [what: string, scene: Scene, expected: string | null])[] = [
  ['within min_edge', { ask: '0.53' }, 'hedge 4 @ 0.53'],
  ['beyond min_edge', { ask: '0.54' }, null],
  ['at the price of the leg', { ask: '0.5', limit: '0.5' }, 'hedge 4 @ 0.5'],
  ['beyond the price of the leg', { ask: '0.51', limit: '0.5' }, null],
  ['beyond min_edge before the time is over', { ask: '0.6', lateMs: LATE - 1 }, null],
  ['up to chase_price once it is over', { ask: '0.6', lateMs: LATE }, 'hedge 4 @ 0.6'],
  ['whatever the price of the leg', { ask: '0.6', limit: '0.5', lateMs: LATE }, 'hedge 4 @ 0.6'],
  ['beyond chase_price', { ask: '0.61', value: '0.4', lateMs: LATE }, 'sell back 4 @ 0.4'],
  ['beyond chase_price for a larger loss', { ask: '0.61', value: '0.39', lateMs: LATE }, null],
  ['with a sale before the time is over', { ask: '0.61', value: '0.45', lateMs: LATE - 1 }, null],
  [
    'with UNWIND',
    { ask: '0.54', value: '0.4', lateMs: LATE, params: { onLegRisk: 'UNWIND' } },
    'sell back 4 @ 0.4',
  ],
  [
    'with UNWIND, within min_edge',
    { ask: '0.53', value: '0.44', lateMs: LATE, params: { onLegRisk: 'UNWIND' } },
    'hedge 4 @ 0.53',
  ],
  [
    'with HOLD',
    { ask: '0.54', value: '0.45', lateMs: LATE, params: { onLegRisk: 'HOLD', chasePrice: null } },
    null,
  ],
];

for (const first of SIDES)
  for (const second of SIDES)
    for (const isSecondAhead of [false, true])
      describe(`${first} and ${second}, of which the ${isSecondAhead ? 'second' : 'first'} leg has filled`, () => {
        for (const [what, scene, expected] of CASES)
          test(`${what}: ${expected ?? 'nothing'}`, () => {
            assert.equal(decide([first, second], isSecondAhead, scene), expected);
          });

        test('the smallest value of an order that trades at once binds a BUY alone', () => {
          const notionalMin = computeNotional(price('0.5'), qty('5'));
          const lagging = isSecondAhead ? first : second;
          const found = decide([first, second], isSecondAhead, { ask: '0.5', notionalMin });
          assert.equal(found, lagging === 'BUY' ? null : 'hedge 4 @ 0.5');
        });
      });

describe('the second order of a simultaneous clip', () => {
  for (const isSecondFirst of [false, true])
    for (const [ageMs, isSent] of [
      [0, true],
      [1_000, true],
      [1_001, false],
    ] as const)
      test(`is ${isSent ? 'sent' : 'not sent'} ${ageMs} ms after the first one, of the ${isSecondFirst ? 'second' : 'first'} leg`, () => {
        const params: ParamsOf<'HEDGED_PAIR'> = {
          ...TERMS,
          first: { instrumentId: 1001 as InstrumentId, side: 'BUY', outcome: 'YES', price: price('0.6') },
          second: { instrumentId: 1002 as InstrumentId, side: 'BUY', outcome: 'NO', price: price('0.6') },
          mode: 'SIMULTANEOUS',
        };
        const zero = { firstFee: price('0'), secondFee: price('0') };
        const clip = {
          at: at(NOW - ageMs),
          child: 1,
          isSecondFirst,
          firstPrice: price('0.45'),
          secondPrice: price('0.5'),
          secondLimit: price('0.5'),
          ...zero,
        };
        const live = { ...NO_PAIR.first, liveQty: qty('4') };
        const sums = isSecondFirst ? { second: live } : { first: live };
        const of = newParent(params, {
          price: null,
          childCount: 1,
          liveQty: qty('4'),
          pair: { ...NO_PAIR, ...sums },
        });
        const parent = { ...of, progress: { ...of.progress, pair: { ...NO_PAIR_PROGRESS, clip } } };
        const takes = [{ price: price('0.5'), qty: qty('9') }];
        const market = { takes, gives: [], fees: NO_FEES, grid: GRID, notionalMin: null, isUsable: true };
        const terms = findPairTerms(parent, params, newInput({ now: NOW, legs: [market, market] }));
        const sent =
          terms === null || typeof terms === 'string' ? terms : [terms.target?.instrumentId, terms.qty];
        assert.deepEqual(sent, isSent ? [isSecondFirst ? 1001 : 1002, qty('4')] : null);
      });
});

test('the plan of each leg has its own price, also of both outcomes of one market', () => {
  for (const second of [1001, 1002]) {
    const legs = [
      { instrumentId: 1001 as InstrumentId, side: 'BUY', outcome: 'YES', price: price('0.4') },
      { instrumentId: second as InstrumentId, side: 'BUY', outcome: 'NO', price: price('0.5') },
    ] as const;
    const params: ParamsOf<'HEDGED_PAIR'> = { ...TERMS, first: legs[0], second: legs[1] };
    for (const leg of legs) {
      const { instrumentId, side, outcome } = leg;
      const terms = newParent(params, { instrumentId, side, outcome, price: null });
      const { prices, sample } = HEDGED_PAIR_RULES.plan(params, terms, GRID);
      assert.deepEqual([prices.map((each) => each.price), sample.price], [[leg.price], leg.price]);
    }
  }
});
