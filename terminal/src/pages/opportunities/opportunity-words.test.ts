import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Opportunity } from '../../../../sdk/src/index.ts';
import {
  buildHedge,
  canTradeBoth,
  computeUnhedgedCost,
  describeBlocks,
  findUnhedged,
  KIND_WORDS,
  RISK_WORDS,
  showPercent,
  startFields,
} from './opportunity-words.ts';

test('a rate is shown in percent with two decimals', () => {
  assert.equal(showPercent('0.01016'), '1.02 %');
  assert.equal(showPercent('0.31'), '31.00 %');
});

test('every kind, risk and block of the API has words, and an unknown one is shown as it is', () => {
  assert.deepEqual(Object.keys(KIND_WORDS), ['CROSS', 'INTERNAL', 'ALL_YES', 'ALL_NO', 'LADDER']);
  assert.deepEqual(Object.keys(RISK_WORDS), ['NONE', 'LOW', 'HIGH', 'BLOCK']);
  assert.equal(describeBlocks(['book_crossed', 'new_reason']), 'the book is crossed, new_reason');
});

const leg = (id: number, outcome: string, price: string) => ({
  instrument_id: id,
  outcome,
  worst_price: price,
});
const FOUND = {
  qty: '40',
  legs: [leg(11, 'YES', '0.46'), leg(21, 'NO', '0.51')],
  settlement: { risk: 'HIGH' },
  blocked_by: ['settlement_risk'],
} as unknown as Opportunity;

test('both legs of an opportunity are one order, once its settlement risk is accepted', () => {
  const fields = startFields(FOUND);
  assert.equal(buildHedge('sa_1', FOUND, fields, '10'), null);
  const accepted = { ...fields, acceptsRisk: true };
  assert.deepEqual(buildHedge('sa_1', FOUND, accepted, '10'), {
    subaccount_id: 'sa_1',
    type: 'HEDGED_PAIR',
    qty: '40',
    params: {
      legs: [
        { instrument_id: 11, side: 'BUY', outcome: 'YES', price: '0.46' },
        { instrument_id: 21, side: 'BUY', outcome: 'NO', price: '0.51' },
      ],
      unhedged_qty_max: '10',
      min_edge: '0',
      on_leg_risk: 'UNWIND', // a leg that does not follow is not left open
      chase_price: '1.02',
      accept_settlement_risk: true,
    },
  });
  for (const wrong of [{ qty: '' }, { minEdge: '-1' }, { chase: '1,02' }])
    assert.equal(buildHedge('sa_1', FOUND, { ...accepted, ...wrong }, '10'), null);
  assert.equal(buildHedge('sa_1', FOUND, accepted, 'x'), null);
});

test('only two legs that nothing but the settlement risk blocks can be traded together', () => {
  assert.equal(canTradeBoth(FOUND), true);
  assert.equal(canTradeBoth({ ...FOUND, legs: FOUND.legs.slice(1) }), false);
  assert.equal(canTradeBoth({ ...FOUND, blocked_by: ['settlement_conflict'] }), false);
});

test('a clip is a tenth of the sets, at least the minimum of both markets, and at most all', () => {
  const clip = (qty: string, minima: readonly string[]) => findUnhedged({ qty, unhedged: null }, minima);
  assert.deepEqual(
    [
      clip('129', ['1', '1']),
      clip('40', ['1', '10']),
      clip('40', ['10', '1']),
      clip('4', ['0.01', '0.01']),
      clip('4', ['5', '1']),
      clip('129', []), // the minima are not loaded yet
      clip('', ['1', '1']),
    ],
    ['12', '10', '10', '0.4', '4', '12', ''],
  );
});

test('a typed bound stays while it bounds something: fewer sets than it make it one clip again', () => {
  const bound = (qty: string, unhedged: string) => findUnhedged({ qty, unhedged }, ['1', '1']);
  assert.deepEqual([bound('40', '30'), bound('30', '30'), bound('29', '30')], ['30', '30', '2']);
  assert.deepEqual([bound('40', ''), bound('', '30'), bound('40', 'x')], ['', '30', 'x']);
});

test('one leg alone costs at most the unhedged quantity at the higher of both worst prices', () => {
  const { legs } = FOUND;
  assert.equal(computeUnhedgedCost(FOUND, '10'), '5.1');
  assert.equal(computeUnhedgedCost({ ...FOUND, legs: legs.toReversed() }, '10'), '5.1');
  assert.equal(computeUnhedgedCost(FOUND, 'x'), null);
});
